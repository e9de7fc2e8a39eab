/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/rational.h"
#include "base/text.h"
#include "lattice/cuts.h"
#include "lattice/lattice-private.h"

#include <string.h>

/* Values that policies are to keep apart, or together. */

/* Sets an attribute with cuts. */
static gboolean
kept_values_find_attribute (DeidLattice *lattice, const char *column, DeidAttribute **attribute,
                            GError **error)
{
  *attribute = deid_lattice_find_changeable (lattice, column, error);
  return *attribute != NULL
         && ((*attribute)->cuts != NULL
             || deid_lattice_refuse (lattice, *attribute, error,
                                     "has levels, expected one with cuts or subtrees"));
}

/* Fails because of a value. */
static gboolean
kept_values_fail (const DeidLattice *lattice, const DeidAttribute *attribute, const char *value,
                  DeidError code, const char *what, GError **error)
{
  deid_fail (error, code, "%s", what);
  deid_text_prefix_value (error, lattice->table.show_values, value, -1);
  return deid_lattice_prefix_column (lattice, attribute, error);
}

/* Finds how many values of an order are in front of one, which it need not have if it has rising
 * numbers. */
static gboolean
kept_values_find_place (const DeidLattice *lattice, const DeidAttribute *attribute,
                        const char *value, guint32 *place, GError **error)
{
  const DeidCuts *cuts = attribute->cuts;

  if (!cuts->are_numbers)
    {
      g_autofree char *what
          = g_strdup_printf ("it is none of the %u values of the order, expected one of them, "
                             "spelled as it is there",
                             cuts->values.n);

      *place = deid_dictionary_find (&cuts->values, value, strlen (value));
      return *place != DEID_NO_CODE
             || kept_values_fail (lattice, attribute, value, DEID_ERROR_UNKNOWN_VALUE, what, error);
    }
  if (!deid_decimal_is_valid (value))
    return kept_values_fail (lattice, attribute, value, DEID_ERROR_INVALID_ARGUMENT,
                             "expected a number", error);
  for (*place = 0; *place < cuts->values.n; ++*place)
    if (deid_decimal_compare (deid_dictionary_get (&cuts->values, *place), value) >= 0)
      break;
  return TRUE;
}

/* Fails because of the cut in front of a value, by its place. */
static gboolean
kept_values_refuse_both (const DeidLattice *lattice, const DeidAttribute *attribute, guint32 place,
                         const char *what, GError **error)
{
  const DeidDictionary *values = &attribute->cuts->values;
  g_autofree char *whole
      = g_strdup_printf ("values are to be kept apart and together: the cut in front of value %u "
                         "of the %u in order %s",
                         place + 1, values->n, what);

  return kept_values_fail (lattice, attribute, deid_dictionary_get (values, place),
                           DEID_ERROR_INVALID_ARGUMENT, whole, error);
}

/* Numbers of which none is less are apart from all that are; in another order a value has to have
 * some in front of it. */
static gboolean
keep_run_apart (DeidLattice *lattice, const DeidAttribute *attribute, const char *value,
                GError **error)
{
  guint32 place;
  guint d;

  if (!kept_values_find_place (lattice, attribute, value, &place, error))
    return FALSE;
  if (place == 0 || place == attribute->cuts->values.n)
    return attribute->cuts->are_numbers
           || kept_values_fail (lattice, attribute, value, DEID_ERROR_INVALID_ARGUMENT,
                                "no value is in front of it in the order, expected a later one",
                                error);
  d = attribute->first_dimension + place - 1;
  if (lattice->floors[d] > 0)
    return kept_values_refuse_both (
        lattice, attribute, place,
        "is within a range that is kept together, expected one at an end of it", error);
  lattice->heights[d] = 0;
  return TRUE;
}

/* Finds the values of an order that are in a range: from @begin up to the one before @end. */
static gboolean
kept_values_find_range (const DeidLattice *lattice, const DeidAttribute *attribute,
                        const char *first, const char *last, guint32 *begin, guint32 *end,
                        GError **error)
{
  const DeidCuts *cuts = attribute->cuts;

  if (!kept_values_find_place (lattice, attribute, first, begin, error)
      || !kept_values_find_place (lattice, attribute, last, end, error))
    return FALSE;
  if (cuts->are_numbers ? deid_decimal_compare (first, last) > 0 : *begin > *end)
    return kept_values_fail (
        lattice, attribute, last, DEID_ERROR_INVALID_ARGUMENT,
        "it is in front of the first value of the range, expected one behind it", error);
  if (*end < cuts->values.n
      && (!cuts->are_numbers
          || deid_decimal_compare (deid_dictionary_get (&cuts->values, *end), last) == 0))
    ++*end;
  return TRUE;
}

