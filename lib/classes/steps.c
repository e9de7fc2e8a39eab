/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/steps.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

/* Numbers the lower labels of each upper label; gives each code of the column its number.
 * Returns: the greatest number of lower labels that an upper one has, or 0 with an error. */
static guint32
number_parts (const DeidRecoding *upper, const DeidRecoding *lower, guint32 n_codes,
              guint32 *part_of_code, GError **error)
{
  g_autofree guint32 *n_parts = deid_alloc (upper->n_labels, sizeof *n_parts, error);
  g_autofree guint32 *part_of_label
      = n_parts != NULL ? deid_alloc (lower->n_labels, sizeof *part_of_label, error) : NULL;
  guint32 fan_out = 1;

  if (part_of_label == NULL)
    return 0;
  memset (part_of_label, 0xFF, lower->n_labels * sizeof *part_of_label);
  for (guint32 code = 0; code < n_codes; code++)
    {
      guint32 *part = &part_of_label[lower->labels[code]];

      if (*part == G_MAXUINT32)
        *part = n_parts[upper->labels[code]]++;
      fan_out = MAX (fan_out, *part + 1);
      part_of_code[code] = *part;
    }
  return fan_out;
}

static gboolean
init_step (DeidStep *step, const DeidRows *rows, guint a, const DeidAttribute *attribute,
           guint level, const DeidStop *stop, GError **error)
{
  g_autofree guint32 *part_of_code = deid_alloc (attribute->n_codes, sizeof *part_of_code, error);

  if (part_of_code == NULL)
    return FALSE;
  step->fan_out = number_parts (&attribute->levels[level + 1], &attribute->levels[level],
                                attribute->n_codes, part_of_code, error);
  if (step->fan_out == 0 || !deid_codes_alloc (&step->parts, rows->n, step->fan_out - 1, error))
    return FALSE;
  for (guint64 start = 0; start < rows->n; start += DEID_ROWS_PER_CHECK)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      deid_codes_set_mapped (&step->parts, start, rows->codes[a], start,
                             MIN (DEID_ROWS_PER_CHECK, rows->n - start), part_of_code);
    }
  return TRUE;
}

gboolean
deid_steps_init (DeidSteps *steps, const DeidRows *rows, const DeidAttribute *attributes,
                 const DeidStop *stop, GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (steps->n_steps, rows->n_attributes),
                        DEID_NEW (steps->steps, rows->n_attributes)))
    return FALSE;
  steps->n_attributes = rows->n_attributes;
  for (guint a = 0; a < rows->n_attributes; a++)
    {
      steps->n_steps[a] = attributes[a].n_levels - 1;
      if (!deid_new_arrays (error, DEID_NEW (steps->steps[a], steps->n_steps[a])))
        return FALSE;
      for (guint level = 0; level < steps->n_steps[a]; level++)
        if (!init_step (&steps->steps[a][level], rows, a, &attributes[a], level, stop, error))
          return FALSE;
    }
  return TRUE;
}

void
deid_steps_clear (DeidSteps *steps)
{
  for (guint a = 0; a < steps->n_attributes; a++)
    {
      for (guint level = 0; steps->steps[a] != NULL && level < steps->n_steps[a]; level++)
        deid_codes_clear (&steps->steps[a][level].parts);
      g_free (steps->steps[a]);
    }
  g_free (steps->steps);
  g_free (steps->n_steps);
  *steps = (DeidSteps){ 0 };
}
