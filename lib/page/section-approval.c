/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the host says of a release, and where people sign for it. */
#include "chart/html.h"
#include "page/page-private.h"
#include "table/dataset-view.h"

#define DEFAULT_TITLE "De-identification report"

/* What fields are called, but for the title, in the order in which they stand. */
static const struct
{
  DeidPageField field;
  const char *name;
} approval_fields[] = {
  { DEID_PAGE_FIELD_PURPOSE, "Purpose" },
  { DEID_PAGE_FIELD_RECIPIENT, "Recipient" },
  { DEID_PAGE_FIELD_LEGAL_BASIS, "Legal basis" },
  { DEID_PAGE_FIELD_CUSTODIAN, "Custodian" },
  { DEID_PAGE_FIELD_DATE, "Date of the release" },
  { DEID_PAGE_FIELD_RELEASE_NUMBER, "Release number" },
};

static gboolean
approval_has_field (const DeidPage *page, DeidPageField field)
{
  return page->fields[field] != NULL && page->fields[field][0] != '\0';
}

const char *
deid_page_get_title (const DeidPage *page)
{
  return approval_has_field (page, DEID_PAGE_FIELD_TITLE) ? page->fields[DEID_PAGE_FIELD_TITLE]
                                                          : DEFAULT_TITLE;
}

/* The name that the host gave the file is shorter than the path that the table was read from. */
static void
write_subject (const DeidPageView *view, DeidHtml *html)
{
  const DeidPageFileNote *note = deid_page_get_file (view, DEID_PAGE_FILE_TABLE, 0);

  deid_html_add_raw (html, "\n<p class=\"subject\">A release of the table ");
  deid_html_add_value (html, note != NULL ? note->name : deid_dataset_get_name (view->table));
  for (guint i = 1; (note = deid_page_get_file (view, DEID_PAGE_FILE_TABLE, i)) != NULL; i++)
    {
      deid_html_add_raw (html, " and ");
      deid_html_add_value (html, note->name);
    }
  deid_html_add_raw (html, "</p>\n");
}

static void
approval_write_fields (const DeidPage *page, DeidHtml *html)
{
  gboolean is_open = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (approval_fields); i++)
    if (approval_has_field (page, approval_fields[i].field))
      {
        deid_html_add_format (html, "%s<dt>%s</dt><dd>", is_open ? "" : "\n<dl class=\"fields\">\n",
                              approval_fields[i].name);
        deid_html_add_element (html, "bdi", NULL, page->fields[approval_fields[i].field]);
        deid_html_add_raw (html, "</dd>\n");
        is_open = TRUE;
      }
  deid_html_add_raw (html, is_open ? "</dl>\n" : "");
}

void
deid_page_write_header (const DeidPageView *view, DeidHtml *html)
{
  deid_html_add_format (html, "<header>\n%s",
                        view->is_public
                            ? "<p class=\"audience\">For the public</p>\n"
                            : "<p class=\"audience warn\">For the custodian only &ndash; do not "
                              "publish</p>\n");
  deid_html_add_element (html, "h1", NULL, deid_page_get_title (view->page));
  if (!view->is_public)
    write_subject (view, html);
  approval_write_fields (view->page, html);
  deid_html_add_raw (html, "\n</header>\n");
}

/* Digests tell which files were approved, even if they are renamed later. */
static void
approval_write_files (const DeidPageView *view)
{
  const DeidPageFileNote *note;
  guint i;

  for (i = 0; (note = deid_page_get_file (view, DEID_PAGE_FILE_RELEASE, i)) != NULL; i++)
    {
      deid_html_add_raw (view->html,
                         i == 0 ? "<p>The decision is about the file " : ", and about the file ");
      deid_html_add_value (view->html, note->name);
      if (note->sha256 == NULL)
        continue;
      deid_html_add_raw (view->html, " with the SHA-256 <code>");
      deid_html_add_text (view->html, note->sha256);
      deid_html_add_raw (view->html, "</code>");
    }
  if (i > 0)
    deid_html_add_raw (view->html, ".</p>\n");
}

gboolean
deid_page_write_approval (DeidPageView *view, GError **error)
{
  static const char *const lines[]
      = { "Conditions", "Name and position", "Place and date", "Signature", "Second signature" };

  if (view->is_public)
    return TRUE;
  deid_page_begin_section (view, "approval", "Approval");
  deid_html_add_raw (view->html,
                     "<p>The figures of this page support a decision. People take it, and answer "
                     "for it: they also weigh who receives the data, under which contract, and "
                     "what else the recipient can know.</p>\n");
  approval_write_files (view);
  deid_html_add_raw (view->html, "<p class=\"boxes\"><span>&#9744; Approved</span> "
                                 "<span>&#9744; Approved under the conditions below</span> "
                                 "<span>&#9744; Not approved</span></p>\n<dl class=\"sign\">\n");
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    deid_html_add_format (view->html, "<dt>%s</dt><dd>&nbsp;</dd>\n", lines[i]);
  deid_html_add_raw (view->html, "</dl>\n");
  deid_page_end_section (view);
  return TRUE;
}
