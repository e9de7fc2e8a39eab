/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Problem files: what is read, what is refused and where, and the normal form. */
#include "support/suite.h"

#include <string.h>

static DeidJob *
read_job (const char *text)
{
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  deid_job_load_text (job, text, "p.ini", NULL, &error);
  assert_no_error (error);
  return job;
}

/* A value of each form, in its normal form. */
static const char *
make_value (const char *form)
{
  static const char *const values[][2] = { { "FILE", "a.csv" },
                                           { "PREFIX", "h/hierarchy_" },
                                           { "CHARACTER", ";" },
                                           { "yes|no", "yes" },
                                           { "CODE;…", "NA;-9" },
                                           { "COLUMN", "a b" },
                                           { "COLUMN;…", "a;b\\;c" },
                                           { "MODEL;…", "k:5;dl:2@diagnosis" },
                                           { "MODEL", "dm" },
                                           { "SHARE", "0.05" },
                                           { "RISK", "0.1" },
                                           { "N", "7" },
                                           { "N|REGION", "germany" },
                                           { "NAME", "bisecting" },
                                           { "SECONDS", "1.5" },
                                           { "ROLE", "sensitive" },
                                           { "FORMAT", "DD.MM.YYYY" },
                                           { "RULE", "prefix:4,3;missing=NA" },
                                           { "FIRST..LAST", "1..3" },
                                           { "VALUE;…", "18;a\\;b" },
                                           { "FIRST..LAST;…", "1..3;a b;c .. d" },
                                           { "X", "2.5" },
                                           { "N[,N...][:first@COLUMN]", "20:last@a b" },
                                           { "N[:weekdays]", "9:weekdays" },
                                           { "hmac|random[:LENGTH][@COLUMN];…", "random:9@a b" },
                                           { "SIGN", "'" },
                                           { "CONDITION;…", "a < 3 or b = x;c is missing" },
                                           { "MODE", "0640" },
                                           { "DAY", "2024-01-31" },
                                           { "COMMAND", "psql -d 'my; db' \"a\\b\"" },
                                           { "TABLE", "my table" },
                                           { "SCHEMA", "my schema" },
                                           { "HOURS", "24" },
                                           { "FILE;…", "b.csv;c d.csv" },
                                           { "TEXT", "Ours; 2" },
                                           { "POLICY", "a\\ b:0,c:\"2 3\"" },
                                           { "VALUE=X;…", "a=b=2;=0.5" } };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (g_str_equal (values[i][0], form))
      return values[i][1];
  return strrchr (form, '|') + 1;
}

/* Each key is set, written, read and written again. */
START_TEST (each_key)
{
  g_auto (GStrv) sections = NULL, forms = NULL, summaries = NULL;
  g_auto (GStrv) keys = deid_job_list_keys (&sections, &forms, &summaries);

  ck_assert_uint_eq (g_strv_length (keys), g_strv_length (sections));
  ck_assert_uint_eq (g_strv_length (keys), g_strv_length (forms));
  ck_assert_uint_eq (g_strv_length (keys), g_strv_length (summaries));
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autoptr (DeidJob) job = deid_job_new (), again = NULL;
      const char *section = g_str_equal (sections[i], "column *") ? "column a*b" : sections[i];
      const char *value = make_value (forms[i]), *read;
      g_autofree char *text = NULL, *second = NULL, *folder = g_get_current_dir ();
      GError *error = NULL;

      ck_assert (!deid_job_is_set (job, section, keys[i]));
      ck_assert_ptr_nonnull (deid_job_get (job, section, keys[i]));
      ck_assert_msg (deid_job_set (job, section, keys[i], value, NULL, &error), "%s: %s", keys[i],
                     error != NULL ? error->message : "");
      ck_assert_str_eq (deid_job_get (job, section, keys[i]), value);
      text = deid_job_to_text (job, folder, NULL);
      again = read_job (text);
      ck_assert (deid_job_is_set (again, section, keys[i]));
      read = deid_job_get (again, section, keys[i]);
      ck_assert_msg (g_str_equal (read, value), "%s: %s", keys[i], read);
      second = deid_job_to_text (again, folder, NULL);
      ck_assert_str_eq (second, text);
      ck_assert (deid_job_set (job, section, keys[i], NULL, NULL, NULL));
      ck_assert (!deid_job_is_set (job, section, keys[i]));
    }
}
END_TEST

