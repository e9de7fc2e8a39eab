/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whether a table is part of its population, or at least has matches there. */
#include "base/arrays.h"
#include "base/memory.h"
#include "classes/class-reader.h"
#include "lattice/recoder.h"
#include "privacy/privacy-input.h"

#define SUBSET_MAX_LISTED 20 /* tuples that an error lists */

typedef struct
{
  const DeidPopulation *population;
  const DeidTableSource *table;
  const DeidStop *stop;
  DeidRows own;
  DeidJointRows joint;
  DeidLevel *bottom;
  DeidGrouping grouping;
  DeidClassSource source;
  DeidClassReader reader;
} Subset;

static gboolean
subset_init_own_rows (Subset *subset, const DeidLattice *lattice, const DeidTableSource *table,
                      GError **error)
{
  DeidRows *own = &subset->own;

  *own = (DeidRows){ .n = table->n_rows, .n_attributes = lattice->n_attributes };
  if (!deid_new_arrays (error, DEID_NEW (own->codes, lattice->n_attributes),
                        DEID_NEW (subset->bottom, lattice->n_dimensions)))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    own->codes[a] = &deid_lattice_find_source_column (lattice, a, table)->codes;
  own->weights = table->weights;
  return TRUE;
}

static gboolean
subset_group (Subset *subset, const DeidLattice *lattice, GError **error)
{
  DeidRecoder recoder;
  const gboolean success
      = deid_recoder_init (&recoder, subset->population->joint, lattice->n_attributes, error)
        && deid_grouping_run (&subset->grouping, &subset->joint.rows,
                              deid_recoder_set (&recoder, subset->bottom), subset->stop, error);

  deid_recoder_clear (&recoder);
  return success;
}

static gboolean
start_reading (Subset *subset, GError **error)
{
  const DeidRowClasses classes = { .class_of_row = subset->grouping.class_of_row,
                                   .width = sizeof *subset->grouping.class_of_row,
                                   .n_classes = subset->grouping.n_classes,
                                   .sizes = subset->grouping.sizes,
                                   .levels = subset->bottom };

  subset->source
      = (DeidClassSource){ .rows = &subset->joint.rows, .attributes = subset->population->joint };
  return deid_class_reader_init (&subset->reader, &subset->source, error)
         && deid_class_reader_start (&subset->reader, &classes, subset->stop, error);
}

/* Appends where the first record of a class stands, and its labels if they may be shown. */
static void
append_class (GString *list, const Subset *subset, const DeidLattice *lattice, guint32 number,
              const DeidClass *eq_class)
{
  g_autofree char *place = NULL;
  guint64 row = 0;

  while (subset->grouping.class_of_row[row] != number)
    row++;
  place = deid_table_source_locate (subset->table, row);
  g_string_append (list, place);
  for (guint a = 0; subset->table->show_values && a < lattice->n_attributes; a++)
    {
      g_autofree char *label
          = deid_table_source_quote (subset->table, deid_class_get_label (eq_class, a));

      g_string_append_printf (list, "%s%s %s", a > 0 ? ", " : " (",
                              deid_column_show (deid_lattice_get_column (lattice, a)), label);
    }
  if (subset->table->show_values && lattice->n_attributes > 0)
    g_string_append_c (list, ')');
}

static gboolean
fail_class (const Subset *subset, const DeidLattice *lattice, guint32 number,
            const DeidClass *eq_class, GError **error)
{
  g_autoptr (GString) labels = g_string_new (NULL);

  append_class (labels, subset, lattice, number, eq_class);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: %" G_GUINT64_FORMAT " records with the values of %s, but %" G_GUINT64_FORMAT
               " in the population %s, expected a table that is part of it",
               subset->table->name, deid_class_get_n_records (eq_class), labels->str,
               deid_class_get_n_population (eq_class), subset->population->table->name);
  return FALSE;
}

static gboolean
compare_classes (Subset *subset, const DeidLattice *lattice, GError **error)
{
  for (guint32 number = 0; number < subset->grouping.n_classes; number++)
    {
      const DeidClass eq_class = deid_class_reader_view (&subset->reader, number);

      if (!deid_stop_check_row (subset->stop, number, error))
        return FALSE;
      if (eq_class.n_records > eq_class.n_population)
        return fail_class (subset, lattice, number, &eq_class, error);
    }
  return TRUE;
}

static gboolean
find_matches (Subset *subset, const DeidLattice *lattice, GError **error)
{
  g_autoptr (GString) labels = g_string_new (NULL);
  guint64 n_unmatched = 0, n_records = 0;

  for (guint32 number = 0; number < subset->grouping.n_classes; number++)
    {
      const DeidClass eq_class = deid_class_reader_view (&subset->reader, number);

      if (!deid_stop_check_row (subset->stop, number, error))
        return FALSE;
      if (eq_class.n_population > 0)
        continue;
      n_records += eq_class.n_records;
      if (n_unmatched++ >= SUBSET_MAX_LISTED)
        continue;
      if (labels->len > 0)
        g_string_append (labels, "; ");
      append_class (labels, subset, lattice, number, &eq_class);
    }
  if (n_unmatched == 0)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: %" G_GUINT64_FORMAT " records, of %" G_GUINT64_FORMAT
               " combinations of values, have no match in the population %s: %s%s; expected one "
               "for each record",
               subset->table->name, n_records, n_unmatched, subset->population->table->name,
               labels->str, n_unmatched > SUBSET_MAX_LISTED ? "; ..." : "");
  return FALSE;
}

static void
subset_clear (Subset *subset)
{
  deid_class_reader_clear (&subset->reader);
  deid_grouping_clear (&subset->grouping);
  deid_joint_rows_clear (&subset->joint);
  g_free (subset->own.codes);
  g_free (subset->bottom);
}

/* Checks the classes of original values. */
static gboolean
subset_check (const DeidPrivacyInput *input,
              gboolean (*check_classes) (Subset *subset, const DeidLattice *lattice,
                                         GError **error),
              GError **error)
{
  const DeidLattice *lattice = input->lattice;
  const DeidStop *never = DEID_STOP_NEVER;
  Subset subset = { .population = input->population,
                    .table = input->table,
                    .stop = input->stop != NULL ? input->stop : never };
  gboolean success;

  success = subset_init_own_rows (&subset, lattice, input->table, error)
            && deid_joint_rows_init (&subset.joint, subset.population, &subset.own,
                                     &subset.population->rows, subset.stop, error)
            && subset_group (&subset, lattice, error) && start_reading (&subset, error)
            && check_classes (&subset, lattice, error);
  subset_clear (&subset);
  return success;
}

gboolean
deid_privacy_input_check_subset (const DeidPrivacyInput *input, GError **error)
{
  g_return_val_if_fail (input != NULL && input->population != NULL, FALSE);

  return subset_check (input, compare_classes, error);
}

gboolean
deid_privacy_input_check_matches (const DeidPrivacyInput *input, GError **error)
{
  g_return_val_if_fail (input != NULL && input->population != NULL, FALSE);

  return subset_check (input, find_matches, error);
}
