/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <deid/deid.h>

#include "base/text.h"

/* In hundreds of thousands. */
static const struct
{
  const char *name;
  guint32 size;
} regions[] = {
  { "africa", 14780 },     { "asia", 47730 },         { "australia", 254 },
  { "austria", 90 },       { "belgium", 116 },        { "brazil", 2031 },
  { "canada", 370 },       { "china", 14118 },        { "czechia", 105 },
  { "denmark", 58 },       { "europe", 7451 },        { "european-union", 4432 },
  { "finland", 55 },       { "france", 679 },         { "germany", 832 },
  { "greece", 105 },       { "india", 12109 },        { "ireland", 51 },
  { "italy", 590 },        { "japan", 1261 },         { "mexico", 1260 },
  { "netherlands", 175 },  { "new-zealand", 50 },     { "north-america", 6030 },
  { "norway", 54 },        { "poland", 370 },         { "portugal", 103 },
  { "south-africa", 620 }, { "south-america", 4370 }, { "south-korea", 518 },
  { "spain", 474 },        { "sweden", 105 },         { "switzerland", 87 },
  { "uk", 670 },           { "usa", 3314 },
};

gboolean
deid_region_get_population (const char *region, guint64 *size, GError **error)
{
  g_autofree char *shown = NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  g_return_val_if_fail (region != NULL, FALSE);
  g_return_val_if_fail (size != NULL, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (regions); i++)
    {
      if (g_ascii_strcasecmp (region, regions[i].name) == 0)
        {
          *size = (guint64) regions[i].size * 100000;
          return TRUE;
        }
      g_string_append_printf (names, "%s%s",
                              i == 0 ? "" : (i + 1 < G_N_ELEMENTS (regions) ? ", " : " or "),
                              regions[i].name);
    }
  shown = deid_text_show (region, -1);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "region '%s', expected %s", shown,
               names->str);
  return FALSE;
}
