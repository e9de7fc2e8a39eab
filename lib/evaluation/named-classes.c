/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "classes/class-map.h"
#include "evaluation/judgement.h"
#include "lattice/attribute.h"
#include "privacy/table-view.h"
#include "quality/class-costs.h"

#include <string.h>

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
  DeidClassSource source = prepared->read_costs.source;
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
  deid_free_arrays (ties.places, ties.rows, ties.sums);
  return success;
}

/* What is at hand while classes are named. */
typedef struct
{
  DeidNamedClasses *named;
  const DeidJudgedClasses *judged;
  const DeidStop *stop;
  DeidClassVerdict listed; /* verdicts up to this one are listed, */
  DeidClassVerdict given;  /* and named classes get this one */
  guint64 *counts;         /* for each model of the records it names */
  guint64 n_records;       /* named */
} Naming;

gboolean
deid_named_classes_init (DeidNamedClasses *named, const DeidPreparedProblem *prepared,
                         GError **error)
{
  const DeidPreparedModels *privacy = &prepared->privacy;

  *named = (DeidNamedClasses){ .prepared = prepared, .is_bounded = TRUE };
  for (guint i = 0; i < privacy->n_models; i++)
    if (deid_prepared_model_names_classes (&privacy->models[i]))
      {
        named->is_used = TRUE;
        named->is_bounded &= privacy->models[i].model->funcs->is_table_monotone;
      }
  return deid_new_arrays (error, DEID_NEW (named->needed, privacy->n_models),
                          DEID_NEW (named->suppressed, privacy->n_models));
}

void
deid_named_classes_clear (DeidNamedClasses *named)
{
  deid_free_arrays (named->numbers, named->sizes, named->first_persons, named->named, named->labels,
                    named->persons, named->needed, named->suppressed);
}

static gboolean
named_classes_reserve (DeidNamedClasses *named, guint64 n, GError **error)
{
  const guint64 n_labels = n * named->prepared->lattice->n_attributes;

  return deid_grow_list (named, numbers, n, error) && deid_grow_list (named, sizes, n, error)
         && deid_grow_list (named, first_persons, n, error)
         && deid_grow_list (named, named, n, error)
         && deid_grow_list (named, labels, n_labels, error)
         && (named->prepared->read.source.entities == NULL
             || deid_grow_list (named, persons, deid_rows_get_n_own (&named->prepared->rows),
                                error));
}

static void
read_sizes (const Naming *naming)
{
  DeidNamedClasses *named = naming->named;
  const gboolean has_persons = named->prepared->read.source.entities != NULL;
  guint64 n_persons = 0;

  for (guint32 i = 0; i < named->n; i++)
    {
      const guint32 number = named->numbers[i];

      named->first_persons[i] = n_persons;
      if (has_persons)
        named->sizes[i] = deid_class_reader_list_persons (naming->judged->reader, number,
                                                          named->persons + n_persons);
      else
        named->sizes[i] = naming->judged->classes.sizes[number];
      n_persons += named->sizes[i];
    }
}

static gboolean
named_classes_list_classes (const Naming *naming, GError **error)
{
  DeidNamedClasses *named = naming->named;
  const DeidRowClasses *classes = &naming->judged->classes;

  if (!named_classes_reserve (named, classes->n_classes, error))
    return FALSE;
  named->n = 0;
  for (guint32 number = 0; number < classes->n_classes; number++)
    if (classes->sizes[number] > 0 && naming->judged->verdicts[number] <= naming->listed)
      named->numbers[named->n++] = number;
  read_sizes (naming);
  for (guint a = 0; a < named->prepared->lattice->n_attributes; a++)
    for (guint32 i = 0; i < named->n; i++)
      named->labels[(gsize) a * named->n + i]
          = deid_class_reader_get_label_mark (naming->judged->reader, named->numbers[i], a);
  return TRUE;
}

static const char *
get_listed_text (gconstpointer source, guint attribute, guint32 place)
{
  const Naming *naming = source;

  return deid_class_reader_get_label (naming->judged->reader, naming->named->numbers[place],
                                      attribute);
}

static DeidTableView
view_listed (const Naming *naming)
{
  const DeidNamedClasses *named = naming->named;
  const DeidPreparedProblem *prepared = named->prepared;
  DeidTableView view = { .n_classes = named->n,
                         .sizes = named->sizes,
                         .stop = naming->stop,
                         .n_attributes = prepared->lattice->n_attributes,
                         .labels = named->labels,
                         .persons = prepared->read.source.entities != NULL ? named->persons : NULL,
                         .first_persons = named->first_persons,
                         .named = named->named,
                         .get_text = get_listed_text,
                         .text_source = naming };

  for (guint32 i = 0; i < named->n; i++)
    {
      view.n_records += naming->judged->classes.sizes[named->numbers[i]];
      view.n_persons += named->sizes[i];
    }
  view.n_suppressed = prepared->n_records - view.n_records;
  return view;
}

