/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "certificate/certificate-event.h"

/* The events of boxes with cuts, each with the reason that it states. Errors:
 * %DEID_ERROR_CERTIFICATE, and those of evaluations. */
gboolean deid_cut_event_check_needless (DeidProofCheck *check, const DeidJsonValue *event,
                                        GError **error);
gboolean deid_cut_event_check_narrow (DeidProofCheck *check, const DeidJsonValue *event,
                                      GError **error);
gboolean deid_cut_event_settle_exceeding (DeidProofCheck *check, const DeidJsonValue *event,
                                          GError **error);
