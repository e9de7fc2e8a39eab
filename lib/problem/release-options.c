/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/work.h"
#include "problem/release-options-private.h"
#include "lattice/lattice-private.h"
#include "table/dataset-view.h"

#define DEFAULT_MINIMUM_BIN 5

static void
deid_release_options_free (DeidReleaseOptions *options)
{
  for (guint i = 0; i < options->n_numbers; i++)
    g_free (options->numbers[i].column);
  g_free (options->numbers);
  g_clear_pointer (&options->key, g_bytes_unref);
  g_free (options);
}

DEID_DEFINE_OPTIONS (DeidReleaseOptions, deid_release_options, release_options,
                     "the release options were used")

DeidReleaseOptions *
deid_release_options_new (void)
{
  DeidReleaseOptions *options = DEID_NEW_HANDLE (DeidReleaseOptions);

  options->n_threads = 1;
  options->minimum_bin = DEFAULT_MINIMUM_BIN;
  return options;
}

DEID_DEFINE_SETTER (deid_release_options_set_keep_suppressed, DeidReleaseOptions,
                    release_options_check_mutable, gboolean, keep_suppressed)
DEID_DEFINE_SETTER (deid_release_options_set_keep_order, DeidReleaseOptions,
                    release_options_check_mutable, gboolean, keep_order)
DEID_DEFINE_SETTER (deid_release_options_set_seed, DeidReleaseOptions,
                    release_options_check_mutable, guint64, seed)

gboolean
deid_release_options_set_n_threads (DeidReleaseOptions *options, guint n_threads, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!release_options_check_mutable (options, error) || !deid_check_n_threads (n_threads, error))
    return FALSE;
  options->n_threads = n_threads;
  return TRUE;
}

/* Options of a release: pseudonyms of persons. */

gboolean
deid_release_options_set_pseudonym (DeidReleaseOptions *options, const char *specification,
                                    const guint8 *key, gsize key_size, GError **error)
{
  DeidPseudonymForm form = { .is_random = FALSE };

  g_return_val_if_fail (options != NULL && (key != NULL || key_size == 0), FALSE);

  if (!release_options_check_mutable (options, error)
      || (specification != NULL && !deid_pseudonym_form_read (&form, specification, error)))
    return FALSE;
  if (specification != NULL && form.is_random != (key == NULL))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      form.is_random ? "random pseudonyms have no key, expected none or hmac"
                                     : "pseudonyms by hmac need a key, expected one or random");
  if (key != NULL && !deid_person_key_check (key_size, error))
    return FALSE;
  g_clear_pointer (&options->key, g_bytes_unref);
  options->has_pseudonyms = specification != NULL;
  options->pseudonym = form;
  options->key = specification != NULL && key != NULL ? g_bytes_new (key, key_size) : NULL;
  return TRUE;
}

/* Options of a release: means beside labels, and numbers in place of values. */

#define LEAST_MINIMUM_BIN 3

const DeidNumberOption *
deid_release_options_find (const DeidReleaseOptions *options, const char *column)
{
  for (guint i = 0; i < options->n_numbers; i++)
    if (g_str_equal (options->numbers[i].column, column))
      return &options->numbers[i];
  return NULL;
}

DeidBinMeanScope
deid_release_options_get_bin_mean (const DeidReleaseOptions *options, const char *column)
{
  const DeidNumberOption *found;

  g_return_val_if_fail (options != NULL && column != NULL, DEID_BIN_MEAN_NONE);

  found = deid_release_options_find (options, column);
  return found != NULL ? found->bin_mean : DEID_BIN_MEAN_NONE;
}

DeidMicroaggregation
deid_release_options_get_microaggregation (const DeidReleaseOptions *options, const char *column)
{
  const DeidNumberOption *found;

  g_return_val_if_fail (options != NULL && column != NULL, DEID_MICROAGGREGATION_NONE);

  found = deid_release_options_find (options, column);
  return found != NULL ? found->microaggregation : DEID_MICROAGGREGATION_NONE;
}

