/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The looks of charts. */
#include "page/chart.h"

/* Blue, vermilion, green, purple, sky and orange after Okabe and Ito, "Color Universal Design"
 * (2008), which people tell apart who do not see some of them. Sky and orange are darker, so that
 * each has a contrast of 3:1 to white paper; in the dark all are lighter. */
static const char chart_style_style[]
    = ".chart{margin:1.5em 0;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#b4588f;--c4:#3b93cc;"
      "--c5:#a87400;--paper:var(--background,Canvas)}\n"
      "@media (prefers-color-scheme:dark){.chart{--c0:#5ab4f0;--c1:#ff8f4a;--c2:#35c79a;"
      "--c3:#e79bc8;--c4:#b0dcff;--c5:#f2b632}}\n"
      ".chart figcaption{font-weight:600;margin:0 0 .6em;overflow-wrap:anywhere}\n"
      ".chart svg{display:block;width:100%;height:auto;overflow:visible}\n"
      ".chart .wide{max-width:50rem}\n"
      ".chart .narrow{display:none;max-width:30rem}\n"
      "@media (max-width:37em){.chart .wide{display:none}.chart .narrow{display:block}}\n"
      ".chart text{font:13px Helvetica,Arial,\"Liberation Sans\",sans-serif;fill:currentColor;"
      "font-variant-numeric:tabular-nums}\n"
      ".chart .tick,.chart .name{opacity:.75}\n"
      ".chart .label{paint-order:stroke;stroke:var(--paper);stroke-width:4px;"
      "stroke-linejoin:round}\n"
      ".chart .grid{stroke:currentColor;opacity:.14}\n"
      ".chart .axis{stroke:currentColor;opacity:.6}\n"
      ".chart .limit{stroke:currentColor;stroke-width:1.5;stroke-dasharray:5 3}\n"
      ".chart .s0{--c:var(--c0)}\n"
      ".chart .s1{--c:var(--c1);--dash:7 4;}\n"
      ".chart .s2{--c:var(--c2);--dash:2 3;}\n"
      ".chart .s3{--c:var(--c3);--dash:10 3 2 3;}\n"
      ".chart .s4{--c:var(--c4);--dash:4 2;}\n"
      ".chart .s5{--c:var(--c5);--dash:14 4;}\n"
      ".chart .bar{fill:var(--c);stroke:var(--paper);stroke-width:.5}\n"
      ".chart .line{fill:none;stroke:var(--c);stroke-width:2.2;stroke-linejoin:round;"
      "stroke-dasharray:var(--dash,none)}\n"
      ".chart .mark{fill:var(--c);stroke:var(--paper);stroke-width:1}\n"
      ".chart .touch{fill:transparent}\n"
      ".chart .stripe{display:none;fill:none;stroke:#fff}\n"
      ".chart .d1{stroke-dasharray:0 2.5 2 1.5}\n"
      ".chart .d2{stroke-dasharray:2 2}\n"
      ".chart .d3{stroke-dasharray:0 1 1 1}\n"
      ".chart .d4{stroke-dasharray:1.5 1}\n"
      ".chart .d5{stroke-dasharray:0 4 6 2}\n"
      "@media print{.chart{break-inside:avoid;--paper:#fff;--c0:#0072b2;--c1:#d55e00;--c2:#009e73;"
      "--c3:#b4588f;--c4:#3b93cc;--c5:#a87400}.chart .stripe{display:inline}"
      ".chart .bar:not(.s0){stroke:var(--c);stroke-width:1}"
      ".chart *{print-color-adjust:exact;-webkit-print-color-adjust:exact}}\n";

const char *
deid_chart_get_style (void)
{
  return chart_style_style;
}
