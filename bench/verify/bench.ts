/**
 * Verification by the compiled binary: batches over HTTP to the last stored row, and single calls. The mail servers are the
 * twenty of the bench `probing`, in a process of their own, 50 ms from every answer; every verdict is held against the truth.
 * Peer of a single call: the time in which its mail servers were asked, which no verifier can save.
 */
import path from 'node:path'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { apiKey, startBinary } from '../server.ts'
import { printTable } from '../table.ts'

const domains = 200
const [addressesOfBatch, batches, singles] = [10_000, Number(process.env['BENCH_BATCHES'] ?? 2), 100]

const farm = Bun.spawn([process.execPath, path.join(import.meta.dir, '../probing/farm.ts'), '50'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const { value = '' } = await farm.stdout.pipeThrough(new TextDecoderStream()).getReader().read()
const { addresses, port } = JSON.parse(value) as { port: number; addresses: string[] }

const dns = await startDnsServer((name, type) => {
  const server = addresses[Number(/(\d+)\.test$/.exec(name)?.[1] ?? 0) % addresses.length]
  if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
  return type === 'A' && name.startsWith('mx.') ? { records: [{ type, data: server }] } : { soa: 60 }
})
const server = await startBinary(3990, undefined, {
  SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
  SVC_NET_ALLOW: '127.0.0.0/8',
  SVC_VERIFY_SMTP_PORT: String(port),
  SVC_VERIFY_HELO: 'verify.example.org',
  SVC_VERIFY_RATE: '1000000/1',
})

interface Shown {
  job_id: string
  status: string
  summary: { safe: number; risky: number; invalid: number; unknown: number }
}

async function call<T>(method: string, at: string, body?: object): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:3990/v1${at}`, {
    method,
    headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

/** Of each five addresses one does not exist, and every twentieth domain takes everybody. */
function addressOf(index: number): { email: string; truth: keyof Shown['summary'] } {
  const domain = index % domains
  const isAll = domain % 20 === 0
  const isThere = index % 5 !== 1
  const email = `${isThere ? 'u' : 'no'}${index}@${isAll ? 'all' : 'd'}${domain}.test`
  return { email, truth: isAll ? 'risky' : isThere ? 'safe' : 'invalid' }
}

async function verifyBatch(from: number): Promise<number> {
  const given = Array.from({ length: addressesOfBatch }, (_, index) => addressOf(from + index))
  const { job_id: id } = await call<Shown>('POST', '/verify/batch', { emails: given.map(({ email }) => email) })
  for (;;) {
    const { status, summary } = await call<Shown>('GET', `/verify/batch/${id}`)
    if (status === 'completed') {
      const truth = Map.groupBy(given, (each) => each.truth)
      const words = Object.keys(summary) as (keyof Shown['summary'])[]
      return words.reduce((wrong, word) => wrong + Math.abs(summary[word] - (truth.get(word)?.length ?? 0)), 0)
    }
    await Bun.sleep(100)
  }
}

const started = performance.now()
const wrong = (
  await Promise.all(Array.from({ length: batches }, (_, number) => verifyBatch(number * addressesOfBatch)))
).reduce((sum, each) => sum + each, 0)
const seconds = (performance.now() - started) / 1000
const total = batches * addressesOfBatch
const asked = dns.questions.filter((question) => /^(?:MX|A|AAAA) (?:mx\.)?(?:d|all)\d+\.test$/.test(question))
printTable(
  ['', 'rows', 'rows/s', 'wrong verdicts', 'DNS questions a name', 'RSS, MB'],
  [
    [
      'batches',
      total,
      Math.round(total / seconds),
      wrong,
      (asked.length / new Set(asked.map((question) => question.split(' ')[1])).size).toFixed(2),
      Math.round(server.rssBytes() / 1e6),
    ],
  ],
)

const spent: number[] = []
for (let index = 0; index < singles; index++) {
  const begun = performance.now()
  const { duration_ms: network } = await call<{ duration_ms: number }>('POST', '/verify', {
    email: `u${index}@d${500 + index}.test`,
  })
  spent.push(performance.now() - begun - network)
}
spent.sort((one, other) => one - other)
const at = (share: number) => (spent[Math.floor(spent.length * share)] ?? 0).toFixed(1)
console.log('')
printTable(['', 'calls', 'beside the network, p50 ms', 'p95 ms'], [['single', singles, at(0.5), at(0.95)]])

await server.stop()
dns.close()
farm.kill()
