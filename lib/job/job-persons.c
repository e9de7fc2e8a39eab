/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to what becomes of persons with several rows. */
#include "base/arrays.h"
#include "base/pseudonym.h"
#include "base/rational.h"
#include "base/text.h"
#include "job/job-build.h"
#include "problem/release-options-private.h"
#include "search/result-private.h"
#include "table/column.h"
#include "table/person-dates.h"
#include "table/person-rows.h"

#include <math.h>

/* Returns: (transfer full) (nullable): the key that @setting of persons needs. */
static GBytes *
read_key (const DeidJob *job, const char *setting, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = deid_job_get_path (job, "persons", "key-file");
  GBytes *key;

  if (path == NULL)
    {
      deid_job_refuse (job, "persons", setting, "expected a key-file too", error);
      return NULL;
    }
  key = deid_person_key_read (path, cancellable, error);
  if (key == NULL && !g_cancellable_is_cancelled (cancellable))
    deid_job_prefix_error (job, "persons", "key-file", error);
  return key;
}

gboolean
deid_job_state_pseudonyms (const DeidJob *job, DeidReleaseOptions *options, GError **error)
{
  const char *text = deid_job_get (job, "persons", "pseudonym");
  g_auto (GStrv) items = deid_job_value_split (g_str_equal (text, "none") ? "" : text);

  for (guint i = 0; items[i] != NULL; i++)
    if (deid_release_options_add_pseudonym (options, items[i], error) == NULL)
      return FALSE;
    else if (options->n_pseudonyms <= i)
      return deid_job_refuse (job, "persons", "pseudonym", "expected each column at most once",
                              error);
  return TRUE;
}

gboolean
deid_job_read_pseudonym_key (const DeidJob *job, DeidReleaseOptions *options, GError **error)
{
  g_autoptr (GBytes) key = NULL;

  for (guint i = 0; i < options->n_pseudonyms; i++)
    {
      if (options->pseudonyms[i].form.is_random)
        continue;
      if (key == NULL && (key = read_key (job, "pseudonym", NULL, error)) == NULL)
        return FALSE;
      options->pseudonyms[i].key = g_bytes_ref (key);
    }
  return TRUE;
}

/* Standard input can be read only once. Returns: (nullable): why a setting that is `-` would be
 * read again. */
static const char *
find_second_reader (const DeidJob *job, const char *section, const char *key)
{
  g_auto (GStrv) caps = deid_row_cap_list (deid_job_get (job, "persons", "max-rows"));
  g_auto (GStrv) pseudonyms = deid_job_value_split (deid_job_get (job, "persons", "pseudonym"));
  const gboolean is_key = g_str_equal (section, "persons");

  if (g_strcmp0 (deid_job_get (job, section, key), "-") != 0
      || (is_key && g_str_equal (deid_job_get (job, "persons", "shift-days"), "none")))
    return NULL;
  if (job->cap == NULL && g_strv_length (caps) > 1)
    return "each number of max-rows would read standard input again, expected a file";
  for (guint i = 0; is_key && pseudonyms[i] != NULL; i++)
    if (g_str_has_prefix (pseudonyms[i], "hmac"))
      return "shift-days and pseudonym would both read standard input, expected a file";
  return NULL;
}

static gboolean
check_readers (const DeidJob *job, GError **error)
{
  static const char *const settings[][2]
      = { { "persons", "key-file" }, { "population", "population" } };

  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const char *reader = find_second_reader (job, settings[i][0], settings[i][1]);

      if (reader != NULL)
        return deid_job_refuse (job, settings[i][0], settings[i][1], reader, error);
    }
  return TRUE;
}

/* Returns: the number of the entity column, or that of columns. */
static guint64
find_persons (const DeidJobColumns *columns, const DeidDataset *dataset)
{
  guint64 c = 0;

  while (c < deid_dataset_get_n_columns (dataset)
         && deid_job_columns_get_role (columns, c) != DEID_ROLE_ENTITY)
    c++;
  return c;
}

/* Called before rows are left out: columns keep the values of all rows, since labels cover shares
 * of them, and the weights must be known to count the records left out. */
static gboolean
prepare_cap (const DeidJobColumns *columns, DeidDataset *dataset, GError **error)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidRole role = deid_job_columns_get_role (columns, c);

      if (role == DEID_ROLE_QUASI_IDENTIFYING)
        deid_dataset_keep_values (dataset, c);
      if (role == DEID_ROLE_WEIGHT
          && !deid_dataset_set_role (dataset, deid_dataset_get_column_name (dataset, c), role,
                                     error))
        return deid_job_columns_prefix (columns, c, DEID_JOB_COLUMN_ROLE, error);
    }
  return TRUE;
}

