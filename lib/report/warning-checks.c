/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "classes/hash-tables.h"
#include "distortion/bias-private.h"
#include "distortion/left-out-private.h"
#include "problem/linked-rows.h"
#include "problem/preparation.h"
#include "lattice/lattice-private.h"
#include "report/released-groups.h"
#include "report/warnings-private.h"
#include "search/search-context.h"
#include "search/search-private.h"
#include "suggestion/odd-rows.h"
#include "table/dataset-view.h"

#include <math.h>
#include <string.h>

/* Looks for released records that share their labels with others, but are unique together with
 * other columns: the unprotected columns, which no model judges, or all columns. */

#define N_NAMED 3

/* A share of the released records that are unique by all columns is high from one in five on. */
#define HIGH_SHARE 5

/* What is counted, and by which columns of the release. */
typedef struct
{
  DeidReleasedGroups groups;
  guint8 *is_used; /* of each column of the release */
  guint n_used;
  guint n_beside; /* columns whose values labels do not tell */
} WarnUniqueCount;

/* Tells whether values are released as they are, whatever the models say. */
static gboolean
is_unguarded (const DeidWarningScan *scan, guint number)
{
  const DeidColumn *column = &scan->table->columns[number];

  return (column->role == DEID_ROLE_INSENSITIVE || deid_warning_scan_is_unprotected (scan, number))
         && deid_lattice_find_attribute (scan->problem->lattice, column->name) == NULL;
}

/* Returns: the released records of classes that are one person's. */
static guint64
count_alone (const DeidPartition *partition)
{
  guint64 n = 0;

  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number] && deid_partition_get_size (partition, number) == 1)
      n += partition->records[number];
  return n;
}

/* Chooses the columns that no model looks at, or all. */
static void
warn_unique_choose (WarnUniqueCount *count, const DeidWarningScan *scan, gboolean is_of_all)
{
  count->n_used = count->n_beside = 0;
  for (guint c = 0; c < count->groups.columns.n; c++)
    {
      const DeidColumn *source = count->groups.columns.items[c].source;
      const gboolean is_beside = deid_released_groups_is_beside (&count->groups, c);

      count->is_used[c]
          = is_beside
            && (is_of_all || is_unguarded (scan, (guint) (source - scan->table->columns)));
      count->n_used += count->is_used[c];
      count->n_beside += is_beside ? 1 : 0;
    }
}

/* Returns: one of the columns that are used. */
static const char *
name_columns (const WarnUniqueCount *count, DeidLongText *text)
{
  const char *name = NULL;
  guint n_named = 0;

  for (guint c = 0; c < count->groups.columns.n && n_named < N_NAMED; c++)
    if (count->is_used[c])
      {
        name = count->groups.columns.items[c].source->name;
        deid_long_text_add (text, "%s '%s'", n_named++ > 0 ? "," : "",
                            deid_column_show (count->groups.columns.items[c].source));
      }
  if (count->n_used > n_named)
    deid_long_text_add (text, " and %u more", count->n_used - n_named);
  return name;
}

/* Returns: which records would make a record less than unique. */
static const char *
get_other (const DeidWarningScan *scan)
{
  return scan->table->entities != NULL ? "record of another person" : "other record";
}

static gboolean
warn_unique_warn_of_unprotected (const DeidWarningScan *scan, const WarnUniqueCount *count,
                                 guint64 n_unique, GError **error)
{
  DeidLongText text = { 0 };
  const char *only = NULL;
  const guint n_columns = count->n_used;

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " released records look like %s in the quasi-identifiers, but are unique "
                      "together with the unprotected column%s",
                      n_unique, scan->n_released,
                      scan->table->entities != NULL ? "records of other persons" : "other records",
                      n_columns == 1 ? "" : "s");
  only = name_columns (count, &text);
  deid_long_text_add (&text, ": an attacker who knows such values of a person can find the record");
  return deid_warning_scan_add (scan, "unique-by-insensitive", n_columns == 1 ? only : NULL,
                                n_unique, &text, error);
}

static gboolean
warn_of_all (const DeidWarningScan *scan, const WarnUniqueCount *count, guint64 n_unique,
             GError **error)
{
  DeidLongText text = { 0 };
  const char *only;

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " released records are unique by everything released: no %s has the same "
                      "quasi-identifiers and",
                      n_unique, scan->n_released, get_other (scan));
  only = name_columns (count, &text);
  deid_long_text_add (&text, ". Class sizes limit only what the quasi-identifiers reveal");
  return deid_warning_scan_add (scan, "unique-by-release", count->n_used == 1 ? only : NULL,
                                n_unique, &text, error);
}

