/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the command-line tools share: from options to a problem. */
#include "problem-options.h"

#include <string.h>

#include "lattice-options.h"

static char *opt_input, *opt_delimiter, *opt_sensitive, *opt_sensitive_hierarchies, *opt_judged,
    *opt_insensitive, *opt_entity, *opt_weight, *opt_survey_weight, *opt_population,
    *opt_population_weight, *opt_risk_threshold, *opt_suppression_limit, *opt_quality;
static char **opt_models;
static gboolean opt_show_values, opt_spreadsheet_safe;

const GOptionEntry problem_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_FILENAME, &opt_input, "table to read (CSV)", "FILE" },
  { "delimiter", 0, 0, G_OPTION_ARG_STRING, &opt_delimiter, "its delimiter (,)", "CHARACTER" },
  { "show-values", 0, 0, G_OPTION_ARG_NONE, &opt_show_values,
    "let error messages show values, not only where they stand", NULL },
  { "spreadsheet-safe", 0, 0, G_OPTION_ARG_NONE, &opt_spreadsheet_safe,
    "write cells that a spreadsheet would take for formulas behind an apostrophe", NULL },
  { "sensitive", 0, 0, G_OPTION_ARG_STRING, &opt_sensitive, "sensitive attributes", "A,B,…" },
  { "sensitive-hierarchy", 0, 0, G_OPTION_ARG_STRING, &opt_sensitive_hierarchies,
    "sensitive attributes whose hierarchies are read too, for models that ask for them", "A,B,…" },
  { "judged", 0, 0, G_OPTION_ARG_STRING, &opt_judged,
    "sensitive attributes that models judge and nobody is shown; A+B is what A and B say together",
    "A,B+C,…" },
  { "insensitive", 0, 0, G_OPTION_ARG_STRING, &opt_insensitive, "released unchanged", "A,B,…" },
  { "entity", 0, 0, G_OPTION_ARG_STRING, &opt_entity, "column that marks the person", "A" },
  { "weight", 0, 0, G_OPTION_ARG_STRING, &opt_weight,
    "column that says how many identical records a row stands for; no survey weight", "A" },
  { "survey-weight", 0, 0, G_OPTION_ARG_STRING, &opt_survey_weight,
    "column with the number of people that a record stands for; their sum is the size of the "
    "population, and no record counts more than once",
    "A" },
  { "model", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_models,
    "privacy model, as listed below: k:5, or dl:2@COLUMN with a sensitive attribute; without @ "
    "those of --sensitive are meant, each of them",
    "MODEL" },
  { "risk-threshold", 0, 0, G_OPTION_ARG_STRING, &opt_risk_threshold,
    "the greatest population risk, as --model risk:X", "X" },
  { "population", 0, 0, G_OPTION_ARG_FILENAME, &opt_population,
    "table of the population that the input is from (CSV), for kmap, dp, jatrisk, risk, payoutmap, "
    "noattackmap and the risks that are printed",
    "FILE" },
  { "population-weight", 0, 0, G_OPTION_ARG_STRING, &opt_population_weight,
    "column of it that counts records", "A" },
  { "suppression-limit", 0, 0, G_OPTION_ARG_STRING, &opt_suppression_limit,
    "share of records that may be suppressed (0)", "FRACTION" },
  { "quality", 0, 0, G_OPTION_ARG_STRING, &opt_quality,
    "quality model, as listed below (loss:arith)", "MODEL" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

gboolean
refuse_option (const char *option, const char *value, const char *expected, GError **error)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--%s %s: expected %s", option,
               value, expected);
  return FALSE;
}

/* Characters that are not printed, or turn the direction of writing, stay out of reports. */
static gboolean
is_printed (gunichar c)
{
  switch (g_unichar_type (c))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
      return FALSE;
    default:
      return TRUE;
    }
}

char *
escape_text (const char *text)
{
  GString *escaped = g_string_new (NULL);

  while (*text != '\0')
    {
      const gunichar c = g_utf8_get_char_validated (text, -1);

      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          g_string_append_printf (escaped, "\\x%02X", (guint) (guchar) *text++);
          continue;
        }
      if (is_printed (c))
        g_string_append_unichar (escaped, c);
      else
        g_string_append_printf (escaped, "\\u{%X}", c);
      text = g_utf8_next_char (text);
    }
  return g_string_free (escaped, FALSE);
}

void
print_error (const char *program, const GError *error)
{
  g_autofree char *message = escape_text (error->message);

  g_printerr ("%s: %s\n", program, message);
}

gboolean
read_number (const char *option, const char *text, double *number, GError **error)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  return (end != text && *end == '\0') || refuse_option (option, text, "a number", error);
}

gboolean
read_count (const char *option, const char *text, guint64 *count, GError **error)
{
  return (g_ascii_isdigit (text[0])
          && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, count, NULL))
         || refuse_option (option, text, "an unsigned integer", error);
}

