/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The first line of a certificate: that it is of this problem, and of this released file. */
#include "certificate/certificate-check.h"

#include <string.h>

#include "base/text.h"
#include "certificate/certificate-private.h"
#include "evaluation/digest.h"

/* What lines may have for the name of a table, for the digest of a release, for themselves, for
 * each dimension and for each model, in bytes. */
#define MAX_NAME      (1 << 16)
#define MAX_DIGEST    128
#define MAX_EVENT     256
#define MAX_DIMENSION 64
#define MAX_MODEL     32

/* A range of levels is easily forgotten when the problem is stated anew: where only this differs,
 * the message says how to state it. */
static gboolean
check_range (const DeidCertificateCheck *check, const DeidJsonValue *found, guint a, GError **error)
{
  const DeidLattice *lattice = check->problem->lattice;
  const DeidAttribute *attribute = &lattice->attributes[a];
  const DeidColumn *column = deid_lattice_get_column (lattice, a);
  const guint d = attribute->first_dimension;
  const DeidJsonValue *lowest = deid_json_get_member (found, "lowest");
  const DeidJsonValue *highest = deid_json_get_member (found, "highest");
  const DeidJsonValue *name = deid_json_get_member (found, "name");

  if (attribute->cuts != NULL || !deid_json_is (name, DEID_JSON_STRING)
      || !g_str_equal (name->string, column->name) || !deid_json_is (lowest, DEID_JSON_INTEGER)
      || !deid_json_is (highest, DEID_JSON_INTEGER)
      || (lowest->integer == (gint64) lattice->floors[d]
          && highest->integer == (gint64) lattice->heights[d]))
    return TRUE;
  return deid_certificate_locate (
      check,
      g_error_new (DEID_ERROR, DEID_ERROR_CERTIFICATE,
                   "it was made for the levels %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                   " of column '%s', the problem has %u to %u (in a problem file "
                   "[column %s] levels=%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT ")",
                   lowest->integer, highest->integer, deid_column_show (column), lattice->floors[d],
                   lattice->heights[d], deid_column_show (column), lowest->integer,
                   highest->integer),
      error);
}

static gboolean
check_ranges (const DeidCertificateCheck *check, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *attributes = deid_json_get_member (root, "attributes");
  const guint n = check->problem->lattice->n_attributes;
  const DeidJsonValue *found = deid_json_enter (attributes);

  if (!deid_json_is (attributes, DEID_JSON_ARRAY) || attributes->n != n)
    return TRUE;
  for (guint a = 0; a < n; a++, found = deid_json_skip (found))
    if (!check_range (check, found, a, error))
      return FALSE;
  return TRUE;
}

/* The names of tables are only for people.
 * Returns: (nullable): that of a member. */
static const char *
get_name (const DeidJsonValue *root, const char *member)
{
  const DeidJsonValue *name = deid_json_get_member (deid_json_get_member (root, member), "name");

  return deid_json_is (name, DEID_JSON_STRING) ? name->string : NULL;
}

static gboolean
compare_release (const DeidCertificateCheck *check, const char *stated, const char *name,
                 const char *found, GError **error)
{
  return g_str_equal (found, stated)
         || deid_certificate_locate (check,
                                     g_error_new (DEID_ERROR, DEID_ERROR_CERTIFICATE,
                                                  "member '" DEID_RELEASE_SHA256
                                                  "' is \"%s\", but that of %s is \"%s\"",
                                                  stated, name, found),
                                     error);
}

/* Compares the digest that the certificate states with the one that is asked for and with the
 * released file, if there are such. */
static gboolean
check_release (const DeidCertificateCheck *check, const char *stated, GError **error)
{
  g_autofree char *found = NULL, *shown = NULL;

  if (check->release == NULL && check->release_sha256 == NULL)
    return TRUE;
  if (stated == NULL)
    return deid_certificate_refuse (
        check, "member '" DEID_RELEASE_SHA256 "' is missing: the certificate names no release",
        error);
  if (check->release_sha256 != NULL
      && !compare_release (check, stated, "the release", check->release_sha256, error))
    return FALSE;
  if (check->release == NULL)
    return TRUE;
  found = deid_digest_file (check->release, &check->stop, error);
  shown = deid_text_escape (check->release);
  return found != NULL && compare_release (check, stated, shown, found, error);
}

/* Sets @digest to what the first line states of the released file, NULL if that is nothing. */
static gboolean
read_release (const DeidCertificateCheck *check, const DeidJsonValue *root, const char **digest,
              GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (root, DEID_RELEASE_SHA256);

  *digest = NULL;
  if (value == NULL)
    return TRUE;
  if (!deid_json_is (value, DEID_JSON_STRING) || !deid_digest_is_valid (value->string))
    return deid_certificate_refuse (
        check, "member '" DEID_RELEASE_SHA256 "': expected 64 hexadecimal digits", error);
  *digest = value->string;
  return TRUE;
}

gboolean
deid_certificate_check_problem (DeidCertificateCheck *check, GError **error)
{
  const DeidPreparedProblem *prepared = check->prepared;
  g_autofree char *problem = deid_certificate_describe_problem (prepared, &check->stop, error);
  const DeidJsonValue *root;
  g_autofree char *expected = NULL;
  const char *name, *population_name, *release_sha256;

  if (problem == NULL)
    return FALSE;
  check->lines.max_length
      = strlen (problem) + MAX_DIGEST + (prepared->has_population ? 2 * MAX_NAME : MAX_NAME);
  root = deid_certificate_read_line (check, error);
  check->lines.max_length = MAX_EVENT + MAX_DIMENSION * (gsize) prepared->lattice->n_dimensions
                            + MAX_MODEL * (gsize) prepared->privacy.n_models;
  if (root == NULL || !read_release (check, root, &release_sha256, error))
    return FALSE;
  name = get_name (root, "table");
  population_name = get_name (root, "population");
  if (population_name == NULL)
    population_name = "";
  expected = deid_certificate_complete_problem (problem, name != NULL ? name : "",
                                                prepared->has_population ? population_name : NULL,
                                                release_sha256, error);
  return expected != NULL && check_ranges (check, root, error)
         && deid_certificate_compare_line (check, expected, error)
         && check_release (check, release_sha256, error);
}
