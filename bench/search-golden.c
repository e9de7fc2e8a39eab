/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search-golden.h"

static char *
make_key (const Table *table)
{
  return g_strdup_printf ("%s %u", table->name, table->n_attributes);
}

static char *
make_line (const char *key, const Outcome *outcome)
{
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (loss, sizeof loss, "%.17g", outcome->loss);
  return g_strdup_printf (
      "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s %s", key,
      outcome->n_policies, outcome->n_evaluated, outcome->n_suppressed, loss, outcome->optimum);
}

gboolean
search_golden_compare (const Golden *golden, const Table *table, const Outcome *outcome)
{
  g_autofree char *key = make_key (table);
  g_autofree char *line = make_line (key, outcome);

  return golden_compare (golden, key, line);
}

void
search_golden_set (Golden *golden, const Table *table, const Outcome *outcome)
{
  g_autofree char *key = make_key (table);
  g_autofree char *line = make_line (key, outcome);

  golden_set (golden, key, line);
}
