/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdlib.h>

#include "base/handle.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/wide.h"
#include "search/checker.h"
#include "search/result-private.h"

/* All classes of one size. */
typedef struct
{
  guint64 size;
  guint64 n_classes;
  guint64 n_records;
} ClassSize;

struct DeidRiskReport
{
  gatomicrefcount ref_count;
  gboolean is_after;
  char *threshold_text;
  DeidRational threshold;
  ClassSize *sizes; /* smallest first */
  guint64 n_sizes;
  guint64 n_classes;
  guint64 n_records;
};

static void
deid_risk_report_free (DeidRiskReport *report)
{
  g_free (report->sizes);
  g_free (report->threshold_text);
  g_free (report);
}

DEID_DEFINE_HANDLE (DeidRiskReport, deid_risk_report)

static int
compare_sizes (const void *a, const void *b)
{
  const ClassSize *x = a, *y = b;

  return x->size < y->size ? -1 : x->size > y->size;
}

/* Collects every class that is not suppressed, or every class of the input. */
static gboolean
collect_classes (DeidRiskReport *report, DeidChecker *checker, GError **error)
{
  const DeidGrouping *grouping = &checker->grouping;

  report->sizes = deid_alloc (grouping->n_classes, sizeof *report->sizes, error);
  if (report->sizes == NULL)
    return FALSE;
  for (guint32 number = 0; number < grouping->n_classes; number++)
    {
      const DeidClass read = deid_checker_view (checker, number);

      if (read.n_records == 0
          || (report->is_after && checker->class_verdicts[number] != DEID_CLASS_PASSES))
        continue;
      report->sizes[report->n_classes++]
          = (ClassSize){ deid_class_get_n_persons (&read), 1, read.n_records };
      report->n_records += read.n_records;
    }
  return TRUE;
}

static void
merge_sizes (DeidRiskReport *report)
{
  qsort (report->sizes, report->n_classes, sizeof *report->sizes, compare_sizes);
  for (guint64 i = 0; i < report->n_classes; i++)
    {
      ClassSize *last = report->n_sizes > 0 ? &report->sizes[report->n_sizes - 1] : NULL;

      if (last != NULL && last->size == report->sizes[i].size)
        {
          last->n_classes++;
          last->n_records += report->sizes[i].n_records;
        }
      else
        report->sizes[report->n_sizes++] = report->sizes[i];
    }
}

static gboolean
measure (DeidRiskReport *report, const DeidResult *result, GError **error)
{
  const DeidLattice *lattice = result->problem->lattice;
  const DeidStop never = { .deadline = G_MAXINT64 };
  g_autofree DeidLevel *bottom = g_new0 (DeidLevel, lattice->n_dimensions);
  DeidInstance instance;
  DeidChecker checker = { 0 };
  DeidVerdict verdict;
  const gboolean success
      = deid_instance_init (&instance, result->problem, error)
        && deid_checker_init (&checker, &instance, error)
        && deid_checker_evaluate (&checker, report->is_after ? result->policy->levels : bottom,
                                  &never, &verdict, error)
        && collect_classes (report, &checker, error);

  deid_checker_clear (&checker);
  deid_instance_clear (&instance);
  if (success)
    merge_sizes (report);
  return success;
}

static DeidRiskReport *
report_new (DeidResult *result, gboolean is_after, double threshold, GError **error)
{
  g_autoptr (DeidRiskReport) report = NULL;
  DeidRational rational;
  char text[DEID_DECIMAL_SIZE];

  if (!deid_rational_from_double (threshold, "risk threshold", &rational, error))
    return NULL;
  deid_double_to_decimal (threshold, text);
  if (rational.numerator > rational.denominator)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "risk threshold %s, expected 0 to 1", text);
      return NULL;
    }
  report = g_new0 (DeidRiskReport, 1);
  g_atomic_ref_count_init (&report->ref_count);
  report->is_after = is_after;
  report->threshold = rational;
  report->threshold_text = g_strdup (text);
  return measure (report, result, error) ? g_steal_pointer (&report) : NULL;
}

DeidRiskReport *
deid_risk_report_new_before (DeidResult *result, double threshold, GError **error)
{
  g_return_val_if_fail (result != NULL, NULL);

  return report_new (result, FALSE, threshold, error);
}

DeidRiskReport *
deid_risk_report_new_after (DeidResult *result, double threshold, GError **error)
{
  g_return_val_if_fail (result != NULL, NULL);

  return report_new (result, TRUE, threshold, error);
}