/* Counts by the labels and the columns that no model looks at. */
static gboolean
count_unprotected (WarnUniqueCount *count, const DeidWarningScan *scan, guint64 *n_unique,
                   GError **error)
{
  DeidReleasedUniques uniques = { 0 };

  warn_unique_choose (count, scan, FALSE);
  if (count->n_used > 0
      && !deid_released_groups_count (&count->groups, count->is_used, &uniques, error))
    return FALSE;
  *n_unique = uniques.n_of_one_person;
  return TRUE;
}

static gboolean
check_unprotected (WarnUniqueCount *count, const DeidWarningScan *scan, GError **error)
{
  const guint64 n_alone = count_alone (scan->partition);
  guint64 n_unique;

  return count_unprotected (count, scan, &n_unique, error)
         && (n_unique <= n_alone
             || warn_unique_warn_of_unprotected (scan, count, n_unique - n_alone, error));
}

/* Where the columns that no model looks at tell as many records, the first warning has said it. */
static gboolean
check_all (WarnUniqueCount *count, const DeidWarningScan *scan, GError **error)
{
  DeidReleasedUniques uniques;
  guint64 n_unprotected;

  if (!count_unprotected (count, scan, &n_unprotected, error))
    return FALSE;
  if (count->n_used == count->n_beside)
    return TRUE;
  warn_unique_choose (count, scan, TRUE);
  return deid_released_groups_count (&count->groups, count->is_used, &uniques, error)
         && (uniques.n_of_one_person <= n_unprotected
             || uniques.n_of_one_person < (scan->n_released + HIGH_SHARE - 1) / HIGH_SHARE
             || warn_of_all (scan, count, uniques.n_of_one_person, error));
}

static gboolean
run_check (gboolean (*check) (WarnUniqueCount *count, const DeidWarningScan *scan, GError **error),
           const DeidWarningScan *scan, GError **error)
{
  WarnUniqueCount count = { .n_used = 0 };
  const gboolean success
      = deid_released_groups_init (&count.groups, scan->partition, scan->problem->release_options,
                                   scan->stop, error)
        && (count.is_used = deid_alloc (count.groups.columns.n, 1, error)) != NULL
        && check (&count, scan, error);

  deid_released_groups_clear (&count.groups);
  g_free (count.is_used);
  return success;
}

gboolean
deid_warn_of_unique_records (const DeidWarningScan *scan, GError **error)
{
  return run_check (check_unprotected, scan, error);
}

gboolean
deid_warn_of_unique_by_release (const DeidWarningScan *scan, GError **error)
{
  return run_check (check_all, scan, error);
}

/* Looks for what a suppression limit of 5 % would gain where nothing may be suppressed: a search of
 * the same problem with that limit, which stops after a few policies. Of a local recoding, which
 * gains little by suppression, nothing is asked. */

#define SHARE         20  /* one record of so many may be suppressed */
#define N_EVALUATIONS 256 /* as the header says */

/* By how much the loss has to fall: to 9/10. */
#define MUCH 0.9

/* Lowers the level that lowers the loss most, again and again from the best policy that is known:
 * cuts are too many for more. */
static gboolean
warn_limit_descend (DeidSearchContext *context, gpointer data, GError **error)
{
  const DeidLattice *lattice = deid_search_context_get_own_lattice (context);
  const DeidIncumbent *best = &deid_search_context_get_run (context)->incumbent;
  const gsize size = lattice->n_dimensions * sizeof *best->levels;
  g_autofree DeidLevel *from = deid_alloc (lattice->n_dimensions, sizeof *from, error);
  g_autofree DeidLevel *levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);

  if (from == NULL || levels == NULL)
    return FALSE;
  do
    {
      memcpy (from, best->levels, size);
      memcpy (levels, from, size);
      for (guint d = 0; d < lattice->n_dimensions; d++)
        {
          if (from[d] == lattice->floors[d])
            continue;
          levels[d]--;
          if (!deid_search_context_evaluate_levels (context, levels))
            return TRUE;
          levels[d]++;
        }
    }
  while (memcmp (from, best->levels, size) != 0);
  return TRUE;
}

