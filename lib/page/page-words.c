/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/page-words.h"

#include "hierarchy/hierarchy-private.h"
#include "quality/quality-model-private.h"

#include <string.h>

gboolean
deid_level_find_example (const DeidHierarchy *hierarchy, guint level, const char **value,
                         const char **label, GError **error)
{
  g_autofree const char **leaves = NULL, **labels = NULL;
  gsize n_leaves, n_labels;
  guint code;

  *value = *label = NULL;
  leaves = deid_hierarchy_list_labels (hierarchy, 0, &n_leaves, error);
  if (leaves == NULL)
    return FALSE;
  labels = deid_hierarchy_list_labels (hierarchy, level, &n_labels, error);
  if (labels == NULL)
    return FALSE;
  if (n_leaves == 0)
    return TRUE;
  code = (guint) (n_leaves / 2);
  *value = leaves[code];
  for (guint l = 0; l < level; l++)
    code = deid_hierarchy_get_parent (hierarchy, l, code);
  *label = labels[code];
  return TRUE;
}

/* What a label begins with, if that is a number: `< 5`, `[20, 30)`, `-3`, `35-39`. */
typedef struct
{
  double number;
  int end;          /* -1 for all below the number, 1 for all above it */
  const char *rest; /* behind the number */
} LabelStart;

/* Tells whether a label begins as codes do: 02138, 02***. */
static gboolean
label_is_code (const char *label)
{
  return label[0] == '0' && g_ascii_isdigit (label[1]);
}

/* A date such as 31.12.2023 does not begin with the number 31.12. */
static gboolean
label_start_read (const char *label, LabelStart *start)
{
  const char *digits = label + strspn (label, "[(<>= ");
  const gsize sign = *digits == '-' ? 1 : 0;
  char *end;

  if (!g_ascii_isdigit (digits[sign]))
    return FALSE;
  start->number = g_ascii_strtod (digits, &end);
  start->end = label[0] == '<' ? -1 : label[0] == '>' ? 1 : 0;
  start->rest = end;
  return *end != '.' && *end != '/';
}

/* Compares texts whose digits count as numbers. */
static int
label_compare_rest (const char *rest, const char *other)
{
  while (*rest != '\0' && *other != '\0')
    if (g_ascii_isdigit (*rest) && g_ascii_isdigit (*other))
      {
        char *end, *other_end;
        const guint64 number = g_ascii_strtoull (rest, &end, 10);
        const guint64 other_number = g_ascii_strtoull (other, &other_end, 10);

        if (number != other_number)
          return number < other_number ? -1 : 1;
        rest = end;
        other = other_end;
      }
    else if (*rest != *other)
      break;
    else
      rest++, other++;
  return strcmp (rest, other);
}

static int
label_get_kind (const char *label, LabelStart *start)
{
  if (label == NULL || label[0] == '\0')
    return 3;
  if (g_str_equal (label, "*"))
    return 2;
  return label_start_read (label, start) ? 0 : 1;
}

int
deid_label_compare (const char *label, const char *other)
{
  LabelStart start, other_start;
  const int kind = label_get_kind (label, &start),
            other_kind = label_get_kind (other, &other_start);

  if (kind != other_kind || kind > 0)
    return kind - other_kind;
  if (label_is_code (label) || label_is_code (other))
    return strcmp (label, other);
  if (start.number != other_start.number)
    return start.number < other_start.number ? -1 : 1;
  if (start.end != other_start.end)
    return start.end - other_start.end;
  return label_compare_rest (start.rest, other_start.rest);
}

static const char *const aggregate_words[]
    = { [DEID_AGGREGATE_ARITHMETIC_MEAN] = "; the loss is the mean over the columns",
        [DEID_AGGREGATE_GEOMETRIC_MEAN] = "; the loss is the geometric mean over the columns",
        [DEID_AGGREGATE_MAXIMUM] = "; the loss is that of the worst column",
        [DEID_AGGREGATE_SUM] = "; the loss is the sum over the columns" };

static const char *const weighted_words[]
    = { [DEID_AGGREGATE_ARITHMETIC_MEAN] = "; the loss is the weighted mean over the columns",
        [DEID_AGGREGATE_GEOMETRIC_MEAN]
        = "; the loss is the weighted geometric mean over the columns",
        [DEID_AGGREGATE_MAXIMUM] = "; the loss is that of the worst column, by its weight",
        [DEID_AGGREGATE_SUM] = "; the loss is the weighted sum over the columns" };

char *
deid_quality_describe (const DeidQualityModel *model, gboolean is_weighted)
{
  const char *const *aggregates = is_weighted ? weighted_words : aggregate_words;
  const char *sentence = model->funcs->sentence != NULL ? model->funcs->sentence : "$:";
  GString *text = g_string_new (NULL);

  for (const char *c = sentence; *c != '\0'; c++)
    if (*c != '$' || c[1] == '\0')
      g_string_append_c (text, *c);
    else if (*++c == ':')
      g_string_append (text, model->text);
    else if (*c == ';' && deid_quality_model_has_aggregate (model))
      g_string_append (text, aggregates[deid_quality_model_get_aggregate (model)]);
  return g_string_free (text, FALSE);
}
