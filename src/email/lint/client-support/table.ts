/*
 * What mail clients support, condensed by scripts/client-support.ts from caniemail 1.0.5, whose notice is:
 *
 * MIT License
 *
 * Copyright © Avi Goldman
 * Copyright © Andrew Powell <andrew@shellscape.org>
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */

/** When caniemail.com had tested what follows. */
export const testedOn = '2025-09-09'

/** Mail clients as `family.platform` and as people call them, in the order of the letters below. */
export const clientNames = `
aol.android|AOL (Android)
aol.desktop-webmail|AOL (web)
aol.ios|AOL (iOS)
apple-mail.ios|Apple Mail (iOS)
apple-mail.macos|Apple Mail (macOS)
fastmail.desktop-webmail|Fastmail (web)
free-fr.desktop-webmail|Free.fr (web)
gmail.android|Gmail (Android)
gmail.desktop-webmail|Gmail (web)
gmail.ios|Gmail (iOS)
gmail.mobile-webmail|Gmail (mobile web)
gmx.android|GMX (Android)
gmx.desktop-webmail|GMX (web)
gmx.ios|GMX (iOS)
hey.desktop-webmail|HEY (web)
ionos-1and1.android|1&1 (Android)
ionos-1and1.desktop-webmail|1&1 (web)
laposte.android|LaPoste.net (Android)
laposte.desktop-webmail|LaPoste.net (web)
laposte.ios|LaPoste.net (iOS)
mail-ru.desktop-webmail|Mail.ru (web)
orange.android|Orange (Android)
orange.desktop-webmail|Orange (web)
orange.ios|Orange (iOS)
outlook.android|Outlook (Android)
outlook.ios|Outlook (iOS)
outlook.macos|Outlook (macOS)
outlook.outlook-com|Outlook.com
outlook.windows|Outlook (Windows)
outlook.windows-mail|Windows Mail
protonmail.android|ProtonMail (Android)
protonmail.desktop-webmail|ProtonMail (web)
protonmail.ios|ProtonMail (iOS)
rainloop.desktop-webmail|RainLoop (web)
samsung-email.android|Samsung Email (Android)
sfr.android|SFR (Android)
sfr.desktop-webmail|SFR (web)
sfr.ios|SFR (iOS)
t-online-de.desktop-webmail|T-online.de (web)
thunderbird.macos|Thunderbird (macOS)
thunderbird.windows|Thunderbird (Windows)
web-de.android|WEB.DE (Android)
web-de.desktop-webmail|WEB.DE (web)
web-de.ios|WEB.DE (iOS)
wp-pl.desktop-webmail|WP.pl (web)
yahoo.android|Yahoo (Android)
yahoo.desktop-webmail|Yahoo (web)
yahoo.ios|Yahoo (iOS)
`

