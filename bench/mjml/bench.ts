/**
 * MJML → HTML against mjml 5 and mrml on the same sources: those of test/fixtures/mjml, the starters written as MJML, and
 * every .mjml of the folder that MJML_CORPUS names. All run hot on all sources before any is measured, and in turns then: each
 * through all sources, and before it the garbage of the others is collected outside the clock; its own counts as it falls due.
 * `again` renders one document again and again; `new` one that was never seen, parsed beforehand; `JSON → HTML` parses it too,
 * as mjml and mrml parse their source each time; `MJML → HTML` is the whole way from the source, the import included.
 * mjml and mrml run with their own defaults; what mrml refuses is left out where it is compared.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import mjml2html from 'mjml'
import { Engine } from 'mrml'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { mjmlBlocks } from '../../src/email/blocks/mjml.ts'
import { type EmailDocument, readDocument } from '../../src/email/document/index.ts'
import { readMjml } from '../../src/email/mjml/index.ts'
import { renderEmail } from '../../src/email/render/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { toMjml } from '../render/to-mjml.ts'
import { median, printTable } from '../table.ts'

const rounds = 25
/** Calls a round for each source. */
const calls = { ours: 10, mrml: 5, mjml: 2 }

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
  const read = readDocument(readMjml(source, blockTypes, mjmlBlocks).document, blockTypes)
  if (!('document' in read)) throw new Error(JSON.stringify(read.issues))
  return read.document
}

const render = (document: EmailDocument) =>
  renderEmail(document, blockTypes, { target: 'passthrough', outputs: ['html'] }).html ?? ''

function byMrml(source: string): string | undefined {
  const result = mrml.toHtml(source) as { type: string; content?: string }
  return result.type === 'success' ? result.content : undefined
}

/** One source, with the milliseconds a call of each way of rendering it, one figure a round. */
interface Case {
  name: string
  source: string
  json: string
  document: EmailDocument
  isReadByMrml: boolean
  times: Record<RenderMode, number[]>
}

const modes = ['again', 'new', 'json', 'source', 'mjml', 'mrml'] as const
type RenderMode = (typeof modes)[number]

const cases = [...written, ...shipped].map(([name, source]): Case => {
  const document = documentOf(source)
  const times = { again: [], new: [], json: [], source: [], mjml: [], mrml: [] }
  const isReadByMrml = byMrml(source) !== undefined
  return { name, source, json: JSON.stringify(document), document, isReadByMrml, times }
})

async function time(figures: number[], count: number, call: (at: number) => unknown): Promise<void> {
  const start = performance.now()
  for (let at = 0; at < count; at++) {
    const result = call(at)
    if (result instanceof Promise) await result
  }
  figures.push((performance.now() - start) / count)
}

const turns: Record<RenderMode, (one: Case) => Promise<void>> = {
  async new({ json, times }) {
    const fresh = Array.from({ length: calls.ours }, () => JSON.parse(json) as EmailDocument)
    await time(times.new, calls.ours, (at) => render(fresh[at] as EmailDocument))
  },
  mjml: ({ source, times }) => time(times.mjml, calls.mjml, () => mjml2html(source)),
  json: ({ json, times }) => time(times.json, calls.ours, () => render(JSON.parse(json) as EmailDocument)),
  async mrml({ source, isReadByMrml, times }) {
    if (isReadByMrml) await time(times.mrml, calls.mrml, () => byMrml(source))
  },
  source: ({ source, times }) => time(times.source, calls.ours, () => render(documentOf(source))),
  again: ({ document, times }) => time(times.again, calls.ours, () => render(document)),
}

const heating = 8
for (let round = 0; round < heating + rounds; round++) {
  for (const mode of modes) {
    Bun.gc(true)
    for (const one of cases) {
      await turns[mode](one)
      if (round < heating) one.times[mode].length = 0
    }
  }
}

const middle = ({ times }: Case, mode: RenderMode) => median(times[mode])
const total = (mode: RenderMode, of = cases) => of.reduce((sum, one) => sum + middle(one, mode), 0)
const rows: (string | number)[][] = []
const bytes = { ours: 0, theirs: 0 }
for (const one of cases) {
  const own = Buffer.byteLength(render(one.document))
  const theirs = Buffer.byteLength((await mjml2html(one.source)).html)
  bytes.ours += own
  bytes.theirs += theirs
  rows.push([...figures(one.name, (mode) => middle(one, mode), one.isReadByMrml), own, (own / theirs).toFixed(2)])
}
const isRead = cases.filter((one) => one.isReadByMrml)
rows.push([
  ...figures(`all ${cases.length}`, (mode) => total(mode), true),
  bytes.ours,
  (bytes.ours / bytes.theirs).toFixed(2),
])
printTable(['template', 'again', 'new', 'JSON → HTML', 'MJML → HTML', 'mjml', 'mrml', 'bytes', 'of mjml'], rows)
const against = (peer: 'mjml' | 'mrml', of: Case[]) =>
  (['again', 'new', 'json', 'source'] as const)
    .map((mode) => `${mode} ${(total(peer, of) / total(mode, of)).toFixed(1)}×`)
    .join(', ')
console.log(`\nMilliseconds, median of ${rounds} rounds. Against mjml: ${against('mjml', cases)}.`)
console.log(
  `Against mrml, where it reads the source (${isRead.length} of ${cases.length}): ${against('mrml', isRead)}.`,
)

function figures(name: string, of: (mode: RenderMode) => number, isReadByMrml: boolean): string[] {
  return [name, ...modes.map((mode) => (mode === 'mrml' && !isReadByMrml ? 'refuses' : of(mode).toFixed(3)))]
}
