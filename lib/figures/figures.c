/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "figures/figures.h"

#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "lattice/lattice-private.h"

#include <math.h>
#include <string.h>

#define MAX_NODES G_MAXUINT32
#define NO_NAME   G_MAXUINT16

void
deid_figures_init (DeidFigures *figures)
{
  *figures = (DeidFigures){ 0 };
  figures->names = g_ptr_array_new ();
  figures->policies = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_policy_unref);
  figures->open = g_array_new (FALSE, FALSE, sizeof (guint32));
  deid_figures_begin_group (figures, NULL);
}

void
deid_figures_clear (DeidFigures *figures)
{
  g_free (figures->nodes);
  g_free (figures->rows);
  g_clear_pointer (&figures->names, g_ptr_array_unref);
  g_clear_pointer (&figures->policies, g_ptr_array_unref);
  g_clear_pointer (&figures->open, g_array_unref);
  deid_long_text_clear (&figures->texts);
  g_clear_error (&figures->error);
  *figures = (DeidFigures){ 0 };
}

/* Tables name the same figures row by row, so that the name asked for last but a few is near. */
static guint16
find_name_index (DeidFigures *figures, const char *name)
{
  if (name == NULL)
    return NO_NAME;
  for (guint i = 0; i < figures->names->len; i++)
    {
      const guint index = (figures->last_index + i) % figures->names->len;

      if (g_ptr_array_index (figures->names, index) == name
          || g_str_equal (g_ptr_array_index (figures->names, index), name))
        {
          figures->last_index = index + 1;
          return (guint16) index;
        }
    }
  g_ptr_array_add (figures->names, (gpointer) name);
  figures->last_index = figures->names->len;
  return (guint16) (figures->names->len - 1);
}

/* Returns: the node that was added, which moves when the next one is, or NULL. */
static DeidFigureNode *
add_node (DeidFigures *figures, const char *name, DeidFigureKind kind, DeidFigureState state)
{
  DeidFigureNode *node;

  if (figures->error != NULL)
    return NULL;
  if (figures->n_nodes >= MAX_NODES || figures->names->len >= NO_NAME)
    {
      g_set_error (&figures->error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "a report of more than 2^32 figures, or 65534 names of figures");
      return NULL;
    }
  if (!deid_grow ((gpointer *) &figures->nodes, &figures->capacity, figures->n_nodes + 1,
                  sizeof *figures->nodes, &figures->error))
    return NULL;
  node = &figures->nodes[figures->n_nodes++];
  *node = (DeidFigureNode){ .kind = kind, .state = state };
  node->name = find_name_index (figures, name);
  return node;
}

static void
begin_node (DeidFigures *figures, const char *name, DeidFigureKind kind)
{
  const guint32 index = (guint32) figures->n_nodes;

  if (add_node (figures, name, kind, DEID_FIGURE_STATE_PRESENT) != NULL)
    g_array_append_val (figures->open, index);
}

void
deid_figures_begin_group (DeidFigures *figures, const char *name)
{
  begin_node (figures, name, DEID_FIGURE_KIND_GROUP);
}

void
deid_figures_begin_table (DeidFigures *figures, const char *name)
{
  begin_node (figures, name, DEID_FIGURE_KIND_TABLE);
}

/* Notes where the rows of a table begin; those of tables within it were noted before. */
static void
note_rows (DeidFigures *figures, guint32 table)
{
  DeidFigureNode *node = &figures->nodes[table];
  guint32 n = 0;

  for (guint64 i = table + 1; i < figures->n_nodes; i += 1 + figures->nodes[i].n_within)
    n++;
  node->value.rows.first = (guint32) figures->n_rows;
  node->value.rows.n = n;
  if (!deid_grow ((gpointer *) &figures->rows, &figures->rows_capacity, figures->n_rows + n,
                  sizeof *figures->rows, &figures->error))
    return;
  for (guint64 i = table + 1; i < figures->n_nodes; i += 1 + figures->nodes[i].n_within)
    figures->rows[figures->n_rows++] = (guint32) i;
}

void
deid_figures_end (DeidFigures *figures)
{
  guint32 index;

  if (figures->error != NULL)
    return;
  index = g_array_index (figures->open, guint32, figures->open->len - 1);
  g_array_set_size (figures->open, figures->open->len - 1);
  figures->nodes[index].n_within = (guint32) (figures->n_nodes - index - 1);
  if (figures->nodes[index].kind == DEID_FIGURE_KIND_TABLE)
    note_rows (figures, index);
}

void
deid_figures_add_count (DeidFigures *figures, const char *name, guint64 count)
{
  DeidFigureNode *node
      = add_node (figures, name, DEID_FIGURE_KIND_COUNT, DEID_FIGURE_STATE_PRESENT);

  if (node != NULL)
    node->value.count = count;
}

