/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Baselines as texts: key files of sections `[baseline]`, `[kind NAME]` and `[column NAME]`. */
#include <string.h>

#include "base/arrays.h"
#include "base/files.h"
#include "base/key-file.h"
#include "base/rational.h"
#include "base/text.h"
#include "baseline/baseline-private.h"

#define BASELINE_TEXT_MAX_SIZE (1024 * 1024)

/* The rule, on its level 0, of what is kept without one. */
#define KEEPING_RULE "suppress"

/* What is read of a section, until the next one begins. */
typedef struct
{
  DeidKeyFile file;
  const char *source; /* for messages */
  DeidBaseline *baseline;
  GHashTable *seen; /* sections, and keys behind them */
  char *section;    /* as it stands there, or NULL */
  guint64 line;     /* of it */
  char *rule;
  gint64 level; /* or -1 */
  gboolean is_removed, is_kept;
} BaselineTextReading;

static gboolean
baseline_text_place (const BaselineTextReading *reading, guint64 line, GError **error)
{
  g_autofree char *section
      = reading->section != NULL ? deid_text_show (reading->section, -1) : NULL;

  g_prefix_error (error, "%s: line %" G_GUINT64_FORMAT ": %s%s%s", reading->source, line,
                  section != NULL ? "[" : "", section != NULL ? section : "",
                  section != NULL ? "] " : "");
  return FALSE;
}

static gboolean
baseline_text_fail (const BaselineTextReading *reading, guint64 line, const char *expected,
                    GError **error)
{
  deid_fail (error, DEID_ERROR_PARSE, "expected %s", expected);
  return baseline_text_place (reading, line, error);
}

static gboolean
baseline_text_set_column (BaselineTextReading *reading, const char *text, guint level,
                          GError **error)
{
  g_autofree char *name
      = deid_section_name_is_glob (text) ? NULL : deid_section_name_unescape (text);

  if (name == NULL)
    return baseline_text_fail (reading, reading->line, "the name of one column", error);
  return deid_baseline_add_column (reading->baseline, name, reading->rule, level, error)
         || baseline_text_place (reading, reading->line, error);
}

static void
forget (BaselineTextReading *reading)
{
  g_clear_pointer (&reading->section, g_free);
  g_clear_pointer (&reading->rule, g_free);
  reading->level = -1;
  reading->is_removed = reading->is_kept = FALSE;
}

/* Sets what a section of a column or a kind says. */
static gboolean
end_section (BaselineTextReading *reading, GError **error)
{
  const int n = (reading->rule != NULL) + reading->is_removed + reading->is_kept;
  const char *name = reading->section != NULL ? strchr (reading->section, ' ') : NULL;
  guint level;

  if (name == NULL)
    return TRUE;
  if (n != 1)
    return baseline_text_fail (reading, reading->line,
                               "one of rule=RULE, treatment=remove, treatment=keep", error);
  if (reading->rule == NULL && reading->level >= 0)
    return baseline_text_fail (reading, reading->line, "a level beside a rule alone", error);
  level = reading->level >= 0 ? (guint) reading->level : reading->rule != NULL ? 1 : 0;
  if (reading->is_kept)
    reading->rule = g_strdup (KEEPING_RULE);
  if (g_str_has_prefix (reading->section, "column "))
    return baseline_text_set_column (reading, name + 1, level, error);
  return deid_baseline_add_kind (reading->baseline, name + 1, reading->rule, level, error)
         || baseline_text_place (reading, reading->line, error);
}

static gboolean
see (BaselineTextReading *reading, char *what, GError **error)
{
  return g_hash_table_add (reading->seen, what)
         || baseline_text_fail (reading, reading->file.line, "each section and key once", error);
}

static gboolean
start_section (BaselineTextReading *reading, GError **error)
{
  if (!end_section (reading, error))
    return FALSE;
  forget (reading);
  reading->section = g_strdup (reading->file.name);
  reading->line = reading->file.line;
  if (!g_str_equal (reading->section, "baseline") && !g_str_has_prefix (reading->section, "kind ")
      && !g_str_has_prefix (reading->section, "column "))
    return baseline_text_fail (reading, reading->line,
                               "a section [baseline], [kind NAME] or [column NAME]", error);
  return see (reading, g_strdup (reading->section), error);
}

static gboolean
baseline_text_read_count (const BaselineTextReading *reading, const char *value, guint64 greatest,
                          guint64 *count, GError **error)
{
  return (deid_uint64_from_decimal (value, count) && *count <= greatest)
         || baseline_text_fail (reading, reading->file.line,
                                "an unsigned integer that is not too large", error);
}

