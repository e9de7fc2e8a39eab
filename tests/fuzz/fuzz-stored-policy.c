/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Any text as a stored policy: what is read is written as a text that reads back and is written the
 * same. On a table it gives a release that is verified, or it is refused. */
#include "fuzz/fuzz.h"

#include <string.h>

static const char *const ages[] = { "21", "25", "34", "38", "38", "", "52", "57" };
static const char *const cities[] = { "Ulm", "Ulm", "Bonn", "Bonn", "Ulm", "Ulm", "Bonn", "Bonn" };
static const char *const diagnoses[] = { "a", "b", "a", "b", "c", "a", "b", "c" };

static DeidDataset *
make_table (void)
{
  DeidDataset *dataset = deid_dataset_new ("table");

  deid_dataset_add_string_column (dataset, "age", ages, G_N_ELEMENTS (ages), NULL, NULL);
  deid_dataset_add_string_column (dataset, "city", cities, G_N_ELEMENTS (ages), NULL, NULL);
  deid_dataset_add_string_column (dataset, "diagnosis", diagnoses, G_N_ELEMENTS (ages), NULL, NULL);
  return dataset;
}

static void
check_release (DeidStoredPolicy *policy)
{
  g_autoptr (DeidDataset) table = make_table ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;

  result = deid_stored_policy_evaluate (policy, table, NULL, NULL, &error);
  if (!fuzz_check (result != NULL, &error))
    return;
  release = deid_result_apply (result, NULL, NULL, &error);
  if (fuzz_check (release != NULL, &error))
    if (!deid_result_verify (result, release, NULL, &error))
      ck_abort_msg ("%s", error->message);
}

FUZZ_TARGET (stored_policy)
{
  g_autofree char *text = fuzz_take_text (fuzz);
  g_autofree char *normal = NULL, *again = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidStoredPolicy) second = NULL;
  GError *error = NULL;

  policy = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  if (!fuzz_check (policy != NULL, &error))
    return;
  normal = deid_stored_policy_to_json (policy, NULL, &error);
  assert_no_error (error);
  second = deid_stored_policy_new_from_json_text (normal, NULL, NULL, &error);
  if (second == NULL)
    ck_abort_msg ("refused: %s\n%s", error->message, normal);
  again = deid_stored_policy_to_json (second, NULL, &error);
  assert_no_error (error);
  if (strcmp (normal, again) != 0)
    ck_abort_msg ("not stable:\n%s\n%s", normal, again);
  check_release (policy);
}
