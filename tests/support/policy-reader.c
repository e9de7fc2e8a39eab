/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/policy-reader.h"

#include <string.h>

#include "support/suite.h"

/* Reads a name or a label at *@p and moves *@p behind it. Returns: it, as it was. */
static char *
read_word (const char **p)
{
  GString *word = g_string_new (NULL);
  const gboolean is_quoted = **p == '"', is_bracketed = **p != '\0' && strchr ("{[(", **p) != NULL;
  gboolean is_within = FALSE, is_end = FALSE;

  *p += is_quoted;
  while (**p != '\0' && !is_end)
    {
      if (is_quoted && **p == '"' && *++*p != '"')
        break;
      if (!is_quoted && !is_bracketed && strchr (",;:", **p) != NULL)
        break;
      is_within ^= is_bracketed && **p == '"';
      is_end = is_bracketed && !is_within && strchr ("}])", **p) != NULL;
      if (g_str_has_prefix (*p, "\\u{"))
        {
          g_string_append_unichar (word, (gunichar) g_ascii_strtoull (*p + 3, (char **) p, 16));
          ++*p;
          continue;
        }
      *p += **p == '\\';
      g_string_append_c (word, *(*p)++);
    }
  return g_string_free (word, FALSE);
}

/* Cuts the end of an unquoted word off, if it is there. */
static void
strip (char *word, const char *end)
{
  if (g_str_has_suffix (word, end))
    word[strlen (word) - strlen (end)] = '\0';
}

static gboolean
skip (const char **p, const char *text)
{
  if (!g_str_has_prefix (*p, text))
    return FALSE;
  *p += strlen (text);
  return TRUE;
}

/* Sets the levels of the run, or the node, that has a label. */
static void
set_part (const CutAttribute *attribute, guint *levels, const char *label, guint level)
{
  const guint n = cut_attribute_count_dimensions (attribute);

  for (guint first = 0; first < n; first++)
    for (guint end = first + 1; end <= (attribute->kind == CUT_SUBTREES ? first + 1 : n); end++)
      {
        guint own[CUT_MAX_DIMENSIONS] = { 0 };
        CutLabel found;

        for (guint d = first; d < end; d++)
          own[d] = 1;
        cut_attribute_label (
            attribute, own, attribute->kind == CUT_SUBTREES ? attribute->node_leaves[first] : first,
            &found);
        for (guint d = first; d < end && g_str_equal (found.text, label); d++)
          levels[d] = level;
      }
}

/* Reads the labels of a clause: those behind `keeps` end in ` apart`. */
static void
read_labels (const CutAttribute *attribute, guint *levels, const char **p, guint level)
{
  do
    {
      const gboolean is_plain = strchr ("\"{[(", **p) == NULL;
      g_autofree char *label = read_word (p);

      if (is_plain)
        strip (label, " apart");
      skip (p, " apart");
      set_part (attribute, levels, label, level);
    }
  while (skip (p, ", "));
}

/* Reads what is split before what is merged, wherever it stands. */
static void
read_changes (const CutAttribute *attribute, guint *levels, const char **p)
{
  const char *start = *p;

  for (guint pass = 0; pass < 2; pass++)
    {
      *p = start;
      do
        {
          guint none[CUT_MAX_DIMENSIONS] = { 0 };
          const gboolean merges = skip (p, "merges ");

          ck_assert (merges || skip (p, "splits ") || skip (p, "keeps "));
          read_labels (attribute, merges == (pass == 1) ? levels : none, p, merges ? 1 : 0);
          start = pass == 0 ? start : *p;
        }
      while (g_str_has_prefix (*p, "; merges ") || g_str_has_prefix (*p, "; splits ")
                     || g_str_has_prefix (*p, "; keeps ")
                 ? (*p += 2, TRUE)
                 : FALSE);
    }
}

/* Levels below a merged node are not told: the reader clears those of the baseline. */
static void
clear_hidden (const CutAttribute *attribute, guint *levels)
{
  const guint n = attribute->kind == CUT_SUBTREES ? attribute->n_nodes : 0;

  for (guint node = 0; node < n; node++)
    {
      CutLabel label;

      if (levels[node] == 0)
        continue;
      cut_attribute_label (attribute, levels, attribute->node_leaves[node], &label);
      levels[node] = label.level == attribute->node_levels[node];
    }
}

void
clear_hidden_levels (const CutProblem *problem, guint *levels)
{
  for (guint a = 0; a < problem->n_attributes; a++)
    {
      clear_hidden (&problem->attributes[a], levels);
      levels += cut_attribute_count_dimensions (&problem->attributes[a]);
    }
}

static void
read_attribute (const CutAttribute *attribute, guint *levels, const char **p)
{
  const guint n = cut_attribute_count_dimensions (attribute);

  if (attribute->kind == CUT_LEVELS)
    {
      levels[0] = skip (p, "as it is") ? 0
                  : skip (p, "level ") ? (guint) g_ascii_strtoull (*p, (char **) p, 10)
                                       : attribute->height;
      if (skip (p, ", as ") || skip (p, ", all as ") || skip (p, "all as "))
        g_free (read_word (p));
    }
  else if (skip (p, "all as "))
    {
      for (guint d = 0; d < n; d++)
        levels[d]
            = attribute->kind != CUT_SUBTREES || attribute->node_levels[d] == attribute->height;
      g_free (read_word (p));
    }
  else
    read_changes (attribute, levels, p);
  clear_hidden (attribute, levels);
}

void
read_policy_words (const CutProblem *problem, const char *p, const char *unchanged, guint *levels)
{
  g_autofree char *all = g_strdup_printf ("all as %s", unchanged);
  g_autofree char *rest = g_strdup_printf ("the rest as %s", unchanged);
  guint first[CUT_MAX_ATTRIBUTES + 1] = { 0 };

  clear_hidden_levels (problem, levels);
  for (guint a = 0; a < problem->n_attributes; a++)
    first[a + 1] = first[a] + cut_attribute_count_dimensions (&problem->attributes[a]);
  while (!g_str_equal (p, all) && !g_str_equal (p, rest))
    {
      g_autofree char *name = read_word (&p);
      const guint a = (guint) (name[1] - '0');

      ck_assert (name[0] == 'q' && a < problem->n_attributes && skip (&p, ": "));
      read_attribute (&problem->attributes[a], levels + first[a], &p);
      if (*p == '\0')
        return;
      ck_assert (skip (&p, "; "));
    }
}
