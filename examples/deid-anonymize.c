/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * deid-anonymize: the main job of the library as a command.
 *
 * It reads a table and the hierarchies of its quasi-identifiers, searches for the best policy,
 * makes the released table, verifies it, and writes what was asked for. Exit status: 0 if a
 * solution was found and verified, 1 if there is none, 2 if the input is bad or a file cannot be
 * read or written.
 */
#include <deid/deid.h>
#include <json-glib/json-glib.h>
#include <locale.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define RISK_THRESHOLD 0.2
#define N_EXPLAINED    5

enum
{
  EXIT_SOLVED = 0,
  EXIT_NO_SOLUTION = 1,
  EXIT_BAD_INPUT = 2
};

/* The command line, as text. */
static char *opt_input, *opt_delimiter, *opt_hierarchies, *opt_qi, *opt_sensitive, *opt_insensitive,
    *opt_entity, *opt_weight, *opt_suppression_limit, *opt_quality, *opt_search, *opt_time_limit,
    *opt_step_limit, *opt_threads, *opt_seed, *opt_output, *opt_policy;
static char **opt_models;
static gboolean opt_keep_suppressed, opt_keep_order, opt_explain, opt_json;

static const GOptionEntry entries[] = {
  { "input", 0, 0, G_OPTION_ARG_FILENAME, &opt_input, "table to read (CSV)", "FILE" },
  { "delimiter", 0, 0, G_OPTION_ARG_STRING, &opt_delimiter, "its delimiter (,)", "CHARACTER" },
  { "hierarchies", 0, 0, G_OPTION_ARG_FILENAME, &opt_hierarchies,
    "hierarchy files are PREFIX + column + .csv", "PREFIX" },
  { "qi", 0, 0, G_OPTION_ARG_STRING, &opt_qi, "quasi-identifiers", "A,B,…" },
  { "sensitive", 0, 0, G_OPTION_ARG_STRING, &opt_sensitive, "sensitive attributes", "A,B,…" },
  { "insensitive", 0, 0, G_OPTION_ARG_STRING, &opt_insensitive, "released unchanged", "A,B,…" },
  { "entity", 0, 0, G_OPTION_ARG_STRING, &opt_entity, "column that marks the person", "A" },
  { "weight", 0, 0, G_OPTION_ARG_STRING, &opt_weight, "column that counts records", "A" },
  { "model", 0, 0, G_OPTION_ARG_STRING_ARRAY, &opt_models,
    "privacy model: k:K, dl:L, el:L; behind @ the sensitive attribute, or all of them", "MODEL" },
  { "suppression-limit", 0, 0, G_OPTION_ARG_STRING, &opt_suppression_limit,
    "share of records that may be suppressed (0)", "FRACTION" },
  { "quality", 0, 0, G_OPTION_ARG_STRING, &opt_quality,
    "loss:arith, loss:geo, loss:max or loss:sum, and perhaps :FACTOR (loss:arith)", "MODEL" },
  { "search", 0, 0, G_OPTION_ARG_STRING, &opt_search, "optimal or exhaustive (optimal)", "NAME" },
  { "time-limit", 0, 0, G_OPTION_ARG_STRING, &opt_time_limit, "seconds to search", "S" },
  { "step-limit", 0, 0, G_OPTION_ARG_STRING, &opt_step_limit, "policies to evaluate", "N" },
  { "threads", 0, 0, G_OPTION_ARG_STRING, &opt_threads, "threads to use (all cores)", "N" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &opt_seed, "of the order of the released rows (0)", "N" },
  { "keep-suppressed", 0, 0, G_OPTION_ARG_NONE, &opt_keep_suppressed,
    "keep suppressed records as place holders", NULL },
  { "keep-order", 0, 0, G_OPTION_ARG_NONE, &opt_keep_order,
    "keep the order of the rows, which links them to the input", NULL },
  { "output", 0, 0, G_OPTION_ARG_FILENAME, &opt_output, "released table to write (CSV)", "FILE" },
  { "policy", 0, 0, G_OPTION_ARG_FILENAME, &opt_policy, "stored policy to write (JSON)", "FILE" },
  { "explain", 0, 0, G_OPTION_ARG_NONE, &opt_explain,
    "say which policies would have been better, and what blocks them", NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &opt_json, "report as one JSON object", NULL },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

/* Everything the run makes. */
typedef struct
{
  DeidCsvOptions *csv;
  DeidDataset *data;
  DeidProblem *problem;
  DeidResult *result;
  DeidExplanation *explanation; /* if asked for, and the result is proven optimal */
  DeidDataset *release;
  double load, search, apply, write; /* seconds */
} Job;

static void
job_clear (Job *job)
{
  g_clear_pointer (&job->csv, deid_csv_options_unref);
  g_clear_pointer (&job->data, deid_dataset_unref);
  g_clear_pointer (&job->problem, deid_problem_unref);
  g_clear_pointer (&job->result, deid_result_unref);
  g_clear_pointer (&job->explanation, deid_explanation_unref);
  g_clear_pointer (&job->release, deid_dataset_unref);
}

static gboolean
fail (GError **error, const char *option, const char *value, const char *expected)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--%s %s: expected %s", option,
               value != NULL ? value : "", expected);
  return FALSE;
}

