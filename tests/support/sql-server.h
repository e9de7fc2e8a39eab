/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Database servers, which the first test that asks for one starts for all tests of the program, and
 * which end with it. */

/* Returns: (transfer full) (nullable): the folder with the socket of PostgreSQL, or NULL if there
 * is no such engine here. */
char *sql_server_find_postgresql (void);

/* Finds servers of ClickHouse on ports of 127.0.0.1, which are told, that are the shards of
 * `cluster`. Returns: whether there is such an engine here. */
gboolean sql_server_find_clickhouse (guint16 *ports, guint n);
