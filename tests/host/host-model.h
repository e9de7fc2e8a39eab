/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef HOST_MODEL_H
#define HOST_MODEL_H

#include <deid/deid.h>

G_BEGIN_DECLS

/* What a host keeps of its model's callbacks, and when they are to fail. A callback fails in its
 * own domain with the code that says which of them it is. */
typedef enum
{
  HOST_PREPARE = 1,
  HOST_ACCEPT = 2,
  HOST_NECESSARY = 3,
  HOST_ACCEPT_TABLE = 4,
  HOST_RECHECK = 5,
  HOST_N_CALLBACKS = 6
} HostCallback;

#define HOST_DOMAIN "host-model"

typedef struct
{
  guint n_calls[HOST_N_CALLBACKS];
  guint n_states; /* prepared and not freed */
  guint n_ends;   /* of the data of the slots */
  HostCallback failing;
  guint n_until_failure; /* the number of the call of it that fails, or 0 */
  GCancellable *cancelled;
  guint n_until_cancelled; /* the number of the call of accept that cancels this, or 0 */
} HostLog;

typedef enum
{
  HOST_K_ANONYMITY,
  HOST_DISTINCT_L,
  HOST_ENTROPY_L,
  HOST_WHOLE /* every slot: as before, and released tables of an odd number of classes */
} HostKind;

/* The module's function host_model_new() makes a model that judges an attribute, or none for
 * HOST_K_ANONYMITY. */
typedef DeidPrivacyModel *(*HostModelNew) (HostKind kind, double parameter, const char *sensitive,
                                           HostLog *log, GError **error);

G_END_DECLS

#endif
