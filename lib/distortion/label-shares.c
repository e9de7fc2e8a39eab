/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/label-shares.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "hierarchy/rules/value-set.h"

#include <string.h>

/* Adds the values of a set, in equal parts. */
static gboolean
label_shares_add_set (DeidLabelShares *shares, const char *text, const DeidDictionary *values,
                      guint64 *n_shares, GError **error)
{
  gboolean has_gap;
  g_autofree char **listed = deid_value_set_read (text, &has_gap, error);
  const guint n = listed != NULL ? g_strv_length (listed) : 0;

  if (listed == NULL
      || !deid_grow ((gpointer *) &shares->shares, &shares->capacity, *n_shares + n,
                     sizeof *shares->shares, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    shares->shares[(*n_shares)++]
        = (DeidLabelShare){ listed[i][0] != '\0'
                                ? deid_dictionary_find (values, listed[i], strlen (listed[i]))
                                : DEID_NO_CODE,
                            1.0 / n };
  return TRUE;
}

static gboolean
read_labels (DeidLabelShares *shares, const DeidPartitionColumn *labels,
             const DeidDictionary *values, const DeidStop *stop, GError **error)
{
  guint64 n_shares = 0;

  for (; shares->n < labels->sets->n; shares->n++)
    {
      shares->starts[shares->n] = n_shares;
      if (!deid_stop_check_value (stop, shares->n, error)
          || !label_shares_add_set (shares, labels->texts[shares->first + shares->n], values,
                                    &n_shares, error))
        return FALSE;
    }
  shares->starts[shares->n] = n_shares;
  return TRUE;
}

/* Returns: where a value is counted; a missing one is behind all. */
static double *
label_shares_get_count (double *counts, const DeidDictionary *values, guint32 code)
{
  return &counts[code != DEID_NO_CODE ? code : values->n];
}

/* Counts how often each value occurs in the release. A label above sets counts as no value. */
static void
count_values (const DeidLabelShares *shares, const DeidPartition *partition,
              const DeidPartitionColumn *labels, const DeidDictionary *values, double *counts)
{
  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      const guint32 label = deid_codes_get (&labels->labels, number);
      const double n = partition->suppressed[number] ? 0 : (double) partition->records[number];
      const char *text = labels->texts[label];
      guint32 code;

      if (label >= shares->first)
        {
          const guint32 set = label - shares->first;

          for (guint64 i = shares->starts[set]; i < shares->starts[set + 1]; i++)
            *label_shares_get_count (counts, values, shares->shares[i].code)
                += n * shares->shares[i].share;
          continue;
        }
      code = text != NULL ? deid_dictionary_find (values, text, strlen (text)) : DEID_NO_CODE;
      if (text == NULL || code != DEID_NO_CODE)
        *label_shares_get_count (counts, values, code) += n;
    }
}

/* Makes shares proportional to counts. */
static void
weigh_shares (DeidLabelShares *shares, const DeidDictionary *values, double *counts)
{
  for (guint32 set = 0; set < shares->n; set++)
    {
      double sum = 0;

      for (guint64 i = shares->starts[set]; i < shares->starts[set + 1]; i++)
        sum += *label_shares_get_count (counts, values, shares->shares[i].code);
      for (guint64 i = shares->starts[set]; sum > 0 && i < shares->starts[set + 1]; i++)
        shares->shares[i].share
            = *label_shares_get_count (counts, values, shares->shares[i].code) / sum;
    }
}

gboolean
deid_label_shares_init (DeidLabelShares *shares, const DeidPartition *partition, guint attribute,
                        const DeidStop *stop, GError **error)
{
  const DeidPartitionColumn *labels = &partition->columns[attribute];
  const DeidDictionary *values
      = &deid_lattice_get_column (partition->lattice, attribute)->dictionary;
  g_autofree double *counts = NULL;

  *shares = (DeidLabelShares){ .first = labels->n_labels };
  if (labels->sets == NULL)
    return TRUE;
  shares->first -= labels->sets->n;
  if (!deid_new_arrays (error, DEID_NEW (shares->starts, (guint64) labels->sets->n + 1),
                        DEID_NEW (counts, (guint64) values->n + 1))
      || !read_labels (shares, labels, values, stop, error))
    return FALSE;
  count_values (shares, partition, labels, values, counts);
  weigh_shares (shares, values, counts);
  return TRUE;
}

void
deid_label_shares_clear (DeidLabelShares *shares)
{
  deid_free_arrays (shares->starts, shares->shares);
}
