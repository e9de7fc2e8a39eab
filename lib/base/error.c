/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <deid/deid.h>

G_DEFINE_QUARK (deid - error - quark, deid_error)
