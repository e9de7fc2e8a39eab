/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A report as lines of text: a figure a line, values below each other, tables as aligned columns.
 * Labels are the names of figures, or plainer words; the unit in the catalogue says how a value is
 * shown. What is undefined is left out. */
#include "figures/report-private.h"

#include "base/text.h"

#include <string.h>

/* Rows of wider tables become blocks of lines. The last column may be longer. */
#define MAX_TABLE_WIDTH 150
#define MAX_LIST_WIDTH  90

/* Longer names do not move the values of the others. */
#define MAX_NAME_WIDTH 30

/* Significant digits of numbers; JSON has all. */
#define N_DIGITS 3

/* The prefix of the unit of numbers that are shown in per cent. */
#define SHARE_UNIT "share "

typedef struct
{
  const DeidReport *report;
  const DeidFigures *figures;
  const DeidStop *stop;
  DeidLongText *text;
  GString *value;    /* the value at hand */
  GString *path;     /* of the node at hand, without the numbers of rows */
  gsize name_width;  /* of the names of the group at hand, whose values are aligned */
  guint64 n_records; /* the whole of counts whose unit is DEID_UNIT_PART, or 0 */
} ReportWriter;

typedef struct
{
  const DeidReportColumn *source;
  gsize width;
  gboolean is_used; /* some row has it */
  gboolean is_left; /* aligned, as texts are */
} TextColumn;

static gboolean
holds_figures (const DeidFigureNode *node)
{
  return node->kind == DEID_FIGURE_KIND_GROUP || node->kind == DEID_FIGURE_KIND_TABLE;
}

static const DeidFigureNode *
node_end (const DeidFigureNode *node)
{
  return node + 1 + node->n_within;
}

static gboolean
is_present (const DeidFigureNode *node)
{
  return node->state == DEID_FIGURE_STATE_PRESENT;
}

/* Names that are no words for readers, and what the text has in their place. */
static const char *const report_text_labels[][2] = {
  { "above", "at risk above" },
  { "bettered_by", "beaten by number" },
  { "dominated_by", "dominated by number" },
  { "failing", "failing records" },
  { "from_baseline", "change from baseline" },
  { "from_best", "change from best" },
  { "groups_gone", "groups nearly gone" },
  { "non_dominated", "not dominated" },
  { "too_many", "over the limit" },
};

/* Adds a name as words. Those of statistics are a host's. */
static void
add_label (GString *label, const char *name)
{
  g_autofree char *shown = deid_text_escape (name);

  for (guint i = 0; i < G_N_ELEMENTS (report_text_labels); i++)
    if (g_str_equal (name, report_text_labels[i][0]))
      {
        g_string_append (label, report_text_labels[i][1]);
        return;
      }
  for (const char *c = shown; *c != '\0'; c++)
    g_string_append_c (label, strchr ("._-", *c) != NULL ? ' ' : *c);
}

static void
add_number (GString *value, double number, gboolean is_share)
{
  char digits[DEID_SHARE_SIZE];

  if (is_share)
    deid_percent_to_text (number, digits);
  else
    deid_number_to_text (number, N_DIGITS, digits);
  g_string_append_printf (value, "%s%s", digits, is_share ? " %" : "");
}

static void
add_policy (ReportWriter *writer, const DeidPolicy *policy)
{
  DeidLongText words = { 0 };

  /* The digits of cuts are not for reading. */
  if (deid_lattice_is_cut (policy->lattice))
    deid_levels_add_words (policy->lattice, policy->levels, NULL, NULL, FALSE, &words);
  else
    deid_levels_describe (policy->lattice, policy->levels, &words);
  if (deid_long_text_check (&words, writer->text->error == NULL ? &writer->text->error : NULL))
    g_string_append (writer->value, words.text);
  deid_long_text_clear (&words);
}

static void
add_count (ReportWriter *writer, guint64 count, const char *unit)
{
  g_string_append_printf (writer->value, DEID_COUNT_FORMAT, count);
  if (!g_str_equal (unit, DEID_UNIT_PART) || writer->n_records == 0)
    return;
  g_string_append (writer->value, " (");
  add_number (writer->value, (double) count / (double) writer->n_records, TRUE);
  g_string_append_c (writer->value, ')');
}

