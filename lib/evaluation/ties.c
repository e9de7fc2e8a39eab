/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/ties.h"

#include "base/memory.h"
#include "base/stopped-sort.h"
#include "classes/class-map.h"
#include "lattice/recoder.h"
#include "quality/class-costs.h"

typedef struct
{
  const DeidPreparedProblem *prepared;
  const DeidJudgedClasses *judged;
  const DeidStop *stop;
  guint32 *places; /* of each class among those that are tied, or DEID_NO_CLASS */
  guint32 *rows;   /* one of each that is tied */
  DeidLossSums *sums;
  DeidRecoder recoder;
  DeidClassCosts costs; /* used if classes are costed */
} Ties;

typedef struct
{
  const Ties *ties;
  double loss;
  guint32 row;
  DeidKeyedNumber number;
} Tied;

static int
ties_compare_labels (const Ties *ties, guint32 a, guint32 b)
{
  int order = 0;

  for (guint i = 0; order == 0 && i < ties->prepared->lattice->n_attributes; i++)
    {
      const guint32 *labels = ties->recoder.recodings[i]->labels;
      const DeidCodes *codes = ties->judged->rows->codes[i];
      const guint32 x = labels[deid_codes_get (codes, a)], y = labels[deid_codes_get (codes, b)];

      if (x != y)
        order = g_strcmp0 (deid_recoder_get_text (&ties->recoder, i, x),
                           deid_recoder_get_text (&ties->recoder, i, y));
    }
  return order;
}

static int
ties_compare (const void *a, const void *b)
{
  const Tied *x = a, *y = b;

  if (x->loss != y->loss)
    return x->loss > y->loss ? -1 : 1;
  return ties_compare_labels (x->ties, x->row, y->row);
}

/* Rows of the population have no weight and cost nothing; each class has others. */
static gboolean
visit_rows (Ties *ties, GError **error)
{
  const DeidJudgedClasses *judged = ties->judged;
  const DeidRowClasses *classes = &judged->classes;
  const guint n_attributes = ties->prepared->lattice->n_attributes;

  for (guint64 row = 0; row < deid_rows_get_n_own (judged->rows); row++)
    {
      const guint32 number = deid_row_classes_get (classes, row);
      const guint32 place = number < classes->n_classes ? ties->places[number] : DEID_NO_CLASS;

      if (!deid_stop_check_row (ties->stop, row, error))
        return FALSE;
      if (place == DEID_NO_CLASS)
        continue;
      ties->rows[place] = (guint32) row;
      deid_loss_add_suppressed (&ties->prepared->loss, judged->rows, row, ties->recoder.recodings,
                                &ties->sums[(guint64) place * n_attributes]);
    }
  return TRUE;
}

/* Makes the texts of labels, by which ties may be broken. */
static gboolean
make_texts (const Ties *ties, GError **error)
{
  for (guint a = 0; a < ties->prepared->lattice->n_attributes; a++)
    for (guint32 label = 0; deid_attribute_has_runs (&ties->prepared->attributes[a])
                            && label < ties->recoder.recodings[a]->n_labels;
         label++)
      if (!deid_check_text (deid_recoder_get_text (&ties->recoder, a, label), error))
        return FALSE;
  return TRUE;
}

static gboolean
ties_init (Ties *ties, const DeidKeyedNumber *tied, guint64 n, GError **error)
{
  const guint32 n_classes = ties->judged->classes.n_classes;
  const DeidPreparedProblem *prepared = ties->prepared;

  if (!deid_recoder_init (&ties->recoder, prepared->attributes, prepared->lattice->n_attributes,
                          error)
      || (ties->places = deid_alloc (n_classes, sizeof *ties->places, error)) == NULL
      || (ties->rows = deid_alloc (n, sizeof *ties->rows, error)) == NULL
      || (ties->sums = deid_alloc (n * prepared->lattice->n_attributes, sizeof *ties->sums, error))
             == NULL)
    return FALSE;
  deid_recoder_set (&ties->recoder, ties->judged->classes.levels);
  if (!make_texts (ties, error))
    return FALSE;
  for (guint32 number = 0; number < n_classes; number++)
    ties->places[number] = DEID_NO_CLASS;
  for (guint64 i = 0; i < n; i++)
    ties->places[tied[i].number] = (guint32) i;
  return visit_rows (ties, error);
}

static gboolean
ties_measure (Ties *ties, guint64 place, guint32 number, double *loss, GError **error)
{
  const DeidLoss *measured = &ties->prepared->loss;
  DeidWide sum = 0;

  if (deid_loss_is_separable (measured))
    {
      *loss = deid_loss_get_kept (measured, &ties->sums[place * measured->n_attributes]);
      return TRUE;
    }
  if (!deid_class_costs_add (&ties->costs, number, DEID_COST_KEPT, &sum, error))
    return FALSE;
  *loss = (double) sum;
  return TRUE;
}

static gboolean
ties_sort (Ties *ties, DeidKeyedNumber *tied, guint64 n, GError **error)
{
  g_autofree Tied *sorted = deid_alloc (n, sizeof *sorted, error);

  if (sorted == NULL)
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    {
      if (!deid_stop_check_class (ties->stop, (guint32) i, error))
        return FALSE;
      sorted[i] = (Tied){ .ties = ties, .row = ties->rows[i], .number = tied[i] };
      if (!ties_measure (ties, i, tied[i].number, &sorted[i].loss, error))
        return FALSE;
    }
  if (!deid_stopped_sort (sorted, n, sizeof *sorted, ties_compare, ties->stop, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    tied[i] = sorted[i].number;
  return TRUE;
}

/* Returns: a number that those of all classes are below, of those that are not judged too. */
static guint32
ties_count_numbers (const DeidJudgedClasses *judged)
{
  guint32 n = judged->classes.n_classes;

  for (guint64 row = 0; row < judged->rows->n; row++)
    n = MAX (n, deid_row_classes_get (&judged->classes, row) + 1);
  return n;
}

static gboolean
sort_by_costs (Ties *ties, DeidKeyedNumber *tied, guint64 n, GError **error)
{
  const DeidPreparedProblem *prepared = ties->prepared;
  DeidRowClasses classes = ties->judged->classes;
  DeidClassSource source = prepared->cost_source;
  DeidRows rows = *ties->judged->rows;
  gboolean success;

  classes.n_classes = ties_count_numbers (ties->judged);
  rows.n_attributes = prepared->lattice->n_attributes;
  source.rows = &rows;
  success = deid_class_costs_init (&ties->costs, &prepared->loss, &source, error)
            && deid_class_costs_start (&ties->costs, &source, &classes, ties->stop, error)
            && ties_sort (ties, tied, n, error);
  deid_class_costs_clear (&ties->costs);
  return success;
}

gboolean
deid_ties_sort (const DeidPreparedProblem *prepared, const DeidJudgedClasses *judged,
                DeidKeyedNumber *tied, guint64 n, const DeidStop *stop, GError **error)
{
  Ties ties = { .prepared = prepared, .judged = judged, .stop = stop };
  const gboolean success
      = ties_init (&ties, tied, n, error)
        && (deid_loss_is_separable (&prepared->loss) ? ties_sort (&ties, tied, n, error)
                                                     : sort_by_costs (&ties, tied, n, error));

  deid_recoder_clear (&ties.recoder);
  g_free (ties.places);
  g_free (ties.rows);
  g_free (ties.sums);
  return success;
}
