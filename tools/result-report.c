/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "result-report.h"

#include "base/text.h"
#include "option-values.h"
#include "options.h"
#include "release-report.h"
#include "report-json.h"
#include "report-layout.h"
#include "settings.h"

#define N_LABELS_SHOWN 20

/* Adds how many different values there were of a quasi-identifier, and how many labels there are, a
 * missing value not counted. */
static void
add_distinct (JsonBuilder *builder, DeidLattice *lattice, guint attribute, guint n_labels)
{
  DeidDataset *table = deid_lattice_get_dataset (lattice);
  guint column;

  if (!deid_dataset_find_column (table, deid_lattice_get_attribute_name (lattice, attribute),
                                 &column, NULL))
    return;
  begin_object (builder, "distinct");
  add_count (builder, "before", deid_dataset_get_n_distinct (table, column));
  add_count (builder, "after", n_labels);
  json_builder_end_object (builder);
}

/* Adds the labels that are released of a quasi-identifier, in the order of the classes. */
static gboolean
add_labels (JsonBuilder *builder, DeidLattice *lattice, const DeidPartition *partition,
            guint attribute, GCancellable *cancellable, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  gsize n_classes;
  const guint8 *suppressed = deid_partition_get_suppressed (partition, &n_classes);
  g_autofree const char **labels
      = deid_partition_list_labels (partition, attribute, &n_classes, cancellable, error);

  if (labels == NULL)
    return FALSE;
  begin_array (builder, "labels");
  for (gsize i = 0; i < n_classes; i++)
    if (!suppressed[i] && g_hash_table_add (seen, (gpointer) labels[i])
        && g_hash_table_size (seen) <= N_LABELS_SHOWN)
      json_builder_add_string_value (builder, labels[i]);
  json_builder_end_array (builder);
  add_count (builder, "n_labels", g_hash_table_size (seen));
  add_distinct (builder, lattice, attribute,
                g_hash_table_size (seen) - (g_hash_table_contains (seen, "") ? 1 : 0));
  return TRUE;
}

/* Adds how many released records have a label of each level, up to @least or the highest one of a
 * class. */
static void
add_levels (JsonBuilder *builder, const DeidPartition *partition, guint a, guint least)
{
  g_autofree guint64 *n_records = NULL;
  guint n_levels = least;

  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    n_levels = MAX (n_levels, deid_partition_get_level (partition, i, a) + 1);
  n_records = g_new0 (guint64, n_levels);
  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    if (!deid_partition_is_suppressed (partition, i))
      n_records[deid_partition_get_level (partition, i, a)]
          += deid_partition_get_n_records (partition, i);
  begin_array (builder, "records_by_level");
  for (guint level = 0; level < n_levels; level++)
    json_builder_add_int_value (builder, (gint64) n_records[level]);
  json_builder_end_array (builder);
}

/* Adds how many cells are suppressed, and how many are missing before and after. */
static void
add_cells (JsonBuilder *builder, const DeidPartition *partition, guint a)
{
  guint64 n_suppressed, n_missing[2];

  deid_partition_count_cells (partition, a, &n_suppressed, &n_missing[0], &n_missing[1]);
  add_count (builder, "suppressed_cells", n_suppressed);
  begin_array (builder, "missing_cells");
  for (guint i = 0; i < G_N_ELEMENTS (n_missing); i++)
    json_builder_add_int_value (builder, (gint64) n_missing[i]);
  json_builder_end_array (builder);
}