/* If values follow from the rows that stay, labels cover different shares of them under each cap.
 */
static gboolean
check_comparable (const DeidJob *job, const DeidJobColumns *columns, GError **error)
{
  const char *reason = NULL;

  for (guint64 c = 0; job->cap != NULL && c < columns->n; c++)
    if (deid_job_columns_get_role (columns, c) != DEID_ROLE_QUASI_IDENTIFYING)
      continue;
    else if (columns->columns[c].parts != NULL)
      reason = "a joint quasi-identifier";
    else if (deid_job_columns_find_word (columns, c, DEID_JOB_COLUMN_PERSON_TIME)
             == DEID_PERSON_TIME_RELATIVE)
      reason = "a quasi-identifier with relative dates";
  if (reason == NULL)
    return TRUE;
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
             "the values of %s follow from the rows that stay, so losses under several caps cannot "
             "be compared; expected one cap",
             reason);
  return deid_job_prefix_error (job, "persons", "max-rows", error);
}

static gboolean
cap_rows (const DeidJob *job, const DeidJobColumns *columns, DeidDataset *dataset, guint persons,
          GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) caps
      = deid_row_cap_list (job->cap != NULL ? job->cap : deid_job_get (job, "persons", "max-rows"));
  const char *text = caps[0];
  guint64 seed = 0;
  DeidRowCap cap;

  if (g_str_equal (text, "none"))
    return TRUE;
  if (!check_comparable (job, columns, error) || !prepare_cap (columns, dataset, error))
    return FALSE;
  deid_uint64_from_decimal (deid_job_get (job, "search", "seed"), &seed);
  return (deid_row_cap_read (&cap, text, error)
          && deid_dataset_cap_rows (dataset, persons, &cap, seed, DEID_STOP_OF (cancellable),
                                    error))
         || deid_job_prefix_error (job, "persons", "max-rows", error);
}

/* Lists the columns of the table whose dates become such. */
static guint
list_dates (const DeidJobColumns *columns, const DeidDataset *dataset, DeidPersonTime person_time,
            guint *numbers)
{
  guint n = 0;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    if (deid_job_columns_find_word (columns, c, DEID_JOB_COLUMN_PERSON_TIME) == (int) person_time)
      numbers[n++] = c;
  return n;
}

static gboolean
shift_dates (const DeidJob *job, const DeidJobColumns *columns, DeidDataset *dataset, guint persons,
             const guint *numbers, guint n, GCancellable *cancellable, GError **error)
{
  const char *text = deid_job_get (job, "persons", "shift-days");
  g_autoptr (GBytes) key = NULL;
  DeidDayShift shift;

  if (g_str_equal (text, "none"))
    {
      deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                 "the dates are to be shifted, expected [persons] shift-days too");
      return deid_job_columns_prefix (columns, numbers[0], DEID_JOB_COLUMN_PERSON_TIME, error);
    }
  key = read_key (job, "shift-days", cancellable, error);
  if (key == NULL)
    return FALSE;
  return (deid_day_shift_read (&shift, text, error)
          && deid_dataset_shift_dates (dataset, persons, numbers, n, &shift, key,
                                       DEID_STOP_OF (cancellable), error))
         || deid_job_columns_prefix (columns, numbers[0], DEID_JOB_COLUMN_PERSON_TIME, error);
}

/* Shifts come before the cap, which keeps the values of all rows; days are counted from the first
 * row that stays. */
static gboolean
treat_rows (const DeidJob *job, const DeidJobColumns *columns, DeidDataset *dataset, guint persons,
            GCancellable *cancellable, GError **error)
{
  g_autofree guint *numbers = NULL;
  guint n;

  if (!deid_new_arrays (error, DEID_NEW (numbers, deid_dataset_get_n_columns (dataset))))
    return FALSE;
  n = list_dates (columns, dataset, DEID_PERSON_TIME_SHIFTED, numbers);
  if ((n > 0 && !shift_dates (job, columns, dataset, persons, numbers, n, cancellable, error))
      || !cap_rows (job, columns, dataset, persons, cancellable, error))
    return FALSE;
  n = list_dates (columns, dataset, DEID_PERSON_TIME_RELATIVE, numbers);
  return n == 0
         || deid_dataset_count_days (dataset, persons, numbers, n, DEID_STOP_OF (cancellable),
                                     error)
         || deid_job_columns_prefix (columns, numbers[0], DEID_JOB_COLUMN_PERSON_TIME, error);
}