static void
add_present (ReportWriter *writer, const DeidFigureNode *node, const char *unit)
{
  const char *text;
  g_autofree char *shown = NULL;

  switch (node->kind)
    {
    case DEID_FIGURE_KIND_COUNT:
      add_count (writer, node->value.count, unit);
      break;
    case DEID_FIGURE_KIND_NUMBER:
      add_number (writer->value, node->value.number, g_str_has_prefix (unit, SHARE_UNIT));
      break;
    case DEID_FIGURE_KIND_FLAG:
      g_string_append (writer->value, node->value.flag ? "yes" : "no");
      break;
    case DEID_FIGURE_KIND_POLICY:
      add_policy (writer, g_ptr_array_index (writer->figures->policies, node->value.policy));
      break;
    default:
      text = deid_figures_get_text (writer->figures, node);
      shown = deid_text_escape (text);
      /* The text of a policy is escaped already, and its backslashes are read back. */
      g_string_append (
          writer->value,
          g_str_equal (unit, DEID_UNIT_POLICY) && deid_text_is_spelling (text) ? text : shown);
    }
}

static void add_value (ReportWriter *writer, const DeidFigureNode *node, const char *unit);

/* Adds the items of a list, and of one of pairs `a=b`. */
static void
report_text_add_list (ReportWriter *writer, const DeidFigureNode *list, const char *unit)
{
  const DeidFigureNode *const end = node_end (list);

  for (const DeidFigureNode *item = list + 1; item < end; item = node_end (item))
    {
      if (item > list + 1)
        g_string_append (writer->value, g_str_has_suffix (writer->value->str, ".") ? " " : ", ");
      if (item->kind != DEID_FIGURE_KIND_GROUP)
        add_value (writer, item, unit);
      else
        {
          add_value (writer, item + 1, "");
          g_string_append_c (writer->value, '=');
          add_value (writer, node_end (item + 1), unit);
        }
    }
}

static void
add_value (ReportWriter *writer, const DeidFigureNode *node, const char *unit)
{
  if (!is_present (node))
    g_string_append (writer->value, node->state == DEID_FIGURE_STATE_WITHHELD ? "withheld" : "-");
  else if (node->kind == DEID_FIGURE_KIND_TABLE)
    report_text_add_list (writer, node, unit);
  else
    add_present (writer, node, unit);
}

/* Makes the value of a node the one at hand. Returns: its width. */
static gsize
take_value (ReportWriter *writer, const DeidFigureNode *node, const char *unit)
{
  g_string_truncate (writer->value, 0);
  if (node != NULL)
    add_value (writer, node, unit);
  if (writer->value->len == 0)
    g_string_append_c (writer->value, '-');
  return (gsize) g_utf8_strlen (writer->value->str, -1);
}

static void
add_indent (ReportWriter *writer, guint depth)
{
  deid_long_text_add (writer->text, "%*s", (int) (2 * depth), "");
}

static void
begin_line (ReportWriter *writer, guint depth, const char *name)
{
  g_autoptr (GString) label = g_string_new (NULL);

  add_label (label, name);
  add_indent (writer, depth);
  deid_long_text_add (writer->text, "%s:", label->str);
}

static const char *
get_name (const ReportWriter *writer, const DeidFigureNode *node)
{
  return g_ptr_array_index (writer->figures->names, node->name);
}

static gsize
report_text_measure_name (const ReportWriter *writer, const DeidFigureNode *node)
{
  g_autoptr (GString) label = g_string_new (NULL);

  add_label (label, get_name (writer, node));
  return (gsize) g_utf8_strlen (label->str, -1);
}

/* Aligns what follows on the line of a node with the other values of its group. */
static void
align_value (ReportWriter *writer, const DeidFigureNode *node)
{
  const gsize width = report_text_measure_name (writer, node);

  deid_long_text_add (writer->text, "%*s",
                      (int) (writer->name_width - MIN (width, writer->name_width)), "");
}

