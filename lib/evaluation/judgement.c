/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/judgement.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* Tells whether a class that rows may be in is to be judged: it has records, or is one of the
 * population alone that some model judges. */
static inline gboolean
class_verdict_is_asked (const DeidPreparedProblem *prepared, const DeidClass *eq_class)
{
  return eq_class->n_records > 0 || (prepared->asks.judges_unmatched && eq_class->n_population > 0);
}

/* A class of the population alone cannot be suppressed, so it is part of what no specialization
 * mends; so is what fails a superset-closed model, which is its own necessary condition. Of others
 * that is the slot, if any. */
static gboolean
judge_by (const DeidPreparedModel *asked, DeidClass *eq_class, DeidClassVerdict *verdict,
          GError **error)
{
  const DeidPrivacyModelFuncs *funcs = asked->model->funcs;
  gboolean passes;

  *verdict = DEID_CLASS_PASSES;
  if (!deid_prepared_model_accepts (asked, eq_class, &passes, error))
    return FALSE;
  if (passes)
    return TRUE;
  *verdict = DEID_CLASS_FAILS_NECESSARY;
  if (eq_class->n_records == 0 || funcs->closure == DEID_CLOSURE_SUPERSET)
    return TRUE;
  if (!deid_prepared_model_meets_necessary (asked, eq_class, &passes, error))
    return FALSE;
  if (passes)
    *verdict = DEID_CLASS_FAILS;
  return TRUE;
}

/* Asks all models of a class; the worst verdict counts. */
static gboolean
class_verdict_by_all (const DeidPreparedProblem *prepared, DeidClass *eq_class,
                      DeidClassVerdict *worst, GError **error)
{
  *worst = DEID_CLASS_PASSES;
  for (guint i = 0; i < prepared->privacy.n_models && *worst != DEID_CLASS_FAILS_NECESSARY; i++)
    {
      DeidClassVerdict verdict;

      if (!judge_by (prepared->asks.by_cost[i], eq_class, &verdict, error))
        return FALSE;
      *worst = MAX (*worst, verdict);
    }
  return TRUE;
}

/* Asks each model, and adds the records of the class to the counts of those whose verdict is
 * @least or worse. */
static gboolean
class_verdict_count_by_model (const DeidPreparedProblem *prepared, DeidClass *eq_class,
                              DeidClassVerdict least, guint64 *counts, GError **error)
{
  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      DeidClassVerdict verdict;

      if (!judge_by (&prepared->privacy.models[i], eq_class, &verdict, error))
        return FALSE;
      if (verdict >= least)
        counts[i] += eq_class->n_records;
    }
  return TRUE;
}

#define N_SMALL_SIZES 4096
#define NOT_KNOWN     G_MAXUINT8 /* verdict on a size that was not judged yet, or is not small */

static gboolean
size_verdicts_init (DeidSizeVerdicts *known, const DeidPreparedProblem *prepared, GError **error)
{
  *known = (DeidSizeVerdicts){ .prepared = prepared };
  if (!deid_new_arrays (error, DEID_NEW (known->verdicts, N_SMALL_SIZES + 1)))
    return FALSE;
  memset (known->verdicts, NOT_KNOWN, N_SMALL_SIZES + 1);
  known->verdicts[0] = DEID_CLASS_PASSES;
  return TRUE;
}

static void
size_verdicts_clear (DeidSizeVerdicts *known)
{
  g_free (known->verdicts);
}

static gboolean
judge_new_size (DeidSizeVerdicts *known, guint64 size, guint8 *verdict, GError **error)
{
  DeidClass eq_class = { .n_records = size, .n_persons = size };
  DeidClassVerdict worst;

  if (!class_verdict_by_all (known->prepared, &eq_class, &worst, error))
    return FALSE;
  *verdict = (guint8) worst;
  if (size < N_SMALL_SIZES)
    known->verdicts[size] = (guint8) worst;
  return TRUE;
}

