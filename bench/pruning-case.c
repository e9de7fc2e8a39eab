/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pruning-case.h"

#include <string.h>

#define MIN_ATTRIBUTES 3
#define MAX_QUICK      6

/* As the study takes them. */
static const char *const adult_columns[]
    = { "age",          "education", "marital-status", "native-country", "race",
        "salary-class", "sex",       "workclass",      "occupation" };

static const struct
{
  const char *name;
  const char *const *columns;
  guint min_searched;
  guint max_searched;
  guint max_attributes;
  guint min_golden; /* those that need no more than seconds */
  guint max_golden;
} known[] = {
  { "adult", adult_columns, 3, 9, 9, 3, 9 },
  { "mach2019", NULL, 3, 12, 16, 9, 9 },
  { "creditcard", NULL, 3, 9, 19, 0, 0 },
  { "health", NULL, 9, 9, 9, 0, 0 },
};

static Table
locate (const char *name, const CaseOptions *options, guint n_attributes)
{
  g_autofree char *shared = NULL;
  g_autofree char *folder = NULL;
  Table table;

  if (options->health == NULL || strcmp (name, "health") != 0)
    return find_table (name, n_attributes, NULL);
  shared = find_shared_folder ();
  folder = g_build_filename (shared, name, NULL);
  table = find_table (options->health, n_attributes, folder);
  table.name = name;
  return table;
}

static void
add_cases (GArray *cases, guint i, const CaseOptions *options)
{
  const guint max = options->max_attributes > 0
                        ? MIN (options->max_attributes, known[i].max_attributes)
                        : known[i].max_attributes;

  for (guint n = MIN_ATTRIBUTES; n <= (options->is_quick ? MIN (max, MAX_QUICK) : max); n++)
    {
      Case added = { .table = locate (known[i].name, options, n),
                     .is_searched = n >= known[i].min_searched && n <= known[i].max_searched,
                     .is_golden = n >= known[i].min_golden && n <= known[i].max_golden };

      if (!g_file_test (added.table.csv, G_FILE_TEST_EXISTS))
        {
          g_printerr ("left out: %s is not there\n", added.table.csv);
          table_clear (&added.table);
          return;
        }
      added.table.columns = known[i].columns;
      added.table.quality = options->quality;
      g_array_append_val (cases, added);
    }
}

GArray *
choose_cases (const CaseOptions *options)
{
  GArray *cases = g_array_new (FALSE, FALSE, sizeof (Case));

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (options->table != NULL ? strcmp (options->table, known[i].name) == 0
                               : !options->is_quick || i == 0)
      add_cases (cases, i, options);
  return cases;
}

void
case_clear (Case *chosen)
{
  table_clear (&chosen->table);
}