static void
append_forms (GString *text, const char *title, char **forms, char **summaries)
{
  g_string_append_printf (text, "%s:\n", title);
  for (guint i = 0; forms[i] != NULL; i++)
    g_string_append_printf (text, "  %-35s %s\n", forms[i], summaries[i]);
}

/* Returns: (transfer full): the specifications that the library has. */
static char *
describe_models (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) privacy_summaries = NULL, quality_summaries = NULL, search_summaries = NULL;
  g_auto (GStrv) privacy = deid_privacy_model_list_specifications (&privacy_summaries);
  g_auto (GStrv) quality = deid_quality_model_list_specifications (&quality_summaries);
  g_auto (GStrv) searches = deid_search_list_specifications (&search_summaries);

  append_forms (text, "Privacy models", privacy, privacy_summaries);
  append_forms (text, "\nQuality models, AGGREGATE being arith, geo, max or sum", quality,
                quality_summaries);
  append_forms (text, "\nSearches", searches, search_summaries);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gboolean
read_command_line (int argc, char **argv, const char *summary,
                   const GOptionEntry *const *own_entries, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (summary);
  g_autofree char *models = describe_models ();

  g_option_context_set_description (context, models);
  g_option_context_add_main_entries (context, problem_entries, NULL);
  g_option_context_add_main_entries (context, lattice_entries, NULL);
  for (guint i = 0; own_entries[i] != NULL; i++)
    g_option_context_add_main_entries (context, own_entries[i], NULL);
  if (!g_option_context_parse (context, &argc, &argv, error))
    return FALSE;
  if (argc > 1)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "'%s': expected options only",
                   argv[1]);
      return FALSE;
    }
  if (opt_population_weight != NULL && opt_population == NULL)
    return refuse_option ("population-weight", opt_population_weight, "--population beside it",
                          error);
  if (opt_input != NULL && (opt_models != NULL || opt_risk_threshold != NULL))
    return check_lattice_options (error);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "--input and --model or --risk-threshold are needed (see --help)");
  return FALSE;
}

char **
list_input_paths (void)
{
  GPtrArray *paths = g_ptr_array_new ();
  g_auto (GStrv) names
      = g_strsplit (opt_sensitive_hierarchies != NULL ? opt_sensitive_hierarchies : "", ",", -1);

  g_ptr_array_add (paths, g_strdup (opt_input));
  if (opt_population != NULL)
    g_ptr_array_add (paths, g_strdup (opt_population));
  add_hierarchy_paths (paths);
  for (guint i = 0; names[i] != NULL; i++)
    add_hierarchy_path (paths, names[i]);
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (paths, FALSE);
}

gboolean
shows_values (void)
{
  return opt_show_values;
}

DeidCsvOptions *
make_csv_options (GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();

  if (opt_delimiter != NULL && strlen (opt_delimiter) != 1)
    {
      refuse_option ("delimiter", opt_delimiter, "one character", error);
      return NULL;
    }
  if ((opt_delimiter != NULL
       && !deid_csv_options_set_delimiter (csv, (guchar) opt_delimiter[0], error))
      || !deid_csv_options_set_show_values (csv, opt_show_values, error)
      || !deid_csv_options_set_spreadsheet_safe (csv, opt_spreadsheet_safe, error))
    return NULL;
  return g_steal_pointer (&csv);
}

