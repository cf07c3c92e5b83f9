/** A store, the processes of the service on it, proxies before Postgres, and somebody who calls them. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cleanUp } from '../../test/support/clean-up.ts'
import { type CommitProxy, startCommitProxy } from '../../test/support/commit-proxy.ts'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { createDatabase } from '../../test/support/postgres.ts'
import { type Random, createRandom } from '../../test/support/random.ts'
import { type SilentProxy, startSilentProxy } from '../../test/support/silent-proxy.ts'
import { type Database, connectDatabase } from './database.ts'
import { type Receiver, openReceiver } from './receiver.ts'
import { Replica, type ReplicaOptions, commandOf } from './replica.ts'
import { Tally } from './tally.ts'

export interface WorldOptions {
  seed: number
  dialect?: 'postgres' | 'sqlite'
  replicas?: number
  /** Runs the source instead of dist/svc. */
  isSource?: boolean
  /** More settings of replica `index`. */
  environment?: (index: number) => Record<string, string>
  /** false: the processes are not started, and there are no keys. */
  isStarted?: boolean
}

export interface Call {
  method: string
  path: string
  body?: unknown
  form?: () => FormData
  /** In place of the key with every scope; null for none. */
  key?: string | null
  headers?: Record<string, string>
  /** Which replica; any unless given. */
  at?: number
  /** Client errors that this call may get besides those that races cause (404, 409, 412, 423). */
  mayBe?: readonly number[]
}

export interface Answer {
  /** 0 when the connection ended without a response. */
  status: number
  body: Record<string, unknown>
  text: string
}

const bootstrapKey = `svc_${'7a'.repeat(24)}`
const instanceSecret = 'only the race bench knows this secret'
const answerMs = 90_000
/** What a caller may be determined because somebody else was faster. */
const raced = [404, 409, 412, 423]

