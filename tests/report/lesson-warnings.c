/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Warnings say what a custodian may have overlooked before a release: it meets the models, but
 * these do not speak of everything that is released. */
#include "support/lesson.h"
#include "support/warnings.h"

static DeidReport *
warn (const char *table, DeidPrivacyModel *model, const char *policy)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (table, NULL, model);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, policy);

  return deid_report_new_warnings (result, NULL, NULL);
}

static void
assert_only (const DeidReport *warnings, const char *code, const char *column, guint64 n_records)
{
  ck_assert_uint_eq (count_warnings (warnings), 1);
  ck_assert (is_warning_of (warnings, 0, code));
  ck_assert_str_eq (get_warned_column (warnings, 0), column);
  ck_assert_uint_eq (count_warned_records (warnings, 0), n_records);
}

/* 2-anonymity hides the records of a, but both have the flu, and those of b the gout. */
START_TEST (test_unprotected)
{
  g_autoptr (DeidReport) warnings
      = warn ("zip illness:sensitive\n a flu\n a flu\n b gout\n b gout\n",
              deid_privacy_model_new_k_anonymity (2, NULL), "zip:0");

  assert_only (warnings, "unprotected-sensitive", "illness", 4);
}

/* Two of a and two of b, but only one of b came by bus, and only one by car: two records. */
START_TEST (test_unique)
{
  g_autoptr (DeidReport) warnings = warn ("zip came:insensitive\n a bus\n a bus\n b bus\n b car\n",
                                          deid_privacy_model_new_k_anonymity (2, NULL), "zip:0");

  assert_only (warnings, "unique-by-insensitive", "came", 2);
}

/* All zips become `*`, as no level is between them and it: the column could as well be left out. */
START_TEST (test_one_label)
{
  g_autoptr (DeidReport) warnings
      = warn ("zip sex\n a f\n b f\n c m\n d m\n", deid_privacy_model_new_k_anonymity (2, NULL),
              "zip:1 sex:0");

  assert_only (warnings, "coarse-rule", "zip", 4);
  ck_assert_ptr_nonnull (strstr (get_warning_text (warnings, 0), "one label, '*'"));
}

/* A call that is cancelled warns of nothing. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("zip\n a\n a\n", NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_warnings (result, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

LESSON (warnings, test_unprotected, test_unique, test_one_label, test_error)
