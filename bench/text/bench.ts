/**
 * Plain text against texts that people published beside their HTML: of the words of each, how many ours has in the same
 * order. Pairs `NAME.html` and `NAME.txt` are read from the folder that SVC_TEXT_PAIRS names; without it
 * there is nothing to compare. Beside each share stands what it costs to write the text.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { median, printTable } from '../table.ts'

const folder = process.env['SVC_TEXT_PAIRS'] ?? ''
if (!existsSync(folder)) {
  console.log('SVC_TEXT_PAIRS names no folder of pairs: nothing to compare.')
  process.exit(0)
}

const rows = readdirSync(folder)
  .filter((name) => name.endsWith('.html') && existsSync(join(folder, name.replace('.html', '.txt'))))
  .sort()
  .map((name) => compare(name.slice(0, -5)))
printTable(['pair', 'their words', 'kept in order', 'share', 'addresses kept', 'longest line', 'ms'], rows)

function compare(name: string): string[] {
  const html = readFileSync(join(folder, `${name}.html`), 'utf8')
  const theirs = readFileSync(join(folder, `${name}.txt`), 'utf8')
  const ours = textOf(html)
  const words = wordsOf(withoutPreview(theirs, html))
  const kept = common(words, wordsOf(ours))
  const addresses = addressesOf(theirs)
  const found = addresses.filter((address) => ours.replace(/\s/g, '').includes(address))
  const maxLength = Math.max(...ours.split('\n').map((line) => line.length))
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    textOf(html)
    return performance.now() - start
  })
  return [
    name,
    String(words.length),
    String(kept),
    `${((kept / words.length) * 100).toFixed(1)} %`,
    `${found.length} of ${addresses.length}`,
    String(maxLength),
    median(times).toFixed(2),
  ]
}

function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body>') + 6, html.lastIndexOf('</body>'))
  const read = readDocument(
    {
      meta: { title: 'Pair', lang: 'en' },
      rows: [{ type: 'section', columns: [{ type: 'column', blocks: [{ type: 'html', html: body }] }] }],
    },
    blockTypes,
  )
  if (!('document' in read)) throw new Error(JSON.stringify(read.issues))
  return renderEmail(read.document, blockTypes, { outputs: ['text'] }).text ?? ''
}

// Their first line is the preview text, which is no part of what a reader of the email sees.
function withoutPreview(text: string, html: string): string {
  const [first = '', ...rest] = text.split('\n')
  return /class="preheader"/.test(html) && !first.startsWith('[Product') ? rest.join('\n') : text
}

// Tags are one word however they are spaced; rules and brackets are none, and case does not count.
function wordsOf(text: string): string[] {
  const tight = text.replace(/\{\{\s*(.*?)\s*\}\}/g, (_, inner: string) => `{{${inner.replaceAll(' ', '')}}}`)
  return tight
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[([<]+|[)\]>.,:;!?]+$/g, ''))
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !/^\d+$/.test(word))
}

function addressesOf(text: string): string[] {
  return [...text.matchAll(/\( ([^)]+?) \)/g)].map(([, address = '']) => address.replaceAll(' ', ''))
}

/** Length of the longest common subsequence. */
function common(left: readonly string[], right: readonly string[]): number {
  let before = new Uint32Array(right.length + 1)
  for (const word of left) {
    const now = new Uint32Array(right.length + 1)
    for (let at = 0; at < right.length; at++) {
      now[at + 1] = right[at] === word ? (before[at] ?? 0) + 1 : Math.max(now[at] ?? 0, before[at + 1] ?? 0)
    }
    before = now
  }
  return before[right.length] ?? 0
}
