/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies from texts, files and streams. */
#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "stored-policy/stored-policy-options-private.h"
#include "stored-policy/stored-policy-private.h"

static DeidStoredPolicy *
stored_policy_open_read_text (const char *text, gsize length, DeidStoredPolicyOptions *options,
                              const DeidStop *stop, GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) used = deid_stored_policy_options_use (options);
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new_empty ();
  DeidJson json = { 0 };
  const DeidJsonValue *root = deid_json_read (&json, text, length, 1, stop, error);
  const gboolean success
      = root != NULL && deid_stored_policy_read_members (policy, root, used, stop, error);

  deid_json_clear (&json);
  return success ? g_steal_pointer (&policy) : NULL;
}

DeidStoredPolicy *
deid_stored_policy_new_from_json (const char *text, DeidStoredPolicyOptions *options,
                                  GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return stored_policy_open_read_text (text, strlen (text), options, DEID_STOP_OF (cancellable),
                                       error);
}

/* What is wrong with the text says where it came from; what reading fails with says so by itself.
 */
static DeidStoredPolicy *
stored_policy_open_read_input (DeidInput *input, DeidStoredPolicyOptions *options, GError **error)
{
  g_autofree char *text = NULL, *shown = NULL;
  GError *own_error = NULL;
  DeidStoredPolicy *policy;
  gsize length;

  text = deid_input_read_all (input, DEID_STORED_POLICY_MAX_SIZE,
                              "1 GiB, the limit for a stored policy", &length, error);
  if (text == NULL)
    return NULL;
  policy = stored_policy_open_read_text (text, length, options, DEID_STOP_OF (input->cancellable),
                                         &own_error);
  if (policy != NULL)
    return policy;
  shown = deid_text_escape (input->name);
  if (!g_error_matches (own_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_prefix_error (&own_error, "%s: ", shown);
  g_propagate_error (error, own_error);
  return NULL;
}

DeidStoredPolicy *
deid_stored_policy_new_from_json_file (const char *path, DeidStoredPolicyOptions *options,
                                       GCancellable *cancellable, GError **error)
{
  DeidStoredPolicy *policy;
  DeidInput input;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_input_open (&input, path, cancellable, error))
    return NULL;
  policy = stored_policy_open_read_input (&input, options, error);
  deid_input_clear (&input);
  return policy;
}

DeidStoredPolicy *
deid_stored_policy_new_from_json_stream (GInputStream *stream, const char *name,
                                         DeidStoredPolicyOptions *options,
                                         GCancellable *cancellable, GError **error)
{
  DeidStoredPolicy *policy;
  DeidInput input;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_input_init_stream (&input, stream, name != NULL ? name : "stored policy", cancellable);
  policy = stored_policy_open_read_input (&input, options, error);
  deid_input_clear (&input);
  return policy;
}