/* Ends a line with a unit, unless the label says it or it is none of a single value. */
static void
end_line (ReportWriter *writer, const DeidFigureNode *node, const char *name, const char *unit)
{
  g_autoptr (GString) label = g_string_new (NULL);

  add_label (label, name);
  if (!is_present (node))
    deid_long_text_add (writer->text, "\n");
  else if (g_str_has_prefix (unit, SHARE_UNIT))
    deid_long_text_add (writer->text, " %s\n", unit + strlen (SHARE_UNIT));
  else if (*unit == '\0' || strstr (unit, " or ") != NULL || strstr (unit, "of ") != NULL
           || g_str_equal (unit, "probability") || g_str_has_suffix (label->str, unit)
           || node->kind == DEID_FIGURE_KIND_TEXT)
    deid_long_text_add (writer->text, "\n");
  else
    deid_long_text_add (writer->text, " %s\n", unit);
}

/* Returns: the unit of the node at hand. */
static const char *
get_unit (const ReportWriter *writer)
{
  const DeidFigure *figure = deid_report_kind_find (writer->report->kind, writer->path->str);

  return figure != NULL ? figure->unit : "";
}

/* Items of a long list stand on lines of their own. */
static void
write_list (ReportWriter *writer, const DeidFigureNode *list, guint depth)
{
  const char *unit;

  g_string_append (writer->path, "[]");
  unit = get_unit (writer);
  if (take_value (writer, list, unit) <= MAX_LIST_WIDTH)
    {
      align_value (writer, list);
      deid_long_text_add (writer->text, " %s\n",
                          list->value.rows.n > 0 ? writer->value->str : "none");
    }
  else
    {
      deid_long_text_add (writer->text, "\n");
      for (const DeidFigureNode *item = list + 1; item < node_end (list); item++)
        {
          take_value (writer, item, unit);
          add_indent (writer, depth + 1);
          deid_long_text_add (writer->text, "%s\n", writer->value->str);
        }
    }
}

/* Returns: whether the text has a row: one of no records may be left out. */
static gboolean
is_row_shown (const ReportWriter *writer, const DeidFigureNode *row)
{
  const char *sparse = writer->report->kind->sparse;
  const DeidFigureNode *records;

  if (sparse == NULL || !g_str_has_suffix (writer->path->str, sparse))
    return TRUE;
  records = deid_figures_find_within (writer->figures, row, "records");
  return records == NULL || records->value.count > 0;
}

static guint64
count_shown (const ReportWriter *writer, const DeidFigureNode *table)
{
  const guint max = writer->report->kind->n_rows_shown;

  return max > 0 ? MIN (max, table->value.rows.n) : table->value.rows.n;
}

static const DeidFigureNode *
find_cell (const ReportWriter *writer, const DeidFigureNode *row, const TextColumn *column)
{
  return deid_figures_find_within (writer->figures, row, column->source->path);
}

/* The words of a heading stand below each other. */
static char **
split_heading (const TextColumn *column)
{
  g_autoptr (GString) label = g_string_new (NULL);

  add_label (label, column->source->path);
  return g_strsplit (label->str, " ", -1);
}

static gboolean
report_text_measure_column (ReportWriter *writer, const DeidFigureNode *table, TextColumn *column,
                            GError **error)
{
  g_auto (GStrv) words = split_heading (column);

  for (guint i = 0; words[i] != NULL; i++)
    column->width = MAX (column->width, strlen (words[i]));
  for (guint64 i = 0; i < count_shown (writer, table); i++)
    {
      const DeidFigureNode *cell
          = find_cell (writer, deid_report_get_row (writer->report, table, i), column);

      if (!deid_stop_check_row (writer->stop, i, error))
        return FALSE;
      if (cell == NULL || cell->state == DEID_FIGURE_STATE_UNDEFINED)
        continue;
      column->is_used |= is_present (cell);
      column->is_left |= is_present (cell) && cell->kind != DEID_FIGURE_KIND_COUNT
                         && cell->kind != DEID_FIGURE_KIND_NUMBER
                         && cell->kind != DEID_FIGURE_KIND_FLAG;
      column->width = MAX (column->width, take_value (writer, cell, column->source->figure->unit));
    }
  return TRUE;
}

/* Measures the columns that some row has. Returns: (transfer full): them, or NULL. */
static GArray *
measure_columns (ReportWriter *writer, const DeidFigureNode *table, const GArray *sources,
                 GError **error)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (TextColumn));

  for (guint c = 0; c < sources->len; c++)
    {
      TextColumn column = { .source = &g_array_index (sources, DeidReportColumn, c) };

      if (!report_text_measure_column (writer, table, &column, error))
        return NULL;
      if (column.is_used)
        g_array_append_val (columns, column);
    }
  return g_steal_pointer (&columns);
}

