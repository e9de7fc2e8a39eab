/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/rules/parameters.h"

#include "base/arrays.h"
#include "base/memory.h"

static gboolean
follows (guint64 number, guint64 before, DeidLevelOrder order)
{
  switch (order)
    {
    case DEID_LEVELS_FALLING:
      return number < before;
    case DEID_LEVELS_RISING:
      return number > before;
    case DEID_LEVELS_MULTIPLES:
    default:
      return number > before && number % before == 0;
    }
}

static gboolean
parameters_read_levels (const DeidRuleText *text, char *const *items, DeidLevelOrder order,
                        guint64 *numbers, GError **error)
{
  static const char *const expected[] = {
    "a smaller number than that of the level before",
    "a greater number than that of the level before",
    "a multiple of the number of the level before, greater than it",
  };

  for (guint i = 0; items[i] != NULL; i++)
    {
      if (!deid_rule_text_read_count (text, items[i], &numbers[i], error))
        return FALSE;
      if (i > 0 && !follows (numbers[i], numbers[i - 1], order))
        return deid_rule_text_fail (text, items[i], expected[order], error);
    }
  return TRUE;
}

char **
deid_rule_read_body (const DeidRuleText *text, const char *expected, guint64 *n_items,
                     GError **error)
{
  if (text->body != NULL && text->body[0] != '\0')
    return deid_rule_text_split (text->body, n_items, error);
  deid_rule_text_fail (text, NULL, expected, error);
  return NULL;
}

guint64 *
deid_rule_read_levels (const DeidRuleText *text, DeidLevelOrder order, guint *n_levels,
                       GError **error)
{
  guint64 n = 0;
  g_autofree char **items
      = deid_rule_read_body (text, "a number for each level behind a colon", &n, error);
  g_autofree guint64 *numbers = items != NULL ? deid_alloc (n, sizeof *numbers, error) : NULL;

  if (numbers == NULL || !parameters_read_levels (text, items, order, numbers, error))
    return NULL;
  *n_levels = (guint) MIN (n, G_MAXUINT);
  return g_steal_pointer (&numbers);
}

gboolean
deid_rule_read_option (DeidRuleText *text, const char *option, char **value, GError **error)
{
  const char *given = deid_rule_text_take (text, option);

  *value = NULL;
  if (given == NULL)
    return TRUE;
  *value = deid_copy_text (given, error);
  if (*value == NULL)
    return FALSE;
  deid_rule_text_unescape (*value);
  return TRUE;
}

gboolean
deid_rule_read_format (DeidRuleText *text, const char *usual, guint parts, const char *expected,
                       DeidDateFormat *format, GError **error)
{
  g_autofree char *given = NULL;
  const char *wrong;

  if (!deid_rule_read_option (text, "format", &given, error))
    return FALSE;
  if (!deid_date_format_init (format, given != NULL ? given : usual, &wrong))
    return deid_rule_text_fail (text, given, wrong, error);
  if ((format->parts & parts) == parts)
    return TRUE;
  return deid_rule_text_fail (text, given, expected, error);
}

gboolean
deid_rule_read_other (DeidRuleText *text, char **other, GError **error)
{
  if (!deid_rule_read_option (text, "other", other, error))
    return FALSE;
  if (*other == NULL)
    *other = g_strdup ("other");
  if (**other != '\0')
    return TRUE;
  return deid_rule_text_fail (text, "other", "a label behind it", error);
}

gboolean
deid_rule_read_flag (DeidRuleText *text, const char *option, gboolean *is_set, GError **error)
{
  const char *value = deid_rule_text_take (text, option);

  *is_set = value != NULL && g_str_equal (value, "yes");
  if (value == NULL || *is_set || g_str_equal (value, "no"))
    return TRUE;
  return deid_rule_text_fail (text, value, "yes, or no as by default", error);
}

gboolean
deid_rule_read_of (DeidRuleText *text, gboolean *of_persons, GError **error)
{
  const char *of = deid_rule_text_take (text, "of");

  *of_persons = of != NULL && g_str_equal (of, "persons");
  if (of == NULL || *of_persons || g_str_equal (of, "records"))
    return TRUE;
  return deid_rule_text_fail (text, of, "of=persons, or of=records as by default", error);
}

/* Rows sorted by their code, and which code a person was counted for last. */
typedef struct
{
  guint64 *ends;      /* of each code's rows; while they are sorted, how far they have come */
  guint64 *rows;      /* of each code one after the other */
  guint32 *last_code; /* of each person, and 1 more */
  guint64 *n_persons;
} Counter;

static gboolean
person_counts_sort_rows (Counter *counter, const DeidRuleData *data, const DeidStop *stop,
                         GError **error)
{
  const DeidColumn *column = data->column;

  for (guint64 row = 0; row < data->table->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      counter->ends[deid_codes_get (&column->codes, row) + 1]++;
    }
  for (guint32 code = 0; code < column->dictionary.n; code++)
    counter->ends[code + 1] += counter->ends[code];
  for (guint64 row = 0; row < data->table->n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      counter->rows[counter->ends[deid_codes_get (&column->codes, row)]++] = row;
    }
  return TRUE;
}

static gboolean
person_counts_count (Counter *counter, const DeidRuleData *data, const guint32 *order, guint32 n,
                     const DeidStop *stop, GError **error)
{
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 code = order != NULL ? order[i] : i;

      for (guint64 k = code > 0 ? counter->ends[code - 1] : 0; k < counter->ends[code]; k++)
        {
          const guint32 person = deid_codes_get (&data->table->entities->codes, counter->rows[k]);
          guint32 *last = &counter->last_code[person];

          if (!deid_stop_check_row (stop, k, error))
            return FALSE;
          counter->n_persons[code] += order != NULL ? *last == 0 : *last != code + 1;
          *last = code + 1;
        }
    }
  return TRUE;
}

guint64 *
deid_rule_count_persons (const DeidRuleData *data, const guint32 *order, guint32 n,
                         const DeidStop *stop, GError **error)
{
  const guint32 n_codes = data->column->dictionary.n;
  Counter counter = { 0 };
  gboolean success;

  if (data->table->entities == NULL)
    return deid_copy_array (data->counts, n_codes, sizeof *data->counts, error);
  success
      = deid_new_arrays (error, DEID_NEW (counter.ends, (guint64) n_codes + 1),
                         DEID_NEW (counter.rows, data->table->n_rows),
                         DEID_NEW (counter.last_code, data->table->entities->dictionary.n),
                         DEID_NEW (counter.n_persons, n_codes))
        && person_counts_sort_rows (&counter, data, stop, error)
        && person_counts_count (&counter, data, order, order != NULL ? n : n_codes, stop, error);
  if (!success)
    g_clear_pointer (&counter.n_persons, g_free);
  deid_free_arrays (counter.ends, counter.rows, counter.last_code);
  return counter.n_persons;
}
