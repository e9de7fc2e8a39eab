/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "job/job-private.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/key-file.h"
#include "base/text.h"

#define N_FIRST_ENTRIES 4

void
deid_job_statement_init (DeidJobStatement *statement)
{
  *statement = (DeidJobStatement){ 0 };
  deid_dictionary_init (&statement->names);
}

static void
section_clear (DeidJobSection *section)
{
  for (guint64 i = 0; i < section->n_entries; i++)
    g_free (section->entries[i].text);
  deid_free_arrays (section->entries, section->name, section->column);
}

void
deid_job_statement_clear (DeidJobStatement *statement)
{
  for (guint64 i = 0; i < statement->n; i++)
    section_clear (&statement->sections[i]);
  g_free (statement->sections);
  deid_dictionary_clear (&statement->names);
  deid_job_statement_init (statement);
}

/* Returns: (nullable): what stands behind `column` in the name of a section. */
static const char *
job_statement_get_column (const char *name)
{
  const char *rest = g_str_has_prefix (name, "column") ? name + strlen ("column") : "";

  if (*rest != ' ' && *rest != '\t')
    return NULL;
  while (*rest == ' ' || *rest == '\t')
    rest++;
  return *rest != '\0' ? rest : NULL;
}

/* Asterisks in a row are one, which matches at once. */
static char *
normalize_glob (const char *glob)
{
  GString *section = g_string_new ("column ");

  for (const char *p = glob; *p != '\0'; p++)
    if (p[0] != '*' || p[1] != '*')
      g_string_append_c (section, *p);
  return g_string_free (section, FALSE);
}

static char *
normalize_column (const char *column, GError **error)
{
  g_autofree char *name
      = deid_section_name_is_glob (column) ? NULL : deid_section_name_unescape (column);
  g_autofree char *escaped = name != NULL ? deid_section_name_escape (name) : NULL;

  if (escaped != NULL)
    return g_strconcat ("column ", escaped, NULL);
  if (deid_section_name_is_glob (column) && g_utf8_validate (column, -1, NULL))
    return normalize_glob (column);
  return deid_fail_null (error, DEID_ERROR_PARSE,
                         "section of the column '%s', expected a name in UTF-8",
                         DEID_SHOW (column));
}

char *
deid_job_section_normalize (const char *name, const char **kind, GError **error)
{
  const char *column = job_statement_get_column (name);

  *kind = "column";
  if (column != NULL)
    return normalize_column (column, error);
  for (guint k = 0; k < deid_job_n_keys; k++)
    if (g_str_equal (deid_job_keys[k].section, name) && !g_str_equal (name, "column"))
      {
        *kind = deid_job_keys[k].section;
        return g_strdup (name);
      }
  deid_job_key_refuse_section (name, error);
  return NULL;
}

DeidJobSection *
deid_job_statement_find (const DeidJobStatement *statement, const char *name)
{
  const guint32 code = deid_dictionary_find (&statement->names, name, strlen (name));

  return code != DEID_NO_CODE ? &statement->sections[code] : NULL;
}

static gboolean
section_init (DeidJobSection *section, const char *name, GError **error)
{
  const char *column = job_statement_get_column (name);

  *section = (DeidJobSection){ .name = deid_copy_text (name, error), .capacity = N_FIRST_ENTRIES };
  if (section->name == NULL)
    return FALSE;
  section->entries = deid_alloc (section->capacity, sizeof *section->entries, error);
  if (column != NULL && !deid_section_name_is_glob (column))
    section->column = deid_section_name_unescape (column);
  return section->entries != NULL;
}

DeidJobSection *
deid_job_statement_mention (DeidJobStatement *statement, const char *name, GError **error)
{
  DeidJobSection *section = deid_job_statement_find (statement, name);
  guint32 code;

  if (section != NULL)
    return section;
  if (!deid_grow ((gpointer *) &statement->sections, &statement->capacity, statement->n + 1,
                  sizeof *section, error))
    return NULL;
  section = &statement->sections[statement->n];
  if (!section_init (section, name, error)
      || !deid_dictionary_add (&statement->names, name, strlen (name), &code, error))
    {
      section_clear (section);
      return NULL;
    }
  statement->n++;
  return section;
}

DeidJobEntry *
deid_job_section_find (const DeidJobSection *section, const DeidJobKey *key)
{
  for (guint64 i = 0; i < section->n_entries; i++)
    if (section->entries[i].key == key)
      return &section->entries[i];
  return NULL;
}

static void
job_statement_take_back (DeidJobSection *section, DeidJobEntry *entry)
{
  if (entry == NULL)
    return;
  g_free (entry->text);
  *entry = section->entries[--section->n_entries];
}

/* A rule and a hierarchy take the place of each other, whichever was stated later; what one file
 * says at once stays, and is a contradiction. */