/* Returns: whether columns fit beside each other. */
static gboolean
are_narrow (const GArray *columns)
{
  gsize width = 0;

  for (guint c = 0; c + 1 < columns->len; c++)
    width += 2 + g_array_index (columns, TextColumn, c).width;
  return columns->len > 0 && width <= MAX_TABLE_WIDTH;
}

/* Adds a field behind @n_blanks, and returns how many blanks follow it. */
static gsize
write_field (ReportWriter *writer, const TextColumn *column, gsize n_blanks, const char *field)
{
  const gsize room = column->width - (gsize) g_utf8_strlen (field, -1);

  if (*field == '\0')
    return n_blanks + column->width + 2;
  deid_long_text_add (writer->text, "%*s%s", (int) (n_blanks + (column->is_left ? 0 : room)), "",
                      field);
  return 2 + (column->is_left ? room : 0);
}

static void
write_heading (ReportWriter *writer, const GArray *columns, guint depth)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  guint n_lines = 0;

  for (guint c = 0; c < columns->len; c++)
    {
      g_ptr_array_add (words, split_heading (&g_array_index (columns, TextColumn, c)));
      n_lines = MAX (n_lines, g_strv_length (g_ptr_array_index (words, c)));
    }
  for (guint line = 0; line < n_lines; line++)
    {
      gsize n_blanks = 2 * (gsize) depth;

      for (guint c = 0; c < columns->len; c++)
        {
          char **own = g_ptr_array_index (words, c);
          const guint first = n_lines - g_strv_length (own);

          n_blanks = write_field (writer, &g_array_index (columns, TextColumn, c), n_blanks,
                                  line >= first ? own[line - first] : "");
        }
      deid_long_text_add (writer->text, "\n");
    }
}

/* Says how many rows are left out behind the first @n. */
static void
report_text_write_rest (ReportWriter *writer, const DeidFigureNode *table, guint64 n, guint depth)
{
  if (n == table->value.rows.n)
    return;
  add_indent (writer, depth);
  deid_long_text_add (writer->text, "and " DEID_COUNT_FORMAT " more\n", table->value.rows.n - n);
}

static gboolean
write_rows (ReportWriter *writer, const DeidFigureNode *table, const GArray *columns, guint depth,
            GError **error)
{
  const guint64 n = count_shown (writer, table);

  write_heading (writer, columns, depth);
  for (guint64 i = 0; i < n; i++)
    {
      gsize n_blanks = 2 * (gsize) depth;

      if (!deid_stop_check_row (writer->stop, i, error))
        return FALSE;
      if (!is_row_shown (writer, deid_report_get_row (writer->report, table, i)))
        continue;
      for (guint c = 0; c < columns->len; c++)
        {
          const TextColumn *column = &g_array_index (columns, TextColumn, c);

          take_value (writer,
                      find_cell (writer, deid_report_get_row (writer->report, table, i), column),
                      column->source->figure->unit);
          n_blanks = write_field (writer, column, n_blanks, writer->value->str);
        }
      deid_long_text_add (writer->text, "\n");
    }
  report_text_write_rest (writer, table, n, depth);
  return TRUE;
}

static gboolean write_members (ReportWriter *writer, const DeidFigureNode *group,
                               const DeidFigureNode *first, guint depth, GError **error);

/* Writes a row as a block of lines, below its first text or its number. */
static gboolean
write_block (ReportWriter *writer, const DeidFigureNode *row, guint64 number, guint depth,
             GError **error)
{
  const DeidFigureNode *first = row + 1;

  add_indent (writer, depth);
  if (first->kind == DEID_FIGURE_KIND_TEXT && is_present (first))
    {
      take_value (writer, first, "");
      deid_long_text_add (writer->text, "%s:\n", writer->value->str);
      first = node_end (first);
    }
  else
    deid_long_text_add (writer->text, "number " DEID_COUNT_FORMAT ":\n", number);
  return write_members (writer, row, first, depth + 1, error);
}

