/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Persons with all their records: who knows several records of a person finds at least k persons
 * that have such records. Classes of records do not tell that. */
#include "support/lesson.h"

/* Each town has 3 persons or more, but nobody else has been in x and z. */
static const char table[] = "town person:entity\n"
                            "x    Ann\n"
                            "y    Ann\n"
                            "x    Bob\n"
                            "y    Bob\n"
                            "x    Cem\n"
                            "z    Cem\n"
                            "z    Dora\n"
                            "z    Eve\n";
static const char hierarchy[] = "town x coast *\n"
                                "town y hills *\n"
                                "town z hills *\n";

static DeidPrivacyModel *
make_model (const char *text)
{
  return deid_privacy_model_new_from_specification (text, NULL, NULL);
}

/* Checks which records are released under a policy, by their towns; NULL for none. */
static void
assert_releases (const char *model, const char *policy, const char *towns)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (table, hierarchy, make_model (model));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, policy);
  g_autoptr (DeidDataset) release = result != NULL ? lesson_apply (result) : NULL;

  ck_assert_int_eq (release != NULL, towns != NULL);
  if (release != NULL)
    assert_table (release, towns);
}

/* k-anonymity counts the persons of each town. */
START_TEST (test_beside_k_anonymity)
{
  assert_releases ("k:2", "town:0", "town\n x\n y\n x\n y\n x\n z\n z\n z\n");
}

/* Cem is withheld with both records; x and z stay with the others. */
START_TEST (test_all_records)
{
  assert_releases ("persons:2", "town:0", "town\n x\n y\n x\n y\n z\n z\n");
}

/* One record alone does not tell Cem from others, two do. */
START_TEST (test_known_records)
{
  assert_releases ("persons:2:1", "town:0", "town\n x\n y\n x\n y\n x\n z\n z\n z\n");
  assert_releases ("persons:2:2", "town:0", "town\n x\n y\n x\n y\n z\n z\n");
}

/* With one record on the coast and one in the hills, Cem is like Ann and Bob. Dora and Eve, with
 * one in the hills, are two. */
START_TEST (test_generalized)
{
  assert_releases ("persons:3", "town:1", "town\n coast\n hills\n coast\n hills\n coast\n hills\n");
  assert_releases ("persons:4:2", "town:1", NULL);
}

/* Five persons have a record. Who knows that it is the only one finds Dora and Eve. */
START_TEST (test_number)
{
  assert_releases ("persons:3:1", "town:2", "town\n *\n *\n *\n *\n *\n *\n *\n *\n");
  assert_releases ("persons:3:1:number", "town:2", "town\n *\n *\n *\n *\n *\n *\n");
}

START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("town\n x\n x\n", NULL, make_model ("persons:2"));
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_problem_evaluate (problem, bottom, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the role 'entity'", NULL);
}

LESSON (persons, test_beside_k_anonymity, test_all_records, test_known_records, test_generalized,
        test_number, test_error)
