/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/certificate-options-private.h"

#include "base/handle.h"
#include "evaluation/digest.h"

static void
deid_certificate_options_free (DeidCertificateOptions *options)
{
  if (options->progress_destroy != NULL)
    options->progress_destroy (options->progress_data);
  g_free (options->release);
  g_free (options->release_sha256);
  g_free (options);
}

DEID_DEFINE_HANDLE (DeidCertificateOptions, deid_certificate_options)

DeidCertificateOptions *
deid_certificate_options_new (void)
{
  DeidCertificateOptions *options = g_new0 (DeidCertificateOptions, 1);

  g_atomic_ref_count_init (&options->ref_count);
  return options;
}

DeidCertificateOptions *
deid_certificate_options_use (DeidCertificateOptions *options)
{
  if (options == NULL)
    return deid_certificate_options_new ();
  g_atomic_int_set (&options->immutable, TRUE);
  return deid_certificate_options_ref (options);
}

static gboolean
certificate_options_check_mutable (DeidCertificateOptions *options, GError **error)
{
  return deid_check_mutable (&options->immutable, NULL, "the certificate options were used", error);
}

/* What is set may be the text that is there. */
static void
certificate_options_replace (char **place, const char *text)
{
  char *copy = g_strdup (text);

  g_free (*place);
  *place = copy;
}

gboolean
deid_certificate_options_set_release (DeidCertificateOptions *options, const char *path,
                                      GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!certificate_options_check_mutable (options, error))
    return FALSE;
  certificate_options_replace (&options->release, path);
  return TRUE;
}

gboolean
deid_certificate_options_set_release_sha256 (DeidCertificateOptions *options, const char *sha256,
                                             GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!certificate_options_check_mutable (options, error))
    return FALSE;
  if (sha256 != NULL && !deid_digest_is_valid (sha256))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "the SHA-256 of the release: expected 64 lower-case hexadecimal digits");
      return FALSE;
    }
  certificate_options_replace (&options->release_sha256, sha256);
  return TRUE;
}

const char *
deid_certificate_options_get_release_sha256 (const DeidCertificateOptions *options)
{
  g_return_val_if_fail (options != NULL, NULL);

  return options->release_sha256;
}

const char *
deid_certificate_options_get_release (const DeidCertificateOptions *options)
{
  g_return_val_if_fail (options != NULL, NULL);

  return options->release;
}

/* Data that cannot be taken are destroyed at once. Old data go last, since what destroys them may
 * set the function again or drop the options. */
gboolean
deid_certificate_options_set_progress_func (DeidCertificateOptions *options, DeidProgressFunc func,
                                            gpointer user_data, GDestroyNotify destroy,
                                            GError **error)
{
  const gboolean success = options != NULL && certificate_options_check_mutable (options, error);
  gpointer unused = user_data;
  GDestroyNotify end = destroy;

  if (success)
    {
      unused = options->progress_data;
      end = options->progress_destroy;
      options->progress_func = func;
      options->progress_data = user_data;
      options->progress_destroy = destroy;
    }
  if (end != NULL)
    end (unused);
  g_return_val_if_fail (options != NULL, FALSE);
  return success;
}