static gboolean
keep_run_together (DeidLattice *lattice, const DeidAttribute *attribute, const char *first,
                   const char *last, GError **error)
{
  guint32 begin, end;

  if (!kept_values_find_range (lattice, attribute, first, last, &begin, &end, error))
    return FALSE;
  for (guint32 i = begin; i + 1 < end; i++)
    if (lattice->heights[attribute->first_dimension + i] == 0)
      return kept_values_refuse_both (lattice, attribute, i + 1,
                                      "is kept, expected a range on one side of it", error);
  for (guint32 i = begin; i + 1 < end; i++)
    lattice->floors[attribute->first_dimension + i] = 1;
  return TRUE;
}

/* A missing value that the hierarchy does not mention joins all others on the top alone. */
static void
keep_missing_apart (const DeidAttribute *attribute, const DeidCuts *whole, guint8 *kept)
{
  const DeidHierarchy *hierarchy = whole->hierarchy;
  const guint top = hierarchy->n_levels - 1;

  if (attribute->n_leaves > hierarchy->levels[0].labels.n && hierarchy->levels[top].labels.n == 1)
    kept[deid_cuts_get_dimension (whole, top, 0)] |= DEID_KEPT_FROM_MISSING;
}

/* Keeps nodes by two labels, or apart by one. */
static gboolean
keep_subtrees (DeidLattice *lattice, DeidAttribute *attribute, const char *first, const char *last,
               GError **error)
{
  const DeidCuts *cuts = attribute->cuts;
  const gboolean show_values = lattice->table.show_values;
  g_autofree guint8 *kept = NULL;
  DeidCuts *whole;
  gboolean success;

  if (!deid_new_arrays (error, DEID_NEW (kept, attribute->n_dimensions)))
    return FALSE;
  if (cuts->kept != NULL)
    memcpy (kept, cuts->kept, attribute->n_dimensions * sizeof *kept);
  whole = deid_cuts_new_subtrees (cuts->hierarchy, error);
  success = whole != NULL
            && (last != NULL
                    ? deid_subtrees_keep_together (whole, first, last, show_values, kept, error)
                    : deid_subtrees_keep_apart (whole, first, show_values, kept, error));
  if (success && last == NULL)
    keep_missing_apart (attribute, whole, kept);
  g_clear_pointer (&whole, deid_cuts_unref);
  return success ? deid_lattice_limit_subtrees (lattice, attribute, cuts->lowest, cuts->highest,
                                                kept, error)
                 : deid_lattice_prefix_column (lattice, attribute, error);
}

gboolean
deid_lattice_keep_apart (DeidLattice *lattice, const char *column, const char *value,
                         GError **error)
{
  DeidAttribute *attribute;

  g_return_val_if_fail (lattice != NULL && column != NULL && value != NULL, FALSE);

  if (!kept_values_find_attribute (lattice, column, &attribute, error))
    return FALSE;
  return deid_attribute_has_runs (attribute)
             ? keep_run_apart (lattice, attribute, value, error)
             : keep_subtrees (lattice, attribute, value, NULL, error);
}

gboolean
deid_lattice_keep_together (DeidLattice *lattice, const char *column, const char *first,
                            const char *last, GError **error)
{
  DeidAttribute *attribute;

  g_return_val_if_fail (lattice != NULL && column != NULL, FALSE);
  g_return_val_if_fail (first != NULL && last != NULL, FALSE);

  if (!kept_values_find_attribute (lattice, column, &attribute, error))
    return FALSE;
  return deid_attribute_has_runs (attribute)
             ? keep_run_together (lattice, attribute, first, last, error)
             : keep_subtrees (lattice, attribute, first, last, error);
}

static gboolean
keeps_any (const DeidLattice *lattice, const DeidAttribute *attribute)
{
  for (guint i = 0; i < attribute->n_dimensions; i++)
    if (deid_attribute_has_runs (attribute)
            ? deid_lattice_count_levels (lattice, attribute->first_dimension + i) == 1
            : attribute->cuts->kept != NULL && attribute->cuts->kept[i] != 0)
      return TRUE;
  return FALSE;
}

gboolean
deid_lattice_check_nothing_kept (const DeidLattice *lattice, const char *what, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (lattice->attributes[a].cuts != NULL && keeps_any (lattice, &lattice->attributes[a]))
      return deid_fail (
          error, DEID_ERROR_INVALID_ARGUMENT,
          "%s: column '%s' has values that are to be kept apart or together, expected none for %s",
          lattice->table.name, deid_column_show (deid_lattice_get_column (lattice, a)), what);
  return TRUE;
}

/* The largest number of blocks of columns with cuts. */

void
deid_block_limit_free (DeidBlockLimit *limit)
{
  g_free (limit->codes);
  g_free (limit);
}