/* Numbers have a decimal point, whatever the locale. */
static gboolean
read_number (const char *option, const char *text, double *number, GError **error)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  return (end != text && *end == '\0') || fail (error, option, text, "a number");
}

static gboolean
read_count (const char *option, const char *text, guint64 *count, GError **error)
{
  return (g_ascii_isdigit (text[0])
          && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, count, NULL))
         || fail (error, option, text, "an unsigned integer");
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

static DeidLattice *
load_lattice (DeidDataset *data, GError **error)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (data);
  g_auto (GStrv) names = g_strsplit (opt_qi, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_strconcat (opt_hierarchies, names[i], ".csv", NULL);
      g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_csv (path, NULL, error);

      if (hierarchy == NULL
          || !deid_lattice_add_quasi_identifier (lattice, names[i], hierarchy, error))
        return NULL;
    }
  return g_steal_pointer (&lattice);
}

/* A model that judges a sensitive attribute but names none is asked of each of them. */
static gboolean
add_model (DeidProblem *problem, const char *text, GError **error)
{
  g_auto (GStrv) sensitive = g_strsplit (opt_sensitive != NULL ? opt_sensitive : "", ",", -1);
  guint i = 0;

  do
    {
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_string (text, sensitive[i], error);

      if (model == NULL || !deid_problem_add_privacy_model (problem, model, error))
        return FALSE;
      if (strchr (text, '@') != NULL || deid_privacy_model_get_sensitive (model) == NULL)
        break;
      i++;
    }
  while (sensitive[i] != NULL);
  return TRUE;
}

static gboolean
load (Job *job, GError **error)
{
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidQualityModel) quality = NULL;
  double limit = 0;

  if (opt_input == NULL || opt_hierarchies == NULL || opt_qi == NULL || opt_models == NULL)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "--input, --hierarchies, --qi and --model are needed (see --help)");
      return FALSE;
    }
  job->csv = deid_csv_options_new ();
  if (opt_delimiter != NULL
      && ((strlen (opt_delimiter) != 1
           && !fail (error, "delimiter", opt_delimiter, "one character"))
          || !deid_csv_options_set_delimiter (job->csv, opt_delimiter[0], error)))
    return FALSE;
  job->data = deid_dataset_new_from_csv (opt_input, job->csv, error);
  if (job->data == NULL || !set_roles (job->data, opt_sensitive, DEID_ROLE_SENSITIVE, error)
      || !set_roles (job->data, opt_insensitive, DEID_ROLE_INSENSITIVE, error)
      || !set_roles (job->data, opt_entity, DEID_ROLE_ENTITY, error)
      || !set_roles (job->data, opt_weight, DEID_ROLE_WEIGHT, error))
    return FALSE;
  lattice = load_lattice (job->data, error);
  if (lattice == NULL)
    return FALSE;
  job->problem = deid_problem_new (lattice);
  for (guint i = 0; opt_models[i] != NULL; i++)
    if (!add_model (job->problem, opt_models[i], error))
      return FALSE;
  quality = deid_quality_model_new_from_string (opt_quality != NULL ? opt_quality : "loss:arith",
                                                error);
  return quality != NULL && deid_problem_set_quality_model (job->problem, quality, error)
         && (opt_suppression_limit == NULL
             || read_number ("suppression-limit", opt_suppression_limit, &limit, error))
         && deid_problem_set_suppression_limit (job->problem, limit, error);
}

