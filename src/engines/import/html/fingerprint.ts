import type { ImportSource } from '../report.ts'

/** What gives an editor or framework away, the surest first. */
const prints: readonly [ImportSource, RegExp][] = [
  ['svc', /role="article" aria-roledescription="email"[\s\S]{0,20000}max-width:\d+px|data-n="[A-Za-z0-9_-]+"/],
  ['unlayer', /\bu_(?:row|column|content|body)\b|class="[^"]*\bu-(?:row|col)\b/],
  ['beefree', /class="[^"]*\b(?:nl-container|row-content)\b/],
  ['stripo', /class="[^"]*\b(?:es-wrapper|esd-(?:stripe|structure|container|block))/],
  ['mailchimp', /class="[^"]*\bmcn[A-Z]|mc:edit=|\*\|MC:/],
  ['mjml', /class="[^"]*\bmj-(?:column-per|outlook|full-width)|\bmj-column-per-\d/],
  ['easy-email', /class="[^"]*\bemail-block\b/],
  [
    'foundation',
    /<table[^>]*class="[^"]*\b(?:container|row)\b[^>]*>[\s\S]{0,400}class="[^"]*\b(?:wrapper-inner|columns|small-12)\b/,
  ],
  ['bootstrap', /Compiled with Bootstrap Email|class="[^"]*\b(?:ax-center|s-\d+ w-full)\b/],
  ['react-email', /<!--\/?\$-->|data-skip-in-text=/],
  ['mailgen', /class="email-masthead|class="email-body_inner/],
]

/** Whose work an HTML source looks like. Reads its beginning only. */
export function fingerprintOf(source: string): ImportSource {
  const start = source.slice(0, 200_000)
  return prints.find(([, pattern]) => pattern.test(start))?.[0] ?? 'html'
}