static gboolean
add_attribute (JsonBuilder *builder, DeidResult *result, guint a, GCancellable *cancellable,
               GError **error)
{
  DeidProblem *problem = deid_result_get_problem (result);
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  DeidPartition *partition = deid_result_get_partition (result, cancellable, error);
  const guint dimension = deid_lattice_get_first_dimension (lattice, a);
  double loss;

  if (partition == NULL)
    return FALSE;
  if (deid_lattice_has_cuts (lattice, a))
    {
      add_null (builder, "level");
      add_null (builder, "n_levels");
      if (deid_result_get_policy (result) == NULL)
        add_levels (builder, partition, a, 1);
    }
  else
    {
      DeidPolicy *policy = deid_result_get_policy (result);
      const gboolean has_sets = policy == NULL && deid_lattice_get_label_sets (lattice, a) > 0;
      const guint n_levels = deid_hierarchy_get_n_levels (deid_lattice_get_hierarchy (lattice, a));

      if (policy != NULL)
        add_count (builder, "level", deid_policy_get_level (policy, dimension));
      else
        add_null (builder, "level");
      if (has_sets)
        add_null (builder, "n_levels");
      else
        add_count (builder, "n_levels", n_levels);
      if (policy == NULL)
        add_levels (builder, partition, a, has_sets ? 1 : n_levels);
    }
  if (deid_result_get_recoding (result) == DEID_RECODING_CELLS)
    add_cells (builder, partition, a);
  if (deid_partition_get_attribute_loss (partition, a, &loss))
    add_number (builder, "loss", loss);
  else
    add_null (builder, "loss");
  add_number (
      builder, "weight",
      deid_quality_model_get_attribute_weight (deid_problem_get_quality_model (problem),
                                               deid_lattice_get_attribute_name (lattice, a)));
  return add_labels (builder, lattice, partition, a, cancellable, error);
}

/* Returns: the attribute of a column, or the number of attributes if it is none. */
static guint
find_attribute (const DeidLattice *lattice, const char *name)
{
  guint a = 0;

  while (a < deid_lattice_get_n_attributes (lattice)
         && !g_str_equal (deid_lattice_get_attribute_name (lattice, a), name))
    a++;
  return a;
}

static gboolean
add_column (JsonBuilder *builder, DeidResult *result, guint column, GCancellable *cancellable,
            GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
  DeidDataset *table = deid_lattice_get_dataset (lattice);
  const char *name = deid_dataset_get_column_name (table, column);
  const guint a = find_attribute (lattice, name);
  const gboolean is_attribute = a < deid_lattice_get_n_attributes (lattice);
  const DeidRole role
      = is_attribute ? DEID_ROLE_QUASI_IDENTIFYING : deid_dataset_get_role (table, column);
  gboolean success;

  json_builder_begin_object (builder);
  add_text (builder, "name", name);
  add_text (builder, "role", deid_enum_get_name ("DeidRole", (int) role));
  success = !is_attribute || add_attribute (builder, result, a, cancellable, error);
  json_builder_end_object (builder);
  return success;
}

/* Tells whether a column only counts the rows of a table in an engine, which has no such column. */
static gboolean
is_row_count (DeidDataset *table, guint column)
{
  return deid_job_is_set (get_settings (), "engine", "dialect")
         && deid_dataset_get_role (table, column) == DEID_ROLE_WEIGHT
         && !any_column_has ("role", "weight");
}

