/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The lattice that has the labels of a baseline. */
#include "base/memory.h"
#include "baseline/baseline-report-private.h"
#include "lattice/policy-private.h"

static gboolean
baseline_lattice_add_attribute (DeidLattice *lattice, const DeidTreatedAttribute *treated,
                                const DeidAttribute *given, const DeidStop *stop, GError **error)
{
  DeidAttribute attribute;

  return (treated->cuts != NULL
              ? deid_attribute_init_cuts (&attribute, &lattice->table, given->column, given->cuts,
                                          lattice->n_dimensions, stop, error)
              : deid_attribute_init (&attribute, &lattice->table, given->column, treated->hierarchy,
                                     lattice->n_dimensions, stop, error))
         && deid_lattice_take_attribute (lattice, &attribute, error);
}

static DeidPolicy *
baseline_lattice_make_policy (const DeidBaselineReport *report, DeidLattice *lattice,
                              GError **error)
{
  g_autofree DeidLevel *levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);

  for (guint a = 0; levels != NULL && a < lattice->n_attributes; a++)
    {
      const DeidTreatedAttribute *treated = &report->attributes[a];
      const DeidAttribute *attribute = &lattice->attributes[a];

      for (guint d = 0; d < attribute->n_dimensions; d++)
        levels[attribute->first_dimension + d]
            = treated->cuts != NULL ? treated->cuts[d] : (DeidLevel) treated->level;
    }
  return levels != NULL ? deid_policy_new_from_levels (lattice, levels, error) : NULL;
}

DeidLattice *
deid_baseline_report_make_lattice (const DeidBaselineReport *report, const DeidLattice *given,
                                   DeidPolicy **policy, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (given->dataset);

  if (!deid_baseline_check_columns (report->baseline, &given->table, error))
    return NULL;
  for (guint a = 0; a < given->n_attributes; a++)
    if (!baseline_lattice_add_attribute (lattice, &report->attributes[a], &given->attributes[a],
                                         stop, error))
      return NULL;
  if (!deid_lattice_check_attributes (lattice, error))
    return NULL;
  *policy = baseline_lattice_make_policy (report, lattice, error);
  return *policy != NULL ? g_steal_pointer (&lattice) : NULL;
}

/* Sets the levels of an attribute. Returns: whether the lattice has them. */
static gboolean
baseline_lattice_set_levels (const DeidTreatedAttribute *treated, const DeidLattice *given, guint a,
                             DeidLevel *levels)
{
  const DeidAttribute *attribute = &given->attributes[a];
  const gboolean has_subtrees = attribute->cuts != NULL && treated->cuts == NULL;

  if (treated->is_own || (has_subtrees && treated->level > 0))
    return FALSE;
  for (guint d = 0; d < attribute->n_dimensions; d++)
    {
      const guint dimension = attribute->first_dimension + d;
      const DeidLevel level = treated->cuts != NULL ? treated->cuts[d] : (DeidLevel) treated->level;

      if (level < given->floors[dimension] || level > given->heights[dimension])
        return FALSE;
      levels[dimension] = level;
    }
  return TRUE;
}

gboolean
deid_baseline_report_find_policy (DeidBaselineReport *report, DeidLattice *given, GError **error)
{
  g_autofree DeidLevel *levels = deid_alloc (given->n_dimensions, sizeof *levels, error);

  if (levels == NULL)
    return FALSE;
  for (guint a = 0; a < given->n_attributes; a++)
    if (!baseline_lattice_set_levels (&report->attributes[a], given, a, levels))
      return TRUE;
  report->policy = deid_policy_new_from_levels (given, levels, error);
  return report->policy != NULL;
}
