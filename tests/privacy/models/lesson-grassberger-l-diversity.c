/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Entropy l-diversity by Grassberger's estimator: a class of a few records is taken for a sample,
 * whose entropy is mostly more than what it shows. Most small classes pass more easily than by
 * Shannon's entropy.
 *
 * The estimate is G(n) - sum c G(c) / n for the counts c of n records, where G(2) = G(1) + 2, G(3)
 * = G(2) and G(4) = G(2) + 2/3. What G(1) is does not matter: it cancels out. */
#include "support/lesson.h"

/* w, 1:       G(1) - G(1)                   = 0,   e^0     = 1
 * x, 1 and 1: G(2) - G(1)                   = 2,   e^2     = 7.389...
 * y, 2 and 1: G(3) - (2 G(2) + G(1)) / 3    = 2/3, e^(2/3) = 1.947...
 * z, 2 and 2: G(4) - G(2)                   = 2/3, the same */
static const char table[] = "town illness:sensitive\n"
                            "w flu\n"
                            "x flu\n x asthma\n"
                            "y flu\n y flu\n y asthma\n"
                            "z flu\n z flu\n z asthma\n z asthma\n";

START_TEST (test_estimates)
{
  assert_fails (table, deid_privacy_model_new_from_specification ("elg:1", "illness", NULL), "");
  assert_fails (table, deid_privacy_model_new_from_specification ("elg:1.94", "illness", NULL),
                "w");
  assert_fails (table, deid_privacy_model_new_from_specification ("elg:1.95", "illness", NULL),
                "w y z");
  assert_fails (table, deid_privacy_model_new_from_specification ("elg:7.38", "illness", NULL),
                "w y z");
  assert_fails (table, deid_privacy_model_new_from_specification ("elg:7.39", "illness", NULL),
                "all");
}

/* Shannon's entropy of x and z is log 2 = 0.69, that of y 0.64, that of w 0: x and y are estimated
 * at more, z at less. */
START_TEST (test_beside_shannon)
{
  assert_fails (table, deid_privacy_model_new_entropy_l_diversity ("illness", 1.95, NULL), "w y");
}

/* No closure: two classes of 1 and 1 pass, and their union of 2 and 2 fails. */
START_TEST (test_union_may_fail)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("town illness:sensitive\n x flu\n x asthma\n y flu\n y asthma\n", NULL,
                             deid_privacy_model_new_from_specification ("elg:2", "illness", NULL));

  assert_suppresses (problem, "town:0", "");
  assert_suppresses (problem, "town:1", "all");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new_from_specification ("elg:0.9", "illness", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (grassberger_l_diversity, test_estimates, test_beside_shannon, test_union_may_fail,
        test_error)
