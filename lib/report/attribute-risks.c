/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which quasi-identifiers identify most. */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "classes/grouping.h"
#include "figures/report-private.h"
#include "report/report-classes.h"
#include "report/risk-report-private.h"
#include "report/subset-order.h"

/* So that 64 bits can count the pairs. */
#define ATTRIBUTE_RISKS_MAX_RECORDS (G_GUINT64_CONSTANT (1) << 32)
#define SUBSETS_PER_CHECK           1024

/* Of a subset of attributes. */
typedef struct
{
  guint64 n_distinct; /* combinations of values */
  guint64 n_alike;    /* pairs of records with the same combination */
} SubsetFigures;

typedef struct
{
  gboolean is_after;
  DeidLattice *lattice;
  GBytes *statement; /* the problem file that a job stated the problem by, or NULL */
  guint64 n_records;
  guint64 n_pairs;
  DeidSubsetOrder order;
  SubsetFigures *figures; /* of each subset */
} DeidAttributeRisks;

static void
attribute_risks_free (gpointer data)
{
  DeidAttributeRisks *risks = data;

  deid_lattice_unref (risks->lattice);
  g_clear_pointer (&risks->statement, g_bytes_unref);
  g_free (risks->figures);
  g_free (risks);
}

static gboolean
attribute_risks_count_records (DeidAttributeRisks *risks, const DeidMergedRows *table,
                               GError **error)
{
  for (guint64 row = 0; row < table->n; row++)
    risks->n_records += table->weights[row];
  risks->n_pairs = risks->n_records % 2 == 0 ? risks->n_records / 2 * (risks->n_records - 1)
                                             : risks->n_records * (risks->n_records / 2);
  if (risks->n_records <= ATTRIBUTE_RISKS_MAX_RECORDS)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "%" G_GUINT64_FORMAT " records, expected at most 2^32", risks->n_records);
}

static SubsetFigures
subset_figures_sum_up (const DeidGrouping *grouping)
{
  SubsetFigures figures = { 0 };

  for (guint32 number = 0; number < grouping->n_classes; number++)
    {
      const guint64 n = grouping->sizes[number];

      figures.n_distinct += n > 0;
      figures.n_alike += n * (n - (n > 0)) / 2;
    }
  return figures;
}

/* Groups the rows by the columns of a subset. */
static gboolean
attribute_risks_count_subset (DeidAttributeRisks *risks, guint64 i, const DeidMergedRows *table,
                              const DeidRecoding *recodings, DeidGrouping *grouping,
                              const DeidStop *stop, GError **error)
{
  const guint size = deid_subset_order_get_size (&risks->order, i);
  g_autofree const DeidCodes **codes = NULL;
  g_autofree const DeidRecoding **own = NULL;
  DeidRows rows = { .n = table->n, .n_attributes = size, .weights = table->weights };

  if (!deid_new_arrays (error, DEID_NEW (codes, size), DEID_NEW (own, size)))
    return FALSE;
  rows.codes = codes;
  for (guint j = 0; j < size; j++)
    {
      const guint a = deid_subset_order_get_attribute (&risks->order, i, j);

      codes[j] = &table->columns[a];
      own[j] = &recodings[a];
    }
  if (!deid_grouping_run_by_key (grouping, &rows, own, stop, error))
    return FALSE;
  risks->figures[i] = subset_figures_sum_up (grouping);
  return TRUE;
}

/* The codes of the table are labels already. */
static gboolean
attribute_risks_count_subsets (DeidAttributeRisks *risks, const DeidMergedRows *table,
                               const guint32 *n_labels, const DeidStop *stop, GError **error)
{
  const guint n_attributes = risks->order.n_attributes;
  g_autofree DeidRecoding *recodings = NULL;
  g_autofree guint32 *codes = NULL;
  DeidGrouping grouping = { 0 };
  guint32 n_max = 0;
  gboolean success;

  for (guint a = 0; a < n_attributes; a++)
    n_max = MAX (n_max, n_labels[a]);
  success = deid_new_arrays (error, DEID_NEW (recodings, n_attributes), DEID_NEW (codes, n_max));
  for (guint32 code = 0; success && code < n_max; code++)
    codes[code] = code;
  for (guint a = 0; success && a < n_attributes; a++)
    recodings[a] = (DeidRecoding){ .labels = codes, .n_labels = n_labels[a] };
  for (guint64 i = 0; success && i < risks->order.n; i++)
    success = attribute_risks_count_subset (risks, i, table, recodings, &grouping, stop, error);
  deid_grouping_clear (&grouping);
  return success;
}

static gboolean
attribute_risks_measure (DeidAttributeRisks *risks, DeidResult *result, const DeidStop *stop,
                         GError **error)
{
  g_autofree guint32 *n_labels = deid_alloc (risks->order.n_attributes, sizeof *n_labels, error);
  DeidMergedRows table = { 0 };
  DeidPartition *classes;
  gboolean success;

  if (n_labels == NULL)
    return FALSE;
  classes = deid_report_get_classes (result, risks->is_after, stop, error);
  success = classes != NULL && deid_report_merge_classes (classes, &table, n_labels, stop, error);
  g_clear_pointer (&classes, deid_partition_unref);
  success = success && attribute_risks_count_records (risks, &table, error)
            && attribute_risks_count_subsets (risks, &table, n_labels, stop, error);
  deid_merged_rows_clear (&table);
  return success;
}