/* Writes the first @n rows. */
static gboolean
report_text_write_blocks (ReportWriter *writer, const DeidFigureNode *table, guint64 n, guint depth,
                          GError **error)
{
  g_string_append (writer->path, "[]");
  for (guint64 i = 0; i < n; i++)
    if (!deid_stop_check (writer->stop, error)
        || !write_block (writer, deid_report_get_row (writer->report, table, i), i, depth, error))
      return FALSE;
  report_text_write_rest (writer, table, n, depth);
  return TRUE;
}

static gboolean
write_table (ReportWriter *writer, const DeidFigureNode *table, guint depth, GError **error)
{
  g_autoptr (GArray) sources = NULL;
  g_autoptr (GArray) columns = NULL;
  gboolean has_tables;

  if (table->value.rows.n == 0 || !holds_figures (table + 1))
    {
      write_list (writer, table, depth);
      return TRUE;
    }
  deid_long_text_add (writer->text, "\n");
  sources = deid_report_list_columns (writer->report->kind, writer->path->str, &has_tables);
  if (has_tables)
    return report_text_write_blocks (writer, table, table->value.rows.n, depth + 1, error);
  columns = measure_columns (writer, table, sources, error);
  if (columns == NULL)
    return FALSE;
  return are_narrow (columns) ? write_rows (writer, table, columns, depth + 1, error)
                              : report_text_write_blocks (
                                  writer, table, count_shown (writer, table), depth + 1, error);
}

/* Moves to a member of the group at hand. */
static void
enter (ReportWriter *writer, const char *name)
{
  g_string_append_printf (writer->path, "%s%s", writer->path->len > 0 ? "." : "", name);
}

/* Returns: whether there are figures in a group, and none in it is one of several. */
static gboolean
is_flat (const DeidFigureNode *group)
{
  for (const DeidFigureNode *node = group + 1; node < node_end (group); node = node_end (node))
    if (holds_figures (node))
      return FALSE;
  return TRUE;
}

/* Returns: whether a policy of cuts stands before its description. Behind it a row may begin, which
 * has no name. */
static gboolean
is_described (const ReportWriter *writer, const DeidFigureNode *node)
{
  const DeidPolicy *policy;

  if (node->kind != DEID_FIGURE_KIND_POLICY || !is_present (node)
      || node + 1 == writer->figures->nodes + writer->figures->n_nodes
      || node[1].name >= writer->figures->names->len
      || !g_str_equal (get_name (writer, node + 1), "description"))
    return FALSE;
  policy = g_ptr_array_index (writer->figures->policies, node->value.policy);
  return deid_lattice_is_cut (policy->lattice);
}

/* The title says the audience. Lines of a problem file, and the sizes of all classes, are for JSON.
 * In rows what is withheld is left out, too. */
