/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a page says of columns with cuts: what was merged, and what was asked for. */
#include <string.h>

#include "support/lesson.h"

/* Checks what the line of a column says it became, and the labels that follow in the next cell. */
static void
assert_became (DeidLattice *lattice, const char *policy, const char *words, const char *labels)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidPage) page = NULL;
  g_autofree char *html = NULL, *whole = NULL;
  GError *error = NULL;
  const char *cell, *end;

  lesson_add_model (problem, deid_privacy_model_new_k_anonymity (1, NULL));
  result = lesson_evaluate (problem, policy);
  page = deid_page_new (result, NULL, NULL, NULL);
  html = deid_page_to_html (page, DEID_AUDIENCE_CUSTODIAN, NULL, &error);
  assert_no_error (error);
  cell = strstr (html, "</th><td class=\"word\">");
  ck_assert_ptr_nonnull (cell);
  end = strstr (cell, "</td><td class=\"n\">");
  ck_assert_ptr_nonnull (end);
  whole = g_strdup_printf ("</th><td class=\"word\">%s</td><td class=\"wide labels\">%s", words,
                           labels);
  ck_assert_msg (strlen (whole) == (gsize) (end - cell) && g_str_has_prefix (cell, whole),
                 "%.*s, expected %s", (int) (end - cell), cell, whole);
}

static DeidLattice *
make_ages (void)
{
  g_autoptr (DeidDataset) dataset = lesson_make_table ("age\n 40\n 10\n 30\n 17\n 19\n");
  DeidLattice *lattice = deid_lattice_new (dataset);

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_EXACT, NULL));
  return lattice;
}

/* Labels stand in the order of the values, not of the rows. */
START_TEST (runs)
{
  g_autoptr (DeidLattice) lattice = make_ages (), limited = make_ages ();

  assert_became (lattice, "age:1111", "kept as it is",
                 "<bdi>10</bdi>, <bdi>17</bdi>, <bdi>19</bdi>, <bdi>30</bdi>, <bdi>40</bdi>");
  assert_became (lattice, "age:0110", "neighbouring values merged into 2 runs",
                 "<bdi>10-17</bdi>, <bdi>19</bdi>, <bdi>30-40</bdi>");
  assert_became (lattice, "age:0000", "one label for all", "<bdi>*</bdi>");
  ck_assert (deid_lattice_keep_apart (limited, "age", "18", NULL));
  ck_assert (deid_lattice_keep_apart (limited, "age", "40", NULL));
  ck_assert (deid_lattice_keep_together (limited, "age", "18", "35", NULL));
  ck_assert (deid_lattice_set_max_blocks (limited, "age", 4, NULL));
  assert_became (limited, "age:1101",
                 "neighbouring values merged into 1 run<br><span class=\"note\">as asked: "
                 "kept apart in front of 19, 40; kept together 19-30; at most 4 labels</span>",
                 "<bdi>10</bdi>, <bdi>17</bdi>, <bdi>19-30</bdi>, <bdi>40</bdi>");
}
END_TEST

static DeidLattice *
make_towns (void)
{
  const char *hierarchies = "town w hills inland *\n town x shore coast *\n town y shore coast *\n"
                            "town z hills inland *\n town v bay coast *\n";
  g_autoptr (DeidDataset) dataset = lesson_make_table ("town\n w\n x\n y\n z\n v\n");
  g_autoptr (DeidHierarchy) hierarchy = lesson_make_hierarchy ("town", hierarchies);
  DeidLattice *lattice = deid_lattice_new (dataset);

  ck_assert (deid_lattice_add_subtree_cuts (lattice, "town", hierarchy, NULL, NULL));
  return lattice;
}

/* Dimensions: *, inland with the towns of the hills, coast, shore. */
START_TEST (subtrees)
{
  g_autoptr (DeidLattice) lattice = make_towns (), limited = make_towns (), low = make_towns ();

  assert_became (lattice, "town:1111", "kept as it is",
                 "<bdi>w</bdi>, <bdi>x</bdi>, <bdi>y</bdi>, <bdi>z</bdi>, <bdi>v</bdi>");
  assert_became (lattice, "town:1010", "values merged below 2 labels of the hierarchy",
                 "<bdi>inland</bdi>, <bdi>shore</bdi>, <bdi>v</bdi>");
  assert_became (lattice, "town:1100", "values merged below 1 label of the hierarchy",
                 "<bdi>w</bdi>, <bdi>coast</bdi>, <bdi>z</bdi>");
  assert_became (lattice, "town:0111", "one label for all", "<bdi>*</bdi>");
  ck_assert (deid_lattice_keep_apart (limited, "town", "bay", NULL));
  ck_assert (deid_lattice_keep_together (limited, "town", "w", "z", NULL));
  assert_became (limited, "town:1011",
                 "values merged below 1 label of the hierarchy<br><span class=\"note\">as asked: "
                 "not merged coast, *; kept together inland</span>",
                 "<bdi>inland</bdi>, <bdi>x</bdi>, <bdi>y</bdi>, <bdi>v</bdi>");
  ck_assert (deid_lattice_set_level_range (low, "town", 1, 2, NULL));
  assert_became (low, "town:1010",
                 "values merged below 3 labels of the hierarchy<br><span class=\"note\">as "
                 "asked: labels of levels 1 to 2</span>",
                 "<bdi>inland</bdi>, <bdi>shore</bdi>, <bdi>bay</bdi>");
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("page of cuts");
  TCase *cases = tcase_create ("page of cuts");

  tcase_add_test (cases, runs);
  tcase_add_test (cases, subtrees);
  suite_add_tcase (suite, cases);
  return suite;
}
