/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "job/job-keys.h"

#include <string.h>

#include "base/key-file.h"
#include "base/pseudonym.h"
#include "base/rational.h"
#include "base/text.h"
#include "base/handle.h"
#include "problem/problem-private.h"
#include "privacy/uniqueness.h"
#include "table/person-dates.h"
#include "table/person-rows.h"
#include "table/row-filter.h"

#define JOB_VALUE_MIN_WEIGHT 1e-9
#define JOB_VALUE_MAX_WEIGHT 1e9

static char *
job_value_fail (const char *expected, GError **error)
{
  return deid_fail_null (error, DEID_ERROR_PARSE, "expected %s", expected);
}

int
deid_job_value_find_word (const DeidJobKey *key, const char *text)
{
  g_auto (GStrv) words = g_strsplit (key->words != NULL ? key->words : "", "|", -1);

  for (int i = 0; words[i] != NULL; i++)
    if (g_str_equal (words[i], text))
      return i;
  return -1;
}

static char *
fail_choice (const DeidJobKey *key, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (key->words, "|", -1);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *question = NULL;
  DeidNearestText nearest;

  deid_nearest_text_init (&nearest, text);
  for (guint i = 0; words[i] != NULL; i++)
    {
      deid_specification_append_usage (expected, i, g_strv_length (words), words[i]);
      deid_nearest_text_try (&nearest, words[i]);
    }
  question = deid_nearest_text_ask (&nearest);
  g_string_append (expected, question);
  return job_value_fail (expected->str, error);
}

static char *
normalize_flag (const char *text, GError **error)
{
  static const char *const flags[][4]
      = { { "no", "false", "off", "0" }, { "yes", "true", "on", "1" } };

  for (guint flag = 0; flag < 2; flag++)
    for (guint i = 0; i < G_N_ELEMENTS (flags[flag]); i++)
      if (g_ascii_strcasecmp (text, flags[flag][i]) == 0)
        return g_strdup (flags[flag][0]);
  return job_value_fail ("yes or no", error);
}

/* Percent are read as a decimal with its point moved, so that 0.7% is 0.007 and nothing next to it.
 */
static char *
normalize_share (const char *text, GError **error)
{
  const gsize length = strlen (text);
  const gboolean is_percentage = length > 1 && text[length - 1] == '%';
  g_autofree char *number
      = is_percentage ? g_strdup_printf ("%.*se-2", (int) length - 1, text) : g_strdup (text);
  double share;
  const gboolean is_number = deid_double_from_decimal (number, &share);

  if (!is_number || !(share >= 0 && share <= 1))
    return deid_fail_null (error, is_number ? DEID_ERROR_INVALID_ARGUMENT : DEID_ERROR_PARSE,
                           "expected a number from 0 to 1, or a percentage%s",
                           deid_decimal_has_comma (text) ? ", with a decimal point" : "");
  if (!is_percentage)
    return g_steal_pointer (&number);
  return g_strdup (DEID_DECIMAL (share));
}

static char *
normalize_number (const DeidJobKey *key, const char *text, GError **error)
{
  double number;
  guint64 count;

  if (key->value == DEID_JOB_VALUE_COUNT)
    {
      if (deid_uint64_from_decimal (text, &count))
        return g_strdup_printf ("%" G_GUINT64_FORMAT, count);
    }
  else if (deid_double_from_decimal (text, &number) && number >= 0)
    return g_strdup (text);
  return deid_fail_null (
      error, DEID_ERROR_PARSE, "expected %s%s%s%s",
      key->value == DEID_JOB_VALUE_COUNT ? "an unsigned integer" : "a number from 0 on",
      key->words != NULL ? " or " : "", key->words != NULL ? key->words : "",
      key->value != DEID_JOB_VALUE_COUNT && deid_decimal_has_comma (text) ? ", with a decimal point"
                                                                          : "");
}

static char *
normalize_weight (const char *text, GError **error)
{
  double weight;
  const gboolean is_number = deid_double_from_decimal (text, &weight);

  if (is_number && weight >= JOB_VALUE_MIN_WEIGHT && weight <= JOB_VALUE_MAX_WEIGHT)
    return g_strdup (text);
  return deid_fail_null (error, is_number ? DEID_ERROR_INVALID_ARGUMENT : DEID_ERROR_PARSE,
                         "expected a number from 1e-9 to 1e9");
}