static gboolean
read_census (BaselineTextReading *reading, const char *value, GError **error)
{
  const gboolean has_census = g_str_equal (value, "yes");

  if (!has_census && !g_str_equal (value, "no"))
    return baseline_text_fail (reading, reading->file.line, "census-2000=yes or census-2000=no",
                               error);
  deid_baseline_set_census_2000 (reading->baseline, has_census);
  return TRUE;
}

static void
baseline_text_take (char **place, const char *value)
{
  g_free (*place);
  *place = g_strdup (value);
}

static gboolean
baseline_has_key (const BaselineTextReading *reading, const char *key)
{
  g_autofree char *what = g_strconcat ("baseline]", key, NULL);

  return g_hash_table_contains (reading->seen, what);
}

/* What the text has said before stays, and what it says later replaces what Safe Harbor says. */
static gboolean
read_extends (BaselineTextReading *reading, const char *value, GError **error)
{
  DeidBaseline *baseline = reading->baseline;
  const guint oldest_age = baseline->oldest_age;
  const guint64 small_area = baseline->small_area;

  if (!g_str_equal (value, "safe-harbor") || baseline->n_parts > 0)
    return baseline_text_fail (reading, reading->file.line,
                               "extends=safe-harbor, before all kinds and columns", error);
  if (!deid_baseline_add_safe_harbor (baseline, error))
    return FALSE;
  if (!baseline_has_key (reading, "name"))
    baseline_text_take (&baseline->name, DEID_SAFE_HARBOR_NAME);
  if (baseline_has_key (reading, "oldest-age"))
    baseline->oldest_age = oldest_age;
  if (baseline_has_key (reading, "small-area"))
    baseline->small_area = small_area;
  return TRUE;
}

static gboolean
read_age (BaselineTextReading *reading, const char *value, GError **error)
{
  guint64 age;

  if (!baseline_text_read_count (reading, value, 1000, &age, error))
    return FALSE;
  reading->baseline->oldest_age = (guint) age;
  return TRUE;
}

/* A text that is taken as it is, or else NULL. */
static char **
baseline_find_text (DeidBaseline *baseline, const char *key)
{
  return g_str_equal (key, "name")            ? &baseline->name
         : g_str_equal (key, "area-column")   ? &baseline->area_column
         : g_str_equal (key, "people-column") ? &baseline->people_column
                                              : NULL;
}

static gboolean
read_general (BaselineTextReading *reading, const char *key, const char *value, GError **error)
{
  char **text = baseline_find_text (reading->baseline, key);

  if (text != NULL)
    {
      baseline_text_take (text, value);
      return TRUE;
    }
  if (g_str_equal (key, "extends"))
    return read_extends (reading, value, error);
  if (g_str_equal (key, "day"))
    return deid_baseline_set_day (reading->baseline, value, error)
           || baseline_text_place (reading, reading->file.line, error);
  if (g_str_equal (key, "oldest-age"))
    return read_age (reading, value, error);
  if (g_str_equal (key, "small-area"))
    return baseline_text_read_count (reading, value, G_MAXUINT64, &reading->baseline->small_area,
                                     error);
  if (g_str_equal (key, "census-2000"))
    return read_census (reading, value, error);
  return baseline_text_fail (reading, reading->file.line,
                             "a key name, extends, day, oldest-age, small-area, area-column, "
                             "people-column or census-2000",
                             error);
}

static gboolean
baseline_text_read_part (BaselineTextReading *reading, const char *key, const char *value,
                         GError **error)
{
  guint64 count;

  if (g_str_equal (key, "rule"))
    {
      reading->rule = g_strdup (value);
      return TRUE;
    }
  if (g_str_equal (key, "level"))
    {
      if (!baseline_text_read_count (reading, value, G_MAXUINT16, &count, error))
        return FALSE;
      reading->level = (gint64) count;
      return TRUE;
    }
  if (!g_str_equal (key, "treatment"))
    return baseline_text_fail (reading, reading->file.line, "a key rule, level or treatment",
                               error);
  reading->is_removed = g_str_equal (value, "remove");
  reading->is_kept = g_str_equal (value, "keep");
  return reading->is_removed || reading->is_kept
         || baseline_text_fail (reading, reading->file.line, "treatment=remove or treatment=keep",
                                error);
}

/* A name alone may be empty. */
static gboolean
baseline_text_is_value (const BaselineTextReading *reading)
{
  const char *value = reading->file.value;

  return g_utf8_validate (value, -1, NULL)
         && (value[0] != '\0'
             || (g_str_equal (reading->section, "baseline")
                 && g_str_equal (reading->file.name, "name")));
}

