/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef REPLACED_TEXT_H
#define REPLACED_TEXT_H

/* Puts a text in place of each occurrence of a part; takes @text. Returns: (transfer full) */
char *replace_text (char *text, const char *part, const char *by);

#endif
