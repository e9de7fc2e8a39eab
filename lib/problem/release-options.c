/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/work.h"
#include "problem/release-options-private.h"
#include "lattice/lattice-private.h"
#include "table/dataset-view.h"

#include <string.h>

#define DEFAULT_MINIMUM_BIN 5

static void
clear_pseudonyms (DeidReleaseOptions *options)
{
  for (guint i = 0; i < options->n_pseudonyms; i++)
    {
      g_free (options->pseudonyms[i].column);
      g_clear_pointer (&options->pseudonyms[i].key, g_bytes_unref);
    }
  options->n_pseudonyms = 0;
}

static void
deid_release_options_free (DeidReleaseOptions *options)
{
  for (guint i = 0; i < options->n_numbers; i++)
    g_free (options->numbers[i].column);
  g_free (options->numbers);
  clear_pseudonyms (options);
  g_free (options->pseudonyms);
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

/* A second call for a column replaces the first. */
DeidPseudonymOption *
deid_release_options_add_pseudonym (DeidReleaseOptions *options, const char *specification,
                                    GError **error)
{
  g_auto (GStrv) parts = g_strsplit (specification, "@", 2);
  const char *column = parts[0] != NULL ? parts[1] : NULL;
  DeidPseudonymOption *option;
  DeidPseudonymForm form;
  guint i = 0;

  if (!deid_pseudonym_form_read (&form, parts[0] != NULL ? parts[0] : "", error))
    return NULL;
  while (i < options->n_pseudonyms && g_strcmp0 (options->pseudonyms[i].column, column) != 0)
    i++;
  if (i == options->n_pseudonyms
      && !deid_grow ((gpointer *) &options->pseudonyms, &options->pseudonyms_capacity,
                     (guint64) i + 1, sizeof *options->pseudonyms, error))
    return NULL;
  option = &options->pseudonyms[i];
  if (i < options->n_pseudonyms)
    g_clear_pointer (&option->key, g_bytes_unref);
  else
    {
      *option = (DeidPseudonymOption){ .column = g_strdup (column) };
      options->n_pseudonyms++;
    }
  option->form = form;
  return option;
}

gboolean
deid_release_options_set_pseudonym (DeidReleaseOptions *options, const char *specification,
                                    const guint8 *key, gsize key_size, GError **error)
{
  g_autofree char *text = NULL;
  DeidPseudonymOption *option;
  DeidPseudonymForm form;

  g_return_val_if_fail (options != NULL && (key != NULL || key_size == 0), FALSE);

  if (!release_options_check_mutable (options, error))
    return FALSE;
  if (specification == NULL)
    {
      clear_pseudonyms (options);
      return TRUE;
    }
  text = g_strndup (specification, strcspn (specification, "@"));
  if (!deid_pseudonym_form_read (&form, text, error))
    return FALSE;
  if (form.is_random != (key == NULL))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      form.is_random ? "random pseudonyms have no key, expected none or hmac"
                                     : "pseudonyms by hmac need a key, expected one or random");
  if (key != NULL && !deid_person_key_check (key_size, error))
    return FALSE;
  option = deid_release_options_add_pseudonym (options, specification, error);
  if (option != NULL && key != NULL)
    option->key = g_bytes_new (key, key_size);
  return option != NULL;
}

const DeidPseudonymOption *
deid_release_options_find_pseudonym (const DeidReleaseOptions *options, const DeidColumn *column)
{
  for (guint i = 0; i < options->n_pseudonyms; i++)
    {
      const DeidPseudonymOption *option = &options->pseudonyms[i];

      if (option->column == NULL
              ? column->role == DEID_ROLE_ENTITY
              : column->role == DEID_ROLE_JUDGED && g_str_equal (option->column, column->name))
        return option;
    }
  return NULL;
}

static gboolean
check_pseudonym (const DeidPseudonymOption *option, const DeidDataset *dataset, GError **error)
{
  guint c;

  if (option->column == NULL)
    return deid_dataset_get_entities (dataset) != NULL
           || deid_fail (error, DEID_ERROR_ROLE,
                         "no column has the role entity, expected one to release pseudonyms of");
  return deid_dataset_find_column (dataset, option->column, &c, error)
         && ((deid_dataset_get_role (dataset, c) == DEID_ROLE_JUDGED
              && deid_dataset_get_column (dataset, c)->n_joined == 0)
             || deid_fail (
                 error, DEID_ERROR_ROLE,
                 "column '%s' cannot be released as pseudonyms, expected a column of the table "
                 "with the role judged, or no @COLUMN for the entity column",
                 DEID_SHOW (option->column)));
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

gboolean
deid_release_options_check_storable (const DeidReleaseOptions *options, GError **error)
{
  for (guint i = 0; i < options->n_numbers; i++)
    if (options->numbers[i].microaggregation != DEID_MICROAGGREGATION_NONE)
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "column '%s' is microaggregated, which a stored policy does not do: it "
                        "would release the values; expected one of the two",
                        DEID_SHOW (options->numbers[i].column));
  return TRUE;
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
  for (guint i = 0; i < options->n_pseudonyms; i++)
    if (!check_pseudonym (&options->pseudonyms[i], lattice->dataset, error))
      return FALSE;
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