/* Takes the named classes off the list. What stays moves to the front, which overwrites nothing
 * that is still to be moved. */
static void
named_classes_take_named (const Naming *naming)
{
  DeidNamedClasses *named = naming->named;
  guint32 n = 0;
  gsize to = 0;

  for (guint a = 0; a < named->prepared->lattice->n_attributes; a++)
    for (guint32 i = 0; i < named->n; i++)
      if (!named->named[i])
        named->labels[to++] = named->labels[(gsize) a * named->n + i];
  for (guint32 i = 0; i < named->n; i++)
    if (!named->named[i])
      {
        named->numbers[n] = named->numbers[i];
        named->sizes[n] = named->sizes[i];
        named->first_persons[n++] = named->first_persons[i];
      }
  named->n = n;
}

/* Has a model name classes of the list. Sets @any to whether it does, and @holds to whether it
 * would name none of the rest. */
static gboolean
named_classes_ask (Naming *naming, guint model, gboolean *any, gboolean *holds, GError **error)
{
  DeidNamedClasses *named = naming->named;
  const DeidTableView view = view_listed (naming);
  guint64 n_records = 0;

  *any = FALSE;
  memset (named->named, FALSE, named->n);
  if (!deid_stop_check (naming->stop, error)
      || !deid_prepared_model_name_classes (&named->prepared->privacy.models[model], &view, holds,
                                            error))
    return FALSE;
  for (guint32 i = 0; i < named->n; i++)
    if (named->named[i])
      {
        n_records += naming->judged->classes.sizes[named->numbers[i]];
        naming->judged->verdicts[named->numbers[i]] = (guint8) naming->given;
        *any = TRUE;
      }
  naming->counts[model] += n_records;
  naming->n_records += n_records;
  if (*any)
    named_classes_take_named (naming);
  return TRUE;
}

/* Asks the models in turn until none of them names a class. */
static gboolean
named_classes_name_classes (Naming *naming, gboolean monotone_only, GError **error)
{
  const DeidPreparedModels *privacy = &naming->named->prepared->privacy;
  guint n_content = 0;

  if (!named_classes_list_classes (naming, error))
    return FALSE;
  for (guint i = 0; n_content < privacy->n_models && naming->named->n > 0;
       i = (i + 1) % privacy->n_models)
    {
      const DeidPreparedModel *asked = &privacy->models[i];
      gboolean any = FALSE, holds = TRUE;

      if (deid_prepared_model_names_classes (asked)
          && (!monotone_only || asked->model->funcs->is_table_monotone)
          && !named_classes_ask (naming, i, &any, &holds, error))
        return FALSE;
      n_content = !any ? n_content + 1 : holds ? 1 : 0;
    }
  return TRUE;
}

gboolean
deid_named_classes_judge (DeidNamedClasses *named, const DeidJudgedClasses *judged,
                          const DeidStop *stop, GError **error)
{
  const gsize size = named->prepared->privacy.n_models * sizeof *named->needed;
  Naming naming = { .named = named,
                    .judged = judged,
                    .stop = stop,
                    .listed = DEID_CLASS_FAILS,
                    .given = DEID_CLASS_FAILS_NECESSARY,
                    .counts = named->needed };

  if (!named->is_used)
    return TRUE;
  memset (named->needed, 0, size);
  if (!named_classes_name_classes (&naming, TRUE, error))
    return FALSE;
  memcpy (named->suppressed, named->needed, size);
  named->is_settled
      = named->is_bounded
        && memchr (judged->verdicts, DEID_CLASS_FAILS, judged->classes.n_classes) == NULL;
  return TRUE;
}

gboolean
deid_named_classes_suppress (DeidNamedClasses *named, const DeidJudgedClasses *judged,
                             const DeidStop *stop, guint64 *n_records, GError **error)
{
  Naming naming = { .named = named,
                    .judged = judged,
                    .stop = stop,
                    .listed = DEID_CLASS_PASSES,
                    .given = DEID_CLASS_FAILS,
                    .counts = named->suppressed };

  *n_records = 0;
  if (named->is_settled)
    return TRUE;
  if (!named_classes_name_classes (&naming, FALSE, error))
    return FALSE;
  named->is_settled = TRUE;
  *n_records = naming.n_records;
  return TRUE;
}
