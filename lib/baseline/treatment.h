/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "baseline/baseline-private.h"
#include "lattice/lattice-private.h"
#include "suggestion/suggestions-private.h"

/* What a baseline does to a column of a table. */
typedef struct
{
  const char *column;           /* the name, which belongs to the identifiers */
  const DeidBaselinePart *part; /* that says so, or NULL of a column that it does not mention */
  char *rule;                   /* the specification with all options; NULL if there is none */
  guint level;                  /* of it; 0 of a column that is kept */
  gboolean is_removed;
} DeidTreatment;

/* What @hierarchy, that of the column in the lattice or NULL, keeps apart as missing or special the
 * treatment keeps apart too: its rule knows no such values. Errors: %DEID_ERROR_INVALID_ARGUMENT,
 * naming the column, if areas, a day or a format are needed and not known; those of reading areas;
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_treatment_init (DeidTreatment *treatment, const DeidBaseline *baseline,
                              const DeidSuggestion *column, const DeidHierarchy *hierarchy,
                              GError **error);
void deid_treatment_clear (DeidTreatment *treatment);

/* Tells whether the column stays as it is. */
static inline gboolean
deid_treatment_keeps (const DeidTreatment *treatment)
{
  return !treatment->is_removed && treatment->level == 0;
}

/* Returns: (transfer full): it in words: `kept`, `removed`, or `date:year, level 1`. */
char *deid_treatment_describe (const DeidTreatment *treatment);

/* How a lattice has the treatment of one of its quasi-identifiers. */
typedef struct
{
  DeidHierarchy *hierarchy; /* that makes the labels, or NULL if there are runs */
  guint level;              /* of it */
  DeidLevel *cuts;          /* of runs, on each dimension; or NULL */
  gboolean is_own;          /* no level and no runs of the lattice make these labels */
  DeidHierarchy *own;       /* of the rule; NULL of a column that is kept */
  guint own_level;          /* of it */
} DeidTreatedAttribute;

/* Finds the level, or the runs, of an attribute that give all values of its domain, and those of
 * @population, which may be NULL, labels which go together as those of the treatment do: the level
 * whose labels are the same, or else the highest one on which no value stays as it is that the
 * treatment changes. What is removed has the one label `*`, or is one run. If there are none, makes
 * a hierarchy of the rule, whose leaves are those of the attribute's domain that it knows. Errors:
 * those of deid_hierarchy_bind_table(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_treated_attribute_init (DeidTreatedAttribute *treated, const DeidTreatment *treatment,
                                      const DeidAttribute *attribute,
                                      const DeidTableSource *population, const DeidStop *stop,
                                      GError **error);
void deid_treated_attribute_clear (DeidTreatedAttribute *treated);

/* Returns: the number of the label that the rule gives a value, which may be NULL, or DEID_NO_CODE
 * if it knows none. Not of a column that is kept. */
guint32 deid_treated_attribute_find_group (const DeidTreatedAttribute *treated, const char *value);

/* Returns: the values of an attribute: the leaves of its hierarchy, or those in the order of runs.
 */
const DeidDictionary *deid_attribute_get_domain (const DeidAttribute *attribute);