static char *
normalize_population (const char *text, GError **error)
{
  guint64 size;

  if (g_ascii_isalpha (text[0]) ? deid_region_get_population (text, &size, error)
                                : deid_uint64_from_decimal (text, &size) && size > 0)
    return g_strdup (text);
  return error != NULL && *error != NULL
             ? NULL
             : job_value_fail ("a number of people, a region or none", error);
}

/* Without escapes and without the blanks around it, but for those that were escaped. */
static char *
take_item (const char **place)
{
  GString *item = g_string_new (NULL);
  const char *p = *place + strspn (*place, " ");
  gsize length = 0; /* without the blanks at the end */

  for (; *p != '\0' && *p != ';'; p++)
    {
      const gboolean is_escape = *p == '\\' && p[1] != '\0' && strchr (";\\s", p[1]) != NULL;

      if (is_escape)
        p++;
      g_string_append_c (item, is_escape && *p == 's' ? ' ' : *p);
      if (is_escape || *p != ' ')
        length = item->len;
    }
  g_string_truncate (item, length);
  *place = *p == ';' ? p + 1 : p;
  return g_string_free (item, FALSE);
}

char **
deid_job_value_split (const char *list)
{
  GPtrArray *items = g_ptr_array_new ();

  while (*list != '\0')
    g_ptr_array_add (items, take_item (&list));
  g_ptr_array_add (items, NULL);
  return (char **) g_ptr_array_free (items, FALSE);
}

static gboolean
check_model (const char *item, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_from_specification (
      item, strchr (item, '@') == NULL ? "any" : NULL, error);

  return model != NULL;
}

gboolean
deid_job_value_read_weight (const char *item, gsize *length, double *weight, GError **error)
{
  const char *sign = strrchr (item, '=');

  if (sign == NULL || !deid_double_from_decimal (sign + 1, weight))
    return deid_fail (
        error, DEID_ERROR_PARSE, "expected VALUE=X, with a number from 0.001 to 1000%s",
        sign != NULL && deid_decimal_has_comma (sign + 1) ? " and a decimal point" : "");
  *length = (gsize) (sign - item);
  return deid_group_weight_check (*weight, error);
}

static gboolean
check_weight (const char *item, GError **error)
{
  gsize length;
  double weight;

  return deid_job_value_read_weight (item, &length, &weight, error);
}

gboolean
deid_job_value_read_range (const char *item, char **first, char **last)
{
  const char *points = strstr (item, "..");

  *first
      = g_strchomp (points != NULL ? g_strndup (item, (gsize) (points - item)) : g_strdup (item));
  *last = g_strchug (g_strdup (points != NULL ? points + 2 : item));
  return (*first)[0] != '\0' && (*last)[0] != '\0';
}

static gboolean
job_value_check_range (const char *item, GError **error)
{
  g_autofree char *first = NULL, *last = NULL;

  return deid_job_value_read_range (item, &first, &last)
         || job_value_fail ("FIRST..LAST, or one of the two alone", error) != NULL;
}

static gboolean
job_value_check_pseudonym (const char *item, GError **error)
{
  g_autofree char *form_text = g_strndup (item, strcspn (item, "@"));
  DeidPseudonymForm form;

  return deid_pseudonym_form_read (&form, form_text, error);
}

/* Tells whether blanks around a value and around the items of a list are removed. */
static gboolean
is_trimmed (const DeidJobKey *key)
{
  return key->value == DEID_JOB_VALUE_PRIVACY || key->value == DEID_JOB_VALUE_PSEUDONYM;
}

