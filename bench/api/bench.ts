/**
 * Requests a second of the compiled binary on one core: one template, by id and by external id, against a bare handler that
 * reads the same row; what authentication, rate limit and the read cost; JSON in → HTML out for a document of 40 blocks, also
 * of a published template beside one that was only saved. Then the time of the OpenAPI document.
 */
import path from 'node:path'
import { driveApart, message } from '../load.ts'
import { apiKey, processorMsOf, removeDirectory, spawnServer, startBinary } from '../server.ts'
import { median, printTable } from '../table.ts'
import { fortyBlocks } from './forty-blocks.ts'

const rounds = 3
const connections = 64
const seconds = 3

const server = await startBinary(4300)
const auth = { 'svc-api-auth': apiKey }
const post = async (call: string, body: object): Promise<{ id: string }> => {
  const response = await fetch(`http://127.0.0.1:4300/v1${call}`, {
    method: 'POST',
    headers: { ...auth, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${call}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { id: string }
}
const measured = { type: 'promotional', document: fortyBlocks }
const { id } = await post('/templates', { ...measured, name: 'Measured', external_id: 'measured' })
const { id: publishedId } = await post('/templates', { ...measured, name: 'Published' })
await post(`/templates/${publishedId}/publish`, {})
const bare = await spawnServer([process.execPath, path.join(import.meta.dir, 'bare.ts')], {
  port: 4301,
  probe: '/healthz',
  env: { PORT: '4301', DATABASE: path.join(server.dataDir, 'svc.db') },
})

const generate = (title: string, name: string) =>
  JSON.stringify({
    document: { ...fortyBlocks, meta: { ...fortyBlocks.meta, title } },
    data: { name },
    outputs: ['html'],
  })
// One document for many people, as a mailing does.
const mailing = Array.from({ length: 1000 }, (_, i) =>
  message('POST', '/v1/templates/generate', auth, generate('The same', `Ada ${i}`)),
)
// More documents than the service caches, in turn: every one is read anew.
const unknownDocuments = Array.from({ length: 1000 }, (_, i) =>
  message('POST', '/v1/templates/generate', auth, generate(`New ${i}`, 'Ada')),
)
// One template for many people.
const mailingOf = (template: string) =>
  Array.from({ length: 1000 }, (_, i) =>
    message(
      'POST',
      '/v1/templates/generate',
      auth,
      JSON.stringify({ template_id: template, data: { name: `Ada ${i}` }, outputs: ['html'] }),
    ),
  )
const loads = {
  'bare Bun.serve, one template': { port: 4301, messages: [message('GET', `/v1/templates/${id}`)] },
  'svc, GET /v1/templates/{id}': { port: 4300, messages: [message('GET', `/v1/templates/${id}`, auth)] },
  'svc, GET /v1/templates/ext:{external_id}': {
    port: 4300,
    messages: [message('GET', '/v1/templates/ext:measured', auth)],
  },
  'svc, GET /healthz (no key)': { port: 4300, messages: [message('GET', '/healthz')] },
  'svc, POST /v1/templates/generate, 40 blocks, same document, other data': { port: 4300, messages: mailing },
  'svc, POST /v1/templates/generate, 40 blocks, stored template, other data': { port: 4300, messages: mailingOf(id) },
  'svc, POST /v1/templates/generate, 40 blocks, published template, other data': {
    port: 4300,
    messages: mailingOf(publishedId),
  },
  'svc, POST /v1/templates/generate, 40 blocks, new documents': { port: 4300, messages: unknownDocuments },
}

const figures = new Map<string, number[]>()
const processorUs = new Map<string, number[]>()
for (let round = 0; round < rounds; round++) {
  for (const [name, load] of Object.entries(loads)) {
    const { pid } = load.port === 4300 ? server : bare.child
    await driveApart({ ...load, connections, seconds: 0.5, warmupSeconds: 0 })
    const before = processorMsOf(pid)
    const result = await driveApart({ ...load, connections, seconds, warmupSeconds: 0 })
    const usedUs = (processorMsOf(pid) - before) * 1000
    processorUs.set(name, [...(processorUs.get(name) ?? []), usedUs / result.requests])
    if (Object.keys(result.statuses).some((status) => status !== '200'))
      throw new Error(`${name}: ${JSON.stringify(result.statuses)}`)
    figures.set(name, [...(figures.get(name) ?? []), result.perSecond])
  }
}
const document = await driveApart({
  port: 4300,
  messages: [message('GET', '/openapi.json')],
  connections: 1,
  seconds,
  warmupSeconds: 0.5,
})
await server.stop()
bare.child.kill()
removeDirectory(server.dataDir)

const rate = (name: keyof typeof loads) => median(figures.get(name) ?? [])
printTable(
  ['', 'requests/s (median of 3)', 'µs each', 'of the processor'],
  Object.keys(loads).map((name) => {
    const perSecond = rate(name as keyof typeof loads)
    return [name, perSecond, (1e6 / perSecond).toFixed(1), median(processorUs.get(name) ?? []).toFixed(1)]
  }),
)
// By processor time: the load generator is too slow to keep the bare handler busy.
const cost = (name: keyof typeof loads) => Math.min(...(processorUs.get(name) ?? []))
const shareOf = (name: keyof typeof loads) => ((cost('bare Bun.serve, one template') / cost(name)) * 100).toFixed(0)
// A template by id does all that /healthz does, and is read from a cache.
const guardUs = cost('svc, GET /v1/templates/{id}') - cost('svc, GET /healthz (no key)')
console.log(
  `\nOne template, by processor time: ${shareOf('svc, GET /v1/templates/{id}')} % of the bare handler by id, ` +
    `${shareOf('svc, GET /v1/templates/ext:{external_id}')} % by external id (aim 60 %). ` +
    `Key, rate limit and the read: ${guardUs.toFixed(1)} µs more than /healthz (aim: 100 µs).`,
)
console.log(`/openapi.json: p95 ${document.p95Ms.toFixed(1)} ms on one connection (aim 20 ms).`)
console.log(`Request body of generate: ${Buffer.byteLength(generate('The same', 'Ada'))} bytes.`)