/* Sets what is released of a column. */
static gboolean
set_number (DeidReleaseOptions *options, const char *column, DeidBinMeanScope bin_mean,
            DeidMicroaggregation microaggregation, GError **error)
{
  const DeidNumberOption *found = deid_release_options_find (options, column);
  DeidNumberOption *number;

  if (bin_mean != DEID_BIN_MEAN_NONE && microaggregation != DEID_MICROAGGREGATION_NONE)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "column '%s': bin means and microaggregation, expected one of the two",
                      DEID_SHOW (column));
  if (found == NULL
      && !deid_grow ((gpointer *) &options->numbers, &options->numbers_capacity,
                     (guint64) options->n_numbers + 1, sizeof *options->numbers, error))
    return FALSE;
  number = &options->numbers[found != NULL ? found - options->numbers : options->n_numbers++];
  if (found == NULL)
    number->column = g_strdup (column);
  number->bin_mean = bin_mean;
  number->microaggregation = microaggregation;
  return TRUE;
}

gboolean
deid_release_options_set_bin_mean (DeidReleaseOptions *options, const char *column,
                                   DeidBinMeanScope scope, GError **error)
{
  g_return_val_if_fail (options != NULL && column != NULL, FALSE);

  if (!release_options_check_mutable (options, error))
    return FALSE;
  if ((guint) scope > DEID_BIN_MEAN_CLASS)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "no scope of bin means has the number %d",
                      (int) scope);
  return set_number (options, column, scope,
                     deid_release_options_get_microaggregation (options, column), error);
}

gboolean
deid_release_options_set_microaggregation (DeidReleaseOptions *options, const char *column,
                                           DeidMicroaggregation method, GError **error)
{
  g_return_val_if_fail (options != NULL && column != NULL, FALSE);

  if (!release_options_check_mutable (options, error))
    return FALSE;
  if ((guint) method > DEID_MICROAGGREGATION_MEDIAN)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "no microaggregation has the number %d",
                      (int) method);
  return set_number (options, column, deid_release_options_get_bin_mean (options, column), method,
                     error);
}

gboolean
deid_release_options_set_minimum_bin (DeidReleaseOptions *options, guint64 n, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!release_options_check_mutable (options, error))
    return FALSE;
  if (n < LEAST_MINIMUM_BIN)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "means of bins of %" G_GUINT64_FORMAT " records, expected at least %d", n,
                      LEAST_MINIMUM_BIN);
  options->minimum_bin = n;
  return TRUE;
}

char *
deid_bin_mean_name (const char *column)
{
  return g_strconcat (column, "_mean", NULL);
}

static gboolean
release_options_check_column (const DeidNumberOption *number, const DeidLattice *lattice,
                              const DeidColumn *column, GError **error)
{
  const gboolean may_be_other = number->bin_mean == DEID_BIN_MEAN_NONE;

  if (may_be_other ? !deid_lattice_releases (lattice, column)
                   : deid_lattice_find_attribute (lattice, column->name) == NULL)
    return deid_fail (error, DEID_ERROR_ROLE, "column '%s' is not %s", deid_column_show (column),
                      may_be_other ? "quasi-identifying, sensitive or insensitive"
                                   : "quasi-identifying: its means stand beside labels");
  if (deid_column_has_numbers (column))
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "column '%s' has the type %s, expected integer or decimal to take means of",
                    deid_column_show (column),
                    deid_enum_get_name ("DeidColumnType", (int) column->type));
}

static gboolean
check_name (const DeidNumberOption *number, const DeidDataset *dataset, GError **error)
{
  g_autofree char *name = deid_bin_mean_name (number->column);

  if (number->bin_mean == DEID_BIN_MEAN_NONE
      || deid_dataset_look_up (dataset, name) == DEID_NO_COLUMN)
    return TRUE;
  return deid_fail (error, DEID_ERROR_DUPLICATE_COLUMN,
                    "the table has a column '%s', expected none of this name for bin means",
                    DEID_SHOW (name));
}

gboolean
deid_release_options_check (const DeidReleaseOptions *options, const DeidLattice *lattice,
                            GError **error)
{
  if (options->has_pseudonyms && deid_dataset_get_entities (lattice->dataset) == NULL)
    return deid_fail (error, DEID_ERROR_ROLE,
                      "no column has the role entity, expected one to release pseudonyms of");
  for (guint i = 0; i < options->n_numbers; i++)
    {
      const DeidNumberOption *number = &options->numbers[i];
      guint c;

      if (number->bin_mean == DEID_BIN_MEAN_NONE
          && number->microaggregation == DEID_MICROAGGREGATION_NONE)
        continue;
      if (!deid_dataset_find_column (lattice->dataset, number->column, &c, error))
        return FALSE;
      if (!release_options_check_column (number, lattice,
                                         deid_dataset_get_column (lattice->dataset, c), error)
          || !check_name (number, lattice->dataset, error))
        return FALSE;
    }
  return TRUE;
}
