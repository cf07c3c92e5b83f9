/**
 * How long hostile content keeps the event loop from others: by call and kind of content, the processor time of the main
 * thread that one request takes (Linux), and how long `/healthz` waits meanwhile. `bench.ts WORD` takes the kinds with that word.
 */
import { readFileSync } from 'node:fs'
import { type Server, apiKey, removeDirectory, startBinary } from '../server.ts'
import { css, documents, html, htmlDocument, seededRandom } from './inputs.ts'

const random = seededRandom(17)
const word = process.argv[2] ?? ''
const port = 18_000 + (process.pid % 1000)
const server = await startBinary(port)

interface Row {
  name: string
  ownMs: number
  waitMs: number
  status: number
}

const calls: Record<string, (source: string) => [path: string, body: unknown]> = {
  generate: (source) => ['/templates/generate', { document: htmlDocument(source) }],
  'generate with lint': (source) => ['/templates/generate', { document: htmlDocument(source), lint: true }],
  'generate AMP': (source) => ['/templates/generate', { document: htmlDocument(source), outputs: ['amp'] }],
  export: (source) => ['/export', { html: source, format: 'html' }],
  'export for a provider': (source) => [
    '/export',
    { document: htmlDocument(source), format: 'esp', target: 'mailchimp' },
  ],
  'save a document': (source) => ['/templates', { name: 'x', type: 'other', document: htmlDocument(source) }],
  'save HTML': (source) => ['/templates', { name: 'x', type: 'other', html: source }],
  import: (source) => ['/templates/import', { html: source }],
}

for (const length of [8000, 120_000, 1_000_000]) {
  for (const [name, call] of Object.entries(calls)) {
    const rows: Row[] = []
    for (const [kind, make] of Object.entries(html))
      if (kind.includes(word)) rows.push(await measure(server, kind, ...call(make(length, random))))
    print(`${name}, HTML of ${length} characters`, rows)
  }
}
const read: Row[] = []
for (const [kind, make] of Object.entries(documents)) {
  if (!kind.includes(word)) continue
  read.push(await measure(server, kind, '/templates/generate', { document: make(1_900_000, random) }))
}
print('generate, documents of 2 MB', read)
const sheets: Row[] = []
for (const [kind, make] of Object.entries(css)) {
  if (!kind.includes(word)) continue
  const document = { ...htmlDocument('<p>x</p>'), head: { css: make(64_000, random) } }
  sheets.push(await measure(server, kind, '/templates/generate', { document }))
}
print('generate, style sheets of 64 KB', sheets)
await server.stop()
removeDirectory(server.dataDir)

async function measure({ pid }: Server, name: string, path: string, body: unknown): Promise<Row> {
  const text = JSON.stringify(body)
  const before = ownMsOf(pid)
  let isOver = false
  let waitMs = 0
  const polled = (async () => {
    while (!isOver) {
      const start = performance.now()
      await fetch(`http://127.0.0.1:${port}/healthz`).then((response) => response.arrayBuffer())
      waitMs = Math.max(waitMs, performance.now() - start)
      await Bun.sleep(20)
    }
  })()
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method: 'POST',
    headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
    body: text,
  })
  await response.arrayBuffer()
  isOver = true
  await polled
  return { name, ownMs: ownMsOf(pid) - before, waitMs, status: response.status }
}

/** Processor time of the main thread, in which the event loop is, in ms. */
function ownMsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

function print(title: string, rows: readonly Row[]): void {
  if (rows.length === 0) return
  const sorted = rows.toSorted((left, right) => left.ownMs - right.ownMs)
  const median = sorted[Math.floor(sorted.length / 2)]
  const worst = sorted.at(-1)
  const waits = rows.map(({ waitMs }) => waitMs).toSorted((left, right) => left - right)
  const waited = `healthz ${ms(waits[Math.floor(waits.length / 2)])} / ${ms(waits.at(-1))}`
  console.log(
    `${title}: main thread median ${ms(median?.ownMs)}, worst ${ms(worst?.ownMs)} (${worst?.name}, ${worst?.status}); ${waited}`,
  )
}

function ms(value = 0): string {
  return `${value.toFixed(0)} ms`
}
