/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/text.h"
#include "figures/report-private.h"

/* What was measured, shared by the reports that are made of it for several audiences. */
typedef struct DeidReportData
{
  gatomicrefcount ref_count;
  const DeidReportKind *kind;
  gpointer data;
} DeidReportData;

static void
report_data_unref (DeidReportData *data)
{
  if (!g_atomic_ref_count_dec (&data->ref_count))
    return;
  data->kind->free (data->data);
  g_free (data);
}

static void
deid_report_free (DeidReport *report)
{
  deid_figures_clear (&report->figures);
  report_data_unref (report->data);
  g_free (report);
}

DEID_DEFINE_HANDLE (DeidReport, deid_report)

/* Begins a report that only the custodian may read. */
static gboolean
report_begin (DeidReport *report, const DeidStop *stop, GError **error)
{
  if (report->audience != DEID_AUDIENCE_CUSTODIAN)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the public may read nothing of this report: it is made of original values");
  if (deid_report_kind_find (report->kind, "audience") != NULL)
    deid_figures_add_text (&report->figures, "audience", deid_audience_get_name (report->audience));
  return deid_stop_check (stop, error);
}

/* Takes a reference to what was measured, also on failure. */
static DeidReport *
report_new_for (DeidReportData *data, DeidAudience audience, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidReport) report = DEID_NEW_HANDLE (DeidReport);

  report->kind = data->kind;
  report->data = data;
  report->audience = audience;
  deid_figures_init (&report->figures);
  if ((!data->kind->is_public && !report_begin (report, stop, error))
      || !data->kind->fill (data->data, audience, &report->figures, stop, error)
      || !deid_figures_finish (&report->figures, error))
    return NULL;
  return g_steal_pointer (&report);
}

DeidReport *
deid_report_new (const DeidReportKind *kind, gpointer data, const DeidStop *stop, GError **error)
{
  DeidReportData *shared;

  if (data == NULL)
    return NULL;
  shared = DEID_NEW_HANDLE (DeidReportData);
  shared->kind = kind;
  shared->data = data;
  return report_new_for (shared, DEID_AUDIENCE_CUSTODIAN, stop, error);
}

const char *
deid_audience_get_name (DeidAudience audience)
{
  return audience == DEID_AUDIENCE_CUSTODIAN ? "custodian-only" : "publishable";
}

gconstpointer
deid_report_get_data (const DeidReport *report, const DeidReportKind *kind)
{
  return report->kind == kind ? report->data->data : NULL;
}

gboolean
deid_report_check_kind (const DeidReport *report, const DeidReportKind *kind, GError **error)
{
  if (report->kind == kind)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "a report of the kind %s, expected %s",
                    report->kind->name, kind->name);
}