/** A feature a line: its name at caniemail.com, its title, and a letter for each client: yes, no, almost, unknown. */
export const supportTable = `
css-accent-color|accent-color|nnnyynunnnnuuuyuuuuuynnnnnnnnnnnnuynynuuuuuuunnn
css-align-items|align-items|nnnyyyunnnnynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-animation|animation|nnnyyyunnnnynyyyauaunnnnnnynnnnnnuynanuyuynyunnn
css-aspect-ratio|aspect-ratio|nnnyynunnnnynyyyyuyuynnnnnnnnnyyyunyyyunuynyunnn
css-at-font-face|@font-face|nnnyynunnnnnnyynyununnnnnnynanynnuynnnuyunnyunnn
css-at-import|@import|nnnyynunnnnnnyynyununnnnnnynyyynnunnnnununnynnnn
css-at-keyframes|@keyframes|nynyyyunnnnynyyyaununnnnnnynnnnnnuynnnuyuynyunyn
css-at-media-device-pixel-ratio|@media (-webkit-device-pixel-ratio)|nnnyyyunnnnynyyyyununyyyyyyynnynnuynnnunuynyunnn
css-at-media-hover|@media (hover), @media (any-hover)|nnnyyuunnnnuuuuuuununuuuyyyynnyyyuynnnuuuuuuunnn
css-at-media-orientation|@media (orientation)|nnnayyuyynnyyyyyyunuyyyyyyyynnnnnuynnnunuyyyunnn
css-at-media-prefers-color-scheme|@media (prefers-color-scheme)|nnnyyyynnnnynynyyununyyyyyyynnnnnuynnnnnuynyunnn
css-at-media-prefers-reduced-motion|@media (prefers-reduced-motion)|nnnyynunnnnynyyyyununyyyyyyynnaaauynynunuynyunnn
css-at-media|@media|aaayyyuaaanyyyyyyunuayyyaayannyaauannnunuyyyuaaa
css-at-supports|@supports|yyyyynunnnnynyyyyununyyynnynnnynnuynnnunuynyuyyy
css-backdrop-filter|backdrop-filter|nnnyyuunnnnunuuuuuuuyuunnnynnnuuuuyyyyuuuunuunnn
css-background-blend-mode|background-blend-mode|nnnyyyuayanynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-background-clip|background-clip|nnnyyyuayanynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-background-color|background-color|yyyyyyuyyyyyayyyyuyuyaaayyyyyyyyyuyyyyuyuyayuyyy
css-background-image|background-image|aaayyynyyyyyayyyyuyuyyyyyyyynnyyyuyyyynyuyayuaaa
css-background-origin|background-origin|nnnyyyuayanynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-background-position|background-position|yyyyyyuyyyyyayyyyuyuyyyyyyyynnyyyuyyyyuyuyayuyyy
css-background-repeat|background-repeat|yyyyyyuyyyyyayyyyuyuyyyyyyyynnyyyuyyyyuyuyayuyyy
css-background-size|background-size|yyyyyyuayanynyyyyuyuynnnyyyynnyyyuyyyyuyuynyuyyy
css-background|background|aaayyyuyyyyyayyyyuyuyaaayyyyaayyyuyyyyuyuyayuaaa
css-block-inline-size|block-size & inline-size|nnnyyyunnnnynyyyyuyuyunnnnnnnnyyyuyuyyuyuynyunnn
css-border-collapse|border-collapse|yyyyyuuyyyyuyuuuuuuuyuuuyyyyyyuuuuyyyyuyuuyuuyyy
css-border-image|border-image|nnnyyyunnnnynyyyyuyuynnnnnynnnyyyuyyyyuyuynyunnn
css-border-inline-block-individual|border-inline & border-block individual logical properties|nnnyyuunnnnynyuyyuuuyuuunnannnyyyuayyyuuuynyunnn
css-border-inline-block-longhand|border-inline & border-block longhand properties|nnnyyuunnnnynyuyyuuuyuuunnynnnyyyuyyyyuuuynyunnn
css-border-inline-block|border-inline & border-block|nnnyyuunnnnynyuyyuuuyuuunnnnnnyyyunyyyuuuynyunnn
css-border-radius-logical|border-radius logical properties|nnnyyuunnnnuuuuuuuuuyuuunnnnnnyyyunyyyuuuuuuunnn
css-border-radius|border-radius|aaayyyuyyyyynyyyyuyuynnnyyyynnyyyuyyyyuyuynyuaaa
css-border-spacing|border-spacing|yyyyyuuyyyyuyuuuuuuuyuuuyynynnuuuuyyyyuyuuyuuyyy
css-border|border|yyyyyyuyyyyyyyyyyuyuyyyyyyyyaayyyuyyyyuyuyyyuyyy
css-box-shadow|box-shadow|nnnyyyuananynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-box-sizing|box-sizing|nnnyyyuyyynyyyyyyuyuynnnyyyynnyyyuyyyyuyuyyyunnn
css-caption-side|caption-side|yyyyyyuyyyyyyyyyyuyuyyyyyyyynnyyyuyyyyuyuyyyuyyy
css-clear|clear|aaayyuuayyuuauuuuuuuyuuuayuynnuyuuyuuuuuuuauuaaa
css-clip-path|clip-path|nnnyyyunnnnynyyyyuyuannnnnynnnyyyuyyyyuyuynyunnn
css-color-scheme|color-scheme CSS property|nnnyynunnnnununuuuuunuuunnnnnunynuyyannyuunuunnn
css-column-count|column-count|nnnyyyuyyynynyyyyuyuyyyyyyyynnyyyuyyyyuyuynyunnn
css-column-layout-properties|css column properties|nnnyyyuyyyyuuuyuuuuuyuuuyyyynnyyyuyyyyuyuuuuunnn
css-comments|CSS comments|ayayyuuayyaunuuuuuauannnyyyyyyuuuuyaaauyuunuuaya
css-conic-gradient|conic-gradient()|nnnyyynnnnnuuuyuuuyuynnnnnynnnyyyuayyyyyuuuuunnn
css-cursor|cursor|uuunauunnnnyanuuuuuuuuuunnnnuuuauuuuuuuyuuuuuaan
css-direction|direction|yyyyyyuyyyayyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
css-display-flex|display:flex|yyyyyyuayayynyyyyuyuynnnyyyynnyyyuyyyyuyuynyuyyy
css-display-grid|display:grid|nnnyyyunnnyynyyyyuyuynnnnnyynnyyyuyyyyuyuynyunnn
css-display-none|display:none|yyyyyyuyyynyyyyyyuyuyyyyyyyyaayyyuyyyyuyuyyyuyyy
css-display|display|aaayyauayayyayyyyuyuyaaayyyyaayyyuyyyyuyuyayuaaa
css-empty-cells|empty-cells|nynyyuuyyyuuuuuuuuuunuuuyyyynnuuuuyuuuuuuuuuunyn
css-filter|filter|nnnyynunnnnynyyyyuyuannnnnynnnyyyuyyyyuyuynyunnn
css-flex-direction|flex-direction:column|nnnyyyunnnnynyyyyuyuynnnnyyynnyyyuyyyyuyuynyunnn
css-flex-wrap|flex-wrap: wrap|nnnyyyunnnnynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-float|float|aaayyyuayayyayyyyuyuyyyyyyyynnyyyuyyyyuyuyayuaaa
css-font-kerning|font-kerning|unuyyuyyyyyunuuuuuuunuuuyyyynuuuuuyuyunyuuuuunnn
css-font-size|font-size|aaayyuuyyyyuauuuuuuuyuuuyyyyaauuuuauuuuyuuauuaaa
css-font-stretch|font-stretch|unnyyuunyyyuuuuuuuuuyuuunyyynuuyyunnyyuyuuuuunnn
css-font-weight|font-weight|aaayyyuyyyyyyyyyyuyuyyayyyyyaayyyuyyyyuyuyyyuaaa
css-font|font shorthand|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
css-function-clamp|clamp()|nnnyynuayayynyyyyuyuynnnnnnnnnyyyunyyyuyuynyunnn
css-function-light-dark|light-dark()|unnyyunnnnnunuauuuauaunnunnnnnuayuauaaayuuuuuunn
css-function-max|max()|nnnyynuayayynyyyyuyuynnnnnynnnyyyunyyyuyuynyunnn
css-function-min|min()|nnnyynuayayynyyyyuyuynnnnnynnnyyyunyyyuyuynyunnn
css-gap|gap, column-gap, row-gap|nnnyyayaaanunuyuuuyuynnnaayannyyyuyyyyyyuuuuunnn
css-grid-template|grid-template-* properties|nnnyynynnnnunuyuuuyuynnnnnynnnyyyuyyyyyyuuuuunnn
css-height|height property|nnnyyyuyyyyyyyyyyuyuyyyyyyyyayyyyuyyyyuyuyyyunnn
css-hyphenate-character|hyphenate-character|nnnyyuunnnnunuuuuuuuauuunnnnnnuuuuyuuuuuuunuunnn
css-hyphenate-limit-chars|hyphenate-limit-chars|nnnnnuunnnnunuuuuuuuyuuunnnnnnuuuunuuuunuunuunnn
css-hyphens|hyphens|unuyyuunnnuuuuuuuuuuyuuunnynnnuuuuyyyyuuuuuuunnn
css-important|!important keyword|aaayyyuaaaaynyyyyuyuynnnyyyyaaaaauyayauyuynynaaa
css-inline-size|inline-size|nnnnnnunnnnynyyyyuyuyynynnnnnnyyyuyyyyuyuynyunnn
css-inset|inset|nnnyyuunnnnunuuuuuuunuuunnnnnnuuuunuuuuyuunuunnn
css-intrinsic-size|fit-content, min-content, max-content|nnnyyyuyyayuuuyuuuyuynnnaayynnyyyunyyyuyuuuuunnn
css-justify-content|justify-content|nnnyyyunnnnynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-left-right-top-bottom|left, right, top, bottom|nnnyyyunnnnyyyyyyuyuayyyyyyynnyyyuayyyuyuyyyunnn
css-letter-spacing|letter-spacing|yyyyyyuyyyyyyyyyyuyuyyyyyyyyaayyyuyyyyuyuyyyuyyy
css-line-height|line-height|yyyyyyuyyyyyyyyyyuyuyayayyyyaayyyuyyyyuyuyyyuyyy
css-linear-gradient|linear-gradient()|nnnyyyyayyyynyyyyuyuynnnnnnnnnyyyuayyyyyuynyunnn
css-list-style-image|list-style-image|nnnyyyunnnnyyyyyyuyuyynynnynnnnnyuyyyyuyuyyyunnn
css-list-style-position|list-style-position|yyyyyyuyyyyyyyyyyuyuyyyyyyyynnyyyuyyyyuyuyyyuyyy
css-list-style-type|list-style-type|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
css-list-style|list-style|aaayyyuaaaayyyyyyuyuyyyyyyyyaanayuyyyyuyuyyyuaaa
css-margin-block-start-end|margin-block-start & margin-block-end|nnnyyuunnnnynyuyyuuuyuuunnynnnyyyuyuuuuuuynyunnn
css-margin-inline-block|margin-inline & margin-block|nnnyyyunnnnynyyyyuyuyyyynnnnnnyyyunyyyuyuynyunnn
css-margin-inline-start-end|margin-inline-start & margin-inline-end|nnnyyuunnnnynyuyyuuuyuuunnynnnyyyuyuuuuuuynyunnn
css-margin|margin|aaayyyuaaaayyyyyyuyuayyyaayaaayyyuyyyyuyuyyyuaaa
css-mask-image|mask-image|nnnyyuunnnnunuuuuuuuyuuunnynnnuuuuyuuuuuuunuunnn
css-max-block-size|max-block-size|unuyyuunnnuuuuuuuuuuyuuunyynnnyyyuyuuuuuuuuuunnn
css-max-height|max-height property|yyyyyyuyyyyyyyyyyuyuyyyyyyyynnyyyuyyyyuyuyyyuyyy
css-max-inline-size|max-inline-size|nnnyyuunnnnunuuuuuuuyuuunnnnnnyyyuyuuuuuuunuunnn
css-max-width|max-width|yyayyyuyyyyyyyyyyuyuyyyyyyyyaayyauyyyyuyuyyyuyya
css-min-block-size|min-block-size|nnnyyuunnnnunuuuuuuuyuuunnnnnnyyyuyuuuuuuunuunnn
css-min-height|min-height property|yyyyyyuyyyyyyyyyyuyuyyyyyyyynnyynuyyynuyuyyyuyyy
css-min-inline-size|min-inline-size|unuyyuunnnnuuuuuuuuuyuuunyynnnyyyuyuuuuuuuuuunnn
css-min-width|min-width property|yyyyyyuyyyyyyyyyyuyuyyyyyyyynnyyyuyyyyuyuyyyuyyy
css-mix-blend-mode|mix-blend-mode|nnnyynuayanynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-modern-color|lch(), oklch(), lab(), oklab()|nnnyyyunnnnuuuyuuuuuyuuunnynnunyyunuuuunuuuuunnn
css-nesting|CSS Nesting|unuyauunnnnuuuuuuuuunuaannnnnnuuuuauanuyuuuuunnn
css-object-fit|object-fit|nnnyyyuayanynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-object-position|object-position|nnnyyyuayanynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-opacity|opacity|nnnyyyuyyynynyyyyuyunnnnyyyynnyyyuyyyyuyuynyuyyy
css-orphans|orphans|nnnyyuunnnnunuuuuuuuyuuuyyyynnuuuuyuuuuuuunuunnn
css-outline-offset|outline-offset|nnnyyyynnnnunuyuuuyuynnnnnnnnnyyyuyyyyyyuuuuunnn
css-outline|outline|yyyyyyyyyyyyyyyyyuyuynnnyyyynnyyyuyyyyyyuyyyuyyy
css-overflow-wrap|overflow-wrap|unuaauunnnuuuuuuuuuuyuuunnynnnuuuuyuuuuuuuuuunnn
css-overflow|overflow|aaaaayuaaaaaaayyyuyuayayaaaannaaauayyyuyuaaauaaa
css-padding-block-start-end|padding-block-start & padding-block-end|nnnyyuunnnnynyuyyuuuyuuunnynnnyyyuyuuuuuuynyunnn
css-padding-inline-block|padding-inline & padding-block|nnnyyuunnnnynyuyyuuuyuuunnnnnnyyyunuuuuuuynyunnn
css-padding-inline-start-end|padding-inline-start & padding-inline-end|nnnyyuunnnnynyuyyuuuyuuunnynnnyyyuyuuuuuuynyunnn
css-padding|padding|yyyyyyuyyyyyyyyyyuyuyyyyyyyyaayyyuyyyyuyuyyyuyyy
css-position|position|aaaaaaunnnnyyyayyuaunaaaanyannyyyuaaaauyuyyyuaaa
css-pseudo-class-active|:active|yynnayunnnnyyyyyyununyynynyannyyyunnnnuyuyyyuyyy
css-pseudo-class-checked|:checked|yyyyyyunnnnnnynnnununnnnaayannnnnuynnnuyunnyuyyy
css-pseudo-class-first-child|:first-child|yyyyyyunnnnyyyyyyununyyyyyyannynnuynnnuyuyyyuyyy
css-pseudo-class-first-of-type|:first-of-type|yyyyyyunnnnynyyyyununyyyyyyannynnuynnnuyuynyuyyy
css-pseudo-class-focus|:focus|yynnyyunnnnnyyynyununyynynyannyyyuynnnuyunyyuyyy
css-pseudo-class-has|:has()|nnnyyyunnnnynyyyyununnynnnnnnnnyyuynnnunuynyunnn
css-pseudo-class-hover|:hover|yynyyyuaynnynyyyyununyyyynyannyyyuynnnuyuynyuyyy
css-pseudo-class-lang|lang()|nnnyyuunnnnuuuuuuununuuuyynnnnyyyuyunuuuuuuuunnn
css-pseudo-class-last-child|:last-child|yyyyyyunnnnyyyyyyununyyyyyyannynnuynnnuyuyyyuyyy
css-pseudo-class-last-of-type|:last-of-type|yyyyyyunnnnynyyyyununyyyyyyannynnuynnnuyuynyuyyy
css-pseudo-class-link|:link|yyyyyyunnnnyyyyyyununyyyyyyayyynnuynnnuyuyyyuyyy
css-pseudo-class-not|:not|nnnyyyunnnnynyyyyununyyynnynnnynnuynnnuyuynyunnn
css-pseudo-class-nth-child|:nth-child|nnnyyyunnnnynyyyyununyyynnynnnynnuynnnuyuynyunnn
css-pseudo-class-nth-last-child|:nth-last-child|nnnyyyunnnnynyyyyununyyynnynnnynnuynnnuyuynyunnn
css-pseudo-class-nth-last-of-type|:nth-last-of-type|nnnyyyunnnnynyyyyununyyynnynnnnnnuynnnuyuynyunnn
css-pseudo-class-nth-of-type|:nth-of-type|nnnyyyunnnnynyyyyununyyynnynnnnnnuynnnuyuynyunnn
css-pseudo-class-only-child|:only-child|yyyyyyunnnnyyyyyyununyyyyyyannynnuynnnuyuyyyuyyy
css-pseudo-class-only-of-type|:only-of-type|yyyyyyunnnnyyyyyyununyyyyyyannynnuynnnuyuyyyuyyy
css-pseudo-class-target|:target|yynnnnunnnnnyynnnununynnyyyannynnuynnnuyunyyuyyy
css-pseudo-class-visited|:visited|yynnnyunnnnnynynyununnynyyyannnnnunnnnuyunynuyyy
css-pseudo-element-after|::after|nnnyyyunnnnynyyyyununnnnnaaannynnuynnnuyuynyunnn
css-pseudo-element-before|::before|nnnyyyunnnnynyyyyununnnnnaaannynnuynnnuyuynyunnn
css-pseudo-element-first-letter|::first-letter|yyyyyyunnnnyyyyyyununnyynaaannynnuynnnuyuyyyuyyy
css-pseudo-element-first-line|::first-line|yyyyyyunnnnyyyyyyununnyynaaannynnuynnnuyuyyyuyyy
css-pseudo-element-marker|::marker|yyyyyyunnnnuuuyuuununnyynnynnnnyyuynnnuyuuuuuyyy
css-pseudo-element-placeholder|::placeholder|yyyyyyunnnnnnynnnununnnnnaaannnnnuynnnuyunnyuyyy
css-radial-gradient|radial-gradient()|nnnyyyyayyyynyyyyuyuyyyynnnnnnyyyuyyyyyyuynyunnn
css-resize|resize|nnnnauunnnuunnuuuuuuyuunnnnnnnuunuyuunuuuunnunnn
css-rgb|rgb()|aaayyyuaaaayayyyyuyuyaaayyyyaayyyuyyyyuyuyayuaaa
css-rgba|rgba()|aaayyyuaaaaynyyyyuyuynnnyyyynnyyyuyyyyuyuynyuaaa
css-scroll-snap|scroll-snap|nnnyynunnnnuuuyuuuyuynnnnnnnnnyyyuyyyyuyuuuuunnn
css-selector-adjacent-sibling|Adjacent sibling combinator|yyyyyyuayanyayyyyuyuyyyyyyyynnynnuynynuyuyayuyyy
css-selector-attribute|Attribute selector|aaayyyuaaanynyyynuyuayyyaayannnnnuynynuyuynyuaaa
css-selector-chaining|Chaining selectors|yyyyyyuayanyayyyyuyuyyyyyyynnnynnuynynuyuyayuyyy
css-selector-child|Child combinator|yyyyyyuayanynyyyyuyuyynyyyyynnynnuynynuyuynyuyyy
css-selector-class|Class selector|yyyyyyuayanyyyyyyuyuyyyyyyyyyyynnuynynuyuyyyuyyy
css-selector-descendant|Descendant combinator|yyyyyyuayanyayyyyuyuyyyyyyyyyyynnuynynuyuyayuyyy
css-selector-general-sibling|General sibling combinator|yyyyyyuayanynyyyyuyuyyyyyyyynnynnuynynuyuynyuyyy
css-selector-grouping|Grouping selectors|yyyyyyuayanyayyyyuyuyyyyyyyyyyynnuynynuyuyayuyyy
css-selector-id|ID selector|yyyyyyuayanyyyyynuyuyyyyyyyyyyynnuynynuyuyyyuyyy
css-selector-type|Type selector|yyyyyyuayanynyyyyuyuyyyyyyyyyyynnuynynuyuynyuyyy
css-selector-universal|Universal selector *|yyyyyyuayanyyyyyyuyunyyyyyyynnynnuynynuyuyyyuyyy
css-shape-margin|shape-margin|nnnyyuunnnnuuuuuuuuuyuuunnynnnuuuuyuuuuyuuuuunnn
css-shape-outside|shape-outside|nnnyyuunnnnuuuuuuuuuyuuunnynnnuuuuyuuuuyuuuuunnn
css-sytem-ui|system-ui, ui-serif, ui-sans-serif, ui-rounded, ui-monospace|ayyyyyuayyyuyuyuuuyuyayyayyynnayyuaayyyauuuuuayy
css-tab-size|tab-size|unuyyuunnnunnyunyuuunuuunyyynnuuuuyuuuuuunnyunnn
css-table-layout|table-layout|uyuyyuuyyyuuuuuuuuuuyuuuyyyynnuuuuyuuuuuuuuuuyyy
css-text-align-last|text-align-last|unuyyuyyyyyuuuuuuuuuyuuunnnnnuuuuuyuuuyuuuuuunnn
css-text-align|text-align|aaayyyuayayyyyyyyuyuyaaayyyyaayyyuyyyyuyuyyyuaaa
css-text-decoration-color|text-decoration-color|yyyyyyuayanynyyyyuyuyynyyyaynnyyyuyyyyuyuynyuyyy
css-text-decoration-line|text-decoration-line|nyyyyuuyyyyunuuuuuuuyuuuyyyynnyyyuyuuuuyuunuuyyy
css-text-decoration-skip-ink|text-decoration-skip-ink|nnnyyyunnnnunuyuuuyuyunnnnnnnnyyyuyuyuuyuunuunnn
css-text-decoration-style|text-decoration-style|nyyyyuuyyyyunuuuuuuuyuuuyyyynnuuuuyuuuuyuunuuyyy
css-text-decoration-thickness|text-decoration-thickness|nnnyyyunnnnynyyyyuyuynnynnynnnyyyuynyyuyuynyunnn
css-text-decoration|text-decoration|yyyyyyuayayyaayyyuyuyyynyyyyaayynuyyynuyuyaauyyy
css-text-emphasis-position|text-emphasis-position|nnnyyuunnnnynyuyyuuuyuuunnynnnyyyunuuuuuuynyunnn
css-text-emphasis|text-emphasis|nnnyyuunyynynyuyyuuuyuuunyyynnyyyunuuuuuuynyunnn
css-text-indent|text-indent|aaayyyuaaaayyyyyyuyuayyyyyyyyyyyyuyyyyuyuyyyuaaa
css-text-justify|text-justify|nnnnnuunanauauuuuuuuauuunnnaanuuuunuuuuuuunuunan
css-text-orientation|text-orientation|nnnyyuuyyyyunuuuuuuuyuuuyynynnyyyuyuuuuyuunuunnn
css-text-overflow|text-overflow|nnnyyyuayayynyyyyuyuyynyyyyynnyyyunyyyuyuynyunnn
css-text-shadow|text-shadow|yyyyyyunnnnyyyyyyuyuyyyynnynnnyyyuyyyyuyuyyyuyyy
css-text-transform|text-transform|yyyyyyuyyyyyyyyyyuyuyyyyyyyyaayyyuyyyyuyuyyyuyyy
css-text-underline-offset|text-underline-offset|nnnyyyunnnnynyyyyuyuynnynnnnnnyyyuynyyuyuynyunnn
css-text-underline-position|text-underline-position|nnnaauuyyayunuuuuuuuyuuuyanynnyyyuyuuuuyuunuunnn
css-text-wrap|text-wrap|nnnyyuunnnnunuuuuuuuyuuunnnnnnuuuuyuuuuuuunuunnn
css-transform|transform|nnnyyyunnnnynyyyyuyunnnnnnynnnyyyuyyyyuyuynyunnn
css-transition|transition|aaayyyynnnnuuuauuuyuynnnnnnnnnuynuanynuyuuuuuaaa
css-unit-calc|CSS calc() function|nnnyyyuayayynyyyyuyuynnnnnynnnyyyuyyyyuyyynyunnn
css-unit-ch|ch unit|nnnyyyuyyyyynyyyyuyuynnnyyyynnyyyuyyyyuyyynyunnn
css-unit-cm|cm unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-em|em unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-ex|ex unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-in|in unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-initial|initial unit|nnnyyyuaaayynyyyyuyuynnnyyyynnyyyuyyyyuyyynyunnn
css-unit-mm|mm unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-pc|pc unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-percent|% unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-pt|pt unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-px|px unit|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
css-unit-rem|rem unit|nnnyyyuyyyyynyyyyuyuynnnyyyynnyyyuyyyyuyyynyunnn
css-unit-vh|vh unit|yyyaynuyyyyanyyyyuyuynnnyyyynnyyyuynyyuyyanyuyyy
css-unit-vmax|vmax unit|nnnyyyuyyyyanyyyyuyuynnnyyyynnyyyuyyyyuyyanyunnn
css-unit-vmin|vmin unit|nnnyyyuyyyyanyyyyuyuynnnyyyynnyyyuynyyuyyanyunnn
css-unit-vw|vw unit|yyyyynuyyyyynyyyyuyuynnnyyyynnyyyuyyyyuyyynyuyyy
css-user-select|user-select|nnnayuunnnuunuuuuuuuyuuunnnnnnuuuuyuuuuuuunnunnn
css-variables|CSS Variables (Custom Properties)|nnnyynunnnnynyyyyuyunnnnnnynnnyyyuyyyyuyyynyunnn
css-vertical-align|vertical-align|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
css-visibility|visibility|ynyyyyunnnnyyyyyyuyuynnnyyyynnyyyuyyyyuyuyyyuyyy
css-white-space-collapse|white-space-collapse|nnnyyuunnnnuuuuuuuuuyuuunnnnnnuuuuyuuuuuuuuuunnn
css-white-space|white-space|yyyyyyuayayayyyayuyuyyyyyyyynnyyyunayyuyuayyuaya
css-widows|widows|nnnyyuunnnnunuuuuuuuyuuuyyyynnuuuuyuuuuuuunuunnn
css-width|width property|yyyyyyuyyyyyyyyyyuauyyyyyyyyayyyyuyyyyuyuyyyuyyy
css-word-break|word-break|nnnaayuayaannyanyuyuynanaaaaynayauayyyuyunnyunnn
css-word-spacing|word-spacing|naayyuuyyyyuauuuuuuuyuuuyyyynnyyyuyuuuuyuuauuaaa
css-word-wrap|word-wrap|uuuyyuuaauuuuuuuuuuuuuuunyuynnuuuuuuuuuuuuuuuuyu
css-writing-mode|writing-mode|nnnyynuayayynyyyyuyuynnnyyyynnyyyuyyyyuyuynyunnn
css-z-index|z-index|yyyyyyunnnnyyyyyyuyunyyyyyyynnyyyuyyyyuyuyyyuyyy
html-abbr|<abbr> element|nnnyyyyyyyyuyunuuuyununnyyyynnuyyuyuyyyyuuyuunnn
html-acronym|<acronym> element|nnnyyuuyyyyuyuuuuuuunuuuyyyynnuuuuyyyyyyuuyuunnn
html-address|address|yyyyyyuyyyynyyynnuyuynnnyyyyyyyyyuyyyyuyunyyuyyy
html-align|align attribute|yyyyyyuyyyyyyyayyuyuyyyyyyayyyyayuyyyyuyuyyyuyyy
html-anchor-links|Local anchors|nayyyyuyynynyynyyunuyynnnnyyyynynunnnnuyunyyunan
html-aria-describedby|aria-describedby attribute|nnnyynunnnnnnynnyuyunnnnyyyynnyyyuyyyyununnyunnn
html-aria-hidden|aria-hidden attribute|nnnyyyuyyyynnynnyuyuynnnyyyyynyyyuyyyyununnyunnn
html-aria-label|aria-label attribute|nnnyyyuyyyynnynnyuyuynnnyyyyynyyyuyyyyununnyunnn
html-aria-labelledby|aria-labelledby attribute|nnnyynunnnnnnynnyuyuynnnyyynnnyyyuyyyyununnyunnn
html-aria-live|aria-live attribute|nnnyyyuyyyynnynnyuyuynnnnnynanyyyuyyyyununnyunnn
html-audio|<audio> element|nnnyynunnnnnnnnynununnnnnnnnnnnnnuyyyyuyynnnunnn
html-background|background attribute|yyyyyyyayayyyynyyuyuyyyyyyyyanyyyuyyyyyyuyyyuyyy
html-base|<base>|aaayyauaaaannyanyununnnnnaaaynnanuynnnuyunnyuaaa
html-bdi|<bdi> element|nnnyyyunnnnnnynnnuyunnnnnnynnnyyyuyyyyuyunnyunnn
html-blockquote|<blockquote> element|yyyyyyuyyyyyyyayyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-button-reset|<button type="reset"> element|nnnyyyuyyaynnynnauyuayyyynyynnnyyuyyayuaunnyunnn
html-button-submit|<button type="submit"> element|yyyyyyuyyaynnynnauyuayyyynnnnnnyyuyyayuyunnyuyyn
html-cellpadding|cellpadding attribute|yyyyyuuyyyyuyuuuuuuuyuuuyyyyyyuuuuyuuuuyuuyuuyyy
html-cellspacing|cellspacing attribute|yyyyyuuyyyyuyuuuuuuuyuuuyyyyyyuuuuyuuuuyuuyuuyyy
html-code|<code> element|yyyyyyyyyyyuyuyuuuyuynnnyyyyyyyyyuyyyyyyuuuuuyyy
html-del|<del> element|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-dfn|<dfn> element|yyyyyuuyyyyuyuuuuuuunuuuyyyyaayyyuyyyynyuuyuuyyy
html-dialog|<dialog> element|nnnyynuynnnnnynnnuyunnnnnnynnnynnuyyyyuyunnyunnn
html-dir|dir attribute|yyyyyyuyyyaynyyyyuyuyaaayyyyaayyyuyyyyuyuynyuyyy
html-div|<div> element|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-form|<form> element|yyyyynuyyaynnynnnununnnnyynannnnnuyynyuyunnyuyyn
html-h1-h6|<h1> to <h6> elements|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-height|height attribute|yyyyyyuyyyyyyynyyuyuyyyyyyyyayyyyuyyyyuyuyyyuyyy
html-hidden|hidden attribute|unuyyuunnnnunuuuuuuuauuunnnnnnyyyuyyyyuyuunuunnn
html-hr|<hr> element|yyyyyuuyyyyuuuuuuuuuyuuuyyyyyyyyyuyyyyuyuuuuuyyy
html-image-maps|Image maps|nynyyyuyyyyyyynyyuyuyyyyyyyyynnyyuyyyyuyuyyyunyy
html-img|<img> element|yyyyyyyyyyyuuuyuuuyuyuyyyyyyyyuyyuyuyyuuuuuuuyyy
html-input-checkbox|<input type="checkbox"> element|yyyyyyuyyyynnynnnunuynnnyyyynnnnnuynnnuaunnyuyyy
html-input-hidden|<input type="hidden"> element|yyyyyyuyyyynnynnnunuynnnyyyynnnnnuynnnuaunnyuyyy
html-input-radio|<input type="radio"> element|yyyyyyuyyyynnynnnunuynnnyyyynnnnnuynnnuaunnyuyyy
html-input-reset|<input type="reset"> element|yyyyyyuyyaynnynnnunuynnnyyyynnnnnuynnnuaunnyuyyy
html-input-submit|<input type="submit"> element|yyyyyyuyyaynnynnnunuynnnyynnnnnnnuynnnuyunnyuyyn
html-input-text|<input type="text"> element|yyyyyyuyyyynnynnnunuynnnnyyynnnnnunnnnuaunnyunyy
html-lang|lang attribute|yayyyyuyyyynnynnnuyuyynyyyyyyyyyyuyyyyuyunnyuaaa
html-link|<link> element|nnnyynunnnnnnynnnununnnnnnynyynnnunnnnununnynnnn
html-lists|<ul>, <ol> and <dl>|aaayyyuaaaayyyyyyuyuayyyaaaaaayyyuyyyyuyuyyyuaaa
html-loading-attribute|loading attribute|nnnyynunnnnnnyannuyuynnnnnynnnnynuynynuyunnyunnn
html-mailto-links|mailto: links|ayyyyyuyyyyyyyyyauyuyaanyyyyyyayyuyyyyuyuyyyuayy
html-marquee|<marquee> element|yayyynunnnnnnynnnuaunynyyyyannyayuyyyyuyynnyuyay
html-meta-color-scheme|color-scheme meta tag|nnnnynunnnnununuuuuunuuunnnnnnnnnunnnnuyuunuunnn
html-meter|<meter> element|nnnyyyuannnnnynnnuyunnnnyyyynnyyyuyyyyuyunnyunnn
html-object|<object> element|nnnyanunnnnnnannnununnnnnnannnnnnuannnuaunnaunnn
html-p|<p> element|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-picture|<picture> element|nnnyanunnnnnnynnnuyunnnnnnynnnnnnuyyyyuyunnyunnn
html-popover|popover attribute|unnyynunnnnuuunuuuuuauuunnnnnnunnuayynunuuuuunnn
html-pre|<pre> element|yyyyyyyyyyyuyuyuuuyuyyyyyyyyyyyyyuyyyyyyuuuuuyyy
html-progress|<progress> element|nnnyyyuannnnnynnnuyunnnnnnynnnyyyuyyyyuyunnyunnn
html-required|required attribute|nnnyyyuannnnnynnnuaunnnnyyynnnnanuyyanuyunnyunnn
html-role|role attribute|aaayyyuyyyynnynnnuyuynnnyyyyynyyyuyyyyuyunnyuaaa
html-rp|<rp> element|yyyyyyuannnnnynnnuyunnnnyyyynnyyyuyyyyuyunnyuyyy
html-rt|<rt> element|yyyyyyuannnnnynnnuyunnnnyyyynnyyyuyyyyuyunnyuyyy
html-ruby|<ruby> element|yyyyyyuannnnnynnnuyunnnnyyyynnyyyuyyyyuyunnyuyyy
html-select|<select> element|yyyayyuyyaynnynnyunuyyyyyyyynnyyyuynnnuaunnyuyyn
html-semantics|HTML5 semantics|nnnyyyuaaaannyanauyunaaaaayannyyyuyyyyuyunnyunnn
html-small|<small> element|yyyyyyyyyyyyyyyynuyuynnnyyyyyyyyyuyyyyyyuyyyuyyy
html-span|<span> element|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-srcset|srcset and sizes attributes|nnnyynunnnnnnynnnuyunnnnnnynnnnnnuyyyyuyunnyunnn
html-strike|<strike> element|yyyyyyuayayyyynyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-strong|<strong> element|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-style|<style> element|yyyyyyuaaanynyyyynnnyyyyyyyyaaayanynnnuyyynyyyyy
html-svg|Embedded <svg> image|nnnyanunnnnnnynnnuyunyyynnynnnyyyuyyyyuyynnyunnn
html-table|<table> element|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-target|target attribute|nnnaanunnnnnnannnuyunnnnaaanaannnuanynuaunnaunnn
html-textarea|<textarea> element|yyyyyyuyyyynnynnyunuyyyynyyynnayyunnnnuaunnyunyy
html-valign|valign attribute|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyuyyyuyyy
html-video|<video> element|nnnaynunnnnnnynnnununnnnnnynnnnnnuayyyuyunnyunnn
html-wbr|<wbr> element|yyyyyyuaynynnnnnyuyunnnyyyyynnyyyuyyyyuyunnnuyyy
html-width|width attribute|yyyyyyuyyyyyyynyyuyuyyyyyyyyayyyyuyyyyuyuyyyuyyy
image-apng|Animated PNG image format|yyyyyyunnynyyyyyyuyuyyyynyyynnyyyuyyyyuyyyyyuyyy
image-avif|AVIF image format|yyyyynuaaaannnynnuyunyynyyyynnyyyuyyynuyunnnuyyy
image-base64|Base 64 image format|yyyyyyunnnnyaynyyunuyyyyyyyyanyyyuyynyuyyyayuyyy
image-bmp|BMP image format|yyyyyyuaayayynyyyuyuyyyyyyyyyyyyyuyyyyuyyyynuyyy
image-gif|GIF image format|yyyyyyuyyyyyyyyyyuyuyyyyyyyyayyyyuyyyyuyyyyyuyyy
image-hdr|HDR image format|nnnnnnunnnnnnnnnnununnyynnnnnnnnnunnyyunnnnnunnn
image-heif|HEIF image format|nayyynuaaaannnnnnununnnnnynnnnnayunnnnunnnnnunay
image-ico|ICO image format|yyyyyyuyyyyyyyyyyuyuyyyyyyyynyyyyuynyyuyyyyyuyyy
image-jpg|JPG image format|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
image-mp4|Video as Image Assets|nyyyynunnnnnnynnnuyunnyynyyynnnyyunnyyununnyunyy
image-png|PNG image format|yyyyyyuyyyyyyyyyyuyuyyyyyyyyyyyyyuyyyyuyyyyyuyyy
image-svg|SVG image format|yyyyyyuananyyyyyyuyunyyyyynyyyyyyuyyyyuyyyyyuyyy
image-tiff|TIFF image format|nnyyynuaayannyynnuyunnnynyynnynyyunnyyunnnnyunny
image-webp|webP image format|yyyyyyuaaaayyyyyyuyuyyyyyynynyyyyuyyyyuyyyyyuyyy
`
