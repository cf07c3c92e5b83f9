/** Every operation of the published contract under thousands of wrong requests: never a 5xx, never a leak. */
import { expect, test } from 'bun:test'
import { cancelJob, enqueue } from '../../src/platform/jobs/index.ts'
import { starters } from '../../src/surfaces/templates/starters/index.ts'
import { startDnsServer } from '../support/dns-server.ts'
import { type Json, type Schema, hostileBodies, hostileValues, spoil, valueFor } from '../support/hostile.ts'
import { createRandom } from '../support/random.ts'
import { runs } from '../support/runs.ts'
import { startService } from '../support/service.ts'
import { type Host, makeHost, openTestService } from '../surfaces/plugin/host.ts'

const seed = Number(process.env['SVC_TEST_SEED'] ?? 20261121)
const roundsPerOperation = runs(40)

type Parameter = { name: string; in: string; schema?: Schema; required?: boolean; $ref?: string }
type OperationObject = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: {
    content: Record<string, { schema?: Schema; example?: Json; examples?: Record<string, { value: Json }> }>
  }
  responses: Record<string, unknown>
}
type Contract = {
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

// No question leaves this machine, whatever is queried about.
const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))
const environment = { SVC_PLUGIN_RATE_LIMIT: '1000000/900', SVC_DNS_SERVERS: `127.0.0.1:${dns.port}` }
const service = await startService({ dialect: 'sqlite', environment })
const contract = (await (await service.handle(new Request('http://localhost/openapi.json'))).json()) as Contract
const resolve = (ref: string): Schema => contract.components.schemas[ref.split('/').at(-1) ?? ''] ?? {}

// Real documents, so that what is spoiled lies deep inside them.
const documents = starters.map((starter): Json => JSON.parse(JSON.stringify(starter.document)))
let knownId = ''

// Finished, so that the stream of its events ends.
const jobId = await service.store.tx(async (db) => {
  const kind = { name: 'webhooks.recover', maxAttempts: 1, retryDelaysMs: [], jitter: 0 }
  const id = await enqueue(db, kind, { payload: {}, projectId: service.projects.a, runAt: Date.now() + 3_600_000 })
  await cancelJob(db, id, [])
  return id
})