static gboolean
report_text_is_left_out (const ReportWriter *writer, const DeidFigureNode *node, const char *name)
{
  static const char *const names[] = { "audience", "problem", "settings", "sizes" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return TRUE;
  return node->state == DEID_FIGURE_STATE_UNDEFINED || is_described (writer, node)
         || (!is_present (node) && strchr (writer->path->str, ']') != NULL);
}

static gboolean
is_same (const ReportWriter *writer, const DeidFigureNode *a, const DeidFigureNode *b)
{
  if (a->kind != b->kind || a->state != b->state || a->n_within != b->n_within
      || a->name != b->name)
    return FALSE;
  if (holds_figures (a) || !is_present (a))
    return TRUE;
  return a->kind == DEID_FIGURE_KIND_TEXT ? g_str_equal (deid_figures_get_text (writer->figures, a),
                                                         deid_figures_get_text (writer->figures, b))
                                          : a->value.count == b->value.count;
}

/* Returns: whether a group has the same figures as the one before it. */
static gboolean
repeats (const ReportWriter *writer, const DeidFigureNode *node, const DeidFigureNode *before)
{
  if (before == NULL || node->kind != DEID_FIGURE_KIND_GROUP || before->kind != node->kind
      || is_flat (node) || before->n_within != node->n_within)
    return FALSE;
  for (guint32 i = 1; i <= node->n_within; i++)
    if (!is_same (writer, &node[i], &before[i]))
      return FALSE;
  return TRUE;
}

/* Writes a group of single figures on one line. */
static void
write_flat (ReportWriter *writer, const DeidFigureNode *group, guint depth, const char *name)
{
  const gsize length = writer->path->len;
  gboolean is_first = TRUE;

  for (const DeidFigureNode *node = group + 1; node < node_end (group); node++)
    {
      g_autoptr (GString) label = g_string_new (NULL);

      if (report_text_is_left_out (writer, node, get_name (writer, node)))
        continue;
      if (is_first)
        {
          begin_line (writer, depth, name);
          align_value (writer, group);
        }
      enter (writer, get_name (writer, node));
      take_value (writer, node, get_unit (writer));
      g_string_truncate (writer->path, length);
      add_label (label, get_name (writer, node));
      deid_long_text_add (writer->text, "%s %s %s", is_first ? "" : ",", label->str,
                          writer->value->str);
      is_first = FALSE;
    }
  if (!is_first)
    deid_long_text_add (writer->text, "\n");
}

static gboolean
report_text_write_member (ReportWriter *writer, const DeidFigureNode *node, guint depth,
                          GError **error)
{
  const char *name = get_name (writer, node);

  if (node->kind == DEID_FIGURE_KIND_GROUP && is_present (node) && is_flat (node))
    {
      write_flat (writer, node, depth, name);
      return TRUE;
    }
  begin_line (writer, depth, name);
  if (!is_present (node) || !holds_figures (node))
    {
      take_value (writer, node, get_unit (writer));
      align_value (writer, node);
      deid_long_text_add (writer->text, " %s", writer->value->str);
      end_line (writer, node, name, get_unit (writer));
      return TRUE;
    }
  if (node->kind == DEID_FIGURE_KIND_TABLE)
    return write_table (writer, node, depth, error);
  deid_long_text_add (writer->text, "\n");
  return write_members (writer, node, node + 1, depth + 1, error);
}

/* Returns: the width of the names of members whose values stand on the same line. */
static gsize
report_text_measure_names (const ReportWriter *writer, const DeidFigureNode *group,
                           const DeidFigureNode *first)
{
  gsize width = 0;

  for (const DeidFigureNode *node = first; node < node_end (group); node = node_end (node))
    if (!report_text_is_left_out (writer, node, get_name (writer, node))
        && (!is_present (node) || !holds_figures (node) || is_flat (node))
        && report_text_measure_name (writer, node) <= MAX_NAME_WIDTH)
      width = MAX (width, report_text_measure_name (writer, node));
  return width;
}

static gboolean
write_members (ReportWriter *writer, const DeidFigureNode *group, const DeidFigureNode *first,
               guint depth, GError **error)
{
  const gsize length = writer->path->len;
  const gsize width = report_text_measure_names (writer, group, first);
  const DeidFigureNode *before = NULL;

  for (const DeidFigureNode *node = first; node < node_end (group); node = node_end (node))
    {
      if (report_text_is_left_out (writer, node, get_name (writer, node)))
        continue;
      enter (writer, get_name (writer, node));
      writer->name_width = width;
      if (repeats (writer, node, before))
        {
          begin_line (writer, depth, get_name (writer, node));
          align_value (writer, node);
          deid_long_text_add (writer->text, " as %s\n", get_name (writer, before));
        }
      else if (!report_text_write_member (writer, node, depth, error))
        return FALSE;
      g_string_truncate (writer->path, length);
      before = node;
    }
  return TRUE;
}

char *
deid_report_write_text (const DeidReport *report, const DeidStop *stop, GError **error)
{
  DeidLongText text = { 0 };
  g_autoptr (GString) value = g_string_new (NULL);
  g_autoptr (GString) path = g_string_new (NULL);
  ReportWriter writer = { .report = report,
                          .figures = &report->figures,
                          .stop = stop,
                          .text = &text,
                          .value = value,
                          .path = path };
  const DeidFigureNode *root = report->figures.nodes;

  deid_report_get_count (report, "records", &writer.n_records);
  deid_long_text_add (&text, "%s (%s)\n", report->kind->title,
                      deid_audience_get_name (report->audience));
  if (deid_stop_check (stop, error) && write_members (&writer, root, root + 1, 0, error))
    return deid_long_text_end (&text, error);
  deid_long_text_clear (&text);
  return NULL;
}
