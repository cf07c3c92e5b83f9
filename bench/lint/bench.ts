/**
 * All rules of lint over a document against caniemail's own linter, which checks mail clients' support only, over the HTML of the
 * same document. `warm` inspects one document object again and again, `cold` at one never seen before each time.
 */
import { caniemail } from 'caniemail'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../src/email/document/index.ts'
import { lintDocument, rules } from '../../src/email/lint/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { fortyBlocks } from '../api/forty-blocks.ts'
import { median, printTable } from '../table.ts'

const rounds = 15
const perRound = 15

const cases = [
  ...starters.map(({ document, key }) => ({ name: key, input: document as object })),
  { name: 'forty blocks', input: fortyBlocks as object },
].map(({ input, name }) => {
  const read = readDocument(input, blockTypes)
  if (!('document' in read)) throw new Error(`${name}: ${JSON.stringify(read.issues)}`)
  const { html = '' } = renderEmail(read.document, blockTypes, { target: 'sample', outputs: ['html'] })
  return { name, document: read.document, html }
})

// It throws where a client was not tested for a feature, so it is requested the large families only.
const clients: Parameters<typeof caniemail>[0]['clients'] = ['apple-mail.*', 'gmail.*', 'outlook.*', 'yahoo.*']

const lint = (document: EmailDocument) => lintDocument(document, { blocks: blockTypes, type: 'promotional' })

/** Milliseconds a call, by the clock and of the processor, all threads of it; medians over the rounds. */
function time(calls: number, call: () => unknown, times = rounds): { wall: number; processor: number } {
  const figures: { wall: number; processor: number }[] = []
  for (let round = 0; round <= times; round++) {
    const before = process.cpuUsage()
    const start = performance.now()
    for (let i = 0; i < calls; i++) call()
    const wall = (performance.now() - start) / calls
    const { system, user } = process.cpuUsage(before)
    if (round > 0) figures.push({ wall, processor: (system + user) / 1000 / calls })
  }
  return {
    wall: median(figures.map(({ wall }) => wall)),
    processor: median(figures.map(({ processor }) => processor)),
  }
}

const shown = ({ wall, processor }: { wall: number; processor: number }) =>
  `${wall.toFixed(2)} / ${processor.toFixed(2)}`

// All run hot before any is measured, so that none pays for being the first.
for (const { document } of cases) for (let i = 0; i < perRound; i++) lint(document)

const rows = cases.map(({ document, html, name }) => {
  const warm = time(perRound, () => lint(document))
  const copies = Array.from({ length: perRound * (rounds + 1) }, () => structuredClone(document))
  let used = 0
  const cold = time(perRound, () => lint(copies[used++] ?? document))
  const theirs = time(1, () => caniemail({ clients, html }), 5)
  const found = lint(document).summary
  return [
    name,
    Buffer.byteLength(html),
    `${found.errors}/${found.warnings}/${found.hints}`,
    shown(warm),
    shown(cold),
    theirs.wall.toFixed(1),
    `${(theirs.wall / cold.wall).toFixed(0)}×`,
  ]
})
console.log(`${rules.length} rules; found: errors/warnings/hints; times: wall / processor, all threads\n`)
printTable(['template', 'HTML bytes', 'found', 'warm ms', 'cold ms', 'caniemail ms', 'times'], rows)
