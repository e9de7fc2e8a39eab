/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Values that look alike. */
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "report/warnings-private.h"

/* Counts the texts that differ from another one only by blanks at their ends, and warns of them. */
static gboolean
warn (const DeidWarningScan *scan, const DeidColumn *column, const char *const *texts, guint32 n,
      const char *what, GError **error)
{
  DeidDictionary stripped;
  DeidLongText text = { 0 };
  gboolean success = TRUE;
  DeidDictionary whole; /* labels of several levels may read the same */
  guint32 n_alike;

  deid_dictionary_init (&stripped);
  deid_dictionary_init (&whole);
  for (guint32 i = 0; success && i < n; i++)
    {
      const char *start = texts[i] != NULL ? texts[i] : "";
      const gsize length = deid_text_strip (&start);
      guint32 code;

      success = deid_dictionary_add (&whole, texts[i] != NULL ? texts[i] : "",
                                     strlen (texts[i] != NULL ? texts[i] : ""), &code, error)
                && deid_dictionary_add (&stripped, start, length, &code, error);
    }
  n_alike = whole.n - stripped.n;
  deid_dictionary_clear (&stripped);
  deid_dictionary_clear (&whole);
  if (!success || n_alike == 0)
    return success;
  deid_long_text_add (&text,
                      "%u %s%s of '%s' differ%s from another one only by blanks at the ends: they "
                      "count as different ones",
                      n_alike, what, n_alike == 1 ? "" : "s", deid_column_show (column),
                      n_alike == 1 ? "s" : "");
  return deid_warning_scan_add (scan, DEID_WARNING_BLANKS, column->name, scan->table->n_records,
                                &text, error);
}

static gboolean
warn_blanks_warn_of_values (const DeidWarningScan *scan, const DeidColumn *column, GError **error)
{
  const DeidDictionary *values = &column->dictionary;
  g_autofree const char **texts = deid_alloc (values->n, sizeof *texts, error);

  for (guint32 code = 0; texts != NULL && code < values->n; code++)
    texts[code] = deid_dictionary_get (values, code);
  return texts != NULL && warn (scan, column, texts, values->n, "value", error);
}

/* Tells whether values of a column were warned of, which may be its labels as well. */
static gboolean
is_warned_of (const DeidWarningScan *scan, const DeidColumn *column)
{
  for (guint64 i = 0; i < scan->warnings->n; i++)
    if (scan->warnings->items[i].code == DEID_WARNING_BLANKS
        && g_str_equal (scan->warnings->items[i].column, column->name))
      return TRUE;
  return FALSE;
}

gboolean
deid_warn_of_blanks (const DeidWarningScan *scan, GError **error)
{
  for (guint c = 0; c < scan->table->n_columns; c++)
    {
      const DeidRole role = scan->table->columns[c].role;

      if ((role == DEID_ROLE_QUASI_IDENTIFYING || role == DEID_ROLE_SENSITIVE
           || role == DEID_ROLE_JUDGED)
          && !warn_blanks_warn_of_values (scan, &scan->table->columns[c], error))
        return FALSE;
    }
  for (guint a = 0; a < scan->problem->lattice->n_attributes; a++)
    {
      const DeidPartitionColumn *labels = &scan->partition->columns[a];
      const DeidColumn *column = deid_lattice_get_column (scan->problem->lattice, a);

      if (labels->texts != NULL && !is_warned_of (scan, column)
          && !warn (scan, column, labels->texts, labels->n_labels, "label", error))
        return FALSE;
    }
  return TRUE;
}
