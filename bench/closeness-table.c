/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "closeness-table.h"

#include <stdlib.h>
#include <string.h>

#include "base/rational.h"
#include "base/portable-math.h"
#include "classes/grouping.h"
#include "discharges.h"
#include "lattice/policy-private.h"
#include "load-table.h"
#include "table/dataset-view.h"

#define SEED 1

static const DeidStop no_stop = { .deadline = G_MAXINT64 };

static DeidLattice *
load_lattice (const ClosenessTable *table, const char *path, const char *hierarchies,
              GError **error)
{
  g_autoptr (DeidDataset) dataset = load_dataset (path, error);
  g_autoptr (DeidLattice) lattice = NULL;
  g_auto (GStrv) names = g_strsplit (table->attributes, " ", 0);

  if (dataset == NULL)
    return NULL;
  lattice = deid_lattice_new (dataset);
  for (guint i = 0; names[i] != NULL; i++)
    if (!load_quasi_identifier (lattice, hierarchies, names[i], error))
      return NULL;
  return g_steal_pointer (&lattice);
}

/* A code of the sensitive column and the text that places it in the order. */
typedef struct
{
  guint32 code;
  const char *text;
} Place;

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (((const Place *) a)->text, ((const Place *) b)->text);
}

static int
compare_numbers (const void *a, const void *b)
{
  return deid_decimal_compare (((const Place *) a)->text, ((const Place *) b)->text);
}

/* Returns: for each code of the column the number of its value in the order. */
static guint32 *
order_values (const DeidColumn *column, DeidValueOrder order)
{
  const guint32 n = column->dictionary.n;
  g_autofree Place *places = g_new (Place, n);
  guint32 *numbers = g_new (guint32, n);

  for (guint32 code = 0; code < n; code++)
    {
      const char *text = deid_dictionary_get (&column->dictionary, code);

      places[code] = (Place){ code, text != NULL ? text : "" };
    }
  qsort (places, n, sizeof *places,
         order == DEID_VALUE_ORDER_TEXT ? compare_texts : compare_numbers);
  for (guint32 v = 0; v < n; v++)
    numbers[places[v].code] = v;
  return numbers;
}

static void
add_classes (Classes *classes, const DeidGrouping *grouping, const DeidCodes *codes,
             const guint32 *numbers, guint64 min_size)
{
  g_autofree guint64 *next = g_new (guint64, grouping->n_classes);
  guint64 n = classes->starts[classes->n_classes];

  classes->starts
      = g_renew (guint64, classes->starts, classes->n_classes + grouping->n_classes + 1);
  for (guint32 c = 0; c < grouping->n_classes; c++)
    {
      next[c] = G_MAXUINT64;
      if (grouping->sizes[c] < min_size)
        continue;
      next[c] = n;
      n += grouping->sizes[c];
      classes->starts[++classes->n_classes] = n;
    }
  classes->values = g_renew (guint32, classes->values, n);
  for (guint64 row = 0; row < codes->n; row++)
    {
      guint64 *place = &next[grouping->class_of_row[row]];

      if (*place != G_MAXUINT64)
        classes->values[(*place)++] = numbers[deid_codes_get (codes, row)];
    }
}

static gboolean
group_policies (Classes *classes, DeidLattice *lattice, const DeidCodes *codes,
                const guint32 *numbers, guint64 n_rows, guint64 min_size, GError **error)
{
  g_autofree const DeidCodes **columns = g_new (const DeidCodes *, lattice->n_attributes);
  g_autofree const DeidRecoding **recodings = g_new (const DeidRecoding *, lattice->n_attributes);
  const DeidRows rows = { .n = codes->n, .n_attributes = lattice->n_attributes, .codes = columns };
  const guint64 n_policies = MAX (1, n_rows / codes->n);
  DeidGrouping grouping = { 0 };
  DeidRandom random = { SEED };
  guint64 size = G_MAXUINT64; /* of a lattice that is even larger */
  gboolean success = TRUE;

  for (guint a = 0; a < lattice->n_attributes; a++)
    columns[a] = &deid_lattice_get_column (lattice, a)->codes;
  deid_lattice_get_size (lattice, &size);
  for (guint64 i = 0; success && i < n_policies; i++)
    {
      const guint64 rank = deid_random_below (&random, size);
      g_autoptr (DeidPolicy) policy = deid_policy_new_from_rank (lattice, rank, error);

      for (guint a = 0; policy != NULL && a < lattice->n_attributes; a++)
        recodings[a] = deid_attribute_get_recoding (&lattice->attributes[a], policy->levels);
      success = policy != NULL && deid_grouping_run (&grouping, &rows, recodings, &no_stop, error);
      if (success)
        add_classes (classes, &grouping, codes, numbers, min_size);
    }
  deid_grouping_clear (&grouping);
  return success;
}

gboolean
classes_init (Classes *classes, const ClosenessTable *table, const char *path,
              const char *hierarchies, guint64 n_discharges, guint64 n_rows, guint64 min_size,
              GError **error)
{
  g_autoptr (DeidLattice) lattice = g_str_equal (table->name, DISCHARGES)
                                        ? make_discharges (n_discharges, error)
                                        : load_lattice (table, path, hierarchies, error);
  g_autofree guint32 *numbers = NULL;
  const DeidColumn *column;
  guint index;

  *classes = (Classes){ 0 };
  if (lattice == NULL)
    return FALSE;
  if (!deid_dataset_find_column (lattice->dataset, table->sensitive, &index, error))
    return FALSE;
  column = deid_dataset_get_column (lattice->dataset, index);
  numbers = order_values (column, table->order);
  classes->n_records = column->codes.n;
  classes->n_values = column->dictionary.n;
  classes->table_counts = g_new0 (guint64, classes->n_values);
  for (guint64 row = 0; row < column->codes.n; row++)
    classes->table_counts[numbers[deid_codes_get (&column->codes, row)]]++;
  classes->starts = g_new0 (guint64, 1);
  if (group_policies (classes, lattice, &column->codes, numbers, n_rows, min_size, error))
    return TRUE;
  classes_clear (classes);
  return FALSE;
}

void
classes_clear (Classes *classes)
{
  g_free (classes->table_counts);
  g_free (classes->starts);
  g_free (classes->values);
  *classes = (Classes){ 0 };
}