/* Cuts have no box to bound; if they are few, all of their policies are evaluated. */
static DeidSearch *
warn_limit_make_search (const DeidLattice *lattice)
{
  DeidSearch *search = !deid_lattice_is_cut (lattice) ? deid_search_new_optimal ()
                       : deid_lattice_get_size_as_double (lattice) <= N_EVALUATIONS
                           ? deid_search_new_exhaustive ()
                           : deid_search_new_of_slots ("descend", warn_limit_descend, NULL, NULL);

  search->step_limit = N_EVALUATIONS;
  search->n_threads = 1;
  return search;
}

static gboolean
warn_limit_add_warning (const DeidWarningScan *scan, const DeidIncumbent *best, guint64 n_records,
                        double loss, GError **error)
{
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "no record may be suppressed. With a limit of 5 %%, policy '");
  deid_levels_describe (scan->problem->lattice, best->levels, &text);
  deid_long_text_add (&text,
                      "' would be a solution, suppress %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                      " records and lower the loss from ",
                      best->verdict.n_suppressed, n_records);
  deid_long_text_add_double (&text, "%.4f", scan->result->loss);
  deid_long_text_add (&text, " to ");
  deid_long_text_add_double (&text, "%.4f", loss);
  return deid_warning_scan_add (scan, "limit-of-0", NULL, best->verdict.n_suppressed, &text, error);
}

/* A better policy that suppresses nothing needs no limit. */
static gboolean
warn_limit_compare (const DeidWarningScan *scan, const DeidPreparedProblem *view,
                    const DeidIncumbent *best, GError **error)
{
  double loss;

  if (best->verdict.n_suppressed == 0)
    return TRUE;
  return deid_loss_from_objective (&view->loss, best->verdict.objective, &loss, error)
         && (!(loss <= MUCH * scan->result->loss)
             || warn_limit_add_warning (scan, best, view->n_records, loss, error));
}

/* What rows are like does not matter, so that the distinct ones do. */
static gboolean
try_limit (const DeidWarningScan *scan, DeidPreparation *preparation, GError **error)
{
  const DeidPreparedProblem *distinct
      = deid_preparation_get_distinct (preparation, scan->stop, error);
  const guint n_dimensions = scan->problem->lattice->n_dimensions;
  g_autofree DeidLevel *levels = NULL;
  g_autoptr (DeidSearch) search = NULL;
  DeidPreparedProblem view;
  DeidIncumbent best;

  if (distinct == NULL || (levels = deid_alloc (n_dimensions, sizeof *levels, error)) == NULL)
    return FALSE;
  memcpy (levels, scan->result->policy->levels, n_dimensions * sizeof *levels);
  best = (DeidIncumbent){ TRUE, levels, scan->partition->verdict };
  view = *distinct;
  view.limit = view.problem_limit = view.n_records / SHARE;
  search = warn_limit_make_search (view.lattice);
  return deid_search_improve (search, &view, scan->stop->cancellable, &best, NULL, error)
         && warn_limit_compare (scan, &view, &best, error);
}

gboolean
deid_warn_of_limit (const DeidWarningScan *scan, GError **error)
{
  DeidPreparation *preparation;
  gboolean success;

  if (deid_problem_get_n_suppressible (scan->problem) > 0 || !(scan->result->loss > 0)
      || scan->result->policy == NULL)
    return TRUE;
  preparation = deid_problem_prepare (scan->result->problem, scan->stop, error);
  if (preparation == NULL)
    return FALSE;
  success = try_limit (scan, preparation, error);
  deid_preparation_release (preparation);
  return success;
}

/* Looks for groups that suppression nearly took away. */

static void
warn_groups_add_share (DeidLongText *text, guint64 part, guint64 whole)
{
  deid_long_text_add_double (text, "%.1f", 100 * (double) part / (double) whole);
  deid_long_text_add (text, " %%");
}

/* Of a column: its values that are nearly gone, and the records that have them. */
typedef struct
{
  guint64 n_values;
  guint64 n_records;
  guint64 n_suppressed;
} Gone;