void
deid_figures_add_number (DeidFigures *figures, const char *name, double number)
{
  DeidFigureNode *node
      = add_node (figures, name, DEID_FIGURE_KIND_NUMBER,
                  isfinite (number) ? DEID_FIGURE_STATE_PRESENT : DEID_FIGURE_STATE_UNDEFINED);

  if (node != NULL)
    node->value.number = isfinite (number) ? number : 0;
}

void
deid_figures_add_flag (DeidFigures *figures, const char *name, gboolean flag)
{
  DeidFigureNode *node = add_node (figures, name, DEID_FIGURE_KIND_FLAG, DEID_FIGURE_STATE_PRESENT);

  if (node != NULL)
    node->value.flag = flag;
}

void
deid_figures_add_text (DeidFigures *figures, const char *name, const char *text)
{
  DeidFigureNode *node
      = add_node (figures, name, DEID_FIGURE_KIND_TEXT,
                  text != NULL ? DEID_FIGURE_STATE_PRESENT : DEID_FIGURE_STATE_UNDEFINED);

  if (node == NULL || text == NULL)
    return;
  node->value.text = figures->texts.n;
  deid_long_text_add_bytes (&figures->texts, text, strlen (text) + 1);
}

void
deid_figures_add_policy (DeidFigures *figures, const char *name, DeidPolicy *policy)
{
  DeidFigureNode *node
      = add_node (figures, name, DEID_FIGURE_KIND_POLICY,
                  policy != NULL ? DEID_FIGURE_STATE_PRESENT : DEID_FIGURE_STATE_UNDEFINED);

  if (node == NULL || policy == NULL)
    return;
  node->value.policy = figures->policies->len;
  g_ptr_array_add (figures->policies, deid_policy_ref (policy));
}

void
deid_figures_add_words (DeidFigures *figures, const char *name, const DeidPolicy *policy,
                        const DeidPolicy *from, const char *name_of_from)
{
  DeidLongText text = { 0 };
  g_autofree char *words = NULL;

  deid_levels_add_words (policy->lattice, policy->levels, from != NULL ? from->levels : NULL,
                         name_of_from, FALSE, &text);
  words = deid_long_text_end (&text, figures->error == NULL ? &figures->error : NULL);
  deid_figures_add_text (figures, name, words);
}

void
deid_figures_add_state (DeidFigures *figures, const char *name, DeidFigureState state)
{
  add_node (figures, name, DEID_FIGURE_KIND_NUMBER, state);
}

void
deid_figures_add_count_if (DeidFigures *figures, const char *name, gboolean is_shown, guint64 count)
{
  if (is_shown)
    deid_figures_add_count (figures, name, count);
  else
    deid_figures_add_state (figures, name, DEID_FIGURE_STATE_WITHHELD);
}

void
deid_figures_add_shown_number (DeidFigures *figures, const char *name, gboolean is_shown,
                               double number)
{
  if (is_shown)
    deid_figures_add_number (figures, name, number);
  else
    deid_figures_add_state (figures, name, DEID_FIGURE_STATE_WITHHELD);
}

void
deid_figures_add_number_if (DeidFigures *figures, const char *name, gboolean exists, double number)
{
  deid_figures_add_number (figures, name, exists ? number : (double) NAN);
}

void
deid_figures_add_statement (DeidFigures *figures, GBytes *statement)
{
  if (statement != NULL)
    deid_figures_add_text (figures, "problem", g_bytes_get_data (statement, NULL));
}

gboolean
deid_figures_finish (DeidFigures *figures, GError **error)
{
  deid_figures_end (figures);
  g_clear_pointer (&figures->open, g_array_unref);
  /* To shrink does not fail. */
  figures->nodes = g_realloc (figures->nodes, figures->n_nodes * sizeof *figures->nodes);
  figures->rows = g_realloc (figures->rows, figures->n_rows * sizeof *figures->rows);
  if (figures->error == NULL)
    deid_long_text_check (&figures->texts, &figures->error);
  if (figures->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&figures->error));
  return FALSE;
}

static const DeidFigureNode *
find_member (const DeidFigures *figures, const DeidFigureNode *group, const char *name,
             gsize length)
{
  const DeidFigureNode *const end = group + 1 + group->n_within;

  for (const DeidFigureNode *node = group + 1; node < end; node += 1 + node->n_within)
    {
      const char *own = g_ptr_array_index (figures->names, node->name);

      if (strncmp (own, name, length) == 0 && own[length] == '\0')
        return node;
    }
  return NULL;
}

/* Reads `[3]` and moves behind it. */
static const DeidFigureNode *
figures_find_row (const DeidFigures *figures, const DeidFigureNode *table, const char **path)
{
  char *end;
  guint64 row;

  if (!g_ascii_isdigit ((*path)[1]))
    return NULL;
  row = g_ascii_strtoull (*path + 1, &end, 10);
  if (*end != ']' || row >= table->value.rows.n)
    return NULL;
  *path = end + 1;
  return &figures->nodes[figures->rows[table->value.rows.first + row]];
}