DeidReport *
deid_report_new_public (DeidReport *report, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (report != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  g_atomic_ref_count_inc (&report->data->ref_count);
  return report_new_for (report->data, DEID_AUDIENCE_PUBLIC, DEID_STOP_OF (cancellable), error);
}

DEID_DEFINE_GETTER (const char *, deid_report_get_kind, DeidReport, kind->name, NULL)
DEID_DEFINE_GETTER (DeidAudience, deid_report_get_audience, DeidReport, audience,
                    DEID_AUDIENCE_CUSTODIAN)

DeidFigureState
deid_report_get_state (const DeidReport *report, const char *name)
{
  const DeidFigureNode *node;

  g_return_val_if_fail (report != NULL && name != NULL, DEID_FIGURE_STATE_ABSENT);

  node = deid_figures_find (&report->figures, name);
  return node != NULL ? (DeidFigureState) node->state : DEID_FIGURE_STATE_ABSENT;
}

/* Returns: a figure that is present and of this kind, or NULL. */
static const DeidFigureNode *
report_find (const DeidReport *report, const char *name, DeidFigureKind kind)
{
  const DeidFigureNode *node = deid_figures_find (&report->figures, name);

  return node != NULL && node->kind == kind && node->state == DEID_FIGURE_STATE_PRESENT ? node
                                                                                        : NULL;
}

gboolean
deid_report_get_count (const DeidReport *report, const char *name, guint64 *count)
{
  const DeidFigureNode *node;

  g_return_val_if_fail (report != NULL && name != NULL && count != NULL, FALSE);

  node = report_find (report, name, DEID_FIGURE_KIND_COUNT);
  *count = node != NULL ? node->value.count : 0;
  return node != NULL;
}

gboolean
deid_report_get_number (const DeidReport *report, const char *name, double *number)
{
  const DeidFigureNode *node;

  g_return_val_if_fail (report != NULL && name != NULL && number != NULL, FALSE);

  node = report_find (report, name, DEID_FIGURE_KIND_NUMBER);
  *number = node != NULL ? node->value.number : 0;
  return node != NULL;
}

gboolean
deid_report_get_flag (const DeidReport *report, const char *name, gboolean *flag)
{
  const DeidFigureNode *node;

  g_return_val_if_fail (report != NULL && name != NULL && flag != NULL, FALSE);

  node = report_find (report, name, DEID_FIGURE_KIND_FLAG);
  *flag = node != NULL && node->value.flag;
  return node != NULL;
}

const char *
deid_report_get_text (const DeidReport *report, const char *name)
{
  const DeidFigureNode *node;

  g_return_val_if_fail (report != NULL && name != NULL, NULL);

  node = report_find (report, name, DEID_FIGURE_KIND_TEXT);
  return node != NULL ? deid_figures_get_text (&report->figures, node) : NULL;
}

DeidPolicy *
deid_report_get_policy (const DeidReport *report, const char *name)
{
  const DeidFigureNode *node;

  g_return_val_if_fail (report != NULL && name != NULL, NULL);

  node = report_find (report, name, DEID_FIGURE_KIND_POLICY);
  return node != NULL ? g_ptr_array_index (report->figures.policies, node->value.policy) : NULL;
}

gboolean
deid_report_get_n_rows (const DeidReport *report, const char *name, guint64 *n_rows)
{
  const DeidFigureNode *node;

  g_return_val_if_fail (report != NULL && name != NULL && n_rows != NULL, FALSE);

  node = report_find (report, name, DEID_FIGURE_KIND_TABLE);
  *n_rows = node != NULL ? node->value.rows.n : 0;
  return node != NULL;
}

char *
deid_report_to_json (const DeidReport *report, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (report != NULL, NULL);

  deid_figures_add_json (&report->figures, &text);
  return deid_long_text_end (&text, error);
}

char *
deid_report_to_text (const DeidReport *report, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (report != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_write_text (report, DEID_STOP_OF (cancellable), error);
}

const DeidFigure *
deid_report_kind_find (const DeidReportKind *kind, const char *name)
{
  for (guint i = 0; i < kind->n_figures; i++)
    if (g_str_equal (kind->catalogue[i].name, name))
      return &kind->catalogue[i];
  return NULL;
}

char *
deid_report_generalize (const char *name)
{
  GString *general = g_string_new (NULL);
  guint depth = 0;

  for (const char *c = name; *c != '\0'; c++)
    {
      depth -= *c == ']' && depth > 0 ? 1 : 0;
      if (depth == 0)
        g_string_append_c (general, *c);
      depth += *c == '[' ? 1 : 0;
    }
  return g_string_free (general, FALSE);
}

char **
deid_report_list_figures (const DeidReport *report)
{
  GPtrArray *names;

  g_return_val_if_fail (report != NULL, NULL);

  names = g_ptr_array_new ();
  for (guint i = 0; i < report->kind->n_figures; i++)
    g_ptr_array_add (names, g_strdup (report->kind->catalogue[i].name));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

const char *
deid_report_describe_figure (const DeidReport *report, const char *name, const char **type,
                             const char **unit, const char **rule)
{
  static const char *const types[] = {
    [DEID_FIGURE_KIND_GROUP] = "group",   [DEID_FIGURE_KIND_TABLE] = "table",
    [DEID_FIGURE_KIND_COUNT] = "count",   [DEID_FIGURE_KIND_NUMBER] = "number",
    [DEID_FIGURE_KIND_FLAG] = "flag",     [DEID_FIGURE_KIND_TEXT] = "text",
    [DEID_FIGURE_KIND_POLICY] = "policy",
  };
  g_autofree char *general = NULL;
  const DeidFigure *entry;

  g_return_val_if_fail (report != NULL && name != NULL, NULL);

  general = deid_report_generalize (name);
  entry = deid_report_kind_find (report->kind, general);
  if (type != NULL)
    *type = entry != NULL ? types[entry->type] : NULL;
  if (unit != NULL)
    *unit = entry != NULL ? entry->unit : NULL;
  if (rule != NULL)
    *rule = entry != NULL ? entry->rule : NULL;
  return entry != NULL ? entry->sentence : NULL;
}