gboolean
deid_size_verdicts_judge (DeidSizeVerdicts *known, const guint64 *sizes, guint64 n,
                          guint8 *verdicts, GError **error)
{
  const guint8 *known_verdicts = known->verdicts;

  for (guint64 i = 0; i < n; i++)
    {
      verdicts[i] = known_verdicts[MIN (sizes[i], N_SMALL_SIZES)];
      if (verdicts[i] == NOT_KNOWN && !judge_new_size (known, sizes[i], &verdicts[i], error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
group_counts_init (DeidGroupCounts *counts, const DeidPreparedProblem *prepared, GError **error)
{
  *counts = (DeidGroupCounts){ .prepared = prepared };
  return deid_new_arrays (error, DEID_NEW (counts->suppressed, prepared->groups.n_values),
                          DEID_NEW (counts->necessary, prepared->groups.n_values));
}

static void
group_counts_clear (DeidGroupCounts *counts)
{
  deid_free_arrays (counts->suppressed, counts->necessary);
}

static gboolean
group_counts_count_rows (DeidGroupCounts *counts, const DeidRows *rows,
                         const DeidRowClasses *classes, const guint8 *verdicts,
                         const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = counts->prepared;
  const DeidGroups *groups = &prepared->groups;
  const guint64 n_own = deid_rows_get_n_own (rows);

  memset (counts->suppressed, 0, groups->n_values * sizeof *counts->suppressed);
  memset (counts->necessary, 0, groups->n_values * sizeof *counts->necessary);
  for (guint64 row = 0; row < n_own; row++)
    {
      const guint32 number = deid_row_classes_get (classes, row);
      const guint8 verdict
          = number < classes->n_classes ? verdicts[number] : DEID_CLASS_FAILS_NECESSARY;
      guint64 weight;

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (verdict == DEID_CLASS_PASSES)
        continue;
      weight = deid_rows_get_weight (rows, row);
      for (guint i = 0; i < groups->n_columns; i++)
        {
          const DeidGroupColumn *column = &groups->columns[i];
          const guint64 value
              = column->first + deid_codes_get (prepared->tables.own.codes[column->codes], row);

          counts->suppressed[value] += weight;
          counts->necessary[value] += verdict == DEID_CLASS_FAILS_NECESSARY ? weight : 0;
        }
    }
  return TRUE;
}

/* Sets @excess to the group of a column that appears first of those of which more records than are
 * allowed are counted, if there is one. */
static void
find_excess_of (const DeidGroups *groups, guint column, const guint64 *counts,
                DeidGroupExcess *excess)
{
  const guint64 first = groups->columns[column].first;
  guint32 least = G_MAXUINT32;

  for (guint32 code = 0; code < groups->columns[column].n_values; code++)
    if (counts[first + code] > groups->allowed[first + code] && groups->rows[first + code] < least)
      {
        least = groups->rows[first + code];
        *excess = (DeidGroupExcess){ .n_records = counts[first + code],
                                     .n_allowed = groups->allowed[first + code],
                                     .column = column,
                                     .code = code };
      }
}

static DeidGroupExcess
find_excess (const DeidGroups *groups, const guint64 *counts)
{
  DeidGroupExcess excess = { 0 };

  for (guint i = 0; i < groups->n_columns && excess.n_records == 0; i++)
    find_excess_of (groups, i, counts, &excess);
  return excess;
}

/* Of a policy that no longer may be a solution only what holds of its specializations matters. */
static gboolean
group_counts_may_exceed (const DeidGroupCounts *counts, const DeidVerdict *verdict)
{
  const guint64 least = counts->prepared->groups.least;

  return (verdict->is_solution && verdict->n_suppressed > least)
         || (deid_verdict_is_feasible (verdict, counts->prepared) && verdict->n_necessary > least);
}

/* Judges a policy by the limits of groups: adds the first group that exceeds its limit to a
 * verdict that is otherwise made. The verdicts are those of the classes judged; the rows of
 * others, which have been removed, are suppressed by every specialization. Does nothing where the
 * verdict settles that no group can exceed its limit, or that it does not matter.
 *
 * Complexity: O(rows x columns with a limit + their values). */
static gboolean
group_counts_judge (DeidGroupCounts *counts, const DeidRows *rows, const DeidRowClasses *classes,
                    const guint8 *verdicts, const DeidStop *stop, DeidVerdict *verdict,
                    GError **error)
{
  const DeidGroups *groups = &counts->prepared->groups;

  if (groups->n_columns == 0 || !group_counts_may_exceed (counts, verdict))
    return TRUE;
  if (!group_counts_count_rows (counts, rows, classes, verdicts, stop, error))
    return FALSE;
  if (!counts->prepared->is_unlimited)
    {
      verdict->excess = find_excess (groups, counts->necessary);
      verdict->excess.is_needed = verdict->excess.n_records > 0;
    }
  if (verdict->excess.n_records == 0 && verdict->is_solution)
    verdict->excess = find_excess (groups, counts->suppressed);
  if (!counts->prepared->is_unlimited)
    verdict->is_solution &= verdict->excess.n_records == 0;
  return TRUE;
}

/* For each column of persons, groups of persons who look the same are judged by their values. */
static gboolean
init_persons (DeidJudgement *judgement, const DeidPreparedProblem *prepared, GError **error)
{
  gboolean success = prepared->n_persons == 0
                     || deid_new_arrays (error, DEID_NEW (judgement->labels, prepared->rows.n),
                                         DEID_NEW (judgement->persons, prepared->n_persons));

  for (guint p = 0; success && p < prepared->n_persons; p++)
    {
      success = deid_person_search_init (&judgement->persons[p], &prepared->persons[p], error);
      for (guint i = 0; success && i < prepared->privacy.n_models; i++)
        {
          const DeidPreparedModel *asked = &prepared->privacy.models[i];
          const DeidProfileCondition *profile = &asked->model->funcs->profile;

          if (profile->n_values > 0)
            success = deid_person_search_add_values (
                &judgement->persons[p], prepared->read.columns[asked->places[0]].codes,
                prepared->read.columns[asked->places[0]].n_values,
                profile->passes_missing ? *(const guint32 *) asked->state : DEID_NO_CODE,
                asked->input.columns[0]->lacking, profile->n_values, error);
        }
    }
  return success;
}

gboolean
deid_judgement_init (DeidJudgement *judgement, const DeidPreparedProblem *prepared, GError **error)
{
  *judgement = (DeidJudgement){ .prepared = prepared };
  return size_verdicts_init (&judgement->size_verdicts, prepared, error)
         && deid_table_suppression_init (&judgement->suppression, prepared, error)
         && group_counts_init (&judgement->group_counts, prepared, error)
         && init_persons (judgement, prepared, error)
         && (!prepared->asks.needs_reader
             || deid_class_reader_init (&judgement->reader, &prepared->read.source, error));
}

void
deid_judgement_clear (DeidJudgement *judgement)
{
  deid_class_reader_clear (&judgement->reader);
  size_verdicts_clear (&judgement->size_verdicts);
  deid_table_suppression_clear (&judgement->suppression);
  group_counts_clear (&judgement->group_counts);
  for (guint p = 0; judgement->persons != NULL && p < judgement->prepared->n_persons; p++)
    deid_person_search_clear (&judgement->persons[p]);
  deid_free_arrays (judgement->persons, judgement->labels, judgement->verdicts);
}

guint64
deid_judgement_get_n_bytes (const DeidJudgement *judgement)
{
  guint64 n_bytes = judgement->verdicts_capacity;

  for (guint p = 0; p < judgement->prepared->n_persons; p++)
    n_bytes += deid_person_search_get_n_bytes (&judgement->persons[p]);
  if (judgement->prepared->asks.needs_reader)
    n_bytes += deid_class_reader_get_n_bytes (&judgement->reader);
  return n_bytes;
}

gboolean
deid_judgement_reserve (DeidJudgement *judgement, guint64 n, GError **error)
{
  return deid_grow_list (judgement, verdicts, n, error);
}

gboolean
deid_judgement_read (DeidJudgement *judgement, const DeidRowClasses *classes, const DeidStop *stop,
                     GError **error)
{
  judgement->classes = *classes;
  return !judgement->prepared->asks.needs_reader
         || deid_class_reader_start (&judgement->reader, classes, stop, error);
}

DeidClass
deid_judgement_view (DeidJudgement *judgement, guint32 number)
{
  const guint64 size = judgement->classes.sizes[number];

  if (judgement->prepared->asks.needs_reader)
    return deid_class_reader_view (&judgement->reader, number);
  return (DeidClass){ .n_records = size, .n_persons = size };
}

static gboolean
judge_by_reading (DeidJudgement *judgement, guint32 n, const DeidStop *stop, GError **error)
{
  for (guint32 number = 0; number < n; number++)
    {
      DeidClassVerdict verdict = DEID_CLASS_PASSES;
      DeidClass eq_class = deid_class_reader_view (&judgement->reader, number);

      if (!deid_stop_check_class (stop, number, error)
          || (class_verdict_is_asked (judgement->prepared, &eq_class)
              && !class_verdict_by_all (judgement->prepared, &eq_class, &verdict, error)))
        return FALSE;
      judgement->verdicts[number] = (guint8) verdict;
    }
  return TRUE;
}

static DeidJudgedClasses
get_judged (DeidJudgement *judgement, const DeidRows *rows)
{
  return (DeidJudgedClasses){ .classes = judgement->classes,
                              .rows = rows,
                              .reader
                              = judgement->prepared->asks.needs_reader ? &judgement->reader : NULL,
                              .populations = judgement->reader.populations,
                              .verdicts = judgement->verdicts };
}

/* Models that name classes ask for their labels, so that there is a reader. */
static gboolean
judgement_name_classes (DeidJudgement *judgement, const DeidStop *stop, GError **error)
{
  const DeidJudgedClasses judged = get_judged (judgement, &judgement->prepared->rows);

  return deid_named_classes_judge (&judgement->suppression.named, &judged, stop, error);
}

gboolean
deid_judgement_judge_classes (DeidJudgement *judgement, const DeidRowClasses *classes, guint32 n,
                              const DeidStop *stop, GError **error)
{
  if (!deid_judgement_reserve (judgement, n, error)
      || !deid_judgement_read (judgement, classes, stop, error))
    return FALSE;
  judgement->classes.n_classes = n;
  if (judgement->prepared->asks.needs_reader)
    return judge_by_reading (judgement, n, stop, error)
           && judgement_name_classes (judgement, stop, error);
  return deid_size_verdicts_judge (&judgement->size_verdicts, classes->sizes, n,
                                   judgement->verdicts, error);
}

/* Rows of classes that are not judged have been removed: every specialization suppresses them. */
static gboolean
weigh (const DeidJudgement *judgement, const DeidRows *rows, const DeidStop *stop,
       DeidVerdict *verdict, GError **error)
{
  const DeidRowClasses *classes = &judgement->classes;

  verdict->suppressed_weight = verdict->n_suppressed;
  verdict->necessary_weight = verdict->n_necessary;
  if (rows->loss_weights == NULL)
    return TRUE;
  verdict->suppressed_weight = verdict->necessary_weight = 0;
  for (guint64 row = 0; row < deid_rows_get_n_own (rows); row++)
    {
      const guint32 number = deid_row_classes_get (classes, row);
      const guint8 row_verdict
          = number < classes->n_classes ? judgement->verdicts[number] : DEID_CLASS_FAILS_NECESSARY;

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (row_verdict != DEID_CLASS_PASSES)
        verdict->suppressed_weight += rows->loss_weights[row];
      if (row_verdict == DEID_CLASS_FAILS_NECESSARY)
        verdict->necessary_weight += rows->loss_weights[row];
    }
  return TRUE;
}

gboolean
deid_judgement_judge_table (DeidJudgement *judgement, const DeidRows *rows, const DeidStop *stop,
                            DeidVerdict *verdict, GError **error)
{
  const DeidJudgedClasses judged = get_judged (judgement, rows);

  return deid_table_suppression_judge (&judgement->suppression, &judged, stop, verdict, error)
         && group_counts_judge (&judgement->group_counts, rows, &judgement->classes,
                                judgement->verdicts, stop, verdict, error)
         && weigh (judgement, rows, stop, verdict, error);
}

gboolean
deid_judgement_accepts_table (DeidJudgement *judgement, const DeidJudgedClasses *released,
                              const gboolean *is_settled, const DeidStop *stop, gboolean *holds,
                              GError **error)
{
  DeidJudgedClasses judged = *released;

  judged.verdicts = judgement->verdicts;
  memset (judgement->verdicts, DEID_CLASS_PASSES, judged.classes.n_classes);
  return deid_table_suppression_accept_all (&judgement->suppression, &judged, is_settled, stop,
                                            holds, error);
}

/* Without branches, which no processor could predict: of many policies half of the classes fail. */
DeidVerdict
deid_judgement_count (const DeidJudgement *judgement)
{
  const guint64 *sizes = judgement->classes.sizes;
  const guint8 *verdicts = judgement->verdicts;
  guint64 n_suppressed = 0, n_necessary = 0, n_unmatched = 0, largest = 0;
  DeidVerdict verdict;

  for (guint32 number = 0; number < judgement->classes.n_classes; number++)
    {
      const guint64 size = sizes[number];
      const guint64 fails = verdicts[number] != DEID_CLASS_PASSES;

      n_suppressed += size * fails;
      n_necessary += size * (verdicts[number] == DEID_CLASS_FAILS_NECESSARY);
      n_unmatched += fails & (size == 0);
      largest = MAX (largest, 0 - size); /* so that 0 is the least of all, not the smallest */
    }
  verdict = deid_verdict_from_counts (judgement->prepared, n_suppressed, n_necessary, n_unmatched);
  verdict.smallest_class = 0 - largest;
  return verdict;
}

/* Marks the persons of classes that fail or, with @is_withheld and several columns of persons,
 * those who have a row that a person of another column withholds. Returns: whether a person is
 * newly marked. */
static gboolean
mark_failing (DeidJudgement *judgement, const DeidPersonClasses *classes, gboolean is_withheld)
{
  const guint n_persons = judgement->prepared->n_persons;
  gboolean fails = is_withheld && n_persons > 1, is_new = FALSE;

  for (guint32 number = 0; !is_withheld && number < classes->n; number++)
    fails |= judgement->verdicts[number] != DEID_CLASS_PASSES;
  for (guint64 row = 0; fails && row < judgement->prepared->rows.n; row++)
    {
      const guint32 number = deid_person_classes_get (classes, row);

      if (is_withheld ? number == classes->n
                      : number < classes->n && judgement->verdicts[number] != DEID_CLASS_PASSES)
        for (guint p = 0; p < n_persons; p++)
          is_new |= deid_person_search_mark_row (&judgement->persons[p], row);
    }
  return is_new;
}

/* Settles the persons of each column until none of them withholds a row of a person of another
 * column who is still released. */
static gboolean
settle_persons (DeidJudgement *judgement, DeidPersonClasses *classes, const DeidStop *stop,
                GError **error)
{
  do
    for (guint p = 0; p < judgement->prepared->n_persons; p++)
      if (!deid_person_search_settle (&judgement->persons[p], judgement->prepared, classes, stop,
                                      error))
        return FALSE;
  while (mark_failing (judgement, classes, TRUE));
  return TRUE;
}

gboolean
deid_judgement_withhold_persons (DeidJudgement *judgement, DeidPersonClasses *classes,
                                 guint32 n_slots, const DeidLevel *levels, const DeidStop *stop,
                                 GError **error)
{
  const DeidRowClasses read = { .class_of_row = classes->class_of_row,
                                .width = classes->width,
                                .n_classes = n_slots,
                                .sizes = classes->sizes,
                                .levels = levels };

  for (guint p = 0; p < judgement->prepared->n_persons; p++)
    if (!deid_person_search_start (&judgement->persons[p], classes, stop, error))
      return FALSE;
  do
    {
      if (!settle_persons (judgement, classes, stop, error))
        return FALSE;
      if (judgement->prepared->asks.judges_persons_alone)
        {
          if (!deid_judgement_reserve (judgement, classes->n, error))
            return FALSE;
          memset (judgement->verdicts, DEID_CLASS_PASSES, classes->n);
          judgement->classes = read;
          judgement->classes.n_classes = classes->n;
          return TRUE;
        }
      if (!deid_judgement_judge_classes (judgement, &read, classes->n, stop, error))
        return FALSE;
    }
  while (mark_failing (judgement, classes, FALSE));
  return TRUE;
}

/* Makes classes of the rows by their labels and by whether their persons are withheld. */
static gboolean
number_split_classes (DeidJudgement *judgement, DeidGrouping *grouping, guint32 n_labels,
                      GError **error)
{
  const DeidRows *rows = &judgement->prepared->rows;
  const guint32 *labels = judgement->labels;
  g_autofree guint32 *numbers = deid_alloc (2 * (guint64) n_labels, sizeof *numbers, error);
  guint32 n = 0;

  if (numbers == NULL || !deid_judgement_reserve (judgement, 2 * (guint64) n_labels, error)
      || !deid_grow_list (grouping, sizes, 2 * (guint64) n_labels, error))
    return FALSE;
  memset (numbers, 0xFF, 2 * n_labels * sizeof *numbers);
  for (guint64 row = 0; row < rows->n; row++)
    {
      const gboolean is_withheld = grouping->class_of_row[row] >= n_labels;
      guint32 *number = &numbers[2 * (gsize) labels[row] + (is_withheld ? 1 : 0)];

      if (*number == G_MAXUINT32)
        {
          *number = n;
          grouping->sizes[n] = 0;
          judgement->verdicts[n++] = is_withheld ? DEID_CLASS_FAILS_NECESSARY : DEID_CLASS_PASSES;
        }
      grouping->sizes[*number] += deid_rows_get_weight (rows, row);
      grouping->class_of_row[row] = *number;
    }
  grouping->n_classes = n;
  return TRUE;
}

/* Every specialization withholds the same persons, and perhaps others, so that all fail what is
 * necessary. */
static gboolean
judge_split_classes (DeidJudgement *judgement, DeidGrouping *grouping, const DeidLevel *levels,
                     const DeidStop *stop, GError **error)
{
  const guint32 n_labels = grouping->n_classes;
  DeidPersonClasses classes = { .width = sizeof *grouping->class_of_row, .n = n_labels };
  DeidRowClasses split;

  if (!deid_grow_list (grouping, sizes, (guint64) n_labels + 1, error))
    return FALSE;
  memcpy (judgement->labels, grouping->class_of_row,
          judgement->prepared->rows.n * sizeof *grouping->class_of_row);
  grouping->sizes[n_labels] = 0;
  classes.class_of_row = grouping->class_of_row;
  classes.sizes = grouping->sizes;
  if (!deid_judgement_withhold_persons (judgement, &classes, n_labels + 1, levels, stop, error)
      || !number_split_classes (judgement, grouping, n_labels, error))
    return FALSE;
  split = deid_row_classes_of_grouping (grouping, levels);
  return deid_judgement_read (judgement, &split, stop, error);
}

gboolean
deid_judgement_judge (DeidJudgement *judgement, const DeidRows *rows, DeidGrouping *grouping,
                      const DeidLevel *levels, const DeidStop *stop, DeidVerdict *verdict,
                      GError **error)
{
  const DeidRowClasses classes = deid_row_classes_of_grouping (grouping, levels);

  if (judgement->prepared->asks.judges_persons
          ? !judge_split_classes (judgement, grouping, levels, stop, error)
          : !deid_judgement_judge_classes (judgement, &classes, classes.n_classes, stop, error))
    return FALSE;
  *verdict = deid_judgement_count (judgement);
  return deid_judgement_judge_table (judgement, rows, stop, verdict, error);
}

/* Persons are withheld for what all of their rows, or what classes of others leave: records that a
 * class loses count for each model that judges persons. */
static void
count_withheld (const DeidJudgement *judgement, DeidClassVerdict least, guint64 *counts)
{
  const DeidPreparedModels *privacy = &judgement->prepared->privacy;

  for (guint32 number = 0; number < judgement->classes.n_classes; number++)
    for (guint i = 0; i < privacy->n_models && judgement->verdicts[number] >= least; i++)
      if (privacy->models[i].model->funcs->persons.k > 0)
        counts[i] += judgement->classes.sizes[number];
}

gboolean
deid_judgement_count_by_model (DeidJudgement *judgement, DeidClassVerdict least,
                               const DeidStop *stop, guint64 *counts, GError **error)
{
  const DeidPreparedProblem *prepared = judgement->prepared;
  const DeidTableSuppression *suppression = &judgement->suppression;

  for (guint i = 0; i < prepared->privacy.n_models; i++)
    counts[i] = least == DEID_CLASS_FAILS
                    ? suppression->suppressed[i] + suppression->named.suppressed[i]
                    : suppression->needed[i] + suppression->named.needed[i];
  if (prepared->asks.judges_persons)
    {
      count_withheld (judgement, least, counts);
      return TRUE;
    }
  for (guint32 number = 0; number < judgement->classes.n_classes; number++)
    {
      DeidClass eq_class;

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if (judgement->verdicts[number] < least)
        continue;
      eq_class = deid_judgement_view (judgement, number);
      if (!class_verdict_count_by_model (prepared, &eq_class, least, counts, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_judgement_has_one_closed_part (const DeidPreparedProblem *prepared, guint64 n_needed,
                                    guint64 *counts)
{
  guint n_parts = 0;

  for (guint i = 0; i < prepared->privacy.n_models; i++)
    {
      const DeidPrivacyModel *model = prepared->privacy.models[i].model;
      const guint n_of_model
          = (deid_privacy_model_get_closed_part (model) != DEID_CLOSED_NOTHING ? 1u : 0u)
            + (deid_table_suppression_bounds (prepared, model) ? 1u : 0u);

      counts[i] = n_of_model > 0 ? n_needed : 0;
      n_parts += n_of_model;
    }
  return n_parts <= 1;
}

static guint64 *
count_populations (const DeidJudgement *judgement, const DeidRows *rows, const DeidStop *stop,
                   GError **error)
{
  const DeidRowClasses *classes = &judgement->classes;
  const guint64 n_own = deid_rows_get_n_own (rows);
  g_autofree guint64 *populations = deid_alloc (classes->n_classes, sizeof *populations, error);

  for (guint64 row = 0; populations != NULL && row < rows->n_population; row++)
    {
      const guint32 number = deid_row_classes_get (classes, n_own + row);

      if (!deid_stop_check_row (stop, row, error))
        return NULL;
      if (number < classes->n_classes)
        populations[number] += rows->populations[row];
    }
  return g_steal_pointer (&populations);
}

gboolean
deid_judgement_add_risk (DeidJudgement *judgement, const DeidRows *rows, const DeidStop *stop,
                         DeidRiskSum *risk, GError **error)
{
  g_autofree guint64 *populations = count_populations (judgement, rows, stop, error);

  if (populations == NULL)
    return FALSE;
  for (guint32 number = 0; number < judgement->classes.n_classes; number++)
    {
      const DeidClass released = deid_judgement_view (judgement, number);
      guint64 n;

      if (released.n_records == 0 || !deid_judgement_releases (judgement, number))
        continue;
      n = deid_class_get_n_persons (&released);
      if (!deid_risk_sum_add (risk, n, rows->n_population > 0 ? populations[number] : n, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds which group of a table exceeds its limit, behind the number of records that are suppressed;
 * nothing if none is known to. Its value is shown where the table has messages show values. */
static void
verdict_text_describe_group (const DeidVerdict *verdict, const DeidProblem *problem,
                             const DeidTableSource *table, DeidLongText *text)
{
  const DeidGroupExcess *excess = &verdict->excess;
  const DeidColumn *column;
  g_autofree char *value = NULL;

  if (excess->n_records == 0)
    return;
  column = deid_table_source_find (
      table, deid_group_limits_get (problem->limits.groups, excess->column)->column);
  value = deid_table_source_quote (table, deid_dictionary_get (&column->dictionary, excess->code));
  deid_long_text_add (text,
                      ", %s%" G_GUINT64_FORMAT " of them with %s in column '%s', of which the "
                      "group limit allows %" G_GUINT64_FORMAT,
                      excess->is_needed ? "at least " : "", excess->n_records,
                      value != NULL ? value : "one value", deid_column_show (column),
                      excess->n_allowed);
}

static void
verdict_text_describe_blocks (const DeidVerdict *verdict, const DeidLattice *lattice,
                              DeidLongText *text)
{
  const guint a = verdict->blocks.attribute;

  if (verdict->blocks.n_blocks > 0)
    deid_long_text_add (text, ", and column '%s' has %u blocks, of which it may have %u",
                        deid_column_show (deid_lattice_get_column (lattice, a)),
                        verdict->blocks.n_blocks, deid_lattice_get_max_blocks (lattice, a));
}

void
deid_verdict_describe_failure (const DeidVerdict *verdict, const DeidProblem *problem,
                               const DeidTableSource *table, guint64 limit, DeidLongText *text)
{
  verdict_text_describe_blocks (verdict, problem->lattice, text);
  if (verdict->n_unmatched > 0)
    deid_long_text_add (text,
                        ", and %" G_GUINT64_FORMAT
                        " classes of the population without records in the table fail",
                        verdict->n_unmatched);
  if (verdict->n_suppressed > limit)
    deid_long_text_add (text, ", the suppression limit allows %" G_GUINT64_FORMAT, limit);
  else if (verdict->n_suppressed == table->n_records)
    deid_long_text_add (text, ", which leaves none");
  else if (verdict->excess.n_records > 0)
    verdict_text_describe_group (verdict, problem, table, text);
  else if (verdict->n_unmatched == 0 && verdict->blocks.n_blocks == 0)
    deid_long_text_add (text, ", and what is left fails a condition on the whole table");
}