static gboolean
baseline_text_read_entry (BaselineTextReading *reading, GError **error)
{
  const char *key = reading->file.name;

  if (reading->section == NULL)
    return baseline_text_fail (reading, reading->file.line,
                               "a section such as [baseline] before keys", error);
  if (!deid_key_file_unescape (reading->file.value, FALSE, error))
    return baseline_text_place (reading, reading->file.line, error);
  if (!baseline_text_is_value (reading))
    return baseline_text_fail (reading, reading->file.line, "a value in UTF-8", error);
  return see (reading, g_strdup_printf ("%s]%s", reading->section, key), error)
         && (g_str_equal (reading->section, "baseline")
                 ? read_general (reading, key, reading->file.value, error)
                 : baseline_text_read_part (reading, key, reading->file.value, error));
}

static gboolean
baseline_text_read_items (BaselineTextReading *reading, GError **error)
{
  DeidKeyFileItem item;

  do
    {
      if (!deid_key_file_next (&reading->file, &item, error))
        return baseline_text_place (reading, reading->file.line, error);
      if ((item == DEID_KEY_FILE_SECTION && !start_section (reading, error))
          || (item == DEID_KEY_FILE_ENTRY && !baseline_text_read_entry (reading, error)))
        return FALSE;
    }
  while (item != DEID_KEY_FILE_END);
  return end_section (reading, error);
}

/* Changes the text. The source, which may be a path, is for messages: a baseline that has no name
 * in its text has none that says where it is kept. */
static DeidBaseline *
baseline_text_read_text (char *text, gsize length, const char *source, GError **error)
{
  const gboolean has_mark = g_str_has_prefix (text, "\xEF\xBB\xBF");
  g_autoptr (DeidBaseline) baseline = deid_baseline_new ("baseline");
  g_autofree char *shown = deid_text_escape (source);
  BaselineTextReading reading = {
    .file.next = text + (has_mark ? 3 : 0), .source = shown, .baseline = baseline, .level = -1
  };
  gboolean success;

  if (!deid_file_check_nul (shown, text, length, error))
    return NULL;
  reading.seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  success = baseline_text_read_items (&reading, error);
  forget (&reading);
  g_hash_table_unref (reading.seen);
  return success ? g_steal_pointer (&baseline) : NULL;
}

DeidBaseline *
deid_baseline_new_from_text (const char *text, const char *name, DeidDataset *areas, GError **error)
{
  g_autofree char *copy = NULL;
  g_autoptr (DeidBaseline) baseline = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  copy = deid_copy_text (text, error);
  baseline = copy != NULL ? baseline_text_read_text (copy, strlen (copy),
                                                     name != NULL ? name : "baseline", error)
                          : NULL;
  if (baseline == NULL || (areas != NULL && !deid_baseline_set_areas (baseline, areas, error)))
    return NULL;
  return g_steal_pointer (&baseline);
}

DeidBaseline *
deid_baseline_new_from_file (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = NULL;
  DeidBaseline *baseline = NULL;
  DeidInput input;
  gsize length;

  if (!deid_input_open (&input, path, cancellable, error))
    return NULL;
  text = deid_input_read_all (&input, BASELINE_TEXT_MAX_SIZE, "1 MiB, the limit for a baseline",
                              &length, error);
  if (text != NULL)
    baseline = baseline_text_read_text (text, length, path, error);
  deid_input_clear (&input);
  return baseline;
}

static void
baseline_text_add_part (DeidLongText *text, const DeidBaselinePart *part)
{
  deid_long_text_add (text, "\n[%s]\n", part->section);
  if (part->rule == NULL)
    deid_long_text_add (text, "treatment=remove\n");
  else if (part->level == 0 && g_str_equal (part->rule, KEEPING_RULE))
    deid_long_text_add (text, "treatment=keep\n");
  else
    {
      deid_key_file_add_entry (text, "rule", part->rule, FALSE);
      deid_long_text_add (text, "level=%u\n", part->level);
    }
}

char *
deid_baseline_to_text (const DeidBaseline *baseline, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (baseline != NULL, NULL);

  deid_long_text_add (&text, "[baseline]\n");
  deid_key_file_add_entry (&text, "name", baseline->name, FALSE);
  deid_key_file_add_entry (&text, "day", baseline->day, FALSE);
  deid_long_text_add (&text, "oldest-age=%u\nsmall-area=%" G_GUINT64_FORMAT "\n",
                      baseline->oldest_age, baseline->small_area);
  deid_key_file_add_entry (&text, "area-column", baseline->area_column, FALSE);
  deid_key_file_add_entry (&text, "people-column", baseline->people_column, FALSE);
  if (baseline->has_census)
    deid_long_text_add (&text, "census-2000=yes\n");
  for (guint64 i = 0; i < baseline->n_parts; i++)
    baseline_text_add_part (&text, &baseline->parts[i]);
  return deid_long_text_end (&text, error);
}
