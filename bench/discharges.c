/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "discharges.h"

#include "base/portable-math.h"

#define SEED       1
#define N_AGES     100
#define N_WARDS    12
#define N_ZIPS     100
#define N_CHARGES  101

#define MAX_WIDTHS 4

static gboolean
add_row (DeidHierarchyBuilder *builder, guint value, const guint *widths, guint n_widths,
         GError **error)
{
  char *labels[MAX_WIDTHS + 3] = { g_strdup_printf ("%u", value) };
  gboolean success;

  for (guint i = 0; i < n_widths; i++)
    labels[i + 1] = g_strdup_printf ("%u-%u", value / widths[i] * widths[i],
                                     value / widths[i] * widths[i] + widths[i] - 1);
  labels[n_widths + 1] = g_strdup ("*");
  success = deid_hierarchy_builder_add_row (builder, (const char *const *) labels, error);
  for (guint i = 0; i < n_widths + 2; i++)
    g_free (labels[i]);
  return success;
}

/* Numbers from 0 to @n_values - 1 in intervals that grow by level. */
static gboolean
add_attribute (DeidLattice *lattice, const char *name, guint n_values, const guint *widths,
               guint n_widths, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (name);
  g_autoptr (DeidHierarchy) hierarchy = NULL;

  for (guint value = 0; value < n_values; value++)
    if (!add_row (builder, value, widths, n_widths, error))
      return FALSE;
  hierarchy = deid_hierarchy_builder_build (builder, error);
  return hierarchy != NULL
         && deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, error);
}

static guint
draw (DeidRandom *random, guint bound)
{
  return (guint) deid_random_below (random, bound);
}

/* The sum of two draws falls off to both sides of the middle, as ages and charges do. */
static gint64
draw_around (DeidRandom *random, gint64 middle, guint spread, gint64 n_values)
{
  const gint64 value = middle + draw (random, spread + 1) + draw (random, spread + 1) - spread;

  return CLAMP (value, 0, n_values - 1);
}

static DeidDataset *
make_dataset (guint64 n_rows, GError **error)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("discharges");
  g_autofree gint64 *memory = g_new (gint64, 5 * n_rows);
  gint64 *age = memory, *sex = age + n_rows, *ward = sex + n_rows, *zip = ward + n_rows,
         *charge = zip + n_rows;
  DeidRandom random = { SEED };

  for (guint64 row = 0; row < n_rows; row++)
    {
      age[row] = draw_around (&random, 50, 50, N_AGES);
      sex[row] = draw (&random, 2);
      ward[row] = draw (&random, draw (&random, N_WARDS) + 1);
      zip[row] = draw (&random, N_ZIPS);
      charge[row] = draw_around (&random, 4 * ward[row] + age[row] / 2, 25, N_CHARGES);
    }
  if (!deid_dataset_add_integer_column (dataset, "age", age, n_rows, NULL, 0, NULL, error)
      || !deid_dataset_add_integer_column (dataset, "sex", sex, n_rows, NULL, 0, NULL, error)
      || !deid_dataset_add_integer_column (dataset, "ward", ward, n_rows, NULL, 0, NULL, error)
      || !deid_dataset_add_integer_column (dataset, "zip", zip, n_rows, NULL, 0, NULL, error)
      || !deid_dataset_add_integer_column (dataset, "charge", charge, n_rows, NULL, 0, NULL, error))
    return NULL;
  return g_steal_pointer (&dataset);
}

DeidLattice *
make_discharges (guint64 n_rows, GError **error)
{
  static const guint ages[] = { 5, 10, 20, 40 }, wards[] = { 2, 6 }, zips[] = { 10 };
  g_autoptr (DeidDataset) dataset = make_dataset (n_rows, error);
  g_autoptr (DeidLattice) lattice = NULL;

  if (dataset == NULL)
    return NULL;
  lattice = deid_lattice_new (dataset);
  if (!add_attribute (lattice, "age", N_AGES, ages, G_N_ELEMENTS (ages), error)
      || !add_attribute (lattice, "sex", 2, NULL, 0, error)
      || !add_attribute (lattice, "ward", N_WARDS, wards, G_N_ELEMENTS (wards), error)
      || !add_attribute (lattice, "zip", N_ZIPS, zips, G_N_ELEMENTS (zips), error))
    return NULL;
  return g_steal_pointer (&lattice);
}
