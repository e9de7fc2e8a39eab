/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Database servers that a test starts. */
typedef struct
{
  char *folder;
  GSubprocess *process; /* that ends when its input does */
} SqlServer;

/* Starts a server with a socket in its folder. Returns: whether there is such an engine here. */
gboolean sql_server_start_postgresql (SqlServer *server);

/* Starts servers on ports of 127.0.0.1, which are told, that are the shards of `cluster`. */
gboolean sql_server_start_clickhouse (SqlServer *server, guint16 *ports, guint n);

/* Ends what was started, if anything. */
void sql_server_stop (SqlServer *server);
