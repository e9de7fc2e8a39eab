/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

/* Returns: (transfer full): at most the first 60 characters of a UTF-8 text, for messages. */
char *deid_text_shorten (const char *text);
