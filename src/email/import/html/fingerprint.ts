import type { ImportSource } from '../report.ts'

/** Patterns that identify an editor or framework, the most reliable first. */
const prints: readonly [ImportSource, RegExp | ((start: string) => boolean)][] = [
  ['svc', isOwn],
  ['unlayer', /\bu_(?:row|column|content|body)\b|class="[^"]*\bu-(?:row|col)\b/],
  ['beefree', /class="[^"]*\b(?:nl-container|row-content)\b/],
  ['stripo', /class="[^"]*\b(?:es-wrapper|esd-(?:stripe|structure|container|block))/],
  ['mailchimp', /class="[^"]*\bmcn[A-Z]|mc:edit=|\*\|MC:/],
  ['mjml', /class="[^"]*\bmj-(?:column-per|outlook|full-width)|\bmj-column-per-\d/],
  ['easy-email', /class="[^"]*\bemail-block\b/],
  ['foundation', isFoundation],
  ['bootstrap', /Compiled with Bootstrap Email|class="[^"]*\b(?:ax-center|s-\d+ w-full)\b/],
  ['react-email', /<!--\/?\$-->|data-skip-in-text=/],
  ['mailgen', /class="email-masthead|class="email-body_inner/],
]

/** The probable generator of an HTML source. Reads only its first 200,000 characters. */
export function fingerprintOf(source: string): ImportSource {
  const start = source.slice(0, 200_000)
  return prints.find(([, print]) => (print instanceof RegExp ? print.test(start) : print(start)))?.[0] ?? 'html'
}

function isOwn(start: string): boolean {
  const body = start.indexOf('role="article" aria-roledescription="email"')
  // Other templates have this role, too, but not with rows as this renderer writes them.
  if (body >= 0 && /<div style="margin:0 auto;max-width:\d+px">/.test(start.slice(body, body + 20_000))) return true
  return /data-n="[A-Za-z0-9_-]+"/.test(start)
}

// A grid table immediately followed by its cell. Matched tag by tag: one pattern for both would rescan the text for each
// tag.
function isFoundation(start: string): boolean {
  for (const { 0: tag, index } of start.matchAll(/<table[^<>]*>/g)) {
    const inside = start.slice(index + tag.length, index + tag.length + 600)
    if (
      /class="[^"]*\b(?:container|row)\b/.test(tag) &&
      /class="[^"]*\b(?:wrapper-inner|columns|small-12)\b/.test(inside)
    )
      return true
  }
  return false
}
