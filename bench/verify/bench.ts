/**
 * Verification by the compiled binary: batches over HTTP to the last stored row, single calls, and a batch within limits. The
 * mail servers are twenty in a process of their own, 50 ms from every answer, for 200 domains of every kind (`mix.ts`); every
 * verdict is held against the truth, and a wrong one fails the bench. Peers: other verifiers on the same servers, where
 * BENCH_VERIFY_PEERS names them (`peers.ts`); and of a single call the time in which its mail servers were asked, which no
 * verifier can save.
 */
import path from 'node:path'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { apiKey, startBinary } from '../server.ts'
import { printTable } from '../table.ts'
import { type Counts, compare } from './compare.ts'
import type { SeenRequest } from './farm.ts'
import { type MixRequest, answerOf, blockingOf, mixOf, servers } from './mix.ts'
import { runPeers } from './peers.ts'

const port = 3990
const [addressesOfBatch, singles, peerWidth] = [10_000, 100, 200]
const all = Number(process.env['BENCH_ADDRESSES'] ?? 20_000)
const limit = { max: 50, windowMs: 10_000, addresses: 3000 }
/** How long verdicts are waited for: without limits, and four times what the limits come to, milliseconds. */
const maxMs = 600_000
const maxLimitedMs = 4 * (limit.addresses / servers / limit.max + 1) * limit.windowMs

const farm = Bun.spawn([process.execPath, path.join(import.meta.dir, 'farm.ts')], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
process.on('exit', () => farm.kill())
const lines = farm.stdout.pipeThrough(new TextDecoderStream()).getReader()
const place = JSON.parse((await lines.read()).value ?? '') as { port: number; addresses: string[] }

const run = await withBinary('of domains', '1000000/1', async (server, questions) => {
  const { counts, seconds } = await verify(mixOf(all))
  const asked = questions.filter((question) => /^(?:MX|A|AAAA) .*\.test$/.test(question))
  const names = new Set(asked.map((question) => question.split(' ')[1])).size
  return { counts, seconds, perName: asked.length / names, rss: server.rssBytes(), spent: await callOneByOne() }
})
const rows: [string, Counts, number][] = [['svc, batches', run.counts, run.seconds]]
for (const { counts, name, seconds } of runPeers(all, peerWidth)) rows.push([name, counts, seconds])
printTable(
  ['', 'addresses', 'rows/s', 'right', 'good called invalid', 'called safe, and not', 'undecided', 'other'],
  rows.map(([name, { falseInvalid, falseSafe, other, right, undecided }, seconds]) => [
    name,
    all,
    Math.round(all / seconds),
    right,
    falseInvalid,
    falseSafe,
    undecided,
    other,
  ]),
)
console.log('')
printTable(
  ['svc', 'DNS questions a name', 'RSS, MB', 'single call beside the network, p50 ms', 'p95 ms'],
  [['', run.perName.toFixed(2), Math.round(run.rss / 1e6), at(run.spent, 0.5), at(run.spent, 0.95)]],
)

const { max, windowMs } = limit
const limited = await withBinary('of providers', `${max}/${windowMs / 1000}`, async () => {
  await look()
  const { counts } = await verify(mixOf(limit.addresses), maxLimitedMs)
  return { counts, seen: await look() }
})
// Those that block us are left alone.
const seen = limited.seen.filter((_, index) => blockingOf(index) === undefined)
console.log('')
printTable(
  [
    'limit of a provider',
    'addresses',
    'right',
    'most in any window',
    'used of the limit, least to most of 18 providers',
  ],
  [
    [
      `${max} in ${windowMs / 1000} s`,
      limit.addresses,
      limited.counts.right,
      Math.max(...seen.map(({ busiest }) => busiest)),
      [Math.min, Math.max].map((end) => `${Math.round(100 * end(...seen.map(({ used }) => used)))} %`).join(' to '),
    ],
  ],
)
farm.kill()
const wrong = all - run.counts.right + limit.addresses - limited.counts.right
if (wrong > 0 || seen.some(({ busiest }) => busiest > max)) {
  console.error(`${wrong} wrong verdicts, or a limit that was not kept`)
  process.exit(1)
}

async function withBinary<T>(
  names: Parameters<typeof answerOf>[1],
  rate: string,
  work: (server: Awaited<ReturnType<typeof startBinary>>, questions: readonly string[]) => Promise<T>,
): Promise<T> {
  const dns = await startDnsServer(answerOf(place.addresses, names))
  const server = await startBinary(port, undefined, {
    SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
    SVC_NET_ALLOW: '127.0.0.0/8',
    SVC_VERIFY_SMTP_PORT: String(place.port),
    SVC_VERIFY_HELO: 'verify.example.org',
    SVC_VERIFY_RATE: rate,
    SVC_VERIFY_RETRIES: '3,5,10',
  })
  try {
    return await work(server, dns.questions)
  } finally {
    await server.stop()
    dns.close()
  }
}

interface Progress {
  readonly status: string
  readonly progress: { readonly processed: number }
}

/** Verifies addresses in batches side by side; the time is that to the last stored row. Fails where one takes too long. */
async function verify(given: readonly MixRequest[], timeoutMs = maxMs): Promise<{ counts: Counts; seconds: number }> {
  const started = performance.now()
  const parts = Array.from({ length: Math.ceil(given.length / addressesOfBatch) }, (_, index) =>
    given.slice(index * addressesOfBatch, (index + 1) * addressesOfBatch),
  )
  const ids = await Promise.all(
    parts.map(async (part) => {
      const body = { emails: part.map(({ email }) => email) }
      const { job_id: id } = await call<{ job_id: string }>('POST', '/verify/batch', body)
      for (;;) {
        const { progress, status } = await call<Progress>('GET', `/verify/batch/${id}`)
        if (status === 'completed') return id
        if (performance.now() - started > timeoutMs)
          throw new Error(
            `After ${timeoutMs / 1000} s ${progress.processed} of ${part.length} addresses have a verdict`,
          )
        await Bun.sleep(100)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const said = new Map<string, string>()
  for (const id of ids) {
    const results = await request('GET', `/verify/batch/${id}/download?format=ndjson`)
    for (const line of (await results.text()).trim().split('\n')) {
      const { email, reachable } = JSON.parse(line) as { email: string; reachable: string }
      said.set(email, reachable)
    }
  }
  return { counts: compare(given, said), seconds }
}

/** Single calls, each at a domain that nobody asked before: what they take beside the network, milliseconds, in order. */
async function callOneByOne(): Promise<number[]> {
  const spent: number[] = []
  for (let index = 0; index < singles; index++) {
    const begun = performance.now()
    const body = { email: `u${index}@d${1000 + 20 * index}.test` }
    const { duration_ms: network } = await call<{ duration_ms: number }>('POST', '/verify', body)
    spent.push(performance.now() - begun - network)
  }
  return spent.toSorted((one, other) => one - other)
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
}

async function look(): Promise<SeenRequest[]> {
  await farm.stdin.write(`${JSON.stringify({ max, windowMs })}\n`)
  await farm.stdin.flush()
  return JSON.parse((await lines.read()).value ?? '') as SeenRequest[]
}

async function request(method: string, to: string, body?: object): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1${to}`, {
    method,
    headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer
}

async function call<T>(method: string, to: string, body?: object): Promise<T> {
  return (await (await request(method, to, body)).json()) as T
}