for (const [path, methods] of Object.entries(contract.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    test(`${operation.operationId} answers every wrong request with a 4xx that leaks nothing`, async () => {
      knownId = path.startsWith('/v1/jobs/')
        ? jobId
        : await service.create({ name: 'Fuzzed', type: 'promotional', document: documents[0] })
      const random = createRandom(seed + operation.operationId.length * 7919)
      for (let round = 0; round < roundsPerOperation; round++) {
        const visit = isOfPlugin(path) ? await visitHeaders() : {}
        const request = wrongRequest({ path, method: method.toUpperCase(), operation, random, round, visit })
        if (request === undefined) continue
        const response = await service.handle(request.send())
        const text = await response.text()
        const place = `seed ${seed}, round ${round}: ${request.line}`
        // 501 is the promised answer of an optional part that is not configured, whatever it is queried.
        if (response.status !== 501) expect(response.status, place).toBeLessThan(500)
        expect(response.headers.get('x-request-id'), place).toBeTruthy()
        if (response.status < 400) continue
        expect(Object.keys(operation.responses), place).toContain(String(response.status))
        const problem = JSON.parse(text) as { code: string; status: number; error?: string }
        // A target that cannot be read, or has no such method, belongs to no surface yet.
        const isPlugin =
          isOfPlugin(path) &&
          (problem.error !== undefined ||
            !['MALFORMED_REQUEST', 'ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED'].includes(problem.code))
        if (isPlugin) expect(problem, place).toMatchObject({ error: expect.any(String), errorType: expect.any(String) })
        else {
          expect(response.headers.get('content-type'), place).toContain('application/problem+json')
          expect(problem.status, place).toBe(response.status)
        }
        expect(problem.code, place).toMatch(/^[A-Z_]+$/)
        expect(text, place).not.toMatch(/at \w+ \(|node_modules|\.ts:\d|SQLITE|select .* from/i)
      }
    })
  }
}

type Case = {
  path: string
  method: string
  operation: OperationObject
  random: ReturnType<typeof createRandom>
  round: number
  /** Headers of a call of the embedded editor. */
  visit: Record<string, string>
}

function isOfPlugin(path: string): boolean {
  return path.startsWith('/v1/plugin/')
}

let host: Host | undefined
const visits = new Map<string, Record<string, string>>()

/** Headers of a session on an email that exists, and of one that does not exist yet. */
async function visitHeaders(): Promise<Record<string, string>> {
  host ??= await makeHost(service)
  const emailId = `fuzzed-${visits.size % 5}`
  const known = visits.get(emailId)
  if (known !== undefined) return known
  const { headers } = await openTestService(service, host, { emailId })
  visits.set(emailId, headers)
  return headers
}

/** One request of the operation with something wrong in its path, query, headers or body; undefined where nothing fits. */
function wrongRequest({ path, method, operation, random, round, visit }: Case) {
  const parameters = (operation.parameters ?? []).map(
    (parameter) => contract.components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter,
  )
  let target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'id' && random.next() < 0.8 ? knownId : hostileSegment(random.pick(hostileValues)),
  )
  const query = parameters.filter((parameter) => parameter.in === 'query' && random.next() < 0.2)
  const search = query.map((parameter) => {
    const value = random.next() < 0.4 ? valueFor(parameter.schema ?? {}, resolve, random) : random.pick(hostileValues)
    return `${parameter.name}=${hostileSegment(value)}`
  })
  if (random.next() < 0.1) search.push('unknown=1')
  if (search.length > 0) target += `?${search.join('&')}`

  const headers: Record<string, string> = { 'svc-api-auth': service.keys.a, ...visit }
  if (random.next() < 0.1) headers['if-match'] = random.pick(['*', '"0"', 'W/"1"', 'nonsense', '"'])
  if (random.next() < 0.1) headers['if-none-match'] = random.pick(['*', '"1"', ',,,'])
  if (random.next() < 0.1)
    headers['idempotency-key'] = random.pick(['a', 'b'.repeat(300), ' ', 'ключ'].filter(isHeader))
  if (random.next() < 0.1) headers['accept'] = random.pick(['text/html', 'image/png', '*/*;q=0', 'nonsense'])

  let body: string | undefined
  const content = operation.requestBody?.content['application/json']
  if (content) {
    headers['content-type'] = random.next() < 0.95 ? 'application/json' : random.pick(['text/plain', 'application/xml'])
    const schema = content.schema ?? {}
    const resolved = schema.$ref ? resolve(schema.$ref) : schema
    const takesDocument = JSON.stringify(resolved).includes('"document"')
    const example = content.example ?? Object.values(content.examples ?? {})[0]?.value
    const whole = random.next() < 0.5 && example !== undefined ? example : valueFor(schema, resolve, random)
    const valid =
      takesDocument && random.next() < 0.7
        ? { name: 'Fuzzed', type: 'promotional', document: random.pick(documents) }
        : whole
    const sent =
      takesDocument && operation.operationId !== 'templates.create' ? without(valid, ['name', 'type']) : valid
    body = round < hostileBodies.length ? hostileBodies[round] : JSON.stringify(spoil(sent, random))
  }
  const line = `${method} ${target} ${body?.slice(0, 200) ?? ''}`
  const send = () =>
    new Request(`http://localhost${target}`, { method, headers, ...(body === undefined ? {} : { body }) })
  try {
    send()
  } catch {
    return undefined
  }
  return { line, send }
}

function without(value: Json, names: string[]): Json {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

function hostileSegment(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(text.toWellFormed().slice(0, 4000))
}

function isHeader(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text)
}