/* Returns: (nullable): what cannot go with the treatment of persons. */
static const char *
find_obstacle (const DeidJob *job, gboolean has_persons, gboolean changes_dates)
{
  if (deid_job_is_in_engine (job))
    return "the table is in an engine, which keeps rows and dates as they are";
  if (!has_persons)
    return "no column has the role entity, expected one that tells persons apart";
  if (deid_job_is_set (job, "output", "policy"))
    return "a stored policy does not do so with the next table, expected one of the two";
  if (changes_dates && deid_job_is_set (job, "population", "population"))
    return "the dates of the population stay as they are, expected one of the two";
  return NULL;
}

gboolean
deid_job_treat_persons (const DeidJob *job, DeidJobColumns *columns, DeidDataset *dataset,
                        GCancellable *cancellable, GError **error)
{
  const guint n = deid_dataset_get_n_columns (dataset);
  const guint64 persons = find_persons (columns, dataset);
  const gboolean caps = !g_str_equal (deid_job_get (job, "persons", "max-rows"), "none");
  const char *obstacle;
  guint dates = 0;

  while (dates < n && deid_job_columns_find_word (columns, dates, DEID_JOB_COLUMN_PERSON_TIME) == 0)
    dates++;
  if (!caps && dates == n)
    return TRUE;
  columns->is_begun = TRUE;
  obstacle = find_obstacle (job, persons < n, dates < n);
  if (obstacle == NULL)
    return treat_rows (job, columns, dataset, (guint) persons, cancellable, error);
  if (caps)
    return deid_job_refuse (job, "persons", "max-rows", obstacle, error);
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s", obstacle);
  return deid_job_columns_prefix (columns, dates, DEID_JOB_COLUMN_PERSON_TIME, error);
}

/* Returns: (transfer full): a job with the settings of another one, a table that was read, and one
 * of several caps. */
static DeidJob *
make_capped_job (const DeidJob *job, DeidDataset *dataset, const char *cap, GError **error)
{
  g_autoptr (DeidJob) capped = deid_job_new ();

  deid_job_statement_clear (&capped->statement);
  capped->given = deid_dataset_ref (dataset);
  capped->cap = g_strdup (cap);
  return deid_job_statement_copy (&capped->statement, &job->statement, error)
             ? g_steal_pointer (&capped)
             : NULL;
}

static gboolean
try_cap (const DeidJob *job, DeidDataset *dataset, const char *cap, DeidTriedCap *tried,
         GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidJob) capped = make_capped_job (job, dataset, cap, error);
  const DeidDataset *left
      = capped != NULL ? deid_job_get_dataset (capped, cancellable, error) : NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *own_error = NULL;

  if (left == NULL)
    return FALSE;
  *tried = (DeidTriedCap){ deid_dataset_get_caps (left)->n,
                           deid_dataset_get_caps (left)->n_left_out, NAN };
  result = deid_job_run (capped, cancellable, &own_error);
  if (result != NULL)
    return deid_result_get_uncapped_loss (result, &tried->loss, DEID_STOP_OF (cancellable), error)
           && (!isnan (tried->loss)
               || deid_job_refuse (
                   job, "persons", "max-rows",
                   "the loss of this quality model is not a mean over records in which each "
                   "suppressed record loses the same, so losses under several caps cannot be "
                   "compared; expected one cap, or a quality model such as loss:arith, "
                   "precision:arith or ebil without group weights",
                   error));
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
      || g_error_matches (own_error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
    {
      g_error_free (own_error);
      return TRUE;
    }
  g_propagate_error (error, own_error);
  return FALSE;
}

gboolean
deid_job_choose_cap (DeidJob *job, DeidDataset *dataset, GArray **tried, GCancellable *cancellable,
                     GError **error)
{
  g_auto (GStrv) caps = deid_row_cap_list (deid_job_get (job, "persons", "max-rows"));
  double least = NAN;
  guint best = 0;

  if (!check_readers (job, error))
    return FALSE;
  if (job->cap != NULL || g_strv_length (caps) < 2 || deid_job_is_in_engine (job))
    return TRUE;
  *tried = g_array_new (FALSE, FALSE, sizeof (DeidTriedCap));
  for (guint i = 0; caps[i] != NULL; i++)
    {
      DeidTriedCap cap;

      if (!try_cap (job, dataset, caps[i], &cap, cancellable, error))
        return FALSE;
      g_array_append_val (*tried, cap);
      if (isnan (least) || cap.loss <= least)
        {
          least = cap.loss;
          best = i;
        }
    }
  job->cap = g_strdup (caps[best]);
  return TRUE;
}
