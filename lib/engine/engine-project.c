/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Writes the release as files of a dbt project. */
#include <string.h>

#include "base/text.h"
#include "engine/engine-private.h"

gboolean
deid_engine_project_check_names (const DeidDialectFacts *facts, const char *input,
                                 const char *output, GError **error)
{
  g_autofree char *longest = g_strconcat (output, "_unchecked", NULL);
  g_autofree char *schema = deid_dialect_make_sibling (input, "");

  if (!g_regex_match_simple ("^[A-Za-z_][A-Za-z0-9_]*\\z", output, 0, 0))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the name of a table, '%s', names the files of a project, expected letters, "
                      "digits and underscores",
                      DEID_SHOW (output));
  if (strchr (input, '{') != NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the name of the table, '%s', has a brace, which dbt takes for its own, "
                      "expected none",
                      DEID_SHOW (input));
  if (*schema != '\0')
    return deid_fail (
        error, DEID_ERROR_INVALID_ARGUMENT,
        "the name of the table, '%s', has a schema, and a project reads a table of its "
        "own schema, expected none",
        DEID_SHOW (input));
  return deid_dialect_check_name (facts, "a table of the project", longest, error);
}

static void
begin_file (const DeidEngineProject *project, const char *folder, const char *suffix,
            const char *extension)
{
  deid_long_text_add (project->script, "cat >%s%s%s%s.%s <<'deid_%s'\n", folder, project->output,
                      suffix != NULL ? "_" : "", suffix != NULL ? suffix : "", extension,
                      project->mark);
}

static void
end_file (const DeidEngineProject *project)
{
  deid_long_text_add (project->script, "deid_%s\n", project->mark);
}

gboolean
deid_engine_project_begin (DeidEngineProject *project, const char *digest, GError **error)
{
  deid_long_text_add (project->script,
                      "# SHA-256 of the %s of this release:\n# %s\n"
                      "# This writes its files into the current folder.\n"
                      "set -e\numask 077\nmkdir -p seeds models tests\n",
                      project->digested, digest);
  return deid_long_text_check (project->script, error);
}

void
deid_engine_project_add_key (DeidLongText *rows, const char *value)
{
  if (value == NULL)
    {
      deid_long_text_add (rows, DEID_KEY_MISSING);
      return;
    }
  deid_long_text_add (rows, "\"%c", DEID_KEY_MARK);
  for (const char *c = value; *c != '\0';)
    {
      const gsize n = strcspn (c, "\"");

      deid_long_text_add_bytes (rows, c, n);
      c += n;
      if (*c == '"')
        deid_long_text_add (rows, "\"\"");
      c += *c == '"' ? 1 : 0;
    }
  deid_long_text_add (rows, "%c\"", DEID_KEY_MARK);
}

/* Returns: the part after the mark in the name of a helper table. */
static const char *
get_suffix (const DeidEngineProject *project, const char *table)
{
  return table + strlen ("deid_") + strlen (project->mark) + 1;
}

void
deid_engine_project_add_seed (DeidEngineProject *project, const char *table, const char *types,
                              const char *rows)
{
  const char *suffix = get_suffix (project, table);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, rows, -1);

  begin_file (project, "seeds/", suffix, "csv");
  deid_long_text_add_bytes (project->script, rows, strlen (rows));
  end_file (project);
  deid_long_text_add (&project->sums, "%s  seeds/%s_%s.csv\n", sum, project->output, suffix);
  deid_long_text_add (&project->seeds,
                      "%s\n  {\"name\": \"%s_%s\", \"config\": {\"quote_columns\": false,"
                      "\n    \"column_types\": {%s}, \"meta\": {\"sha256\": \"%s\"}}}",
                      project->seeds.n > 0 ? "," : "", project->output, suffix, types, sum);
}

/* Adds a reference that dbt replaces by a table. Seeds have keys in place of labels, because dbt
 * reads some texts as NULL. */
static void
add_reference (DeidEngineProject *project, const char *suffix)
{
  const gboolean is_label = g_str_has_prefix (suffix, "label");

  if (g_str_equal (suffix, "source"))
    deid_long_text_add (project->script, "{{ source('%s_input', 'input') }}", project->output);
  else
    deid_long_text_add (project->script, "%s{{ ref('%s_%s') }}%s",
                        is_label ? "(SELECT v, n, CASE WHEN label = '" DEID_KEY_MISSING
                                   "' THEN NULL ELSE "
                                   "substr(label, 2, length(label) - 2) END AS label FROM "
                                 : "",
                        project->output, g_str_equal (suffix, "release") ? "unchecked" : suffix,
                        is_label ? ")" : "");
}

/* Names of columns may have braces, which dbt would take for its own. */
static void
add_with_references (DeidEngineProject *project, const DeidDialectFacts *facts, const char *query)
{
  g_autofree char *start = g_strdup_printf ("%sdeid_%s_", facts->name_quote, project->mark);

  for (const char *c = query; *c != '\0';)
    {
      const gsize n_plain = strcspn (c, facts->name_quote), n_before = strcspn (c, "{");

      if (g_str_has_prefix (c, start))
        {
          const char *end = strchr (c + 1, *facts->name_quote);
          g_autofree char *table = g_strndup (c + 1, (gsize) (end - c) - 1);

          add_reference (project, get_suffix (project, table));
          c = end + 1;
        }
      else if (*c == '{')
        {
          deid_long_text_add (project->script, "{{ '{' }}");
          c++;
        }
      else
        {
          const gsize n = n_plain < n_before ? n_plain : n_before;

          deid_long_text_add_bytes (project->script, c, n > 0 ? n : 1);
          c += n > 0 ? n : 1;
        }
    }
}

void
deid_engine_project_add_query (DeidEngineProject *project, const DeidDialectFacts *facts,
                               const char *folder, const char *suffix, const char *query)
{
  g_autofree char *path = g_strconcat (folder, "/", NULL);

  begin_file (project, path, suffix, "sql");
  add_with_references (project, facts, query);
  deid_long_text_add (project->script, "\n");
  end_file (project);
}

void
deid_engine_project_end (DeidEngineProject *project, const char *input, const char *digest)
{
  DeidLongText *script = project->script;
  g_autofree char *own = deid_dialect_get_own_name (input);

  begin_file (project, "seeds/", "seeds", "yml");
  deid_long_text_add (script, "{\"version\": 2, \"seeds\": [");
  deid_long_text_add_bytes (script, project->seeds.text, project->seeds.n);
  deid_long_text_add (script, "]}\n");
  end_file (project);
  begin_file (project, "models/", NULL, "yml");
  deid_long_text_add (script,
                      "{\"version\": 2,\n  \"sources\": [{\"name\": \"%s_input\", \"schema\": "
                      "\"{{ target.schema }}\",\n    \"tables\": [{\"name\": \"input\", "
                      "\"identifier\": ",
                      project->output);
  deid_long_text_add_json (script, own);
  deid_long_text_add (script,
                      ", \"quoting\": {\"identifier\": true}}]}],\n  \"models\": ["
                      "{\"name\": \"%s_unchecked\", \"config\": {\"materialized\": \"table\"}},\n"
                      "    {\"name\": \"%s\", \"config\": {\"materialized\": \"table\", \"meta\": "
                      "{\"%s_sha256\": \"%s\"}}}]}\n",
                      project->output, project->output, project->digested, digest);
  end_file (project);
  begin_file (project, "", NULL, "sha256");
  deid_long_text_add_bytes (script, project->sums.text, project->sums.n);
  end_file (project);
}