guint64
deid_risk_report_get_n_records (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->n_records;
}

guint64
deid_risk_report_get_n_classes (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->n_classes;
}

guint64
deid_risk_report_get_smallest_class (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->sizes[0].size;
}

guint64
deid_risk_report_get_largest_class (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->sizes[report->n_sizes - 1].size;
}

double
deid_risk_report_get_average_class (const DeidRiskReport *report)
{
  DeidWide sum = 0;

  g_return_val_if_fail (report != NULL, 0);

  for (guint64 i = 0; i < report->n_sizes; i++)
    sum += (DeidWide) report->sizes[i].size * report->sizes[i].n_classes;
  return (double) sum / (double) report->n_classes;
}

double
deid_risk_report_get_maximum_risk (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return 1.0 / (double) report->sizes[0].size;
}

double
deid_risk_report_get_average_risk (const DeidRiskReport *report)
{
  double sum = 0;

  g_return_val_if_fail (report != NULL, 0);

  for (guint64 i = 0; i < report->n_sizes; i++)
    sum += (double) report->sizes[i].n_records / (double) report->sizes[i].size;
  return sum / (double) report->n_records;
}

guint64
deid_risk_report_get_n_at_risk (const DeidRiskReport *report)
{
  guint64 n_records = 0;

  g_return_val_if_fail (report != NULL, 0);

  for (guint64 i = 0; i < report->n_sizes; i++)
    if ((DeidWide) report->threshold.numerator * report->sizes[i].size
        < report->threshold.denominator)
      n_records += report->sizes[i].n_records;
  return n_records;
}

guint64
deid_risk_report_get_n_unique (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->sizes[0].size == 1 ? report->sizes[0].n_records : 0;
}

guint64
deid_risk_report_get_n_sizes (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->n_sizes;
}

guint64
deid_risk_report_get_size (const DeidRiskReport *report, guint64 i, guint64 *n_classes)
{
  g_return_val_if_fail (report != NULL && i < report->n_sizes, 0);

  if (n_classes != NULL)
    *n_classes = report->sizes[i].n_classes;
  return report->sizes[i].size;
}

static void
append_decimal (GString *text, const char *format, double value)
{
  char decimal[64];

  g_string_append (text, g_ascii_formatd (decimal, sizeof decimal, format, value));
}

static void
append_share (GString *text, const char *label, guint64 n, guint64 denominator)
{
  g_string_append_printf (text, "%-32s%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records (",
                          label, n, denominator);
  append_decimal (text, "%.2f", 100.0 * (double) n / (double) denominator);
  g_string_append (text, " %)\n");
}

char *
deid_risk_report_to_string (const DeidRiskReport *report)
{
  GString *text;
  g_autofree char *at_risk = NULL;

  g_return_val_if_fail (report != NULL, NULL);

  text = g_string_new (NULL);
  at_risk = g_strdup_printf ("records with a risk above %s:", report->threshold_text);
  g_string_append_printf (text, "Re-identification risk %s (custodian-only)\n",
                          report->is_after ? "after release" : "of the input");
  g_string_append_printf (text,
                          "equivalence classes:            %" G_GUINT64_FORMAT
                          " of %" G_GUINT64_FORMAT " records\n",
                          report->n_classes, report->n_records);
  g_string_append_printf (text,
                          "class size:                     smallest %" G_GUINT64_FORMAT
                          ", largest %" G_GUINT64_FORMAT ", mean ",
                          report->sizes[0].size, report->sizes[report->n_sizes - 1].size);
  append_decimal (text, "%.2f", deid_risk_report_get_average_class (report));
  g_string_append_printf (text, " over %" G_GUINT64_FORMAT " classes\n", report->n_classes);
  g_string_append (text, "prosecutor risk of a record:    highest ");
  append_decimal (text, "%.4f", deid_risk_report_get_maximum_risk (report));
  g_string_append (text, ", mean ");
  append_decimal (text, "%.4f", deid_risk_report_get_average_risk (report));
  g_string_append_printf (text, " over %" G_GUINT64_FORMAT " records\n", report->n_records);
  append_share (text, at_risk, deid_risk_report_get_n_at_risk (report), report->n_records);
  append_share (text, "unique records:", deid_risk_report_get_n_unique (report), report->n_records);
  return g_string_free (text, FALSE);
}