export class World {
  readonly random: Random
  readonly tally = new Tally()
  readonly replicas: Replica[] = []
  /** In front of Postgres, one of each for each replica. */
  readonly commits: CommitProxy[] = []
  readonly silences: SilentProxy[] = []
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'svc-races-'))
  readonly receiver: Receiver = openReceiver()
  readonly options: WorldOptions
  readonly #replicaOptions: ReplicaOptions[] = []
  database!: Database
  databaseUrl: string | undefined
  /** A key that has no grant anywhere and may read templates. */
  readerKey = ''
  projectId = ''
  pluginId = ''
  pluginSecret = ''

  constructor(options: WorldOptions) {
    this.options = options
    this.random = createRandom(options.seed)
    cleanUp(() => rmSync(this.dataDir, { recursive: true, force: true }))
  }

  async open(): Promise<void> {
    const { dialect = 'postgres', environment = () => ({}), isSource = false, replicas = 2 } = this.options
    this.databaseUrl = dialect === 'postgres' ? await createDatabase() : undefined
    this.database = connectDatabase(this.databaseUrl, this.dataDir)
    cleanUp(() => this.database.close())
    for (let index = 0; index < replicas; index++) {
      const options = {
        command: commandOf(isSource),
        environment: { ...(await this.#settings()), ...environment(index) },
      }
      this.#replicaOptions.push(options)
      this.replicas.push(new Replica(options))
    }
    if (this.options.isStarted === false) return
    // One after the other: two first starts at once are a scenario of their own.
    for (const replica of this.replicas) await replica.start()
    await this.#introduce()
  }

  async #settings(): Promise<Record<string, string>> {
    const nobody = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))
    const usual = {
      PATH: process.env['PATH'] ?? '',
      SVC_DATA_DIR: this.dataDir,
      SVC_SECRET: instanceSecret,
      SVC_BOOTSTRAP_API_KEY: bootstrapKey,
      SVC_API_RATE_LIMIT: '100000000/60',
      SVC_PLUGIN_RATE_LIMIT: '100000000/60',
      SVC_CDN_RATE_LIMIT: '100000000/60',
      SVC_VERIFY_LOOKUPS: 'false',
      SVC_NET_ALLOW: '127.0.0.0/8',
      SVC_DNS_SERVERS: `${nobody.host}:${nobody.port}`,
      SVC_LOG: 'error',
    }
    if (this.databaseUrl === undefined) return usual
    const commits = await startCommitProxy(this.databaseUrl)
    const silence = await startSilentProxy(Number(new URL(commits.url).port))
    this.commits.push(commits)
    this.silences.push(silence)
    const url = new URL(this.databaseUrl)
    url.port = `${silence.port}`
    return { ...usual, SVC_DATABASE_URL: url.href }
  }

  /** What commands such as `audit verify` need, past the proxies. */
  get commandOptions(): ReplicaOptions {
    const [first] = this.#replicaOptions
    if (first === undefined) throw new Error('The world is not open.')
    const direct = this.databaseUrl === undefined ? {} : { SVC_DATABASE_URL: this.databaseUrl }
    return { ...first, environment: { ...first.environment, ...direct } }
  }

  async #introduce(): Promise<void> {
    const reader = await this.must({
      method: 'POST',
      path: '/v1/api-keys',
      body: { name: 'Reader', scopes: ['templates:read'] },
    })
    this.readerKey = String(reader['key'])
    const [project] = await this.database.rows<{ id: string; plugin_id: string }>(
      'select id, plugin_id from projects where id in (select project_id from api_keys)',
    )
    this.projectId = project?.id ?? ''
    this.pluginId = project?.plugin_id ?? ''
    const rotated = await this.must({
      method: 'POST',
      path: `/v1/projects/${this.projectId}/credentials/rotate`,
      body: { grace_seconds: 0 },
    })
    this.pluginSecret = String(rotated['secret_key'])
    const events = ['template.created', 'template.updated', 'template.deleted', 'export.completed']
    await this.must({
      method: 'POST',
      path: '/v1/webhooks',
      body: { url: this.receiver.url, events: [...events, 'verification.batch.completed'] },
    })
  }

  /** Makes one call. Notes each response that no caller should get, whatever the others do. */
  async call(call: Call): Promise<Answer> {
    const at = call.at ?? this.random.integer(this.replicas.length)
    const replica = this.replicas[at]
    if (replica === undefined) throw new Error(`There is no replica ${at}.`)
    const { isDisturbed, kills } = replica
    const startedAt = performance.now()
    const answer = await send(replica, call).catch((error: unknown): Answer => {
      return { status: 0, body: {}, text: String(error) }
    })
    this.tally.add(answer.status, performance.now() - startedAt)
    const isExcused = isDisturbed || replica.isDisturbed || replica.kills !== kills
    const problem = problemOf(call, answer, isExcused)
    if (problem !== undefined) this.tally.faults.push(`${call.method} ${withoutIds(call.path)}: ${problem}`)
    return answer
  }

  /** Repeats a call under one Idempotency-Key at any replica until it is answered other than 503, 409 for a call that still runs, or not at all. */
  async insist(call: Call, idempotencyKey: string = crypto.randomUUID()): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.call({ ...call, headers: { ...call.headers, 'idempotency-key': idempotencyKey } })
      const isOpen = [0, 503].includes(answer.status) || answer.body['code'] === 'IDEMPOTENCY_IN_PROGRESS'
      if (!isOpen || attempt === 200) return answer
      await Bun.sleep(20 + this.random.integer(100))
    }
  }

  /** Makes a call that has to succeed, and gives the body. */
  async must(call: Call): Promise<Record<string, unknown>> {
    const answer = await this.insist(call)
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${call.method} ${call.path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  /** Reads a file with the key with every scope, at any replica. */
  async download(to: string): Promise<{ status: number; bytes: Uint8Array }> {
    const replica = this.random.pick(this.replicas)
    const headers = { 'svc-api-auth': bootstrapKey }
    const response = await fetch(replica.url + to, { headers, keepalive: false, signal: AbortSignal.timeout(answerMs) })
    return { status: response.status, bytes: await response.bytes() }
  }

  /** Opens a session of the editor on an email of the host's, and gives the headers of its calls. */
  async openSession(emailId: string, userId: number): Promise<Record<string, string>> {
    const json = JSON.stringify({ pluginId: this.pluginId, userId, expires: Date.now() + 3_600_000 })
    const signature = createHmac('sha256', this.pluginSecret).update(json).digest('hex')
    const token = Buffer.from(`${json}.${signature}`).toString('base64')
    const headers = { 'es-plugin-auth': token }
    const body = { pluginId: this.pluginId, emailId }
    const opened = await this.must({ method: 'POST', path: '/v1/plugin/init', key: null, headers, body })
    return { ...headers, 'svc-session': String(opened['sessionId']) }
  }

  /** Ends all processes; those that are stopped go on first. */
  async stop(): Promise<void> {
    for (const replica of this.replicas) if (replica.pid > 0) await replica.kill('SIGKILL')
  }
}

/** Opens a world; it is gone with the clean-ups of the process. */
export async function openWorld(options: WorldOptions): Promise<World> {
  const world = new World(options)
  await world.open()
  return world
}

async function send(replica: Replica, { method, path: to, body, form, key, headers = {} }: Call): Promise<Answer> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const auth = key === null ? {} : { 'svc-api-auth': key ?? bootstrapKey }
  const content = form === undefined ? (body === undefined ? undefined : JSON.stringify(body)) : form()
  const response = await fetch(replica.url + to, {
    method,
    headers: { ...json, ...auth, ...headers },
    // A connection of its own: one that is kept may be closed by a process that ended, and the call be repeated unasked.
    keepalive: false,
    signal: AbortSignal.timeout(answerMs),
    ...(content === undefined ? {} : { body: content }),
  })
  const text = await response.text()
  return { status: response.status, body: objectOf(text), text }
}

/** A path with the kinds of ids in place of the ids. */
function withoutIds(to: string): string {
  return to.replace(/\b([a-z]{2,4})_[0-9a-z]{20,}/g, '{$1}')
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function problemOf({ mayBe = [] }: Call, { body, status, text }: Answer, isExcused: boolean): string | undefined {
  if (status === 0) return isExcused ? undefined : `no response (${text})`
  if (status === 503) return undefined
  if (status < 400 || (status < 500 && (raced.includes(status) || mayBe.includes(status)))) return undefined
  // Without the id of the request and the port, so that the same faults are counted as one.
  const said =
    body['code'] === undefined ? text : [body['code'], body['detail'], JSON.stringify(body['issues'])].join(' ')
  return `${status} ${said.slice(0, 300)}`
}
