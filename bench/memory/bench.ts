/**
 * Memory of the compiled binary under 10,000 mixed requests: new documents rendered, templates linted, exported as HTML and
 * verification of addresses that nobody knows, none of them the same twice. After each tenth, the resident memory; flat is what
 * the second half does not add to.
 */
import { apiKey, removeDirectory, startBinary } from '../server.ts'
import { printTable } from '../table.ts'
import { fortyBlocks } from '../api/forty-blocks.ts'

const total = 10_000
const beside = 8
const port = 4350

const server = await startBinary(port)
const headers = { 'svc-api-auth': apiKey, 'content-type': 'application/json' }

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return text === '' ? undefined : JSON.parse(text)
}

const templateOf = (n: number) => ({ ...fortyBlocks, meta: { ...fortyBlocks.meta, title: `Email ${n}` } })
const made: string[] = []
for (let n = 0; n < 20; n++) {
  const body = { name: `Template ${n}`, type: 'promotional', document: templateOf(n) }
  made.push(((await call('POST', '/v1/templates', body)) as { id: string }).id)
}

const kinds: readonly ((n: number) => Promise<unknown>)[] = [
  (n) =>
    call('POST', '/v1/templates/generate', { document: templateOf(n), data: { name: `N ${n}` }, outputs: ['html'] }),
  (n) => call('GET', `/v1/templates/${made[n % made.length]}/lint`),
  (n) => call('POST', '/v1/export', { template_id: made[n % made.length], format: 'html' }),
  (n) => call('POST', '/v1/verify', { email: `person.${n}@nobody-${n}.invalid` }),
]

const megabytes = () => server.rssBytes() / 1e6
const idle = megabytes()
const rows: (string | number)[][] = []
let next = 0
for (let part = 1; part <= 10; part++) {
  const until = (part * total) / 10
  const began = performance.now()
  const work = async () => {
    for (let n = next++; n < until; n = next++) await kinds[n % kinds.length]?.(n)
  }
  await Promise.all(Array.from({ length: beside }, work))
  next = until
  rows.push([until, megabytes().toFixed(0), ((1000 * total) / 10 / (performance.now() - began)).toFixed(0)])
}
console.log(`Idle with ${made.length} templates: ${idle.toFixed(0)} MB.\n`)
printTable(['requests', 'memory, MB', 'requests/s'], rows)
await server.stop()
removeDirectory(server.dataDir)