static void
displace (DeidJobSection *section, const DeidJobKey *key, const DeidJobSource *source, guint64 line)
{
  const gboolean is_rule = g_str_equal (key->name, "rule");
  DeidJobEntry *other = NULL;

  if (g_str_equal (key->section, "column") && (is_rule || g_str_equal (key->name, "hierarchy")))
    other = deid_job_section_find (section,
                                   deid_job_key_find ("column", is_rule ? "hierarchy" : "rule"));
  if (other != NULL && (line == 0 || other->source != source))
    job_statement_take_back (section, other);
}

gboolean
deid_job_section_set (DeidJobSection *section, const DeidJobKey *key, char *text,
                      const DeidJobSource *source, guint64 line, GError **error)
{
  DeidJobEntry *entry = deid_job_section_find (section, key);

  if (text[0] == '\0')
    {
      job_statement_take_back (section, entry);
      g_free (text);
      return TRUE;
    }
  if (entry == NULL
      && !deid_grow ((gpointer *) &section->entries, &section->capacity, section->n_entries + 1,
                     sizeof *entry, error))
    {
      g_free (text);
      return FALSE;
    }
  if (entry == NULL)
    entry = &section->entries[section->n_entries++];
  else
    g_free (entry->text);
  *entry = (DeidJobEntry){ .key = key, .text = text, .source = source, .line = line };
  displace (section, key, source, line);
  return TRUE;
}

static gboolean
drop (DeidJobStatement *statement, DeidJobSection *section, GError **error)
{
  const guint64 place = (guint64) (section - statement->sections);
  DeidDictionary names;
  guint32 code;

  deid_dictionary_init (&names);
  for (guint64 i = 0; i < statement->n; i++)
    {
      const char *name = statement->sections[i].name;

      if (i != place && !deid_dictionary_add (&names, name, strlen (name), &code, error))
        {
          deid_dictionary_clear (&names);
          return FALSE;
        }
    }
  deid_dictionary_clear (&statement->names);
  statement->names = names;
  section_clear (section);
  statement->n--;
  memmove (section, section + 1, (statement->n - place) * sizeof *section);
  return TRUE;
}

gboolean
deid_job_statement_take_back (DeidJobStatement *statement, const char *name, const DeidJobKey *key,
                              GError **error)
{
  DeidJobSection *section = deid_job_statement_find (statement, name);
  DeidJobEntry *entry = section != NULL ? deid_job_section_find (section, key) : NULL;

  if (entry == NULL)
    return TRUE;
  if (section->n_entries == 1)
    return drop (statement, section, error);
  job_statement_take_back (section, entry);
  return TRUE;
}

gboolean
deid_job_statement_copy (DeidJobStatement *copy, const DeidJobStatement *statement, GError **error)
{
  deid_job_statement_init (copy);
  for (guint64 i = 0; i < statement->n; i++)
    {
      const DeidJobSection *section = &statement->sections[i];
      DeidJobSection *made = deid_job_statement_mention (copy, section->name, error);

      for (guint64 e = 0; made != NULL && e < section->n_entries; e++)
        {
          const DeidJobEntry *entry = &section->entries[e];
          char *text = deid_copy_text (entry->text, error);

          if (text == NULL
              || !deid_job_section_set (made, entry->key, text, entry->source, entry->line, error))
            made = NULL;
        }
      if (made == NULL)
        {
          deid_job_statement_clear (copy);
          return FALSE;
        }
      made->source = section->source;
      made->line = section->line;
    }
  return TRUE;
}

void
deid_job_statement_keep_texts (DeidJobStatement *statement, DeidJobStatement *before)
{
  for (guint64 i = 0; i < before->n; i++)
    {
      DeidJobSection *old = &before->sections[i];
      const DeidJobSection *section = deid_job_statement_find (statement, old->name);

      for (guint64 e = 0; section != NULL && e < old->n_entries; e++)
        {
          DeidJobEntry *entry = deid_job_section_find (section, old->entries[e].key);
          char *text = old->entries[e].text;

          if (entry == NULL || !g_str_equal (entry->text, text))
            continue;
          old->entries[e].text = entry->text;
          entry->text = text;
        }
    }
}

void
deid_job_place_error (const DeidJobSource *source, guint64 line, const char *section,
                      const char *key, const char *value, GError **error)
{
  g_autofree char *shown = value != NULL ? deid_text_show (value, -1) : NULL;

  if (source != NULL && line == 0)
    g_prefix_error (error, "%s%s%s: ", source->name, shown != NULL ? " " : "",
                    shown != NULL ? shown : "");
  else
    {
      g_prefix_error (error, "[%s]%s%s%s%s%s: ", DEID_SHOW (section), key != NULL ? " " : "",
                      key != NULL ? DEID_SHOW (key) : "", shown != NULL ? " = '" : "",
                      shown != NULL ? shown : "", shown != NULL ? "'" : "");
      if (source != NULL)
        g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": ", source->name, line);
    }
}
