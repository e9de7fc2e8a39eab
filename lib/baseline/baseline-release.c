/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A release beside a baseline: which of its labels are finer, and what its risk is. */
#include "baseline/baseline-release.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"

#define SEVERAL (DEID_NO_CODE - 1)

/* What becomes of a quasi-identifier, the worst last. */
typedef enum
{
  NO_FINER,
  RENAMED,
  FINER
} Note;

static const char *const notes[] = { "a quasi-identifier, no finer than by the baseline",
                                     "a quasi-identifier, merged as by the baseline under other "
                                     "labels",
                                     "a quasi-identifier, released finer" DEID_NOTE_AGAINST };

/* The values of a quasi-identifier: how the baseline puts them together, and how the release does.
 */
typedef struct
{
  const DeidDictionary *domain;
  guint32 *groups;         /* of each value the label by the baseline, or DEID_NO_CODE if its rule
                              does not know it */
  guint32 *labels;         /* of each value the number of its label in the release, or DEID_NO_CODE
                              of a missing one */
  guint32 *label_of_group; /* the one that all its values have, or SEVERAL */
  guint32 *group_of_label;
  guint8 *is_released;  /* of each label, whether some record has it */
  DeidDictionary texts; /* of labels */
} BaselineReleaseComparison;

static gboolean
baseline_release_init (BaselineReleaseComparison *comparison, const DeidTreatedAttribute *treated,
                       const DeidAttribute *attribute, GError **error)
{
  const guint32 n_groups = treated->own->levels[treated->own_level].labels.n;
  guint32 n;

  *comparison = (BaselineReleaseComparison){ .domain = deid_attribute_get_domain (attribute) };
  deid_dictionary_init (&comparison->texts);
  n = comparison->domain->n;
  if (!deid_new_arrays (error, DEID_NEW (comparison->groups, n), DEID_NEW (comparison->labels, n),
                        DEID_NEW (comparison->label_of_group, n_groups),
                        DEID_NEW (comparison->group_of_label, n),
                        DEID_NEW (comparison->is_released, n)))
    return FALSE;
  memset (comparison->label_of_group, 0xFF, n_groups * sizeof *comparison->label_of_group);
  memset (comparison->group_of_label, 0xFF, n * sizeof *comparison->group_of_label);
  return TRUE;
}

static void
baseline_release_clear (BaselineReleaseComparison *comparison)
{
  deid_free_arrays (comparison->groups, comparison->labels, comparison->label_of_group,
                    comparison->group_of_label, comparison->is_released);
  deid_dictionary_clear (&comparison->texts);
}

static void
baseline_release_join (guint32 *place, guint32 value)
{
  *place = *place == DEID_NO_CODE || *place == value ? value : SEVERAL;
}

static gboolean
baseline_release_add_values (BaselineReleaseComparison *comparison,
                             const DeidTreatedAttribute *treated, const DeidAttribute *attribute,
                             const DeidLevel *levels, GError **error)
{
  for (guint32 i = 0; i < comparison->domain->n; i++)
    {
      const char *label = deid_attribute_get_leaf_text (attribute, levels, i);
      const guint32 group = deid_treated_attribute_find_group (
          treated, deid_dictionary_get (comparison->domain, i));

      comparison->groups[i] = group;
      comparison->labels[i] = DEID_NO_CODE;
      if (label == NULL)
        continue;
      if (!deid_check_text (label, error)
          || !deid_dictionary_add (&comparison->texts, label, strlen (label),
                                   &comparison->labels[i], error))
        return FALSE;
      if (group == DEID_NO_CODE)
        continue;
      baseline_release_join (&comparison->label_of_group[group], comparison->labels[i]);
      baseline_release_join (&comparison->group_of_label[comparison->labels[i]], group);
    }
  return TRUE;
}

/* Marks the labels of released classes; @level, unless it is NULL, is the one that counts. */
static void
mark_released (BaselineReleaseComparison *comparison, const DeidPartition *partition, guint a,
               const DeidLevel *level)
{
  const DeidPartitionColumn *column = &partition->columns[a];

  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      const guint32 own = deid_codes_get (&column->labels, number);
      const char *text = column->texts[own];
      const gboolean counts
          = !partition->suppressed[number] && (level == NULL || column->levels[own] == *level);
      const guint32 label = text != NULL && counts
                                ? deid_dictionary_find (&comparison->texts, text, strlen (text))
                                : DEID_NO_CODE;

      if (label != DEID_NO_CODE)
        comparison->is_released[label] = TRUE;
    }
}

/* A label is finer if it leaves out values that the baseline puts together with one of its own, or
 * is the value itself where the baseline has another label. One that has the same values as that of
 * the baseline may read otherwise. */