gboolean
add_columns (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable, GError **error)
{
  DeidDataset *table
      = deid_lattice_get_dataset (deid_problem_get_lattice (deid_result_get_problem (result)));

  g_auto (GStrv) uncounted = deid_dataset_list_uncounted (table);

  begin_array (builder, "columns");
  for (guint c = 0; c < deid_dataset_get_n_columns (table); c++)
    if (!is_row_count (table, c) && !add_column (builder, result, c, cancellable, error))
      return FALSE;
  for (guint i = 0; uncounted[i] != NULL; i++)
    {
      json_builder_begin_object (builder);
      add_text (builder, "name", uncounted[i]);
      add_text (builder, "role", "insensitive");
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  return TRUE;
}

/* Adds a table of a report, unless it is undefined; @columns ends in NULL. */
static void
add_table (JsonBuilder *builder, const DeidReport *report, const char *table,
           const char *const *columns)
{
  guint64 n_rows;

  if (!deid_report_get_n_rows (report, table, &n_rows))
    return;
  begin_array (builder, table);
  for (guint i = 0; i < n_rows; i++)
    {
      json_builder_begin_object (builder);
      for (guint c = 0; columns[c] != NULL; c++)
        add_figure (builder, columns[c], report, "%s[%u].%s", table, i, columns[c]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
add_warnings (JsonBuilder *builder, const DeidReport *warnings)
{
  static const char *const of_warnings[] = { "code", "column", "records", "text", NULL };
  static const char *const of_caps[] = { "max_rows", "left_out", "loss", NULL };

  add_table (builder, warnings, "warnings", of_warnings);
  add_table (builder, warnings, "caps", of_caps);
}

/* Every cell is counted of each column, a record of which is released or not. */
gboolean
add_suppressed_cells (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable,
                      GError **error)
{
  DeidPartition *partition;
  guint64 n = 0, own;

  if (deid_result_get_recoding (result) != DEID_RECODING_CELLS)
    return TRUE;
  partition = deid_result_get_partition (result, cancellable, error);
  for (guint a = 0; partition != NULL && a < deid_partition_get_n_attributes (partition); a++)
    {
      deid_partition_count_cells (partition, a, &own, NULL, NULL);
      n += own;
    }
  if (partition != NULL)
    add_count (builder, "suppressed_cells", n);
  return partition != NULL;
}

/* Columns in words. What they are made of are the members that JSON has. */

static gint64
get_count (JsonObject *column, const char *name)
{
  return json_object_get_int_member (column, name);
}

/* Adds a label of the release that no value of the table is, as an example. */
static void
add_example (GString *words, JsonObject *column)
{
  JsonArray *labels = json_object_get_array_member (column, "labels");
  const guint n = json_array_get_length (labels);
  const char *label = n > 0 ? json_array_get_string_element (labels, n / 2) : "";
  g_autofree char *shown = deid_text_show (label, -1);

  if (*label != '\0')
    g_string_append_printf (words,
                            n > 1                                  ? ", such as '%s'"
                            : g_str_has_suffix (words->str, "all") ? ", '%s'"
                                                                   : ", '%s' for all",
                            shown);
}

static void
add_class_share (GString *words, const char *name, double share)
{
  char text[DEID_SHARE_SIZE];

  g_string_append_printf (words, "%s%s (%s)", words->len > 0 ? ", " : "by class: ", name,
                          show_share (share, text));
}

/* Adds what classes with labels of their own have: such as level 1 (60 %), level 2 (40 %). */
static gboolean
add_level_shares (GString *words, JsonArray *levels, double n_records,
                  const DeidHierarchy *hierarchy, GError **error)
{
  for (guint level = 0; level < json_array_get_length (levels); level++)
    {
      const double n = (double) json_array_get_int_element (levels, level);
      g_autofree char *name
          = n > 0 ? deid_hierarchy_describe_level (hierarchy, level, error) : NULL;

      if (n > 0 && name == NULL)
        return FALSE;
      if (n > 0)
        add_class_share (words, name, n / n_records);
    }
  return TRUE;
}

/* The same of runs or sets, whose level is one less than their values. */
static void
add_size_shares (GString *words, JsonArray *levels, double n_records, const char *what)
{
  const double n_kept = (double) json_array_get_int_element (levels, 0);
  guint shortest = 0, longest = 0;
  g_autofree char *name = NULL;

  for (guint level = 1; level < json_array_get_length (levels); level++)
    if (json_array_get_int_element (levels, level) > 0)
      {
        shortest = shortest > 0 ? shortest : level + 1;
        longest = level + 1;
      }
  if (n_kept > 0)
    add_class_share (words, "kept as it is", n_kept / n_records);
  if (longest == 0)
    return;
  name = longest > shortest ? g_strdup_printf ("a %s of %u to %u values", what, shortest, longest)
                            : g_strdup_printf ("a %s of %u values", what, longest);
  add_class_share (words, name, (n_records - n_kept) / n_records);
}

static gboolean
add_class_shares (GString *words, JsonObject *column, const DeidLattice *lattice, guint a,
                  GError **error)
{
  const gboolean has_sets = deid_lattice_get_label_sets (lattice, a) > 0;
  const DeidHierarchy *hierarchy = deid_lattice_get_hierarchy (lattice, a);
  JsonArray *levels = json_object_get_array_member (column, "records_by_level");
  double n_records = 0;

  for (guint level = 0; level < json_array_get_length (levels); level++)
    n_records += (double) json_array_get_int_element (levels, level);
  if (hierarchy != NULL && !has_sets)
    return add_level_shares (words, levels, n_records, hierarchy, error);
  add_size_shares (words, levels, n_records, has_sets ? "label" : "run");
  return TRUE;
}

static void
add_cell_words (GString *words, JsonObject *column)
{
  JsonArray *missing = json_object_get_array_member (column, "missing_cells");

  g_string_append_printf (words, "%" G_GINT64_FORMAT " cells suppressed",
                          get_count (column, "suppressed_cells"));
  if (json_array_get_int_element (missing, 0) > 0)
    g_string_append_printf (
        words, " (missing: %" G_GINT64_FORMAT " before, %" G_GINT64_FORMAT " after)",
        json_array_get_int_element (missing, 0), json_array_get_int_element (missing, 1));
}

/* What a policy did to a column with cuts. */
static void
add_cut_words (GString *words, JsonObject *column, const DeidHierarchy *hierarchy)
{
  JsonObject *distinct = json_object_get_object_member (column, "distinct");

  if (get_count (distinct, "after") == get_count (distinct, "before"))
    g_string_append (words, "kept as it is");
  else if (get_count (column, "n_labels") == 1)
    g_string_append (words, "one label for all");
  else
    g_string_append (words, hierarchy != NULL ? "values merged below a label"
                                              : "neighbouring values merged");
}

/* Returns: (transfer full): what became of a quasi-identifier, or NULL. */
static char *
describe_attribute (DeidResult *result, guint a, JsonObject *column, GError **error)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
  DeidHierarchy *hierarchy = deid_lattice_get_hierarchy (lattice, a);
  g_autoptr (GString) words = g_string_new (NULL);
  g_autofree char *name = NULL;

  if (deid_result_get_recoding (result) == DEID_RECODING_CELLS)
    add_cell_words (words, column);
  else if (deid_result_get_policy (result) == NULL)
    return add_class_shares (words, column, lattice, a, error)
               ? g_string_free (g_steal_pointer (&words), FALSE)
               : NULL;
  else if (deid_lattice_has_cuts (lattice, a))
    add_cut_words (words, column, hierarchy);
  else
    {
      const guint level = (guint) get_count (column, "level");

      name = deid_hierarchy_describe_level (hierarchy, level, error);
      if (name == NULL)
        return NULL;
      g_string_append (words, name);
      if (level > 0)
        add_example (words, column);
    }
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/* Adds the row of a column that is released. */
static gboolean
add_row (GPtrArray *rows, DeidResult *result, JsonObject *column, const char *numbers,
         GError **error)
{
  DeidProblem *problem = deid_result_get_problem (result);
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  const char *name = json_object_get_string_member (column, "name");
  const guint a = find_attribute (lattice, name);
  const gboolean is_attribute = a < deid_lattice_get_n_attributes (lattice);
  g_auto (GStrv) cells = g_new0 (char *, 7);
  JsonObject *distinct;
  g_autofree char *words = NULL;
  char loss[DEID_SHARE_SIZE];

  if (numbers != NULL)
    words = g_strdup (numbers);
  else if (!is_attribute)
    words = g_strdup ("released as it is");
  else if ((words = describe_attribute (result, a, column, error)) == NULL)
    return FALSE;
  cells[0] = deid_text_escape (name);
  cells[1] = g_strdup (json_object_get_string_member (column, "role"));
  cells[2] = deid_text_escape (words);
  distinct = is_attribute ? json_object_get_object_member (column, "distinct") : NULL;
  cells[3] = distinct != NULL
                 ? g_strdup_printf ("%" G_GINT64_FORMAT, get_count (distinct, "before"))
                 : g_strdup ("");
  cells[4] = distinct != NULL && numbers == NULL
                 ? g_strdup_printf ("%" G_GINT64_FORMAT, get_count (distinct, "after"))
                 : g_strdup ("");
  cells[5]
      = is_attribute && !json_object_get_null_member (column, "loss")
            ? g_strdup (show_loss (problem, json_object_get_double_member (column, "loss"), loss))
            : g_strdup ("");
  g_ptr_array_add (rows, g_steal_pointer (&cells));
  return TRUE;
}

gboolean
print_columns (DeidResult *result, DeidDataset *release, GHashTable *numbers,
               GCancellable *cancellable, GError **error)
{
  static const char *const headings[]
      = { "Column", "Role", "What became of it", "Values", "Labels", "Loss", NULL };
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_auto (GStrv) uncounted = deid_dataset_list_uncounted (
      deid_lattice_get_dataset (deid_problem_get_lattice (deid_result_get_problem (result))));
  JsonArray *columns;

  json_builder_begin_object (builder);
  if (!add_columns (builder, result, cancellable, error))
    return FALSE;
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  columns = json_object_get_array_member (json_node_get_object (root), "columns");
  g_ptr_array_add (rows, g_strdupv ((char **) headings));
  for (guint c = 0; c < json_array_get_length (columns); c++)
    {
      JsonObject *column = json_array_get_object_element (columns, c);
      const char *name = json_object_get_string_member (column, "name");

      if ((deid_dataset_find_column (release, name, NULL, NULL)
           || g_strv_contains ((const char *const *) uncounted, name))
          && !add_row (rows, result, column, g_hash_table_lookup (numbers, name), error))
        return FALSE;
    }
  g_print ("\n");
  print_rows (rows, "lllrrr");
  g_print ("\n");
  return TRUE;
}

/* What to do about a warning, by its code. Braces stand around words of a command line, which are
 * quoted for the shell if the name of the column has blanks or signs. */
static const char *const advice[][2] = {
  { "unprotected-sensitive", "Add a model of its values, such as --model {dl:2@COLUMN}, or do not "
                             "release the column." },
  { "unique-by-insensitive", "Make such a column a quasi-identifier, or do not release it." },
  { "values-of-records", "Keep one record of each person, or use the models persons:K and "
                         "{dl:L@COLUMN}, which judge persons." },
  { "shared-value", "Release such columns on a coarser level of a hierarchy, or do not release "
                    "them." },
  { "limit-of-0", "If records may be missing, set --suppression-limit." },
  { "one-label", "Leave the column out (--role {COLUMN=identifying}), or weigh it more "
                 "(--loss-weight {COLUMN=3}), so that others lose detail instead." },
  { "coarse-rule", "Give it a rule with levels between (--rule {COLUMN=RULE}), or leave the column "
                   "out (--role {COLUMN=identifying})." },
  { "group-nearly-gone",
    "Set a limit for this column by --suppression-limit {COLUMN=SHARE}, or have "
    "the search spare the records by --group-weight." },
  { "rare-values-shift-mean", "Lower --suppression-limit, or tell the users of the release." },
  { "generalized-before", "Raise --max-combinations to count finer labels." },
  { "not-counted", "Make a column that marks persons identifying, so that it is not released." },
  { "repeated-identifier", "If each value is a person, set --entity {COLUMN}." },
  { "unique-by-release", "Make columns that an attacker may know quasi-identifiers, or do not "
                         "release them." },
  { "leftovers", "Run the statements once no other run uses the table." },
};

/* Returns: (nullable): a text of a warning. */
static const char *
get_warning (const DeidReport *warnings, guint64 i, const char *name)
{
  g_autofree char *path = g_strdup_printf ("warnings[%" G_GUINT64_FORMAT "].%s", i, name);

  return deid_report_get_text (warnings, path);
}

void
describe_changed_columns (DeidResult *result, const DeidReport *warnings, GHashTable *words)
{
  DeidLattice *lattice = deid_problem_get_lattice (deid_result_get_problem (result));
  static const char *const changes[][2]
      = { { "values-coarser", "released on a level of its hierarchy" },
          { "dates-shifted", "shifted, person by person" },
          { "dates-relative", "days since the first date" },
          { "pseudonyms", "released as pseudonyms" } };
  const char *code;

  for (guint64 i = 0; warnings != NULL && (code = get_warning (warnings, i, "code")) != NULL; i++)
    for (guint c = 0; c < G_N_ELEMENTS (changes); c++)
      if (g_str_equal (code, changes[c][0])
          && find_attribute (lattice, get_warning (warnings, i, "column"))
                 == deid_lattice_get_n_attributes (lattice))
        g_hash_table_insert (words, g_strdup (get_warning (warnings, i, "column")),
                             g_strdup (changes[c][1]));
}

/* Returns: (transfer full): advice about a column. */
static char *
make_advice (const char *text, const char *column)
{
  g_auto (GStrv) parts = g_strsplit_set (text, "{}", -1);
  g_autoptr (GString) advised = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const gboolean is_item = g_str_equal (parts[i], "COLUMN"); /* of a list */
      g_auto (GStrv) items = g_strsplit (column, ",", -1);
      g_autofree char *name = is_item ? g_strjoinv ("\\,", items) : g_strdup (column);
      g_auto (GStrv) around = g_strsplit (parts[i], "COLUMN", -1);
      g_autofree char *part = g_strjoinv (name, around);
      g_autofree char *word = i % 2 == 1 ? quote_word (part) : NULL;

      g_string_append (advised, word != NULL ? word : part);
    }
  return g_string_free (g_steal_pointer (&advised), FALSE);
}

/* Tells whether the verb has all options that a text names. */
static gboolean
has_options_of (const char *text)
{
  gboolean has_all = TRUE;

  for (const char *p = strstr (text, "--"); has_all && p != NULL; p = strstr (p + 2, "--"))
    {
      g_autofree char *name = g_strndup (p + 2, strspn (p + 2, G_CSET_a_2_z "-"));

      has_all = find_option (name) != NULL;
    }
  return has_all;
}

/* Prints a warning as a sentence, and what to do about it. */
static void
print_warning (guint64 number, const char *text, const char *code, const char *column)
{
  g_autofree char *lead = g_strdup_printf ("%" G_GUINT64_FORMAT ". ", number);
  g_autofree char *name = column != NULL ? deid_text_escape (column) : g_strdup ("COLUMN");
  g_autoptr (GString) sentence = g_string_new (text);
  guint i = 0;

  sentence->str[0] = g_ascii_toupper (sentence->str[0]);
  while (i < G_N_ELEMENTS (advice) && g_strcmp0 (advice[i][0], code) != 0)
    i++;
  if (i < G_N_ELEMENTS (advice) && has_options_of (advice[i][1]))
    {
      g_autofree char *advised = make_advice (advice[i][1], name);

      g_string_append_printf (sentence, ". %s", advised);
    }
  print_paragraph (lead, sentence->str, STYLE_WARNING);
}

/* Prints the warnings of sensitive columns that no model protects, which come first, as one if they
 * are several.
 *
 * Returns: the first one that is left to be printed. */
static guint64
print_unprotected (const DeidReport *warnings, guint64 number)
{
  g_autoptr (GString) text = g_string_new ("no privacy model protects the sensitive columns ");
  guint64 i = 0;

  while (g_strcmp0 (get_warning (warnings, i, "code"), "unprotected-sensitive") == 0)
    {
      g_autofree char *name = deid_text_show (get_warning (warnings, i, "column"), -1);

      g_string_append_printf (text, "%s'%s'", i > 0 ? ", " : "", name);
      i++;
    }
  if (i < 2)
    return 0;
  g_string_append (text, ": if all records of a class have the same value of one, an attacker "
                         "who knows that a person is in the class learns it");
  print_warning (number, text->str, "unprotected-sensitive", NULL);
  return i;
}

void
print_warnings (const DeidReport *warnings, const char *first)
{
  guint64 number = 1, start;
  const char *text;

  if (first == NULL && get_warning (warnings, 0, "text") == NULL)
    return;
  print_heading ("Warnings", STYLE_WARNING);
  if (first != NULL)
    print_warning (number++, first, NULL, NULL);
  start = print_unprotected (warnings, number);
  number += start > 0 ? 1 : 0;
  for (guint64 i = start; (text = get_warning (warnings, i, "text")) != NULL; i++)
    print_warning (number++, text, get_warning (warnings, i, "code"),
                   get_warning (warnings, i, "column"));
}