static void
warn_groups_count_gone (const DeidLeftOut *left_out, Gone *gone)
{
  for (guint64 i = 0; i < left_out->n_groups; i++)
    {
      const DeidLeftOutGroup *group = &left_out->groups[i];
      Gone *of_column = &gone[group->columns[0]];

      if (group->level > 0 || !deid_left_out_is_nearly_gone (left_out, group))
        continue;
      of_column->n_values++;
      of_column->n_records += group->n_records;
      of_column->n_suppressed += group->n_suppressed;
    }
}

static gboolean
warn_groups_add_warning (const DeidWarningScan *scan, const DeidLeftOut *left_out,
                         const DeidColumn *column, const Gone *gone, GError **error)
{
  const gboolean is_one = gone->n_values == 1;
  DeidLongText text = { 0 };

  deid_long_text_add (&text,
                      "%" G_GUINT64_FORMAT " value%s of '%s' %s nearly gone: ", gone->n_values,
                      is_one ? "" : "s", deid_column_show (column), is_one ? "is" : "are");
  warn_groups_add_share (&text, gone->n_suppressed, gone->n_records);
  deid_long_text_add (&text,
                      " of the %" G_GUINT64_FORMAT " records with %s are suppressed, but only ",
                      gone->n_records, is_one ? "it" : "them");
  warn_groups_add_share (&text, left_out->n_suppressed, left_out->n_records);
  deid_long_text_add (&text, " of all records. Statistics of the release say little about these "
                             "persons");
  return deid_warning_scan_add (scan, "group-nearly-gone", column->name, gone->n_suppressed, &text,
                                error);
}

gboolean
deid_warn_of_groups (const DeidWarningScan *scan, GError **error)
{
  g_autoptr (DeidLeftOut) left_out = NULL;
  g_autofree Gone *gone = NULL;

  if (scan->partition->verdict.n_suppressed == 0)
    return TRUE;
  left_out = deid_left_out_make (scan->result, 1, DEID_NEARLY_GONE_MIN_RECORDS, scan->stop, error);
  gone = left_out != NULL ? deid_alloc (scan->table->n_columns, sizeof *gone, error) : NULL;
  if (gone == NULL)
    return FALSE;
  warn_groups_count_gone (left_out, gone);
  for (guint c = 0; c < scan->table->n_columns; c++)
    if (gone[c].n_values > 0
        && !warn_groups_add_warning (scan, left_out, &scan->table->columns[c], &gone[c], error))
      return FALSE;
  return TRUE;
}

/* Looks for means that suppressing the rarest records shifts. */

#define LEAST_CORRELATION 0.3
#define LEAST_SHIFT       0.1 /* in standard deviations */

static gboolean
is_biased (const DeidBiasColumn *column)
{
  return column->combined.exists && fabs (column->combined.value) >= LEAST_CORRELATION
         && column->predicted.exists
         && fabs (column->predicted.value) > LEAST_SHIFT * column->deviation;
}

static gboolean
has_numbers (const DeidTableSource *table)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (deid_column_has_numbers (&table->columns[c]))
      return TRUE;
  return FALSE;
}

static gboolean
warn_bias_add_warning (const DeidWarningScan *scan, const DeidBias *bias,
                       const DeidBiasColumn *column, GError **error)
{
  const DeidColumn *source = &scan->table->columns[column->column];
  DeidLongText text = { 0 };

  deid_long_text_add (&text,
                      "rare records have other values of '%s' than frequent ones (correlation ",
                      deid_column_show (source));
  deid_long_text_add_double (&text, "%.2f", column->combined.value);
  deid_long_text_add (&text,
                      "): suppressing the %" G_GUINT64_FORMAT
                      " rarest without generalization would shift the mean by ",
                      bias->n_predicted);
  deid_long_text_add_double (&text, "%+.2f", column->predicted.value / column->deviation);
  deid_long_text_add (&text, " standard deviations");
  if (column->shift.exists)
    {
      deid_long_text_add (&text, ", and the result shifts it by ");
      deid_long_text_add_double (&text, "%+.2f", column->shift.value / column->deviation);
    }
  return deid_warning_scan_add (scan, "rare-values-shift-mean", source->name, bias->n_predicted,
                                &text, error);
}

gboolean
deid_warn_of_bias (const DeidWarningScan *scan, GError **error)
{
  g_autoptr (DeidBias) bias = NULL;

  if (deid_problem_get_n_suppressible (scan->problem) == 0 || !has_numbers (scan->table))
    return TRUE;
  bias = deid_bias_make (scan->result->problem, scan->partition, 0, FALSE, scan->stop, error);
  if (bias == NULL)
    return FALSE;
  for (guint i = 0; i < bias->n_columns; i++)
    if (is_biased (&bias->columns[i])
        && !warn_bias_add_warning (scan, bias, &bias->columns[i], error))
      return FALSE;
  return TRUE;
}

