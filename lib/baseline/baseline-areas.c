/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many people live in the areas of postal codes that begin alike. */
#include <string.h>

#include "base/dictionary.h"
#include "base/long-text.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "baseline/baseline-private.h"
#include "table/dataset-view.h"

/* Areas of at most 20,000 people by the Census of 2000: U.S. Department of Health and Human
 * Services, Guidance Regarding Methods for De-identification of Protected Health Information,
 * November 26, 2012, and 67 FR 53182, 53233-53234 (August 14, 2002). */
#define CENSUS_2000 "small=036,059,063,102,203,556,692,790,821,823,830,831,878,879,884,890,893"

static gboolean
find_named (const DeidDataset *areas, const char *given, const char *const *names, guint *column,
            GError **error)
{
  if (given != NULL)
    return deid_dataset_find_column (areas, given, column, error);
  for (guint i = 0; names[i] != NULL; i++)
    for (guint c = 0; c < deid_dataset_get_n_columns (areas); c++)
      if (g_ascii_strcasecmp (deid_dataset_get_column_name (areas, c), names[i]) == 0)
        {
          *column = c;
          return TRUE;
        }
  return deid_fail (error, DEID_ERROR_UNKNOWN_COLUMN,
                    "%s: expected a column '%s' or '%s' of areas and their people",
                    deid_dataset_get_name (areas), names[0], names[1]);
}

gboolean
deid_baseline_find_area_columns (const DeidDataset *areas, const char *code, const char *count,
                                 guint *code_column, guint *count_column, GError **error)
{
  static const char *const codes[] = { "zip3", "zip5", "zip", "zcta3", "zcta5", "zcta", NULL };
  static const char *const counts[] = { "count", "population", "people", "pop", NULL };

  return find_named (areas, code, codes, code_column, error)
         && find_named (areas, count, counts, count_column, error);
}

/* Areas and their people. */
typedef struct
{
  DeidDictionary areas;
  guint64 *n_people;
  guint64 capacity;
} BaselineAreasCounts;

static gboolean
baseline_areas_fail (const DeidDataset *areas, guint64 row, const char *expected, GError **error)
{
  g_autofree char *place = deid_dataset_locate (areas, row);

  return deid_fail (error, DEID_ERROR_PARSE, "%s: %s: expected %s", deid_dataset_get_name (areas),
                    place, expected);
}

static gboolean
baseline_areas_is_code (const char *code, guint n_digits)
{
  const gsize n = code != NULL ? strspn (code, "0123456789") : 0;

  return n == strlen (code != NULL ? code : "") && (n == 5 || n == n_digits);
}

static gboolean
baseline_areas_add_row (BaselineAreasCounts *counts, const DeidBaseline *baseline, guint64 row,
                        guint n_digits, GError **error)
{
  const char *code = deid_dataset_get_value (baseline->areas, row, baseline->code_column);
  const char *count = deid_dataset_get_value (baseline->areas, row, baseline->count_column);
  guint32 area, n = counts->areas.n;
  guint64 n_people;

  if (!baseline_areas_is_code (code, n_digits))
    return baseline_areas_fail (baseline->areas, row,
                                "a ZIP code of five digits, or the first ones of all in an area",
                                error);
  if (count == NULL || !deid_uint64_from_decimal (count, &n_people))
    return baseline_areas_fail (baseline->areas, row, "a number of people", error);
  if (!deid_dictionary_add (&counts->areas, code, n_digits, &area, error)
      || !deid_grow ((gpointer *) &counts->n_people, &counts->capacity, counts->areas.n,
                     sizeof *counts->n_people, error))
    return FALSE;
  if (area == n)
    counts->n_people[area] = 0;
  if (n_people > G_MAXUINT64 - counts->n_people[area])
    return baseline_areas_fail (baseline->areas, row, "fewer than 2^64 people", error);
  counts->n_people[area] += n_people;
  return TRUE;
}

/* Areas that the table does not have are small: nobody says that they are not. */
static char *
list_large (const BaselineAreasCounts *counts, guint64 small_area, GError **error)
{
  g_autofree const char **codes = deid_alloc (counts->areas.n, sizeof *codes, error);
  DeidLongText text = { 0 };
  guint32 n = 0;

  if (codes == NULL)
    return NULL;
  for (guint32 area = 0; area < counts->areas.n; area++)
    if (counts->n_people[area] > small_area)
      codes[n++] = deid_dictionary_get (&counts->areas, area);
  qsort (codes, n, sizeof *codes, deid_text_compare);
  deid_long_text_add (&text, "large=");
  for (guint32 i = 0; i < n; i++)
    deid_long_text_add (&text, "%s%s", i > 0 ? "," : "", codes[i]);
  return deid_long_text_end (&text, error);
}

char *
deid_baseline_list_areas (const DeidBaseline *baseline, guint n_digits, GError **error)
{
  BaselineAreasCounts counts = { .n_people = NULL };
  gboolean success = TRUE;
  char *list = NULL;

  if (baseline->areas == NULL && baseline->has_census && n_digits == 3)
    return g_strdup (CENSUS_2000);
  if (baseline->areas == NULL)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "expected a table of how many people live in the areas of ZIP codes "
                           "(zip-populations), or the list by the Census of 2000 (census-2000)");
  deid_dictionary_init (&counts.areas);
  for (guint64 row = 0; success && row < deid_dataset_get_n_rows (baseline->areas); row++)
    success = baseline_areas_add_row (&counts, baseline, row, n_digits, error);
  if (success)
    list = list_large (&counts, baseline->small_area, error);
  deid_dictionary_clear (&counts.areas);
  g_free (counts.n_people);
  return list;
}
