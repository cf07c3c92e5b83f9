/**
 * Webhooks: deliveries a second from a durable event to a receiver that verifies the signature, over http and over 200 https
 * hosts, and how long a healthy receiver waits beside slow ones. SQLite and Postgres at full durability; the receiver is a
 * process of its own. Peer: a bare loop of signed POSTs with fetch, which is the ceiling.
 */
import packet from 'dns-packet'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabase, postgresServer } from '../../test/support/postgres.ts'
import { createAuthority } from '../../test/support/certificates.ts'
import { removeDirectory } from '../server.ts'
import { printTable } from '../table.ts'
import type { Figures, Scenario } from './pipeline.ts'

const secret = `whsec_${btoa('a secret of thirty-two bytes, yes')}`
const authority = await createAuthority('Benchmark')
const identity = await authority.issue(['*.hooks.test'])

const dns = await Bun.udpSocket({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    data(socket, bytes, port, address) {
      const query = packet.decode(Buffer.from(bytes))
      const [question] = query.questions ?? []
      const isIpv4 = question?.type === 'A'
      const answers = isIpv4 ? [{ type: 'A' as const, name: question.name, ttl: 300, data: '127.0.0.1' }] : []
      const reply = { ...query, type: 'response' as const, flags: packet.RECURSION_AVAILABLE, answers, additionals: [] }
      socket.send(packet.encode(reply), port, address)
    },
  },
})

async function startReceiver() {
  const child = Bun.spawn([process.execPath, path.join(import.meta.dir, 'receiver.ts')], {
    env: { SECRET: secret, CERT: identity.cert, CERT_KEY: identity.key },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { value } = await child.stdout.getReader().read()
  const ports = JSON.parse(new TextDecoder().decode(value)) as { http: number[]; https: number }
  return { ...ports, stop: () => child.kill() }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

async function run(file: string, input: unknown): Promise<string> {
  const child = Bun.spawn([process.execPath, path.join(import.meta.dir, file), JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${file} failed`)
  return printed
}

const range = (count: number) => Array.from({ length: count }, (_, number) => number)
const http = (receiver: Receiver, name: string, host = 0) => `http://127.0.0.1:${receiver.http[host]}/${name}`
const overHttp = (receiver: Receiver, hosts: number) => ({
  urls: range(hosts).map((number) => http(receiver, 'hook', number)),
  events: 30_000,
})
const scenarios: Record<string, (receiver: Receiver) => Partial<Scenario>> = {
  'http, 30,000 waiting for 16 hosts': (receiver) => ({ ...overHttp(receiver, 16), isBacklog: true }),
  'http, 30,000 waiting for 64 hosts': (receiver) => ({ ...overHttp(receiver, 64), isBacklog: true }),
  'http, from the event on, 16 hosts': (receiver) => overHttp(receiver, 16),
  'https, 20,000 waiting for 200 hosts': (receiver) => ({
    urls: range(200).map((number) => `https://h${number}.hooks.test:${receiver.https}/hook`),
    events: 20_000,
    isBacklog: true,
    ca: authority.ca,
  }),
  'healthy beside one that takes 10 s with 10,000 due': (receiver) => ({
    urls: [http(receiver, 'timed')],
    events: 400,
    everyMs: 20,
    slow: { urls: [http(receiver, 'slow')], due: 10_000 },
  }),
  'healthy beside 200 that take 10 s with 50 due each': (receiver) => ({
    urls: [http(receiver, 'timed')],
    events: 400,
    everyMs: 20,
    slow: { urls: range(200).map((number) => http(receiver, `slow?${number}`)), due: 50 },
  }),
}

/** Each scenario on SQLite, and on Postgres those that measure the way from storage to the receiver. */
const runs = Object.entries(scenarios).flatMap(([name, make]) => [
  { name, make, isPostgres: false },
  ...(name.endsWith('16 hosts') ? [{ name: `${name}, Postgres`, make, isPostgres: true }] : []),
])
await postgresServer(['fsync=on', 'synchronous_commit=on', 'shared_buffers=512MB', 'max_connections=100'])

const wanted = process.argv[2] ?? ''
const rows: (string | number)[][] = []
for (const { name, make, isPostgres } of runs.filter((each) => each.name.includes(wanted))) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
  const receiver = await startReceiver()
  const scenario: Scenario = {
    dataDir,
    ...(isPostgres ? { url: await createDatabase() } : {}),
    phase: 'fill',
    urls: [],
    events: 0,
    isBacklog: false,
    statsUrl: http(receiver, 'stats'),
    secret,
    dnsPort: dns.port,
    ...make(receiver),
  }
  await run('pipeline.ts', scenario)
  const figures = JSON.parse(await run('pipeline.ts', { ...scenario, phase: 'send' })) as Figures
  receiver.stop()
  removeDirectory(dataDir)
  const isTimed = scenario.everyMs !== undefined
  if (figures.wrong > 0) throw new Error(`${name}: ${figures.wrong} messages were not signed`)
  rows.push([
    name,
    isTimed ? '–' : figures.perSecond.toLocaleString('en'),
    isTimed ? `${figures.p50Ms.toFixed(0)} / ${figures.p99Ms.toFixed(0)}` : '–',
    isTimed ? '–' : figures.cpuUs,
    isTimed ? '–' : figures.received - figures.unique,
    (figures.peakBytes / 1e6).toFixed(0),
  ])
}
const receiver = await startReceiver()
const bare = Number(await run('bare.ts', { url: http(receiver, 'hook'), secret, count: 30_000 }))
rows.push(['peer: bare loop of signed POSTs with fetch, http', bare.toLocaleString('en'), '–', '–', 0, '–'])
receiver.stop()
dns.close()
printTable(['', 'deliveries/s', 'event to arrival p50 / p99, ms', 'CPU µs each', 'twice', 'peak RSS, MB'], rows)