/* The normal form of a job without settings has each key with its default. */
START_TEST (defaults)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autofree char *text = deid_job_to_text (job, NULL, NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv) sections = NULL;
  g_auto (GStrv) keys = deid_job_list_keys (&sections, NULL, NULL);

  ck_assert (g_key_file_load_from_data (file, text, (gsize) -1, 0, NULL));
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_autofree char *value = g_key_file_get_string (file, sections[i], keys[i], NULL);

      ck_assert_msg (g_strcmp0 (value, deid_job_get (job, sections[i], keys[i])) == 0, "%s",
                     keys[i]);
    }
  ck_assert_str_eq (deid_job_get (job, "column *", "role"), "identifying");
  ck_assert_str_eq (deid_job_get (job, "column zip", "role"), "");
  ck_assert_str_eq (deid_job_get (job, "models", "quality"), "loss:arith");
  ck_assert_ptr_null (deid_job_get (job, "quality", "models"));
  ck_assert_ptr_null (deid_job_get (job, "qualities", "model"));
}
END_TEST

START_TEST (normal_values)
{
  static const struct
  {
    const char *section, *key, *value, *normal;
  } cases[] = { { "limits", "suppression-limit", " 5% ", "0.05" },
                { "limits", "suppression-limit", "0.7%", "0.007" },
                { "limits", "suppression-limit", "1e-2", "1e-2" },
                { "input", "header", "FALSE", "no" },
                { "input", "header", "on", "yes" },
                { "search", "threads", "all", "all" },
                { "search", "threads", "007", "7" },
                { "models", "model", " k:5 ; dl:2@a\\;b; ", "k:5;dl:2@a\\;b" },
                { "input", "missing", "NA;-9;", "NA;-9" },
                { "column q*", "levels", "0..2", "0..2" },
                { "column  q*", "levels", "..3", "0..3" },
                { "column q*", "levels", "1..", "1.." },
                { "column q*", "levels", "2..2", "2" },
                { "column %71", "role", "entity", "entity" },
                { "output", "mode", "640", "0640" },
                { "report", "population-size", "none", "none" } };
  g_autoptr (DeidJob) job = deid_job_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ck_assert_msg (deid_job_set (job, cases[i].section, cases[i].key, cases[i].value, NULL, NULL),
                     "%s", cases[i].value);
      ck_assert_str_eq (deid_job_get (job, cases[i].section, cases[i].key), cases[i].normal);
    }
  ck_assert_str_eq (deid_job_get (job, "column q", "role"), "entity");
}
END_TEST

/* Of a rule and a hierarchy of one section the later one is left, whatever it was stated by; an
 * empty one displaces nothing, and other sections are left alone. */
START_TEST (displaced_hierarchies)
{
  g_autoptr (DeidJob) job
      = read_job ("[column a]\nhierarchy=a.csv\n[column b]\nhierarchy=b.csv\nlevels=1\n"
                  "[column *]\nhierarchy=c.csv\n");

  ck_assert (deid_job_load_text (job, "[column a]\nrule=suppress\n", "q.ini", NULL, NULL));
  ck_assert_str_eq (deid_job_get (job, "column a", "rule"), "suppress");
  ck_assert (!deid_job_is_set (job, "column a", "hierarchy"));
  ck_assert_str_eq (deid_job_get (job, "column b", "hierarchy"), "b.csv");
  ck_assert_str_eq (deid_job_get (job, "column *", "hierarchy"), "c.csv");
  ck_assert (
      deid_job_load_text (job, "[column a]\nhierarchy=\n[column b]\nrule=\n", "r.ini", NULL, NULL));
  ck_assert_str_eq (deid_job_get (job, "column a", "rule"), "suppress");
  ck_assert_str_eq (deid_job_get (job, "column b", "hierarchy"), "b.csv");
  ck_assert (deid_job_set (job, "column b", "rule", "prefix:1", "--set", NULL));
  ck_assert (!deid_job_is_set (job, "column b", "hierarchy"));
  ck_assert_str_eq (deid_job_get (job, "column b", "levels"), "1");
  ck_assert (deid_job_set (job, "column b", "hierarchy", "d.csv", "--set", NULL));
  ck_assert (!deid_job_is_set (job, "column b", "rule"));
  ck_assert (deid_job_load_text (job, "[column b]\nrule=suppress\nhierarchy=e.csv\n", "s.ini", NULL,
                                 NULL));
  ck_assert (deid_job_is_set (job, "column b", "rule"));
  ck_assert (deid_job_is_set (job, "column b", "hierarchy"));
  ck_assert (deid_job_load_text (job, "[column b]\nrule=mask:1\n", "t.ini", NULL, NULL));
  ck_assert (!deid_job_is_set (job, "column b", "hierarchy"));
}
END_TEST

