/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/attribute-join.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

static void
attribute_join_add_label (DeidRecoding *recoding, guint32 text_code, guint64 n_leaves)
{
  recoding->text_codes[recoding->n_labels] = text_code;
  recoding->n_leaves[recoding->n_labels++] = n_leaves;
}

/* Gives each label of the other column its number; labels that the own column lacks are new. */
static void
join_labels (DeidAttribute *joint, const DeidAttribute *other, guint level,
             guint32 *label_of_text_code, guint32 n_text_codes, guint32 *numbers)
{
  DeidRecoding *recoding = &joint->levels[level];
  const DeidRecoding *added = &other->levels[level];

  memset (label_of_text_code, 0xFF, ((gsize) n_text_codes + 1) * sizeof *label_of_text_code);
  for (guint32 label = 0; label < recoding->n_labels; label++)
    label_of_text_code[MIN (recoding->text_codes[label], n_text_codes)] = label;
  for (guint32 label = 0; label < added->n_labels; label++)
    {
      const guint32 text_code = added->text_codes[label];
      guint32 *number = &label_of_text_code[MIN (text_code, n_text_codes)];

      if (*number == DEID_NO_CODE)
        {
          *number = recoding->n_labels;
          attribute_join_add_label (recoding, text_code, added->n_leaves[label]);
        }
      numbers[label] = *number;
    }
}

static gboolean
join_level (DeidAttribute *joint, const DeidAttribute *own, const DeidAttribute *other, guint level,
            const DeidStop *stop, GError **error)
{
  DeidRecoding *recoding = &joint->levels[level];
  const DeidRecoding *first = &own->levels[level], *added = &other->levels[level];
  const guint32 n_text_codes = joint->hierarchy->levels[level].labels.n;
  g_autofree guint32 *label_of_text_code = NULL, *numbers = NULL;

  if (!deid_stop_check (stop, error)
      || (label_of_text_code
          = deid_alloc ((guint64) n_text_codes + 1, sizeof *label_of_text_code, error))
             == NULL
      || (numbers = deid_alloc (added->n_labels, sizeof *numbers, error)) == NULL
      || !deid_recoding_init (recoding, joint->n_codes, error))
    return FALSE;
  recoding->level = level;
  for (guint32 label = 0; label < first->n_labels; label++)
    attribute_join_add_label (recoding, first->text_codes[label], first->n_leaves[label]);
  join_labels (joint, other, level, label_of_text_code, n_text_codes, numbers);
  for (guint32 code = 0; code < own->n_codes; code++)
    recoding->labels[code] = first->labels[code];
  for (guint32 code = 0; code < other->n_codes; code++)
    recoding->labels[own->n_codes + code] = numbers[added->labels[code]];
  return TRUE;
}

static gboolean
attribute_join_check_codes (const DeidAttribute *own, const DeidAttribute *other, GError **error)
{
  if ((guint64) own->n_codes + other->n_codes < DEID_NO_CODE)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
               "column '%s' of %s and of its population %s: %u and %u values, expected fewer than "
               "2^32 - 1 together",
               deid_column_show (deid_attribute_get_column (own)), own->table->name,
               other->table->name, own->n_codes, other->n_codes);
  return FALSE;
}

static gboolean
join_positions (DeidAttribute *joint, const DeidAttribute *own, const DeidAttribute *other,
                GError **error)
{
  joint->positions = deid_alloc (joint->n_codes, sizeof *joint->positions, error);
  if (joint->positions == NULL)
    {
      deid_attribute_clear (joint);
      return FALSE;
    }
  memcpy (joint->positions, own->positions, own->n_codes * sizeof *own->positions);
  memcpy (joint->positions + own->n_codes, other->positions,
          other->n_codes * sizeof *other->positions);
  return TRUE;
}

gboolean
deid_attribute_join (DeidAttribute *joint, const DeidAttribute *own, const DeidAttribute *other,
                     const DeidStop *stop, GError **error)
{
  *joint = *own;
  joint->levels = NULL;
  joint->hierarchy = NULL;
  joint->cuts = NULL;
  joint->blocks = NULL;
  joint->positions = NULL;
  if (!attribute_join_check_codes (own, other, error))
    return FALSE;
  if (own->cuts != NULL)
    joint->cuts = deid_cuts_ref (own->cuts);
  joint->n_codes = own->n_codes + other->n_codes;
  if (deid_attribute_has_runs (own))
    return join_positions (joint, own, other, error);
  joint->hierarchy = deid_hierarchy_ref (other->hierarchy);
  if (!deid_new_arrays (error, DEID_NEW (joint->levels, joint->n_levels)))
    {
      deid_attribute_clear (joint);
      return FALSE;
    }
  for (guint level = 0; level < joint->n_levels; level++)
    if (!join_level (joint, own, other, level, stop, error))
      {
        deid_attribute_clear (joint);
        return FALSE;
      }
  return TRUE;
}
