/**
 * HTML → document, on pages of about 40 KB, beside what every importer does before it begins: css-inline writes the style
 * sheets into the elements, parse5 parses the result. Warm: the median over the rounds, milliseconds a page.
 */
import mjml2html from 'mjml'
import { readFileSync } from 'node:fs'
import { parse } from 'parse5'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { readDocument } from '../../src/email/document/index.ts'
import { createInliner } from '../../src/email/formats/index.ts'
import { importHtml } from '../../src/email/import/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { median, printTable } from '../table.ts'
import { toMjml } from '../render/to-mjml.ts'

const rounds = 20
const inline = await createInliner(
  new Uint8Array(readFileSync(Bun.resolveSync('@css-inline/css-inline-wasm/index_bg.wasm', import.meta.dir))),
)

const pages: { name: string; html: string }[] = []
for (const starter of starters) {
  const read = readDocument(starter.document, blockTypes)
  if (!('document' in read)) throw new Error(`${starter.key}: ${JSON.stringify(read.issues)}`)
  pages.push({ name: starter.key, html: (await mjml2html(toMjml(read.document, starter.data))).html })
}

/** Milliseconds a call, median over the rounds; the first ones warm up. */
function time(call: () => unknown): number {
  const figures: number[] = []
  for (let round = 0; round < rounds + 5; round++) {
    const start = performance.now()
    call()
    if (round >= 5) figures.push(performance.now() - start)
  }
  return median(figures)
}

const rows = pages.map(({ name, html }) => {
  const ours = time(() => importHtml({ html }, blockTypes))
  const peer = time(() => parse(inline(html) ?? html))
  return { name, bytes: html.length, ours, peer }
})
const mean = (pick: (row: (typeof rows)[number]) => number) =>
  rows.reduce((sum, row) => sum + pick(row), 0) / rows.length
printTable(
  ['page', 'kB', 'import, ms', 'css-inline + parse5, ms', 'import, ms per 40 kB'],
  [
    ...rows,
    { name: 'mean', bytes: mean((row) => row.bytes), ours: mean((row) => row.ours), peer: mean((row) => row.peer) },
  ].map(({ name, bytes, ours, peer }) => [
    name,
    (bytes / 1000).toFixed(1),
    ours.toFixed(2),
    peer.toFixed(2),
    ((ours * 40_000) / bytes).toFixed(2),
  ]),
)
