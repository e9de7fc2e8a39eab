/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the command-line tools share: from options to a problem. */
#include "problem-options.h"

#include <string.h>

#include "base/text.h"
#include "baseline-options.h"
#include "input-files.h"
#include "messages.h"
#include "option-values.h"
#include "settings.h"
#include "suggest.h"

static char *opt_engine, *opt_engine_command, *opt_table, *opt_max_combinations;
static char *opt_input, *opt_delimiter, *opt_sensitive, *opt_sensitive_hierarchies, *opt_judged,
    *opt_insensitive, *opt_entity, *opt_weight, *opt_survey_weight, *opt_population,
    *opt_population_weight, *opt_risk_threshold, *opt_suppression_limit, *opt_quality;
static char **opt_models, **opt_group_limits, **opt_group_weights;

const GOptionEntry problem_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_FILENAME, &opt_input, "table to read (CSV); - is standard input",
    "FILE" },
  { "delimiter", 0, 0, G_OPTION_ARG_STRING, &opt_delimiter, "its delimiter, \\t for a tab (,)",
    "CHARACTER" },
  { "sensitive", 0, 0, G_OPTION_ARG_STRING, &opt_sensitive, "sensitive attributes", "A,B,…" },
  { "model", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_models,
    "privacy model: k:5, or dl:2@COLUMN with a sensitive attribute; without @ those of --sensitive "
    "are meant, each of them; may be given several times, and replaces the models of a problem "
    "file",
    "MODEL" },
  { "suppression-limit", 0, 0, G_OPTION_ARG_STRING, &opt_suppression_limit,
    "share of records that may be suppressed, such as 5% or 0.05 (0)", "SHARE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const GOptionEntry column_entries[] = {
  { "insensitive", 0, 0, G_OPTION_ARG_STRING, &opt_insensitive, "released unchanged", "A,B,…" },
  { "judged", 0, 0, G_OPTION_ARG_STRING, &opt_judged,
    "sensitive attributes that models judge and nobody is shown; A+B is what A and B say together",
    "A,B+C,…" },
  { "sensitive-hierarchy", 0, 0, G_OPTION_ARG_STRING, &opt_sensitive_hierarchies,
    "sensitive attributes whose hierarchies are read too, for models that ask for them", "A,B,…" },
  { "suppression-limit-of", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_group_limits,
    "share of the records of each value of a column that may be suppressed, such as sex=20%; may "
    "be given several times",
    "COLUMN=SHARE" },
  { "group-weight", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_group_weights,
    "by how much the records with a value count in the loss, such as sex=other=5; may be given "
    "several times",
    "COLUMN=VALUE=X" },
  { "entity", 0, 0, G_OPTION_ARG_STRING, &opt_entity, "column that marks the person", "A" },
  { "weight", 0, 0, G_OPTION_ARG_STRING, &opt_weight,
    "column that says how many identical records a row stands for; no survey weight", "A" },
  { "survey-weight", 0, 0, G_OPTION_ARG_STRING, &opt_survey_weight,
    "column with the number of people that a record stands for; their sum is the size of the "
    "population, and no record counts more than once",
    "A" },
  { "population", 0, 0, G_OPTION_ARG_FILENAME, &opt_population,
    "table of the population that the input is from (CSV), for kmap, dp, jatrisk, risk, payoutmap, "
    "noattackmap and the risks that are printed",
    "FILE" },
  { "population-weight", 0, 0, G_OPTION_ARG_STRING, &opt_population_weight,
    "column of it that counts records", "A" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const GOptionEntry engine_entries[]
    = { { "engine", 0, 0, G_OPTION_ARG_STRING, &opt_engine,
          "SQL of the engine that the table stays in, instead of --input",
          "sqlite|postgresql|duckdb|clickhouse|ansi" },
        { "engine-command", 0, 0, G_OPTION_ARG_STRING, &opt_engine_command,
          "its client program with arguments, such as 'sqlite3 my.db'; no shell runs it",
          "COMMAND" },
        { "table", 0, 0, G_OPTION_ARG_STRING, &opt_table, "table in the engine", "TABLE" },
        { "max-combinations", 0, 0, G_OPTION_ARG_STRING, &opt_max_combinations,
          "how many combinations may be fetched; where there are more, the lowest levels of "
          "quasi-identifiers are raised (none)",
          "N" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

const GOptionEntry model_entries[] = {
  { "quality", 0, 0, G_OPTION_ARG_STRING, &opt_quality, "quality model (loss:arith)", "MODEL" },
  { "risk-threshold", 0, 0, G_OPTION_ARG_STRING, &opt_risk_threshold,
    "the greatest population risk, as --model risk:X; or that of a baseline, safe-harbor or a "
    "file",
    "X|BASELINE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

const Setting problem_settings[]
    = { { "--input", &opt_input, NULL, "input", "input" },
        { "--delimiter", &opt_delimiter, NULL, "input", "delimiter" },
        { "--engine", &opt_engine, NULL, "engine", "dialect" },
        { "--engine-command", &opt_engine_command, NULL, "engine", "command" },
        { "--table", &opt_table, NULL, "engine", "table" },
        { "--max-combinations", &opt_max_combinations, NULL, "engine", "max-combinations" },
        { "--suppression-limit", &opt_suppression_limit, NULL, "limits", "suppression-limit" },
        { "--population", &opt_population, NULL, "population", "population" },
        { "--population-weight", &opt_population_weight, NULL, "population", "population-weight" },
        { "--quality", &opt_quality, NULL, "models", "quality" },
        { NULL, NULL, NULL, NULL, NULL } };

const RoleSetting column_roles[] = { { "--sensitive", &opt_sensitive, "sensitive" },
                                     { "--judged", &opt_judged, "judged" },
                                     { "--insensitive", &opt_insensitive, "insensitive" },
                                     { "--entity", &opt_entity, "entity" },
                                     { "--weight", &opt_weight, "weight" },
                                     { "--survey-weight", &opt_survey_weight, "survey-weight" },
                                     { NULL, NULL, NULL } };

/* Says so where models that a file asks for are no longer asked for. */
static void
tell_dropped (const char *before, const char *after, const char *option)
{
  g_auto (GStrv) old = g_strsplit (before, ";", -1), new = g_strsplit (after, ";", -1);
  g_autofree char *shown = deid_text_escape (before);
  g_autofree char *note
      = g_strdup_printf ("%s replaces the models of the problem file, %s", option, shown);

  for (guint i = 0; old[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) new, old[i]))
      {
        print_note (note);
        return;
      }
}

/* All models that options name are one list, which goes over that of a file. */
static gboolean
set_models (DeidJob *job, GError **error)
{
  g_autoptr (GString) models = g_string_new (NULL);
  g_autofree char *before = g_strdup (deid_job_get (job, "models", "model"));
  const char *option = opt_models != NULL ? "--model" : "--risk-threshold";
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  double threshold;

  for (guint i = 0; opt_models != NULL && opt_models[i] != NULL; i++)
    append_item (models, opt_models[i]);
  if (opt_risk_threshold != NULL && !is_baseline (opt_risk_threshold))
    {
      g_autofree char *model = NULL;

      if (!read_share ("risk-threshold", opt_risk_threshold, &threshold, error))
        return FALSE;
      model = g_strconcat ("risk:", g_ascii_dtostr (text, sizeof text, threshold), NULL);
      append_item (models, model);
    }
  if (models->len == 0)
    return TRUE;
  if (!deid_job_set (job, "models", "model", models->str, option, error))
    return FALSE;
  tell_dropped (before, deid_job_get (job, "models", "model"), option);
  return TRUE;
}

/* A share has no equals sign. */
static gboolean
set_group_limits (DeidJob *job, GError **error)
{
  for (guint i = 0; opt_group_limits != NULL && opt_group_limits[i] != NULL; i++)
    {
      g_autofree char *column = NULL, *section = NULL;
      const char *share;

      if (!split_group_limit (opt_group_limits[i], &column, &share, error))
        return FALSE;
      section = deid_job_get_column_section (column);
      if (!deid_job_set (job, section, "suppression-limit", share, "--suppression-limit-of", error))
        return FALSE;
    }
  return TRUE;
}

/* Values may have equals signs, the column none. */
static gboolean
set_group_weights (GError **error)
{
  for (guint i = 0; opt_group_weights != NULL && opt_group_weights[i] != NULL; i++)
    {
      const char *sign = strchr (opt_group_weights[i], '=');

      if (sign == NULL || strchr (sign + 1, '=') == NULL)
        return refuse_option ("group-weight", opt_group_weights[i], "COLUMN=VALUE=X", error);
    }
  return set_column_lists ("--group-weight", opt_group_weights, "group-weight", "COLUMN=VALUE=X",
                           error);
}

gboolean
set_model_options (DeidJob *job, GError **error)
{
  g_auto (GStrv) names = split_list (opt_sensitive_hierarchies);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *section = deid_job_get_column_section (names[i]);
      g_autofree char *prefix = deid_job_get_path (job, "lattice", "hierarchies");
      g_autofree char *path = prefix != NULL ? g_strconcat (prefix, names[i], ".csv", NULL) : NULL;

      if (path == NULL)
        {
          g_autofree char *shown = deid_text_show (names[i], -1);

          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       "column '%s': its hierarchy needs --hierarchies", shown);
          return FALSE;
        }
      if (!deid_job_set (job, section, "hierarchy", path, "--sensitive-hierarchy", error))
        return FALSE;
    }
  return set_baseline_options (job, is_baseline (opt_risk_threshold) ? opt_risk_threshold : NULL,
                               error)
         && set_models (job, error) && set_group_limits (job, error) && set_group_weights (error);
}

/* Tells whether a key of a column has a value, or just any; @value may be NULL. */
static gboolean
any_column_has (const char *key, const char *value)
{
  g_auto (GStrv) sections = deid_job_list_column_sections (get_settings ());

  for (guint i = 0; sections[i] != NULL; i++)
    if (deid_job_is_set (get_settings (), sections[i], key)
        && (value == NULL || g_str_equal (deid_job_get (get_settings (), sections[i], key), value)))
      return TRUE;
  return FALSE;
}

static void
add_need (GString *needs, const char *need)
{
  g_string_append_printf (needs, "%s%s", needs->len > 0 ? "; " : "", need);
}

/* Says what there is not, each by its option and its key. */
static gboolean
check_needs (const DeidJob *job, GError **error)
{
  g_autoptr (GString) needs = g_string_new (NULL);
  const gboolean needs_none = g_str_equal (deid_job_get (job, "lattice", "generalize-by"), "cuts")
                              || any_column_has ("generalize-by", "cuts")
                              || deid_job_get_recoding (job) == DEID_RECODING_CELLS;

  if (!deid_job_is_set (job, "input", "input") && !deid_job_is_set (job, "engine", "dialect"))
    add_need (needs, "--input ([input] input) or --engine ([engine] dialect)");
  if (!deid_job_is_set (job, "models", "model") && !has_flag ("baseline", "baseline-limit"))
    add_need (needs, "--model or --risk-threshold ([models] model)");
  if (!any_column_has ("role", "quasi-identifying"))
    add_need (needs, "--qi (role=quasi-identifying of a column)");
  if (!needs_none && !deid_job_is_set (job, "lattice", "hierarchies")
      && !any_column_has ("hierarchy", NULL) && !any_column_has ("rule", NULL))
    add_need (needs, "--hierarchy or --hierarchies (rule or hierarchy of a column, such as "
                     "deid-anonymize --suggest proposes)");
  if (needs->len == 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "needed: %s; see --help",
               needs->str);
  return FALSE;
}

/* Options that suggestions would do nothing with; files may say the same, for other runs. */
static gboolean
check_suggestions (const DeidJob *job, GError **error)
{
  static const char none[] = "none beside --suggest, which prints a problem file without a model";

  if (!deid_job_is_set (job, "input", "input"))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "--suggest needs --input (see --help)");
      return FALSE;
    }
  if (opt_models != NULL)
    return refuse_option ("model", opt_models[0], none, error);
  if (opt_risk_threshold != NULL)
    return refuse_option ("risk-threshold", opt_risk_threshold, none, error);
  for (const Setting *setting = output_settings; setting->option != NULL; setting++)
    if (setting->value != NULL && *setting->value != NULL)
      return refuse_option (setting->option + 2, *setting->value, none, error);
  return TRUE;
}

gboolean
check_problem_options (GError **error)
{
  DeidJob *job = get_settings ();
  const char *const read[] = { deid_job_get (job, "input", "input"),
                               deid_job_get (job, "population", "population"), NULL };

  if (deid_job_is_set (job, "population", "population-weight")
      && !deid_job_is_set (job, "population", "population"))
    return refuse_option ("population-weight",
                          deid_job_get (job, "population", "population-weight"),
                          "--population beside it", error);
  return (is_suggested () ? check_suggestions (job, error) : check_needs (job, error))
         && check_standard_input (read, error);
}

gboolean
reads_standard_input (void)
{
  return is_standard_input (deid_job_get (get_settings (), "input", "input"))
         || is_standard_input (deid_job_get (get_settings (), "population", "population"));
}

gboolean
open_input_of_settings (GCancellable *cancellable, GError **error)
{
  const char *path = deid_job_get (get_settings (), "input", "input");
  g_autoptr (DeidCsvOptions) csv = NULL;
  g_autoptr (DeidDataset) table = NULL;

  if (!is_standard_input (path))
    return TRUE;
  csv = deid_job_make_csv_options (get_settings (), error);
  table = csv != NULL ? read_table (path, csv, cancellable, error) : NULL;
  return table != NULL && deid_job_set_dataset (get_settings (), table, error);
}

DeidProblem *
load_problem (GCancellable *cancellable, GError **error)
{
  DeidProblem *problem;

  if (!open_input_of_settings (cancellable, error))
    return NULL;
  problem = deid_job_get_problem (get_settings (), cancellable, error);
  return problem != NULL ? deid_problem_ref (problem) : NULL;
}

DeidDataset *
get_table (const DeidProblem *problem)
{
  return deid_lattice_get_dataset (deid_problem_get_lattice (problem));
}