/* Looks for columns that seem to mark persons who have several records, where no column is the
 * entity. */

/* What the released classes have of the values of a column, or of the combinations of two. */
typedef struct
{
  const DeidColumn *first;
  const DeidColumn *second; /* or NULL */
  guint32 *marks;           /* of the rows; n_marks if a value is missing */
  guint32 n_marks;
  guint64 n_records;  /* released ones with a value */
  guint64 n_further;  /* of these, not the first of their value */
  guint32 n_smallest; /* different values in the class that has fewest; a missing value is one */
  guint32 n_below;    /* classes with fewer than k of them */
} Persons;

/* Finds the largest k of the models that limit sizes alone; 0 if there are none. */
static gboolean
warn_persons_find_k (const DeidProblem *problem, guint64 *k, GError **error)
{
  const guint64 n_records = deid_dataset_get_n_records (problem->lattice->dataset);

  *k = 0;
  for (guint m = 0; m < problem->models->len; m++)
    {
      const DeidPrivacyModel *model = deid_problem_get_model (problem, m);
      guint64 own = 0;

      if (deid_privacy_model_limits_sizes (model)
          && !deid_privacy_model_find_least_size (model, n_records, &own, error))
        return FALSE;
      *k = MAX (*k, own);
    }
  return TRUE;
}

static gboolean
persons_init (Persons *persons, const DeidWarningScan *scan, const DeidColumn *first,
              const DeidColumn *second, GError **error)
{
  const guint64 n_rows = scan->partition->n_rows;
  const guint32 n_of_second = second != NULL ? second->dictionary.n : 1;

  *persons = (Persons){ first, second, deid_alloc (n_rows, sizeof (guint32), error),
                        .n_marks = first->dictionary.n * n_of_second, .n_smallest = G_MAXUINT32 };
  for (guint64 row = 0; persons->marks != NULL && row < n_rows; row++)
    {
      const guint32 code = deid_codes_get (&first->codes, row);
      const guint32 further = second != NULL ? deid_codes_get (&second->codes, row) : 0;
      const gboolean is_missing = code == first->dictionary.missing
                                  || (second != NULL && further == second->dictionary.missing);

      persons->marks[row] = is_missing ? persons->n_marks : code * n_of_second + further;
    }
  return persons->marks != NULL;
}

/* Counts how many different values each released class has. */
static guint32 *
warn_persons_count_values (const DeidWarningScan *scan, const Persons *persons, GError **error)
{
  const DeidPartition *partition = scan->partition;
  g_autofree guint32 *counts = deid_alloc (partition->n_classes, sizeof *counts, error);
  DeidFrequencyTable pairs = { 0 };
  gboolean success = counts != NULL;

  for (guint64 row = 0; success && row < partition->n_rows; row++)
    {
      const guint32 number = partition->class_of_row[row], n = pairs.n;

      success = deid_stop_check_row (scan->stop, row, error)
                && (deid_frequency_table_has_room (&pairs)
                    || deid_frequency_table_reserve (&pairs, error));
      if (!success || partition->suppressed[number])
        continue;
      deid_frequency_table_add (&pairs, (guint64) number << 32 | persons->marks[row]);
      counts[number] += pairs.n - n;
    }
  deid_frequency_table_clear (&pairs);
  return success ? g_steal_pointer (&counts) : NULL;
}

static gboolean
warn_persons_count_persons (const DeidWarningScan *scan, guint64 k, Persons *persons,
                            GError **error)
{
  const DeidPartition *partition = scan->partition;
  g_autofree guint32 *counts = warn_persons_count_values (scan, persons, error);
  g_autofree guint8 *is_seen = deid_alloc (persons->n_marks, sizeof *is_seen, error);

  if (counts == NULL || is_seen == NULL)
    return FALSE;
  for (guint64 row = 0; row < partition->n_rows; row++)
    {
      const guint32 mark = persons->marks[row];
      const guint64 n = deid_table_source_get_weight (scan->table, row);

      if (!deid_stop_check_row (scan->stop, row, error))
        return FALSE;
      if (mark == persons->n_marks || deid_partition_suppresses (partition, row))
        continue;
      persons->n_records += n;
      persons->n_further += n - !is_seen[mark];
      is_seen[mark] = TRUE;
    }
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number])
      {
        persons->n_smallest = MIN (persons->n_smallest, counts[number]);
        persons->n_below += counts[number] < k;
      }
  return TRUE;
}