static void
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

static DeidSearch *
make_search (GError **error)
{
  g_autoptr (DeidSearch) search = NULL;
  guint64 count = g_get_num_processors ();
  double seconds;

  if (opt_search == NULL || g_str_equal (opt_search, "optimal"))
    search = deid_search_new_optimal ();
  else if (g_str_equal (opt_search, "exhaustive"))
    search = deid_search_new_exhaustive ();
  else
    {
      fail (error, "search", opt_search, "optimal or exhaustive");
      return NULL;
    }
  if (opt_threads != NULL && !read_count ("threads", opt_threads, &count, error))
    return NULL;
  if (!deid_search_set_n_threads (search, (guint) MIN (count, G_MAXUINT), error))
    return NULL;
  if (opt_time_limit != NULL
      && (!read_number ("time-limit", opt_time_limit, &seconds, error)
          || !deid_search_set_time_limit (search, seconds, error)))
    return NULL;
  if (opt_step_limit != NULL
      && (!read_count ("step-limit", opt_step_limit, &count, error)
          || !deid_search_set_step_limit (search, count, error)))
    return NULL;
  if (isatty (STDERR_FILENO)
      && !deid_search_set_progress_func (search, show_progress, NULL, NULL, error))
    return NULL;
  return g_steal_pointer (&search);
}

static gboolean
solve (Job *job, GError **error)
{
  g_autoptr (DeidSearch) search = make_search (error);

  if (search == NULL)
    return FALSE;
  job->result = deid_search_run (search, job->problem, NULL, error);
  if (isatty (STDERR_FILENO))
    g_printerr ("\n");
  return job->result != NULL;
}

static gboolean
explain (Job *job, GError **error)
{
  if (!opt_explain || !deid_result_is_proven_optimal (job->result))
    return TRUE;
  job->explanation = deid_result_explain (job->result, N_EXPLAINED, NULL, error);
  return job->explanation != NULL;
}

static gboolean
apply (Job *job, GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  guint64 seed = 0;

  if ((opt_seed != NULL && !read_count ("seed", opt_seed, &seed, error))
      || !deid_release_options_set_seed (options, seed, error)
      || !deid_release_options_set_keep_suppressed (options, opt_keep_suppressed, error)
      || !deid_release_options_set_keep_order (options, opt_keep_order, error))
    return FALSE;
  job->release = deid_result_apply (job->result, options, error);
  return job->release != NULL && deid_result_verify (job->result, job->release, NULL, error);
}

/* The released table comes last: it is there only if all went well. */
static gboolean
write_files (Job *job, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = NULL;

  if (opt_policy != NULL
      && ((policy = deid_stored_policy_new (job->result, error)) == NULL
          || !deid_stored_policy_write (policy, opt_policy, error)))
    return FALSE;
  return opt_output == NULL || deid_dataset_write_csv (job->release, opt_output, job->csv, error);
}

static void
add_number (JsonBuilder *builder, const char *name, double number)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_double_value (builder, number);
}

