/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tradeoff/cell-text.h"

#include "base/rational.h"

void
deid_cell_add_number (DeidLongText *text, gboolean exists, double number, const char *otherwise)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (number, decimal);
  deid_long_text_add (text, "%s", exists ? decimal : otherwise);
}

void
deid_cell_add_shift (DeidLongText *text, gboolean exists, double shift)
{
  deid_long_text_add (text, " ");
  if (exists)
    deid_long_text_add_double (text, "%8.4f", shift);
  else
    deid_long_text_add (text, "%8s", "-");
}

void
deid_cell_add_quoted (DeidLongText *text, const char *field)
{
  deid_long_text_add (text, "\"");
  for (const char *c = field; *c != '\0'; c++)
    deid_long_text_add (text, *c == '"' ? "\"\"" : "%c", *c);
  deid_long_text_add (text, "\"");
}