static char *
normalize_list (const DeidJobKey *key, const char *text, GError **error)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);

  while (*(text += strspn (text, " ")) != '\0')
    {
      g_autofree char *item = take_item (&text);

      if (is_trimmed (key))
        g_strchug (item);
      if (item[0] == '\0')
        return job_value_fail ("a semicolon between two items, none of them empty", error);
      if (key->value == DEID_JOB_VALUE_PATHS && g_str_equal (item, "-"))
        return job_value_fail ("files; - for standard input or output is only for the first table, "
                               "and a file named - is written ./-",
                               error);
      if (key->value == DEID_JOB_VALUE_CONDITIONS)
        {
          g_autofree char *condition = deid_condition_normalize (item, error);

          if (condition == NULL)
            return NULL;
          g_ptr_array_add (items, g_steal_pointer (&condition));
          continue;
        }
      if ((key->value == DEID_JOB_VALUE_PRIVACY && !check_model (item, error))
          || (key->value == DEID_JOB_VALUE_PSEUDONYM && !job_value_check_pseudonym (item, error))
          || (key->value == DEID_JOB_VALUE_WEIGHTS && !check_weight (item, error))
          || (key->value == DEID_JOB_VALUE_RANGES && !job_value_check_range (item, error)))
        return NULL;
      g_ptr_array_add (items, g_steal_pointer (&item));
    }
  g_ptr_array_add (items, NULL);
  return deid_key_file_join ((const char *const *) items->pdata);
}

static gboolean
is_search (const char *text, GError **error)
{
  g_autoptr (DeidSearch) search = NULL;

  if (g_str_equal (text, "bisecting") || g_str_equal (text, "directed"))
    return TRUE;
  search = deid_search_new_from_specification (text, error);
  return search != NULL;
}

static gboolean
is_quality (const char *text, GError **error)
{
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_from_specification (text, error);

  return model != NULL;
}

static gboolean
is_rule (const char *text, GError **error)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_from_specification (text, error);

  return hierarchy != NULL;
}

gboolean
deid_job_value_read_levels (const char *text, guint *first, guint *last)
{
  const char *dots = strstr (text, "..");
  g_autofree char *lower = dots != NULL ? g_strndup (text, (gsize) (dots - text)) : g_strdup (text);
  const char *upper = dots != NULL ? dots + 2 : lower;
  guint64 a = 0, b = G_MAXUINT;

  if ((lower[0] != '\0' && !deid_uint64_from_decimal (g_strstrip (lower), &a))
      || (upper[0] != '\0' && !deid_uint64_from_decimal (upper, &b)) || a > b || b > G_MAXUINT
      || g_str_equal (text, "") || g_str_equal (text, ".."))
    return FALSE;
  *first = (guint) a;
  *last = (guint) b;
  return TRUE;
}

gboolean
deid_job_value_read_mode (const char *text, guint *mode)
{
  guint64 number;

  if (!g_ascii_isdigit (text[0]) || !g_ascii_string_to_unsigned (text, 8, 1, 0666, &number, NULL)
      || (number & ~(guint64) 0666) != 0)
    return FALSE;
  *mode = (guint) number;
  return TRUE;
}

static char *
normalize_levels (const char *text, GError **error)
{
  guint first, last;

  if (!deid_job_value_read_levels (text, &first, &last))
    return job_value_fail ("a range of levels: 0..2, 1.., ..3, or 2 alone", error);
  if (first == last)
    return g_strdup_printf ("%u", first);
  return last == G_MAXUINT ? g_strdup_printf ("%u..", first)
                           : g_strdup_printf ("%u..%u", first, last);
}

static char *
normalize_mode (const char *text, GError **error)
{
  guint mode;

  return deid_job_value_read_mode (text, &mode)
             ? g_strdup_printf ("%04o", mode)
             : job_value_fail (
                 "octal digits from 001 to 666 without rights to execute, such as 0640", error);
}

static char *
normalize_field (const char *text, GError **error)
{
  if (g_utf8_strlen (text, -1) <= DEID_PAGE_MAX_FIELD)
    return g_strdup (text);
  return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT, "expected at most %d characters",
                         DEID_PAGE_MAX_FIELD);
}

static char *
normalize_character (const char *text, GError **error)
{
  static const struct
  {
    const char *name, *character;
  } names[] = { { "tab", "\t" },      { "\\t", "\t" }, { "comma", "," },
                { "semicolon", ";" }, { "pipe", "|" }, { "space", " " } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (text, names[i].name) == 0)
      return g_strdup (names[i].character);
  return strlen (text) == 1 && (g_ascii_isprint (text[0]) || text[0] == '\t')
             ? g_strdup (text)
             : job_value_fail ("one character, such as ; or tab", error);
}

