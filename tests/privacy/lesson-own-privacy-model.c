/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A privacy model of the host: callbacks in slots, of which it needs one that writes its
 * specification and one that judges. The models of the library are made of the same slots. */
#include "support/lesson.h"

#include <deid/deid-extend.h>

static char *
describe (gpointer user_data G_GNUC_UNUSED)
{
  return g_strdup ("twins");
}

/* Records come in pairs. */
static gboolean
accept (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED,
        gboolean *passes, GError **error G_GNUC_UNUSED)
{
  *passes = deid_class_get_n_records (eq_class) % 2 == 0;
  return TRUE;
}

/* No more than two classes are released. */
static gboolean
accept_table (const DeidTableView *table, gpointer state G_GNUC_UNUSED,
              gpointer user_data G_GNUC_UNUSED, gboolean *passes, GError **error G_GNUC_UNUSED)
{
  guint32 n_classes;

  deid_table_view_get_sizes (table, &n_classes);
  *passes = n_classes <= 2;
  return TRUE;
}

static DeidPrivacyModelFuncs *
make_funcs (void)
{
  DeidPrivacyModelFuncs *funcs = deid_privacy_model_funcs_new ();

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  return funcs;
}

/* Two even numbers add up to one, an even and an odd one do not: union-closed. */
START_TEST (test_classes)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs ();
  g_autoptr (DeidProblem) problem = NULL;

  deid_privacy_model_funcs_set_accept (funcs, accept, NULL, NULL);
  deid_privacy_model_funcs_set_closure (funcs, DEID_CLOSURE_UNION);
  problem = lesson_make_problem ("town\n x\n x\n y\n z\n z\n", NULL,
                                 deid_privacy_model_new (funcs, NULL));
  assert_suppresses (problem, "town:0", "y");
  assert_suppresses (problem, "town:1", "all");
}

/* Of classes of 3, 2 and 1 the smallest goes, and two are left. */
START_TEST (test_table)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs ();

  deid_privacy_model_funcs_set_accept_table (funcs, accept_table, NULL, NULL);
  deid_privacy_model_funcs_set_suppression_order (funcs, DEID_SUPPRESSION_ORDER_SMALLEST_FIRST);
  assert_fails ("town\n x\n x\n x\n y\n z\n z\n", deid_privacy_model_new (funcs, NULL), "y");
}

START_TEST (test_specification)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autofree char *text = NULL;

  deid_privacy_model_funcs_set_accept (funcs, accept, NULL, NULL);
  model = deid_privacy_model_new (funcs, NULL);
  text = deid_privacy_model_to_specification (model);
  ck_assert_str_eq (text, "twins");
}

/* Slots that judge nothing are no model. */
START_TEST (test_error)
{
  g_autoptr (DeidPrivacyModelFuncs) funcs = make_funcs ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_privacy_model_new (funcs, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (own_privacy_model, test_classes, test_table, test_specification, test_error)
