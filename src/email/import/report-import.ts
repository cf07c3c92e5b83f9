import { blocksBelow, linesOf } from './html/theme.ts'
import { type Contents, countWords, orElse, shareOf, shareOfWords, shownText } from './content-share.ts'
import type { Element } from './tree/dom.ts'
import { parseHtml } from './tree/parse-html.ts'
import type { ImportReport, ImportSource, ImportWarnings, Imported } from './report.ts'

interface Findings {
  source: ImportSource
  wanted: Contents
  warnings: ImportWarnings
}

/** Adds the report: the shares of the input that the document preserves. */
export function reportImport(document: Record<string, unknown>, { source, wanted, warnings }: Findings): Imported {
  const rows = document['rows'] as Record<string, unknown>[]
  const blocks = blocksBelow(rows).filter((block) => block['type'] !== 'columns')
  const raw = blocks.filter((block) => block['type'] === 'html').length
  const words = new Map<string, number>()
  countWords(wordsOf(blocks), words)
  const shown = new Map<string, number>()
  // The variants of a condition repeat what they have in common.
  if (!holdsCondition(rows)) countWords(shownWordsOf(blocks), shown)
  const meta = document['meta'] as Record<string, unknown>
  countWords(`${String(meta['preheader'] ?? '')} ${String(meta['subject'] ?? '')}`, words)
  const all = addressesIn(JSON.stringify(rows))
  const report: ImportReport = {
    source,
    native_share: blocks.length === 0 ? 1 : rounded(1 - raw / blocks.length),
    words_kept: rounded(shareOfWords(wanted.words, words, shown)),
    links_kept: rounded(shareOf(wanted.links, (address) => holds(all, address))),
    images_kept: rounded(shareOf(wanted.images, (address) => holds(all, address))),
    warnings: warnings.list,
  }
  return { document, report }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

// JSON escapes quotes in strings with a backslash, and html blocks escape URLs as HTML does.
function addressesIn(json: string): string {
  return json.replaceAll('\\"', '"').replaceAll('&amp;', '&')
}

function holds(all: string, address: string): boolean {
  return address
    .split(orElse)
    .some((one) => all.includes(one.startsWith('//') ? `https:${one}` : one) || all.includes(one))
}

function holdsCondition(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'when' in value || Object.values(value).some(holdsCondition)
}

function wordsOf(blocks: readonly Record<string, unknown>[]): string {
  return textsOf(blocks, ['label', 'code', 'title', 'alt', 'separator'], () => false)
}

// Alternative texts and tooltips often repeat the text beside them.
function shownWordsOf(blocks: readonly Record<string, unknown>[]): string {
  return textsOf(blocks, ['label', 'code', 'separator'], ({ attributes }) =>
    /display\s*:\s*none/i.test(attributes['style'] ?? ''),
  )
}

function textsOf(
  blocks: readonly Record<string, unknown>[],
  members: readonly string[],
  isHidden: (element: Element) => boolean,
): string {
  // Parsed as the input was, so that the same markup counts the same.
  const readableText = (html: string) => shownText(parseHtml(html).root, isHidden)
  let out = ''
  for (const block of blocks) {
    for (const rich of (Array.isArray(block['rows']) ? block['rows'] : []) as unknown[][]) {
      for (const cell of rich) if (typeof cell === 'string') out += ` ${readableText(cell)}`
    }
    for (const runs of linesOf(block)) {
      for (const run of runs) out += 'text' in run ? run.text : ' '
      out += ' '
    }
    for (const name of members) if (typeof block[name] === 'string') out += ` ${block[name]}`
    for (const item of (Array.isArray(block['items']) ? block['items'] : []) as Record<string, unknown>[]) {
      for (const name of ['label', 'alt'])
        if (members.includes(name) && typeof item[name] === 'string') out += ` ${item[name]}`
    }
    if (typeof block['html'] === 'string') out += ` ${readableText(block['html'])}`
    out += ' '
  }
  return out
}