/* Blanks and apostrophes of any kind are one. */
static char *
normalize_separator (const char *text, GError **error)
{
  static const char *const others[][2] = { { " ", "blank" },
                                           { "\u00A0", "blank" },
                                           { "\u2009", "blank" },
                                           { "\u202F", "blank" },
                                           { "\u2019", "'" } };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (text, others[i][0]))
      return g_strdup (others[i][1]);
  return g_str_equal (text, "blank") || (strlen (text) == 1 && strchr (".,'", text[0]) != NULL)
             ? g_strdup (text)
             : job_value_fail ("one of . , ' or blank", error);
}

static char *
normalize (const DeidJobKey *key, const char *text, GError **error)
{
  DeidDayShift shift;

  switch (key->value)
    {
    case DEID_JOB_VALUE_FLAG:
      return normalize_flag (text, error);
    case DEID_JOB_VALUE_SHARE:
      return normalize_share (text, error);
    case DEID_JOB_VALUE_NUMBER:
    case DEID_JOB_VALUE_COUNT:
      return normalize_number (key, text, error);
    case DEID_JOB_VALUE_WEIGHT:
      return normalize_weight (text, error);
    case DEID_JOB_VALUE_POPULATION:
      return normalize_population (text, error);
    case DEID_JOB_VALUE_PRIVACY:
    case DEID_JOB_VALUE_PSEUDONYM:
      return normalize_list (key, text, error);
    case DEID_JOB_VALUE_LEVELS:
      return normalize_levels (text, error);
    case DEID_JOB_VALUE_MODE:
      return normalize_mode (text, error);
    case DEID_JOB_VALUE_FIELD:
      return normalize_field (text, error);
    case DEID_JOB_VALUE_CHOICE:
      return fail_choice (key, text, error);
    case DEID_JOB_VALUE_QUALITY:
      return is_quality (text, error) ? g_strdup (text) : NULL;
    case DEID_JOB_VALUE_RULE:
      return is_rule (text, error) ? g_strdup (text) : NULL;
    case DEID_JOB_VALUE_ROW_CAP:
      return deid_row_cap_check_list (text, error) ? g_strdup (text) : NULL;
    case DEID_JOB_VALUE_DAY_SHIFT:
      return deid_day_shift_read (&shift, text, error) ? g_strdup (text) : NULL;
    case DEID_JOB_VALUE_SEARCH:
      return is_search (text, error) ? g_strdup (text) : NULL;
    default:
      return g_strdup (text);
    }
}

gboolean
deid_job_value_is_local_search (const char *text)
{
  static const char *const names[] = { "local", "mondrian", "rounds" };
  const gsize length = strcspn (text, ":");
  gboolean is_one = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    is_one |= strlen (names[i]) == length && strncmp (text, names[i], length) == 0;
  return is_one;
}

/* File names may be any bytes; a delimiter or a missing code may be a tab. */
char *
deid_job_value_normalize (const DeidJobKey *key, const char *text, GError **error)
{
  g_autofree char *trimmed = NULL;

  if (key->value == DEID_JOB_VALUE_PATH)
    return g_strdup (text);
  if (!g_utf8_validate (text, -1, NULL))
    return deid_fail_null (error, DEID_ERROR_ENCODING, "expected UTF-8");
  if (text[0] != '\0' && key->value == DEID_JOB_VALUE_CHARACTER
      && deid_job_value_find_word (key, text) < 0)
    return normalize_character (text, error);
  if (text[0] != '\0' && key->value == DEID_JOB_VALUE_SEPARATOR)
    return normalize_separator (text, error);
  if (deid_job_key_is_list (key) && !is_trimmed (key))
    return normalize_list (key, text, error);
  trimmed = g_strstrip (g_strdup (text));
  if (trimmed[0] == '\0' || deid_job_value_find_word (key, trimmed) >= 0)
    return g_steal_pointer (&trimmed);
  return normalize (key, trimmed, error);
}