static gboolean
set_roles (DeidDataset *data, const char *columns, DeidRole role, GError **error)
{
  g_auto (GStrv) names = g_strsplit (columns != NULL ? columns : "", ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (!deid_dataset_set_role (data, names[i], role, error))
      return FALSE;
  return TRUE;
}

/* A name with a `+` that is no column's stands for the columns between them, together. */
static gboolean
set_judged (DeidDataset *data, GError **error)
{
  g_auto (GStrv) names = g_strsplit (opt_judged != NULL ? opt_judged : "", ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (names[i], "+", -1);
      const guint n_parts = g_strv_length (parts);
      const gboolean is_joint
          = n_parts > 1 && !deid_dataset_find_column (data, names[i], NULL, NULL);

      if (!(is_joint ? deid_dataset_add_joint_column (data, names[i], (const char *const *) parts,
                                                      NULL, error)
                     : deid_dataset_set_role (data, names[i], DEID_ROLE_JUDGED, error)))
        return FALSE;
    }
  return TRUE;
}

static DeidDataset *
load_table (DeidCsvOptions *csv, GError **error)
{
  g_autoptr (DeidDataset) data = deid_dataset_new_from_csv (opt_input, csv, NULL, error);

  if (data == NULL || !set_roles (data, opt_sensitive, DEID_ROLE_SENSITIVE, error)
      || !set_judged (data, error)
      || !set_roles (data, opt_insensitive, DEID_ROLE_INSENSITIVE, error)
      || !set_roles (data, opt_entity, DEID_ROLE_ENTITY, error)
      || !set_roles (data, opt_weight, DEID_ROLE_WEIGHT, error)
      || !set_roles (data, opt_survey_weight, DEID_ROLE_SURVEY_WEIGHT, error))
    return NULL;
  return g_steal_pointer (&data);
}

static gboolean
load_sensitive_hierarchies (DeidProblem *problem, GError **error)
{
  g_auto (GStrv) names
      = g_strsplit (opt_sensitive_hierarchies != NULL ? opt_sensitive_hierarchies : "", ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (DeidHierarchy) hierarchy = load_hierarchy (names[i], error);

      if (hierarchy == NULL
          || !deid_problem_set_sensitive_hierarchy (problem, names[i], hierarchy, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer full): what models judge, in the order of the command line. */
static char **
list_judged (void)
{
  const char *sensitive = opt_sensitive != NULL ? opt_sensitive : "";
  const char *judged = opt_judged != NULL ? opt_judged : "";
  const gboolean are_both = sensitive[0] != '\0' && judged[0] != '\0';
  g_autofree char *all = g_strconcat (sensitive, are_both ? "," : "", judged, NULL);

  return g_strsplit (all, ",", -1);
}

/* A model that judges a sensitive attribute but names none is asked of each of them. */
static gboolean
add_model (DeidProblem *problem, const char *text, GError **error)
{
  g_auto (GStrv) sensitive = list_judged ();
  guint i = 0;

  do
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification (text, sensitive[i], error);

      if (model == NULL || !deid_problem_add_privacy_model (problem, model, error))
        return FALSE;
      if (strchr (text, '@') != NULL || deid_privacy_model_get_sensitive (model)[0] == NULL)
        break;
      i++;
    }
  while (sensitive[i] != NULL);
  return TRUE;
}

/* Returns: FALSE with an error; otherwise @population is set, to NULL if there is none. */
static gboolean
load_population (DeidCsvOptions *csv, DeidDataset **population, GError **error)
{
  *population = NULL;
  if (opt_population == NULL)
    return TRUE;
  *population = deid_dataset_new_from_csv (opt_population, csv, NULL, error);
  return *population != NULL
         && set_roles (*population, opt_population_weight, DEID_ROLE_WEIGHT, error);
}

/* The models that are named, and the one that is short for another. */
static gboolean
add_models (DeidProblem *problem, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = NULL;
  double threshold;

  for (guint i = 0; opt_models != NULL && opt_models[i] != NULL; i++)
    if (!add_model (problem, opt_models[i], error))
      return FALSE;
  if (opt_risk_threshold == NULL)
    return TRUE;
  if (!read_number ("risk-threshold", opt_risk_threshold, &threshold, error))
    return FALSE;
  model = deid_privacy_model_new_population_risk (threshold, 1, DEID_RISK_SCALE_SUM,
                                                  DEID_UNMATCHED_RECORDS_ERROR, error);
  return model != NULL && deid_problem_add_privacy_model (problem, model, error);
}

DeidProblem *
load_problem (DeidCsvOptions *csv, GError **error)
{
  g_autoptr (DeidDataset) data = load_table (csv, error);
  g_autoptr (DeidDataset) population = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidQualityModel) quality = NULL;
  double limit = 0;

  if (data == NULL || !load_population (csv, &population, error))
    return NULL;
  lattice = load_lattice (data, population, error);
  if (lattice == NULL)
    return NULL;
  problem = deid_problem_new (lattice);
  if (!load_sensitive_hierarchies (problem, error)
      || (population != NULL && !deid_problem_set_population (problem, population, NULL, error))
      || !add_models (problem, error))
    return NULL;
  quality = deid_quality_model_new_from_specification (
      opt_quality != NULL ? opt_quality : "loss:arith", error);
  if (quality == NULL || !deid_problem_set_quality_model (problem, quality, error)
      || (opt_suppression_limit != NULL
          && !read_number ("suppression-limit", opt_suppression_limit, &limit, error))
      || !deid_problem_set_suppression_limit (problem, limit, error))
    return NULL;
  return g_steal_pointer (&problem);
}

DeidDataset *
get_table (const DeidProblem *problem)
{
  return deid_lattice_get_dataset (deid_problem_get_lattice (problem));
}

void
show_progress (DeidProgress *progress, gpointer user_data)
{
  char loss_text[G_ASCII_DTOSTR_BUF_SIZE], bound[G_ASCII_DTOSTR_BUF_SIZE];
  double loss;

  (void) user_data;
  deid_progress_get_loss (progress, &loss);
  g_ascii_formatd (loss_text, sizeof loss_text, "%.6f", loss);
  g_ascii_formatd (bound, sizeof bound, "%.6f", deid_progress_get_lower_bound (progress));
  g_printerr ("\r%" G_GUINT64_FORMAT " policies evaluated, loss %s, at least %s ",
              deid_progress_get_n_evaluated (progress), loss_text, bound);
}
