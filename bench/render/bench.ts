/**
 * Document → HTML against mjml 5 on the same eight templates: time of each, bytes of each. `warm` renders one document
 * object again and again, as a mailing does; `cold` a document never seen before each time, parsed beforehand;
 * `JSON → HTML` also parses and validates it. mjml runs as its users call it, with its own defaults.
 */
import mjml2html from 'mjml'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../src/email/document/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { median, printTable } from '../table.ts'
import { toMjml } from './to-mjml.ts'

const rounds = 5
const rendersPerRound = 200
const batches = 10
const mjmlPerRound = 5

const cases = starters.map((starter) => {
  const read = readDocument(starter.document, blockTypes)
  if (!('document' in read)) throw new Error(`${starter.key}: ${JSON.stringify(read.issues)}`)
  const { document } = read
  return { ...starter, document, json: JSON.stringify(document), mjml: toMjml(document, starter.data) }
})

const render = (document: EmailDocument, data: unknown) =>
  renderEmail(document, blockTypes, { data, target: 'data', outputs: ['html'], cdnUrl: 'https://cdn.example.com' })
    .html ?? ''

/** Milliseconds a call, median over the rounds. */
async function time(calls: number, call: () => unknown): Promise<number> {
  const figures: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    for (let i = 0; i < calls; i++) await call()
    if (round > 0) figures.push((performance.now() - start) / calls)
  }
  return median(figures)
}

/** As `timeSync`, on a document parsed anew each time, a few at once before the clock starts. */
function timeCold(json: string, render: (document: EmailDocument) => unknown): number {
  const figures: number[] = []
  for (let round = 0; round < rounds * batches; round++) {
    const fresh = Array.from({ length: rendersPerRound / batches }, () => JSON.parse(json) as EmailDocument)
    const start = performance.now()
    for (const document of fresh) render(document)
    figures.push((performance.now() - start) / fresh.length)
  }
  return median(figures)
}

/** As `time`, without awaiting: an await costs more than a small render. */
function timeSync(calls: number, call: () => unknown): number {
  const figures: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    for (let i = 0; i < calls; i++) call()
    if (round > 0) figures.push((performance.now() - start) / calls)
  }
  return median(figures)
}

// Both run hot before either is measured, on all templates, so that none pays for being the first.
for (const { document, data, mjml } of cases) {
  for (let i = 0; i < rendersPerRound; i++) render(document, data)
  for (let i = 0; i < mjmlPerRound * 4; i++) await mjml2html(mjml)
}

const rows: (string | number)[][] = []
const total = { ours: 0, cold: 0, whole: 0, theirs: 0, ourBytes: 0, theirBytes: 0 }
for (const { key, document, data, json, mjml } of cases) {
  const ours = timeSync(rendersPerRound, () => render(document, data))
  const cold = timeCold(json, (fresh) => render(fresh, data))
  const whole = timeSync(rendersPerRound, () => {
    const read = readDocument(JSON.parse(json), blockTypes)
    if ('document' in read) render(read.document, data)
  })
  let theirHtml = ''
  const theirs = await time(mjmlPerRound, async () => {
    theirHtml = (await mjml2html(mjml)).html
  })
  const ourBytes = Buffer.byteLength(render(document, data))
  const theirBytes = Buffer.byteLength(theirHtml)
  rows.push([
    key,
    ours.toFixed(3),
    cold.toFixed(3),
    whole.toFixed(3),
    theirs.toFixed(2),
    `${(theirs / ours).toFixed(0)}×`,
    `${(theirs / cold).toFixed(0)}×`,
    ourBytes,
    theirBytes,
    (ourBytes / theirBytes).toFixed(2),
  ])
  total.ours += ours
  total.cold += cold
  total.whole += whole
  total.theirs += theirs
  total.ourBytes += ourBytes
  total.theirBytes += theirBytes
}
rows.push([
  'all eight',
  total.ours.toFixed(3),
  total.cold.toFixed(3),
  total.whole.toFixed(3),
  total.theirs.toFixed(2),
  `${(total.theirs / total.ours).toFixed(0)}×`,
  `${(total.theirs / total.cold).toFixed(0)}×`,
  total.ourBytes,
  total.theirBytes,
  (total.ourBytes / total.theirBytes).toFixed(2),
])
printTable(
  ['template', 'warm ms', 'cold ms', 'JSON → HTML ms', 'mjml ms', 'warm', 'cold', 'bytes', 'mjml bytes', 'share'],
  rows,
)