static gboolean
warn_persons_add_warning (const DeidWarningScan *scan, guint64 k, const Persons *persons,
                          GError **error)
{
  const gboolean is_pair = persons->second != NULL;
  const char *parts[] = { persons->first->name, is_pair ? persons->second->name : NULL, NULL };
  g_autofree char *name = g_strjoinv ("+", (char **) parts);
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "each record counts as a person, but '%s'",
                      deid_column_show (persons->first));
  if (is_pair)
    deid_long_text_add (&text, " and '%s' together", deid_column_show (persons->second));
  deid_long_text_add (&text,
                      " may mark persons who have several records: %" G_GUINT64_FORMAT
                      " released records have only %" G_GUINT64_FORMAT
                      " %s. If each %s is a person, the smallest class has %u person%s",
                      persons->n_records, persons->n_records - persons->n_further,
                      is_pair ? "combinations" : "values", is_pair ? "combination" : "value",
                      persons->n_smallest, persons->n_smallest == 1 ? "" : "s");
  if (k > 0 && persons->n_below == 0)
    deid_long_text_add (&text, ", and no class has fewer than k = %" G_GUINT64_FORMAT, k);
  else if (k > 0)
    deid_long_text_add (&text, ", and %u class%s fewer than k = %" G_GUINT64_FORMAT,
                        persons->n_below, persons->n_below == 1 ? " has" : "es have", k);
  deid_long_text_add (&text, ". With the role entity for %s, k and risks count persons",
                      is_pair ? "a joint column of them" : "this column");
  return deid_warning_scan_add (scan, "repeated-identifier", name, persons->n_further, &text,
                                error);
}

/* Warns of a column, or of two together, if released records share their values. */
static gboolean
warn_of_marks (const DeidWarningScan *scan, const DeidSuggestion *first,
               const DeidSuggestion *second, guint64 k, GError **error)
{
  Persons persons;
  const gboolean success
      = persons_init (&persons, scan, deid_table_source_find (scan->table, first->name),
                      second != NULL ? deid_table_source_find (scan->table, second->name) : NULL,
                      error)
        && warn_persons_count_persons (scan, k, &persons, error)
        && (persons.n_further == 0 || warn_persons_add_warning (scan, k, &persons, error));

  g_free (persons.marks);
  return success;
}

static gboolean
warn_of_pseudonyms_of (const DeidWarningScan *scan, const DeidColumn *persons,
                       const DeidPseudonymOption *pseudonym, GError **error)
{
  DeidLongText text = { 0 };
  guint n_known;

  deid_long_text_add (&text, "'%s' is released as pseudonyms ", deid_column_show (persons));
  if (pseudonym->form.is_random)
    deid_long_text_add (&text, "that are new in each release");
  else
    deid_long_text_add (&text, "by a key: who has the key can tell whose they are, and one key "
                               "links the persons of all releases that were made with it");
  if (deid_problem_judges_links (scan->problem, persons, &n_known) && n_known > 0)
    deid_long_text_add (&text,
                        "; they link the rows of a person: an attacker who knows more than %u "
                        "of them may find the person",
                        n_known);
  return deid_warning_scan_add (scan, "pseudonyms", persons->name, scan->n_released, &text, error);
}

gboolean
deid_warn_of_pseudonyms (const DeidWarningScan *scan, GError **error)
{
  const DeidReleaseOptions *options = scan->problem->release_options;

  for (guint c = 0; options != NULL && c < scan->table->n_columns; c++)
    {
      const DeidColumn *column = &scan->table->columns[c];
      const DeidPseudonymOption *pseudonym = deid_release_options_find_pseudonym (options, column);

      if (pseudonym != NULL && !warn_of_pseudonyms_of (scan, column, pseudonym, error))
        return FALSE;
    }
  return TRUE;
}

