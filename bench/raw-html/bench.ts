/**
 * HTML that others wrote, made smaller and inlined: ours beside html-minifier-next and juice, on MJML's output for the eight
 * starters. The minifier runs with the settings that spare Outlook's comments; with its usual ones it deletes them, which the
 * column `kept` shows. Times are medians of a warm call.
 */
import juice from 'juice'
import { minify } from 'html-minifier-next'
import mjml2html from 'mjml'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { createInliner, minifyHtml } from '../../src/email/formats/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { toMjml } from '../render/to-mjml.ts'
import { median, printTable } from '../table.ts'

const rounds = 15

const emails = await Promise.all(
  starters.map(async ({ key, document, data }) => {
    const read = readDocument(document, blockTypes)
    if (!('document' in read)) throw new Error(`${key}: ${JSON.stringify(read.issues)}`)
    return (await mjml2html(toMjml(read.document, data))).html
  }),
)
const wasm = await Bun.file(Bun.resolveSync('@css-inline/css-inline-wasm/index_bg.wasm', import.meta.dir)).bytes()
const inline = await createInliner(wasm)

// juice, and css-inline unless told otherwise, take the rules away that they have inlined; we leave them, so its bytes are less.
const spared = {
  collapseWhitespace: true,
  minifyCSS: true,
  removeComments: true,
  ignoreCustomComments: [/^\[if /, /\[endif\]/],
}
const usual = { collapseWhitespace: true, minifyCSS: true, removeComments: true }

const tools: [step: string, name: string, run: (html: string) => string | undefined | Promise<string>][] = [
  ['minify', 'svc', minifyHtml],
  ['minify', 'html-minifier-next, Outlook spared', (html) => minify(html, spared)],
  ['minify', 'html-minifier-next, as usual', (html) => minify(html, usual)],
  ['inline', 'svc', (html) => inline(html)],
  ['inline', 'juice', (html) => juice(html)],
  ['both', 'svc', (html) => minifyHtml(inline(html) ?? html)],
  ['both', 'juice, then html-minifier-next', (html) => minify(juice(html), spared)],
]

const size = (html: string) => Buffer.byteLength(html)
// What only Outlook reads; the marks around what it does not read hold nothing.
const spoken = (html: string) => html.match(/<!--\[if (?!!)[\s\S]*?<!\[endif\]-->/g) ?? []
const before = emails.reduce((sum, html) => sum + size(html), 0)

const rows: (string | number)[][] = []
for (const [step, name, run] of tools) {
  let bytes = 0
  let kept = 0
  const times: number[] = []
  for (const html of emails) {
    const figures: number[] = []
    let result = ''
    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      result = (await run(html)) ?? ''
      if (round > 2) figures.push(performance.now() - start)
    }
    times.push(median(figures))
    bytes += size(result)
    const comments = new Set(spoken(result))
    kept += spoken(html).filter((comment) => comments.has(comment)).length
  }
  const all = emails.reduce((sum, html) => sum + spoken(html).length, 0)
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
  rows.push([step, name, mean.toFixed(2), bytes, `${((100 * bytes) / before).toFixed(1)} %`, `${kept} of ${all}`])
}
printTable(['step', 'tool', 'ms an email', 'bytes', 'of the source', 'Outlook comments kept'], rows)