/* Returns: (nullable): what was measured, with an error if it is NULL. */
static DeidAttributeRisks *
attribute_risks_make (DeidResult *result, gboolean is_after, guint max_size, const DeidStop *stop,
                      GError **error)
{
  DeidAttributeRisks *risks = g_new0 (DeidAttributeRisks, 1);

  risks->is_after = is_after;
  risks->lattice = deid_lattice_ref (result->problem->lattice);
  if (result->problem->statement != NULL)
    risks->statement = g_bytes_ref (result->problem->statement);
  if (deid_subset_order_init (&risks->order, risks->lattice->n_attributes, max_size, error)
      && (risks->figures = deid_alloc (risks->order.n, sizeof *risks->figures, error)) != NULL
      && attribute_risks_measure (risks, result, stop, error))
    return risks;
  attribute_risks_free (risks);
  return NULL;
}

static double
attribute_risks_get_distinction (const DeidAttributeRisks *risks, guint64 i)
{
  return (double) risks->figures[i].n_distinct / (double) risks->n_records;
}

static guint64
attribute_risks_get_n_separated (const DeidAttributeRisks *risks, guint64 i)
{
  return risks->n_pairs - risks->figures[i].n_alike;
}

/* Returns: 0 if there are no pairs. */
static double
attribute_risks_get_separation (const DeidAttributeRisks *risks, guint64 i)
{
  return (double) attribute_risks_get_n_separated (risks, i) / (double) MAX (risks->n_pairs, 1);
}

static const DeidColumn *
attribute_risks_get_column (const DeidAttributeRisks *risks, guint64 i, guint j)
{
  return deid_lattice_get_column (risks->lattice,
                                  deid_subset_order_get_attribute (&risks->order, i, j));
}

static void
attribute_risks_fill_subset (DeidFigures *figures, const DeidAttributeRisks *risks, guint64 i,
                             gboolean is_shown)
{
  deid_figures_begin_group (figures, NULL);
  deid_figures_begin_table (figures, "attributes");
  for (guint j = 0; j < deid_subset_order_get_size (&risks->order, i); j++)
    deid_figures_add_text (figures, NULL, attribute_risks_get_column (risks, i, j)->name);
  deid_figures_end (figures);
  deid_figures_add_count_if (figures, "distinct", is_shown, risks->figures[i].n_distinct);
  deid_figures_add_shown_number (figures, "distinction", is_shown,
                                 attribute_risks_get_distinction (risks, i));
  deid_figures_add_count_if (figures, "separated", is_shown,
                             attribute_risks_get_n_separated (risks, i));
  deid_figures_add_shown_number (figures, "separation", is_shown,
                                 attribute_risks_get_separation (risks, i));
  deid_figures_end (figures);
}

static gboolean
attribute_risks_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                      const DeidStop *stop, GError **error)
{
  const DeidAttributeRisks *risks = data;
  const gboolean is_shown = audience == DEID_AUDIENCE_CUSTODIAN;

  if (!deid_audience_check (audience, risks->is_after, error))
    return FALSE;
  deid_figures_add_text (figures, "audience", deid_audience_get_name (audience));
  deid_figures_add_text (figures, "table", risks->is_after ? "release" : "input");
  deid_figures_add_count_if (figures, "records", is_shown, risks->n_records);
  deid_figures_add_count_if (figures, "pairs", is_shown, risks->n_pairs);
  deid_figures_begin_table (figures, "subsets");
  for (guint64 i = 0; i < risks->order.n; i++)
    {
      if (i % SUBSETS_PER_CHECK == 0 && !deid_stop_check (stop, error))
        return FALSE;
      attribute_risks_fill_subset (figures, risks, i, is_shown);
    }
  deid_figures_end (figures);
  deid_figures_add_statement (figures, is_shown ? risks->statement : NULL);
  return TRUE;
}

static const DeidFigure attribute_risks_catalogue[] = {
  AUDIENCE_PUBLIC,
  PUBLIC (TEXT, "table", "", "Which table was measured: `input` or `release`."),
  FIGURE (COUNT, "records", "records",
          "How many records the table has, without the suppressed ones: the denominator of "
          "distinctions."),
  FIGURE (COUNT, "pairs", "pairs of records",
          "How many pairs these records make: the denominator of separations."),
  FIGURE_IF (TEXT, "subsets[].attributes[]", "", "public of a release",
             "The names of the quasi-identifiers of a subset, in the order of the lattice."),
  FIGURE (COUNT, "subsets[].distinct", "combinations",
          "How many distinct combinations of values the records have in these quasi-identifiers."),
  FIGURE (NUMBER, "subsets[].distinction", "share of the records",
          "The distinct combinations over the records (Motwani and Xu, VLDB 2007)."),
  FIGURE (COUNT, "subsets[].separated", "pairs of records",
          "How many pairs of records differ in at least one of these quasi-identifiers."),
  FIGURE (
      NUMBER, "subsets[].separation", "share of the pairs",
      "The pairs that differ over all pairs (Motwani and Xu, VLDB 2007); 0 if there are no pairs."),
  PROBLEM_FIGURE,
};

static const DeidReportKind attribute_risks_kind = {
  .name = "attribute_risks",
  .title = "Attribute risks: which quasi-identifiers identify most",
  .catalogue = attribute_risks_catalogue,
  .n_figures = G_N_ELEMENTS (attribute_risks_catalogue),
  .is_public = TRUE,
  .fill = attribute_risks_fill,
  .free = attribute_risks_free,
};

DeidReport *
deid_report_new_attribute_risks (DeidResult *result, gboolean is_after, guint max_size,
                                 GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&attribute_risks_kind,
                          attribute_risks_make (result, is_after, max_size, stop, error), stop,
                          error);
}
