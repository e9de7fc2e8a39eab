/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What most files of the library include, precompiled to build faster. Each file includes what it
 * needs all the same; it builds with `-Db_pch=false`, too. */
#include <deid/deid-extend.h>
#include <gio/gio.h>