/* Beyond 63 bits a count becomes a rounded number. */
static void
add_count (JsonBuilder *builder, const char *name, guint64 count)
{
  json_builder_set_member_name (builder, name);
  if (count <= G_MAXINT64)
    json_builder_add_int_value (builder, (gint64) count);
  else
    json_builder_add_double_value (builder, (double) count);
}

static void
add_flag (JsonBuilder *builder, const char *name, gboolean flag)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_boolean_value (builder, flag);
}

static void
add_policy (JsonBuilder *builder, const char *name, DeidPolicy *policy)
{
  DeidLattice *lattice = deid_policy_get_lattice (policy);

  json_builder_set_member_name (builder, name);
  json_builder_begin_object (builder);
  for (guint d = 0; d < deid_lattice_get_n_dimensions (lattice); d++)
    add_count (builder,
               deid_lattice_get_attribute_name (lattice, deid_lattice_get_attribute (lattice, d)),
               deid_policy_get_level (policy, d));
  json_builder_end_object (builder);
}

static void
add_blocked (JsonBuilder *builder, const DeidExplanation *explanation, guint i)
{
  json_builder_begin_object (builder);
  add_policy (builder, "policy", deid_explanation_get_policy (explanation, i));
  add_number (builder, "loss", deid_explanation_get_loss (explanation, i));
  add_count (builder, "suppressed", deid_explanation_get_n_suppressed (explanation, i));
  add_count (builder, "too_many", deid_explanation_get_n_too_many (explanation, i));
  json_builder_set_member_name (builder, "blocked_by");
  json_builder_add_string_value (builder, deid_explanation_get_attribute (explanation, i));
  add_count (builder, "saved", deid_explanation_get_n_saved (explanation, i));
  json_builder_end_object (builder);
}

static void
add_explanation (JsonBuilder *builder, const DeidExplanation *explanation)
{
  json_builder_set_member_name (builder, "explanation");
  if (explanation == NULL)
    {
      json_builder_add_null_value (builder);
      return;
    }
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "audience");
  json_builder_add_string_value (builder, "custodian-only");
  add_count (builder, "candidates", deid_explanation_get_n_candidates (explanation));
  add_count (builder, "better", deid_explanation_get_n_better (explanation));
  json_builder_set_member_name (builder, "nearest");
  json_builder_begin_array (builder);
  for (guint i = 0; i < deid_explanation_get_n_policies (explanation); i++)
    add_blocked (builder, explanation, i);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static void
print_json (const Job *job)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  struct rusage usage;
  guint64 size;

  json_builder_begin_object (builder);
  if (deid_lattice_get_size (deid_problem_get_lattice (job->problem), &size))
    add_count (builder, "policies", size);
  else
    add_number (builder, "policies",
                deid_lattice_get_size_as_double (deid_problem_get_lattice (job->problem)));
  add_count (builder, "evaluated", deid_result_get_n_evaluated (job->result));
  add_policy (builder, "optimum", deid_result_get_policy (job->result));
  add_count (builder, "suppressed", deid_result_get_n_suppressed (job->result));
  add_number (builder, "loss", deid_result_get_loss (job->result));
  add_number (builder, "lower_bound", deid_result_get_lower_bound (job->result));
  add_flag (builder, "proved", deid_result_is_proven_optimal (job->result));
  add_flag (builder, "verified", TRUE);
  json_builder_set_member_name (builder, "seconds");
  json_builder_begin_object (builder);
  add_number (builder, "load", job->load);
  add_number (builder, "search", job->search);
  add_number (builder, "apply", job->apply);
  add_number (builder, "write", job->write);
  json_builder_end_object (builder);
  getrusage (RUSAGE_SELF, &usage);
  add_count (builder, "peak_rss_bytes", (guint64) usage.ru_maxrss * 1024);
  if (opt_explain)
    add_explanation (builder, job->explanation);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = json_to_string (root, TRUE);
  g_print ("%s\n", text);
}