/* Numbers of persons that a spreadsheet has rounded, such as 1.23457E+12, are alike. */
static gboolean
warn_of_rounded (const DeidWarningScan *scan, const DeidColumn *entities, GError **error)
{
  guint32 n = 0;

  for (guint32 code = 0; code < entities->dictionary.n; code++)
    {
      const char *value = deid_dictionary_get (&entities->dictionary, code);
      const char *exponent = value != NULL ? strstr (value, "E+1") : NULL;

      n += exponent != NULL && value + strspn (value, "0123456789.,") == exponent;
    }
  if (n == 0)
    return TRUE;
  return deid_warning_scan_say (
      scan, "rounded-numbers", entities->name, scan->table->n_records, error,
      "%u value%s of '%s' %s rounded, as spreadsheets show long numbers: persons "
      "whose numbers look alike count as one. Export the column anew, as text",
      n, n == 1 ? "" : "s", deid_column_show (entities), n == 1 ? "is" : "are");
}

/* Warns of released classes of one household each, whose members know each other. */
static gboolean
warn_of_households (const DeidWarningScan *scan, const DeidSuggestion *suggestion, GError **error)
{
  const DeidPartition *partition = scan->partition;
  const DeidColumn *column = deid_table_source_find (scan->table, suggestion->name);
  g_autofree guint32 *counts = NULL;
  guint64 n_records = 0;
  guint32 n_classes = 0;
  Persons persons;

  if (suggestion->kind != DEID_KIND_HOUSEHOLD || column == scan->table->entities
      || column->role == DEID_ROLE_QUASI_IDENTIFYING)
    return TRUE;
  if (persons_init (&persons, scan, column, NULL, error))
    counts = warn_persons_count_values (scan, &persons, error);
  g_free (persons.marks);
  for (guint32 number = 0; counts != NULL && number < partition->n_classes; number++)
    if (!partition->suppressed[number] && counts[number] == 1 && partition->records[number] > 1)
      {
        n_classes++;
        n_records += partition->records[number];
      }
  if (n_classes == 0)
    return counts != NULL;
  return deid_warning_scan_say (
      scan, "one-household", column->name, n_records, error,
      "%u released class%s of one '%s' each: who knows a household finds the class "
      "of its members. With the role entity for this column, k counts households",
      n_classes, n_classes == 1 ? " is" : "es are", deid_column_show (column));
}

/* Of what only may mark persons, columns that are not released are told. */
static gboolean
is_warned_as_person (const DeidWarningScan *scan, const DeidSuggestion *suggestion,
                     gboolean is_entity)
{
  const DeidRole role = deid_table_source_find (scan->table, suggestion->name)->role;

  return is_entity
         || (suggestion->is_repeated
             && (role == DEID_ROLE_IDENTIFYING || role == DEID_ROLE_JUDGED));
}

gboolean
deid_warn_of_persons (const DeidWarningScan *scan, GError **error)
{
  const DeidSuggestions *suggestions = scan->suggestions;
  guint64 k;

  for (guint c = 0; c < suggestions->n_columns; c++)
    if (!warn_of_households (scan, &suggestions->columns[c], error))
      return FALSE;
  if (scan->table->entities != NULL)
    return warn_of_rounded (scan, scan->table->entities, error);
  if (!warn_persons_find_k (scan->problem, &k, error))
    return FALSE;
  for (guint c = 0; c < suggestions->n_columns; c++)
    if (is_warned_as_person (scan, &suggestions->columns[c], c == suggestions->entity_column)
        && !warn_of_marks (scan, &suggestions->columns[c], NULL, k, error))
      return FALSE;
  return suggestions->entity_pair[0] == G_MAXUINT
         || warn_of_marks (scan, &suggestions->columns[suggestions->entity_pair[0]],
                           &suggestions->columns[suggestions->entity_pair[1]], k, error);
}

gboolean
deid_warn_of_odd_rows (const DeidWarningScan *scan, GError **error)
{
  g_autoptr (GPtrArray) list
      = deid_odd_rows_list (scan->problem->lattice->dataset, scan->stop, error);

  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      const DeidOddRows *odd = g_ptr_array_index (list, i);
      g_autofree char *advice = deid_odd_rows_advise (odd, scan->problem->lattice->dataset);

      if (odd->text == NULL)
        continue;
      if (!deid_warning_scan_say (scan, deid_odd_kind_get_code (odd->kind),
                                  scan->table->columns[odd->column].name, odd->n_rows, error,
                                  "%s%s", odd->text, advice))
        return FALSE;
    }
  return list != NULL;
}