static Note
baseline_release_judge (const BaselineReleaseComparison *comparison,
                        const DeidTreatedAttribute *treated)
{
  Note note = NO_FINER;

  for (guint32 i = 0; i < comparison->domain->n; i++)
    {
      const guint32 group = comparison->groups[i], label = comparison->labels[i];
      const char *value = deid_dictionary_get (comparison->domain, i), *text, *own;

      if (group == DEID_NO_CODE || label == DEID_NO_CODE || !comparison->is_released[label])
        continue;
      text = deid_dictionary_get (&comparison->texts, label);
      own = deid_dictionary_get (&treated->own->levels[treated->own_level].labels, group);
      if (comparison->label_of_group[group] == SEVERAL
          || (g_strcmp0 (text, value) == 0 && g_strcmp0 (text, own) != 0))
        return FINER;
      if (comparison->group_of_label[label] == group && g_strcmp0 (text, own) != 0)
        note = RENAMED;
    }
  return note;
}

/* Compares the labels that a policy makes; @level, unless it is NULL, is the one that counts. */
static gboolean
baseline_release_compare (const DeidTreatedAttribute *treated, const DeidPartition *partition,
                          guint a, const DeidLevel *levels, const DeidLevel *level, Note *note,
                          GError **error)
{
  const DeidAttribute *attribute = &partition->lattice->attributes[a];
  BaselineReleaseComparison comparison;
  gboolean success;

  success = baseline_release_init (&comparison, treated, attribute, error)
            && baseline_release_add_values (&comparison, treated, attribute, levels, error);
  if (success)
    {
      mark_released (&comparison, partition, a, level);
      *note = MAX (*note, baseline_release_judge (&comparison, treated));
    }
  baseline_release_clear (&comparison);
  return success;
}

/* The labels of a local recoding, which has no cuts, are compared level by level. */
static gboolean
compare_levels (const DeidTreatedAttribute *treated, const DeidPartition *partition, guint a,
                Note *note, GError **error)
{
  const DeidLattice *lattice = partition->lattice;
  const DeidAttribute *attribute = &lattice->attributes[a];
  g_autofree DeidLevel *levels = deid_alloc (lattice->n_dimensions, sizeof *levels, error);
  DeidLevel *level = levels != NULL ? &levels[attribute->first_dimension] : NULL;

  for (guint l = 0; levels != NULL && l < attribute->n_levels; l++)
    {
      *level = (DeidLevel) l;
      if (!baseline_release_compare (treated, partition, a, levels, level, note, error))
        return FALSE;
    }
  return levels != NULL;
}

static gboolean
compare_columns (DeidBaselineRelease *release, const DeidBaselineReport *report, DeidResult *result,
                 const DeidStop *stop, GError **error)
{
  const DeidPartition *partition = deid_result_make_partition (result, stop, error);

  if (partition == NULL)
    return FALSE;
  for (guint c = 0; c < report->identifiers->n_columns; c++)
    {
      const guint a
          = deid_lattice_find_attribute_number (report->lattice, report->treatments[c].column);
      const DeidTreatedAttribute *treated = &report->attributes[a];
      Note note = NO_FINER;

      release->notes[c] = report->notes[c];
      if (a == report->lattice->n_attributes || treated->own == NULL)
        continue;
      if (!(result->policy != NULL ? baseline_release_compare (
                treated, partition, a, result->policy->levels, NULL, &note, error)
                                   : compare_levels (treated, partition, a, &note, error)))
        return FALSE;
      release->notes[c] = notes[note];
    }
  return TRUE;
}

static gboolean
baseline_release_check (const DeidBaselineReport *report, const DeidResult *result, GError **error)
{
  if (result->problem->lattice == report->lattice)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the result is of another lattice than that which the baseline was evaluated "
                    "with, expected one of that");
}

gboolean
deid_baseline_release_init (DeidBaselineRelease *release, const DeidBaselineReport *report,
                            DeidResult *result, const DeidRiskReport *risks,
                            GCancellable *cancellable, GError **error)
{
  *release = (DeidBaselineRelease){ .n_suppressed = deid_result_get_n_suppressed (result) };
  return baseline_release_check (report, result, error)
         && deid_new_arrays (error, DEID_NEW (release->notes, report->identifiers->n_columns))
         && deid_risk_report_get_population_risk (risks, 1, DEID_RISK_SCALE_SUM, &release->risk,
                                                  cancellable, error)
         && compare_columns (release, report, result, DEID_STOP_OF (cancellable), error);
}

void
deid_baseline_release_clear (DeidBaselineRelease *release)
{
  g_clear_pointer (&release->notes, g_free);
}

gboolean
deid_baseline_release_is_against (const DeidBaselineRelease *release, guint column)
{
  return g_str_has_suffix (release->notes[column], DEID_NOTE_AGAINST);
}