/* Columns that nobody gave a role, or that mark the person, are not released. */
static char **
list_withheld (const Job *job)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint c = 0; c < deid_dataset_get_n_columns (job->data); c++)
    {
      const char *name = deid_dataset_get_column_name (job->data, c);

      if (!deid_dataset_find_column (job->release, name, NULL, NULL))
        g_ptr_array_add (names, g_strdup (name));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

static void
print_explanation (const DeidExplanation *explanation)
{
  g_autofree char *text = explanation != NULL
                              ? deid_explanation_to_string (explanation)
                              : g_strdup ("No explanation: the policy is not proven optimal\n");

  g_print ("\n%s", text);
}

static gboolean
print_text (const Job *job, GError **error)
{
  g_autofree char *policy = deid_policy_to_string (deid_result_get_policy (job->result));
  g_autoptr (DeidRiskReport) before = NULL;
  g_autoptr (DeidRiskReport) after = NULL;
  g_autofree char *before_text = NULL, *after_text = NULL, *columns = NULL;
  g_auto (GStrv) withheld = NULL;
  char loss[G_ASCII_DTOSTR_BUF_SIZE], bound[G_ASCII_DTOSTR_BUF_SIZE];

  before = deid_risk_report_new_before (job->result, RISK_THRESHOLD, error);
  if (before == NULL)
    return FALSE;
  after = deid_risk_report_new_after (job->result, RISK_THRESHOLD, error);
  if (after == NULL)
    return FALSE;
  before_text = deid_risk_report_to_string (before);
  after_text = deid_risk_report_to_string (after);
  g_ascii_formatd (loss, sizeof loss, "%.10f", deid_result_get_loss (job->result));
  g_ascii_formatd (bound, sizeof bound, "%.10f", deid_result_get_lower_bound (job->result));
  g_print ("policy:               %s\n", policy);
  g_print ("loss:                 %s (%s, no solution is below %s)\n", loss,
           deid_result_is_proven_optimal (job->result) ? "proven optimal" : "not proven optimal",
           bound);
  g_print ("suppressed:           %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records\n",
           deid_result_get_n_suppressed (job->result), deid_dataset_get_n_records (job->data));
  g_print ("policies evaluated:   %" G_GUINT64_FORMAT " of %.15g\n",
           deid_result_get_n_evaluated (job->result),
           deid_lattice_get_size_as_double (deid_problem_get_lattice (job->problem)));
  withheld = list_withheld (job);
  columns = g_strjoinv (" ", withheld);
  g_print ("columns not released: %s\n", columns[0] != '\0' ? columns : "none");
  g_print ("verified:             yes\n\n%s\n%s", before_text, after_text);
  if (opt_explain)
    print_explanation (job->explanation);
  return TRUE;
}

/* Runs one step and measures it. */
static gboolean
run_step (gboolean (*step) (Job *, GError **), Job *job, double *seconds, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean success = step (job, error);

  *seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  return success;
}

static int
get_exit_status (const GError *error)
{
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
                 || g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED)
             ? EXIT_NO_SOLUTION
             : EXIT_BAD_INPUT;
}

static gboolean
refuse_argument (const char *argument, GError **error)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "'%s': expected options only",
               argument);
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- release a de-identified table");
  g_autoptr (GError) error = NULL;
  Job job = { 0 };
  gboolean success;

  setlocale (LC_ALL, "");
  g_option_context_add_main_entries (context, entries, NULL);
  success = g_option_context_parse (context, &argc, &argv, &error)
            && (argc == 1 || refuse_argument (argv[1], &error))
            && run_step (load, &job, &job.load, &error)
            && run_step (solve, &job, &job.search, &error) && explain (&job, &error)
            && run_step (apply, &job, &job.apply, &error)
            && run_step (write_files, &job, &job.write, &error);
  if (success && opt_json)
    print_json (&job);
  else if (success)
    success = print_text (&job, &error);
  job_clear (&job);
  if (success)
    return EXIT_SOLVED;
  g_printerr ("deid-anonymize: %s\n", error->message);
  return get_exit_status (error);
}