/* A missing value that the order or the hierarchy does not mention does not count. */
static gboolean
blocks_is_mentioned (const DeidAttribute *attribute, guint32 code)
{
  const DeidRecoding *leaves = attribute->levels;

  return leaves != NULL ? leaves->text_codes[leaves->labels[code]] != DEID_NO_CODE
                        : attribute->positions[code] != DEID_NO_CODE;
}

static DeidBlockLimit *
new_limit (const DeidAttribute *attribute, guint max_blocks, GError **error)
{
  guint32 *codes = deid_attribute_sort_codes (attribute, error);
  DeidBlockLimit *limit;

  if (codes == NULL)
    return NULL;
  limit = g_new0 (DeidBlockLimit, 1);
  limit->max_blocks = max_blocks;
  limit->codes = codes;
  for (guint32 i = 0; i < attribute->n_codes; i++)
    if (blocks_is_mentioned (attribute, codes[i]))
      codes[limit->n_codes++] = codes[i];
  return limit;
}

gboolean
deid_lattice_set_max_blocks (DeidLattice *lattice, const char *column, guint max_blocks,
                             GError **error)
{
  DeidBlockLimit *limit = NULL;
  DeidAttribute *attribute;

  g_return_val_if_fail (lattice != NULL && column != NULL, FALSE);

  attribute = deid_lattice_find_changeable (lattice, column, error);
  if (attribute == NULL)
    return FALSE;
  if (attribute->cuts == NULL)
    return deid_lattice_refuse (lattice, attribute, error,
                                "has levels, of which a range may be set, expected one with cuts "
                                "or subtrees to limit its blocks");
  if (max_blocks == 0)
    return deid_lattice_refuse (lattice, attribute, error,
                                "may have 0 blocks, expected at least 1");
  if (max_blocks < G_MAXUINT && (limit = new_limit (attribute, max_blocks, error)) == NULL)
    return FALSE;
  g_clear_pointer (&attribute->blocks, deid_block_limit_free);
  attribute->blocks = limit;
  return TRUE;
}

guint
deid_lattice_get_max_blocks (const DeidLattice *lattice, guint attribute)
{
  const DeidBlockLimit *limit;

  g_return_val_if_fail (lattice != NULL && attribute < lattice->n_attributes, G_MAXUINT);

  limit = lattice->attributes[attribute].blocks;
  return limit != NULL ? limit->max_blocks : G_MAXUINT;
}

/* Tells whether a policy keeps two values apart that stand side by side. */
static gboolean
are_apart (const DeidAttribute *attribute, const DeidLevel *levels, guint32 code, guint32 next)
{
  if (attribute->levels != NULL)
    {
      const guint level = deid_attribute_find_subtree (attribute, levels, code);
      const guint32 *labels = attribute->levels[level].labels;

      return labels[code] != labels[next];
    }
  for (guint32 i = attribute->positions[code]; i < attribute->positions[next]; i++)
    if (levels[attribute->first_dimension + i] == 0)
      return TRUE;
  return FALSE;
}

guint32
deid_attribute_count_blocks (const DeidAttribute *attribute, const DeidLevel *levels)
{
  const DeidBlockLimit *limit = attribute->blocks;
  guint32 n = limit->n_codes > 0 ? 1 : 0;

  for (guint32 i = 1; i < limit->n_codes; i++)
    n += are_apart (attribute, levels, limit->codes[i - 1], limit->codes[i]) ? 1 : 0;
  return n;
}

DeidBlockExcess
deid_lattice_find_block_excess (const DeidLattice *lattice, const DeidLevel *levels)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const guint32 n
          = attribute->blocks != NULL ? deid_attribute_count_blocks (attribute, levels) : 0;

      if (n > 0 && n > attribute->blocks->max_blocks)
        return (DeidBlockExcess){ a, n };
    }
  return (DeidBlockExcess){ 0 };
}

gboolean
deid_lattice_check_top_blocks (const DeidLattice *lattice, GError **error)
{
  const DeidBlockExcess excess = deid_lattice_find_block_excess (lattice, lattice->heights);

  if (excess.n_blocks == 0)
    return TRUE;
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "%s: column '%s' may have %u blocks, but no policy gives it fewer than %u, by what is kept "
      "apart or by its hierarchy, expected a limit that some policy keeps",
      lattice->table.name, deid_column_show (deid_lattice_get_column (lattice, excess.attribute)),
      lattice->attributes[excess.attribute].blocks->max_blocks, excess.n_blocks);
}

gboolean
deid_lattice_check_no_block_limits (const DeidLattice *lattice, const char *what, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    if (lattice->attributes[a].blocks != NULL)
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "%s: column '%s' has a largest number of blocks, expected none for %s",
                        lattice->table.name,
                        deid_column_show (deid_lattice_get_column (lattice, a)), what);
  return TRUE;
}
