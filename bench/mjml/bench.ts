/**
 * MJML → HTML against mjml 5 and mrml on the same sources: those of test/fixtures/mjml, the starters written as MJML, and
 * every .mjml of the folder that MJML_CORPUS names. `read` makes a document of the source; `warm` draws one document again
 * and again, `cold` one never seen before; `read + draw` is the whole way from source to HTML. mjml and mrml run with
 * their own defaults; what mrml refuses is left out of its column.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import mjml2html from 'mjml'
import { Engine } from 'mrml'
import { blockTypes } from '../../src/engines/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../src/engines/document/index.ts'
import { readMjml } from '../../src/engines/mjml/index.ts'
import { renderEmail } from '../../src/engines/render/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { toMjml } from '../render/to-mjml.ts'
import { median, printTable } from '../table.ts'

const rounds = 5
const callsPerRound = 40
const mjmlPerRound = 4

const folders = [join(import.meta.dir, '../../test/fixtures/mjml'), process.env['MJML_CORPUS'] ?? '']
const written = folders
  .filter((folder) => folder !== '')
  .flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.mjml'))
      .map((file): [string, string] => [basename(file, '.mjml'), readFileSync(join(folder, file), 'utf8')]),
  )
const shipped = starters.map((starter): [string, string] => {
  const read = readDocument(starter.document, blockTypes)
  if (!('document' in read)) throw new Error(starter.key)
  return [starter.key, toMjml(read.document, starter.data)]
})
const mrml = new Engine()

function documentOf(source: string): EmailDocument {
  const read = readDocument(readMjml(source).document, blockTypes)
  if (!('document' in read)) throw new Error(JSON.stringify(read.issues))
  return read.document
}

const draw = (document: EmailDocument) =>
  renderEmail(document, blockTypes, { target: 'passthrough', outputs: ['html'] }).html ?? ''

/** Milliseconds a call, median over the rounds; the first round warms up. */
async function time(calls: number, call: () => unknown, prepare?: () => void): Promise<number> {
  const figures: number[] = []
  for (let round = 0; round <= rounds; round++) {
    prepare?.()
    const start = performance.now()
    for (let i = 0; i < calls; i++) {
      const result = call()
      if (result instanceof Promise) await result
    }
    if (round > 0) figures.push((performance.now() - start) / calls)
  }
  return median(figures)
}

function byMrml(source: string): string | undefined {
  const result = mrml.toHtml(source) as { type: string; content?: string }
  return result.type === 'success' ? result.content : undefined
}

const rows: (string | number)[][] = []
const names = [
  'read',
  'warm',
  'cold',
  'whole',
  'mjml',
  'bytes',
  'mjmlBytes',
  'mrml',
  'coldBesideMrml',
  'warmBesideMrml',
] as const
const total = Object.fromEntries(names.map((name) => [name, 0])) as Record<(typeof names)[number], number>
let refused = 0
for (const [name, source] of [...written, ...shipped]) {
  const document = documentOf(source)
  const read = await time(callsPerRound, () => documentOf(source))
  const warm = await time(callsPerRound * 5, () => draw(document))
  let copies: EmailDocument[] = []
  const cold = await time(
    callsPerRound,
    () => draw(copies.pop() as EmailDocument),
    () => (copies = Array.from({ length: callsPerRound }, () => structuredClone(document))),
  )
  const whole = await time(callsPerRound, () => draw(documentOf(source)))
  let theirHtml = ''
  const theirs = await time(mjmlPerRound, async () => (theirHtml = (await mjml2html(source)).html))
  const isKnown = byMrml(source) !== undefined
  const rust = isKnown ? await time(callsPerRound, () => byMrml(source)) : undefined
  const bytes = Buffer.byteLength(draw(document))
  const theirBytes = Buffer.byteLength(theirHtml)
  total.read += read
  total.warm += warm
  total.cold += cold
  total.whole += whole
  total.mjml += theirs
  total.bytes += bytes
  total.mjmlBytes += theirBytes
  if (rust === undefined) refused++
  else {
    total.mrml += rust
    total.coldBesideMrml += cold
    total.warmBesideMrml += warm
  }
  rows.push([
    name,
    read.toFixed(2),
    warm.toFixed(3),
    cold.toFixed(3),
    whole.toFixed(2),
    theirs.toFixed(2),
    rust?.toFixed(2) ?? 'refuses',
    bytes,
    (bytes / theirBytes).toFixed(2),
  ])
}
rows.push([
  `all ${rows.length}`,
  total.read.toFixed(2),
  total.warm.toFixed(3),
  total.cold.toFixed(3),
  total.whole.toFixed(2),
  total.mjml.toFixed(2),
  total.mrml.toFixed(2),
  total.bytes,
  (total.bytes / total.mjmlBytes).toFixed(2),
])
printTable(
  ['template', 'read ms', 'warm ms', 'cold ms', 'read + draw ms', 'mjml ms', 'mrml ms', 'bytes', 'of mjml'],
  rows,
)
const times = (theirs: number, ours: number) => `${(theirs / ours).toFixed(1)}×`
console.log(
  `\nAgainst mjml: warm ${times(total.mjml, total.warm)}, cold ${times(total.mjml, total.cold)}, read + draw ${times(total.mjml, total.whole)}.`,
)
console.log(
  `Against mrml, where it reads the source (it refuses ${refused}): warm ${times(total.mrml, total.warmBesideMrml)}, cold ${times(total.mrml, total.coldBesideMrml)}.`,
)
