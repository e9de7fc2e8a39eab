/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One line of a certificate after another, and where one of them is refused. */
#include "certificate/certificate-check.h"

#include <string.h>

#include "base/json/json-compare.h"
#include "evaluation/problem-private.h"

gboolean
deid_certificate_locate (const DeidCertificateCheck *check, GError *own_error, GError **error)
{
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
    g_prefix_error (&own_error, "%s: line %" G_GUINT64_FORMAT ": ", check->lines.shown,
                    check->lines.line);
  g_propagate_error (error, own_error);
  return FALSE;
}

gboolean
deid_certificate_refuse (const DeidCertificateCheck *check, const char *reason, GError **error)
{
  return deid_certificate_locate (
      check, g_error_new_literal (DEID_ERROR, DEID_ERROR_CERTIFICATE, reason), error);
}

const DeidJsonValue *
deid_certificate_read_line (DeidCertificateCheck *check, GError **error)
{
  GError *own_error = NULL;
  const DeidJsonValue *root;

  if (!deid_certificate_lines_next (&check->lines, &root, &own_error))
    {
      if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_CERTIFICATE))
        g_prefix_error (&own_error, "%s: ", check->lines.shown);
      g_propagate_error (error, own_error);
    }
  else if (root == NULL)
    deid_certificate_refuse (check, "the certificate breaks off, expected a line", error);
  return root;
}

gboolean
deid_certificate_compare_line (const DeidCertificateCheck *check, const char *text, GError **error)
{
  DeidJson expected = { 0 };
  GError *own_error = NULL;
  gboolean success;

  success = deid_json_read (&expected, text, strlen (text), 1, DEID_STOP_NEVER, &own_error) != NULL
            && deid_json_compare (&check->lines.json, &expected,
                                  deid_dataset_get_show_values (check->problem->lattice->dataset),
                                  &own_error);
  deid_json_clear (&expected);
  return success || deid_certificate_locate (check, own_error, error);
}
