/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to what becomes of persons with several rows. */
#include "base/arrays.h"
#include "base/pseudonym.h"
#include "base/rational.h"
#include "base/text.h"
#include "job/job-build.h"
#include "problem/release-options-private.h"
#include "table/column.h"
#include "table/person-dates.h"
#include "table/person-rows.h"

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

  options->has_pseudonyms = !g_str_equal (text, "none");
  return !options->has_pseudonyms || deid_pseudonym_form_read (&options->pseudonym, text, error);
}

gboolean
deid_job_read_pseudonym_key (const DeidJob *job, DeidReleaseOptions *options, GError **error)
{
  if (!options->has_pseudonyms || options->pseudonym.is_random)
    return TRUE;
  options->key = read_key (job, "pseudonym", NULL, error);
  return options->key != NULL;
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

static gboolean
cap_rows (const DeidJob *job, DeidDataset *dataset, guint persons, GCancellable *cancellable,
          GError **error)
{
  const char *text = deid_job_get (job, "persons", "max-rows");
  guint64 seed = 0;
  DeidRowCap cap;

  if (g_str_equal (text, "none"))
    return TRUE;
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

static gboolean
treat_dates (const DeidJob *job, const DeidJobColumns *columns, DeidDataset *dataset, guint persons,
             GCancellable *cancellable, GError **error)
{
  g_autofree guint *numbers = NULL;
  guint n;

  if (!deid_new_arrays (error, DEID_NEW (numbers, deid_dataset_get_n_columns (dataset))))
    return FALSE;
  n = list_dates (columns, dataset, DEID_PERSON_TIME_SHIFTED, numbers);
  if (n > 0 && !shift_dates (job, columns, dataset, persons, numbers, n, cancellable, error))
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
    return cap_rows (job, dataset, (guint) persons, cancellable, error)
           && treat_dates (job, columns, dataset, (guint) persons, cancellable, error);
  if (caps)
    return deid_job_refuse (job, "persons", "max-rows", obstacle, error);
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s", obstacle);
  return deid_job_columns_prefix (columns, dates, DEID_JOB_COLUMN_PERSON_TIME, error);
}