/* Each fault with its line, and what would have been right. */
START_TEST (faults)
{
  static const struct
  {
    const char *text;
    DeidError code;
    const char *messages[3];
  } cases[] = {
    { "[input]\ninput=a\n\n[inptu]\n",
      DEID_ERROR_PARSE,
      { "p.ini: line 4: ", "'inptu'", "(did you mean 'input'?)" } },
    { "[column]\n", DEID_ERROR_PARSE, { "line 1: ", "column and its name" } },
    { "# x\n[limits]\nsupression-limit=0\n",
      DEID_ERROR_PARSE,
      { "line 3: [limits]", "'supression-limit'", "(did you mean 'suppression-limit'?)" } },
    { "[limits]\nfoo=0\n",
      DEID_ERROR_PARSE,
      { "line 2: ", "suppression-limit or suppression-count" } },
    { "[column zip]\nrole=quasi-identifier\n",
      DEID_ERROR_PARSE,
      { "line 2: [column zip] role = 'quasi-identifier'", "(did you mean 'quasi-identifying'?)" } },
    { "[limits]\nsuppression-limit=5\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "line 2: [limits] suppression-limit = '5'", "number from 0 to 1" } },
    { "[limits]\nsuppression-limit=120%\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "line 2: ", "number from 0 to 1" } },
    { "[search]\nthreads=-1\n", DEID_ERROR_PARSE, { "line 2: ", "unsigned integer or all" } },
    { "[search]\ntime-limit=x\n",
      DEID_ERROR_PARSE,
      { "line 2: ", "number from 0 on or auto|none" } },
    { "[search]\nalgorithm=x\n", DEID_ERROR_PARSE, { "line 2: ", "optimal" } },
    { "[models]\nmodel=k:5;zz:3\n", DEID_ERROR_PARSE, { "line 2: ", "'zz:3'", "k:K" } },
    { "[models]\nmodel=k:0\n", DEID_ERROR_INVALID_ARGUMENT, { "line 2: [models] model" } },
    { "[models]\nmodel=k:5;;k:3\n", DEID_ERROR_PARSE, { "line 2: ", "none of them empty" } },
    { "[models]\nquality=zz\n", DEID_ERROR_PARSE, { "line 2: ", "'zz'" } },
    { "[input]\ndelimiter=ab\n", DEID_ERROR_PARSE, { "line 2: ", "one character" } },
    { "[input]\nheader=maybe\n", DEID_ERROR_PARSE, { "line 2: ", "yes or no" } },
    { "[report]\npopulation-size=atlantis\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "line 2: ", "atlantis" } },
    { "[column a]\nrule=zzz\n", DEID_ERROR_PARSE, { "line 2: [column a] rule", "zzz" } },
    { "[column a]\nloss-weight=-1\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "line 2: [column a] loss-weight = '-1'", "number from 1e-9 to 1e9" } },
    { "[column a]\nloss-weight=0\n",
      DEID_ERROR_INVALID_ARGUMENT,
      { "line 2: [column a] loss-weight = '0'", "number from 1e-9 to 1e9" } },
    { "[column a]\nloss-weight=x\n", DEID_ERROR_PARSE, { "line 2: ", "number from 1e-9 to 1e9" } },
    { "[column a]\nlevels=3..1\n", DEID_ERROR_PARSE, { "line 2: ", "range of levels" } },
    { "[column a]\nformat=a\\qb\n", DEID_ERROR_PARSE, { "line 2: ", "backslash" } },
    { "[limits]\nsuppression-limit=0\n[input]\n[limits]\n",
      DEID_ERROR_PARSE,
      { "line 4: [limits]", "twice", "line 1" } },
    { "[column a]\n[column %61]\n", DEID_ERROR_PARSE, { "line 2: ", "twice", "line 1" } },
    { "[limits]\nsuppression-limit=0\n\nsuppression-limit=1\n",
      DEID_ERROR_PARSE,
      { "line 4: [limits] suppression-limit", "twice", "line 2" } },
    { "file=a\n", DEID_ERROR_PARSE, { "line 1: ", "[input]" } },
    { "[input]\nfile\n", DEID_ERROR_PARSE, { "line 2: ", "KEY=VALUE" } },
    { "[input\n", DEID_ERROR_PARSE, { "line 1: ", "brackets" } },
    { "[column a[1]]\n", DEID_ERROR_PARSE, { "line 1: ", "%5B" } },
    { "[column %ff]\n", DEID_ERROR_PARSE, { "line 1: ", "UTF-8" } },
    { "[column a]\nformat=\xff\n", DEID_ERROR_ENCODING, { "line 2: ", "UTF-8" } },
    { "[column a]\nformat=\\xff\n", DEID_ERROR_ENCODING, { "line 2: ", "UTF-8" } },
    { "[input]\ninput=\xff\n", DEID_ERROR_ENCODING, { "line 2: ", "such as \\xFF" } },
    { "[input]\ninput=\\x41\n", DEID_ERROR_PARSE, { "line 2: ", "x and two digits" } },
    { "[a\x1b]\n", DEID_ERROR_PARSE, { "line 1: ", "\\x1B" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidJob) job = read_job ("[limits]\nsuppression-count=3\n");
      g_autofree char *before = deid_job_to_text (job, NULL, NULL), *after = NULL;
      GError *error = NULL;

      ck_assert_msg (!deid_job_load_text (job, cases[i].text, "p.ini", NULL, &error), "%s",
                     cases[i].text);
      assert_one_line (error->message);
      for (guint m = 0; m < G_N_ELEMENTS (cases[i].messages) && cases[i].messages[m] != NULL; m++)
        ck_assert_msg (strstr (error->message, cases[i].messages[m]) != NULL, "%s: %s",
                       cases[i].messages[m], error->message);
      assert_error (&error, DEID_ERROR, (int) cases[i].code, NULL);
      after = deid_job_to_text (job, NULL, NULL);
      ck_assert_str_eq (before, after);
    }
}
END_TEST

/* What a host sets is named by section and key, or as the host calls it. */
START_TEST (origins)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_auto (GStrv) sections = NULL;
  GError *error = NULL;

  ck_assert (!deid_job_set (job, "limits", "suppression-limit", "x", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "[limits] suppression-limit = 'x': expected",
                NULL);
  ck_assert (
      !deid_job_set (job, "limits", "suppression-limit", "x", "--suppression-limit", &error));
  ck_assert (g_str_has_prefix (error->message, "--suppression-limit x: expected"));
  g_clear_error (&error);
  ck_assert (!deid_job_set (job, "limit", "suppression-limit", "x", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "(did you mean 'limits'?)", NULL);
  ck_assert (!deid_job_set (job, "column a", "rol", "x", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "(did you mean 'role'?)", NULL);
  sections = deid_job_list_column_sections (job);
  ck_assert_ptr_null (sections[0]);
}
END_TEST

/* Later files and settings go over earlier ones; each path is relative to its own file. */
START_TEST (layers)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  const char *path = write_file ("layer.ini",
                                 "\xEF\xBB\xBF# roles\r\n[input]\r\ninput=t.csv\r\n"
                                 "[column b]\r\nrole=sensitive\r\n",
                                 -1);
  g_autofree char *folder = g_path_get_dirname (path),
                  *table = g_build_filename (folder, "t.csv", NULL);
  g_autofree char *found = NULL, *other = NULL, *standard = NULL, *text = NULL;
  g_auto (GStrv) sections = NULL;
  GError *error = NULL;

  ck_assert (deid_job_load_text (job,
                                 "[input]\ninput=x.csv\ndelimiter=\\t\n[column a]\n[population]\n"
                                 "population=p.csv\n",
                                 NULL, "/data", &error));
  ck_assert (deid_job_load_file (job, path, NULL, &error));
  found = deid_job_get_path (job, "input", "input");
  ck_assert_str_eq (found, table);
  other = deid_job_get_path (job, "population", "population");
  ck_assert_str_eq (other, "/data/p.csv");
  ck_assert_str_eq (deid_job_get (job, "input", "delimiter"), "\t");
  ck_assert (deid_job_set (job, "output", "output", "-", NULL, NULL));
  standard = deid_job_get_path (job, "output", "output");
  ck_assert_str_eq (standard, "/dev/fd/1");
  ck_assert_ptr_null (deid_job_get_path (job, "output", "policy"));
  sections = deid_job_list_column_sections (job);
  ck_assert_str_eq (sections[0], "column a");
  ck_assert_str_eq (sections[1], "column b");
  ck_assert_ptr_null (sections[2]);
  text = deid_job_to_text (job, folder, NULL);
  ck_assert_ptr_nonnull (strstr (text, "input=t.csv\nlinked=\ndelimiter=\\t\n"));
  ck_assert_ptr_nonnull (strstr (text, "population=/data/p.csv\n"));
  ck_assert_ptr_nonnull (strstr (text, "output=-\n"));
}
END_TEST

/* The documentation has a row for each key, made of the same list. */
START_TEST (documentation)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_auto (GStrv) sections = NULL, forms = NULL, summaries = NULL;
  g_auto (GStrv) keys = deid_job_list_keys (&sections, &forms, &summaries);
  g_autofree char *text = NULL;

  ck_assert (g_file_get_contents (get_source_file ("docs/problem-file.md"), &text, NULL, NULL));
  for (guint i = 0; keys[i] != NULL; i++)
    {
      g_auto (GStrv) form = g_strsplit (forms[i], "|", -1);
      const char *value = deid_job_get (job, sections[i], keys[i]);
      g_autofree char *shown = g_strjoinv ("\\|", form);
      g_autofree char *row = g_strdup_printf ("| `%s` | %s | %s%s%s | %s |\n", keys[i], shown,
                                              value[0] != '\0' ? "`" : "", value,
                                              value[0] != '\0' ? "`" : "", summaries[i]);

      ck_assert_msg (strstr (text, row) != NULL, "docs/problem-file.md lacks: %s", row);
    }
}
END_TEST

/* A key is known by its name alone, but for one that a column can set for itself. */
START_TEST (names_of_keys)
{
  g_auto (GStrv) sections = NULL;
  g_auto (GStrv) keys = deid_job_list_keys (&sections, NULL, NULL);

  for (guint i = 0; keys[i] != NULL; i++)
    for (guint j = 0; j < i; j++)
      ck_assert_msg (
          !g_str_equal (keys[i], keys[j])
              || (g_str_equal (sections[i], "column *") && !g_str_equal (sections[j], "column *")),
          "[%s] %s, [%s] %s", sections[j], keys[j], sections[i], keys[i]);
}
END_TEST

/* Names of columns and paths that have a meaning in a file, or are no text at all. */
START_TEST (strange_names)
{
  static const char *const names[] = { "a]b[", "x\ny", "q*", " lead", "trail ", "50%41", "ä=;#" };
  g_autoptr (DeidJob) job = deid_job_new (), again = NULL;
  g_autofree char *text = NULL, *second = NULL, *path = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *section = deid_job_get_column_section (names[i]);

      ck_assert (deid_job_set (job, section, "format", names[i], NULL, NULL));
    }
  ck_assert (deid_job_set (job, "input", "input", "/tmp/\xff;\\ \n", NULL, NULL));
  text = deid_job_to_text (job, NULL, NULL);
  ck_assert (g_utf8_validate (text, -1, NULL));
  ck_assert_ptr_nonnull (strstr (text, "\ninput=/tmp/\\xFF;\\\\ \\n\n"));
  again = read_job (text);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *section = deid_job_get_column_section (names[i]);
      g_autofree char *trimmed = g_strstrip (g_strdup (names[i]));

      ck_assert_str_eq (deid_job_get (again, section, "format"), trimmed);
    }
  path = deid_job_get_path (again, "input", "input");
  ck_assert_str_eq (path, "/tmp/\xff;\\ \n");
  second = deid_job_to_text (again, NULL, NULL);
  ck_assert_str_eq (second, text);
}
END_TEST

/* Bytes that are not UTF-8, in files and set one by one: paths alone may have them. */
START_TEST (paths)
{
  g_autoptr (DeidJob) job = read_job ("[input]\ninput=/\\xe4\\xC3\\xA4\n");
  g_autofree char *text = NULL, *path = deid_job_get_path (job, "input", "input");
  GError *error = NULL;

  ck_assert_str_eq (path, "/\xe4ä");
  text = deid_job_to_text (job, NULL, NULL);
  ck_assert_ptr_nonnull (strstr (text, "\ninput=/\\xE4ä\n"));
  ck_assert (!deid_job_set (job, "input", "inptu", "a", "--input", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "--input: ", "(did you mean 'input'?)", NULL);
  ck_assert (deid_job_set (job, "input", "input", NULL, NULL, NULL));
  ck_assert (!deid_job_is_set (job, "input", "input"));
}
END_TEST

/* Whatever bytes a path has, the normal form is UTF-8 and gives it back. */
START_TEST (random_paths)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (81);
  static const char likely[] = " \f\v\t\n\r\\;#=[]%x8F\xE4\xC3\xA4";

  for (guint trial = 0; trial < MAX (count_trials (2000), 200); trial++)
    {
      g_autoptr (DeidJob) job = deid_job_new (), again = NULL;
      g_autofree char *text = NULL, *found = NULL;
      char path[16] = "/";
      const gint n = g_rand_int_range (rand, 1, 14);

      for (gint i = 1; i <= n; i++)
        path[i] = likely[g_rand_int_range (rand, 0, (gint) strlen (likely))];
      ck_assert (deid_job_set (job, "input", "input", path, NULL, NULL));
      text = deid_job_to_text (job, NULL, NULL);
      ck_assert (g_utf8_validate (text, -1, NULL));
      again = read_job (text);
      found = deid_job_get_path (again, "input", "input");
      ck_assert_msg (g_str_equal (found, path), "%s", text);
    }
}
END_TEST

START_TEST (streams)
{
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data ("[models]\nquality=dm", -1, NULL);
  g_autoptr (GInputStream) torn = g_memory_input_stream_new_from_data ("[quality]\0x", 11, NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (DeidJob) job = deid_job_new ();
  GError *error = NULL;

  ck_assert (deid_job_load_stream (job, stream, NULL, NULL, NULL, NULL));
  ck_assert_str_eq (deid_job_get (job, "models", "quality"), "dm");
  ck_assert (!deid_job_load_stream (job, torn, "torn", NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "torn: ", NULL);
  ck_assert (!deid_job_load_file (job, "/nowhere/p.ini", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IO, "/nowhere/p.ini", NULL);
  g_cancellable_cancel (cancelled);
  ck_assert (!deid_job_load_file (job, write_file ("q.ini", "", 0), cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("problem-file");
  TCase *files = tcase_create ("files");

  tcase_add_test (files, each_key);
  tcase_add_test (files, defaults);
  tcase_add_test (files, normal_values);
  tcase_add_test (files, displaced_hierarchies);
  tcase_add_test (files, faults);
  tcase_add_test (files, origins);
  tcase_add_test (files, layers);
  tcase_add_test (files, documentation);
  tcase_add_test (files, names_of_keys);
  tcase_add_test (files, strange_names);
  tcase_add_test (files, paths);
  tcase_add_test (files, random_paths);
  tcase_add_test (files, streams);
  suite_add_tcase (suite, files);
  return suite;
}
