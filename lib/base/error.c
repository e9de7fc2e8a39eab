/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <deid/deid.h>

/* Written out: G_DEFINE_QUARK() takes the name as bare words, which a formatter may space. */
GQuark
deid_error_quark (void)
{
  return g_quark_from_static_string ("deid-error-quark");
}