const DeidFigureNode *
deid_figures_find_within (const DeidFigures *figures, const DeidFigureNode *node, const char *path)
{
  gboolean is_first = TRUE;

  while (node != NULL && *path != '\0')
    {
      gsize length;

      if (node->state != DEID_FIGURE_STATE_PRESENT)
        return node;
      if (*path == '[')
        {
          node = node->kind == DEID_FIGURE_KIND_TABLE ? figures_find_row (figures, node, &path)
                                                      : NULL;
          continue;
        }
      if (node->kind != DEID_FIGURE_KIND_GROUP || (!is_first && *path++ != '.'))
        return NULL;
      is_first = FALSE;
      length = strcspn (path, ".[");
      node = find_member (figures, node, path, length);
      path += length;
    }
  return node;
}

const DeidFigureNode *
deid_figures_find (const DeidFigures *figures, const char *path)
{
  return deid_figures_find_within (figures, figures->nodes, path);
}

const char *
deid_figures_get_text (const DeidFigures *figures, const DeidFigureNode *node)
{
  return figures->texts.text + node->value.text;
}

/* Adds the items of a list with commas in between, and pairs as `a=b`. */
static void
add_plain_within (const DeidFigures *figures, const DeidFigureNode *node, const char *separator,
                  DeidLongText *text)
{
  const DeidFigureNode *const end = node + 1 + node->n_within;

  for (const DeidFigureNode *item = node + 1; item < end; item += 1 + item->n_within)
    {
      deid_long_text_add (text, "%s", item > node + 1 ? separator : "");
      if (item->state == DEID_FIGURE_STATE_PRESENT)
        deid_figures_add_plain (figures, item, text);
    }
}

void
deid_figures_add_plain (const DeidFigures *figures, const DeidFigureNode *node, DeidLongText *text)
{
  const DeidPolicy *policy;
  const char *own;

  switch (node->kind)
    {
    case DEID_FIGURE_KIND_COUNT:
      deid_long_text_add (text, DEID_COUNT_FORMAT, node->value.count);
      break;
    case DEID_FIGURE_KIND_NUMBER:
      deid_long_text_add (text, "%s", DEID_DECIMAL (node->value.number));
      break;
    case DEID_FIGURE_KIND_FLAG:
      deid_long_text_add (text, "%d", node->value.flag);
      break;
    case DEID_FIGURE_KIND_POLICY:
      policy = g_ptr_array_index (figures->policies, node->value.policy);
      deid_levels_describe (policy->lattice, policy->levels, text);
      break;
    case DEID_FIGURE_KIND_TEXT:
      own = deid_figures_get_text (figures, node);
      deid_long_text_add_bytes (text, own, strlen (own));
      break;
    default:
      add_plain_within (figures, node, node->kind == DEID_FIGURE_KIND_GROUP ? "=" : ", ", text);
    }
}

static void
add_json_value (const DeidFigures *figures, const DeidFigureNode *node, DeidLongText *text)
{
  DeidLongText own = { 0 };

  if (node->kind == DEID_FIGURE_KIND_FLAG)
    deid_long_text_add (text, "%s", node->value.flag ? "true" : "false");
  else if (node->kind == DEID_FIGURE_KIND_TEXT)
    deid_long_text_add_json (text, deid_figures_get_text (figures, node));
  else if (node->kind != DEID_FIGURE_KIND_POLICY)
    deid_figures_add_plain (figures, node, text);
  else
    {
      deid_figures_add_plain (figures, node, &own);
      if (deid_long_text_check (&own, text->error == NULL ? &text->error : NULL))
        deid_long_text_add_json (text, own.text);
      deid_long_text_clear (&own);
    }
}

static void
add_json_node (const DeidFigures *figures, const DeidFigureNode *node, DeidLongText *text)
{
  const gboolean is_group = node->kind == DEID_FIGURE_KIND_GROUP;
  const DeidFigureNode *const end = node + 1 + node->n_within;

  if (node->state != DEID_FIGURE_STATE_PRESENT)
    deid_long_text_add (text, "null");
  else if (!is_group && node->kind != DEID_FIGURE_KIND_TABLE)
    add_json_value (figures, node, text);
  else
    {
      deid_long_text_add (text, is_group ? "{" : "[");
      for (const DeidFigureNode *within = node + 1; within < end; within += 1 + within->n_within)
        {
          deid_long_text_add (text, within > node + 1 ? "," : "");
          if (is_group)
            {
              deid_long_text_add_json (text, g_ptr_array_index (figures->names, within->name));
              deid_long_text_add (text, ":");
            }
          add_json_node (figures, within, text);
        }
      deid_long_text_add (text, is_group ? "}" : "]");
    }
}

void
deid_figures_add_json (const DeidFigures *figures, DeidLongText *text)
{
  add_json_node (figures, figures->nodes, text);
}
