/** kill -9 in the middle of a batch, again and again: each address has exactly one verdict, and each credit is spent once. */
import { expect, test } from 'bun:test'
import { startDnsServer } from '../support/dns-server.ts'
import { startMxFarm } from '../support/mx-farm.ts'
import { type ServerProcess, startServer } from '../support/server.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'

const rows = 1200
const kills = 4
/** Addresses that are answered in each life of the service, so that none ends the batch before its time. */
const rowsOfLife = rows / (kills + 1)

interface Shown {
  status: string
  progress: { processed: number; total: number }
  summary: Record<'safe' | 'risky' | 'invalid' | 'unknown', number>
  credits_used: number
}

test('a batch survives more kill -9 than the crash limit of a job', async () => {
  const emails = Array.from(
    { length: rows },
    (_, index) => `${index % 3 === 0 ? 'no' : 'u'}${index}@d${index % 16}.test`,
  )
  const commandOf = (email: string) => `RCPT TO:<${email}>`
  const answers = Object.fromEntries(emails.slice(rowsOfLife).map((email) => [commandOf(email), 'silence']))
  const answerNext = (life: number) => {
    for (const email of emails.slice(life * rowsOfLife, (life + 1) * rowsOfLife)) delete answers[commandOf(email)]
  }
  const farm = startMxFarm(4, { net: 76, manner: () => ({ latencyMs: 20, answers }) })
  const dns = await startDnsServer((name, type) => {
    const host = farm.hosts[Number(/\d+/.exec(name)?.[0] ?? 0) % farm.hosts.length]
    if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
    return type === 'A' ? { records: [{ type, data: host?.address }] } : { soa: 60 }
  })
  const dataDir = temporaryDirectory()
  const start = () =>
    startServer(dataDir, {
      SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
      SVC_NET_ALLOW: '127.0.0.0/8',
      SVC_VERIFY_SMTP_PORT: String(farm.port),
      SVC_VERIFY_HELO: 'verify.example.org',
      SVC_VERIFY_RATE: '100000/1',
    })
  const read = async <T>(server: ServerProcess, path: string) => (await (await server.call('GET', path)).json()) as T

  let server = await start()
  const taken = await server.call('POST', '/v1/verify/batch', { emails })
  const { job_id: id } = (await taken.json()) as { job_id: string }
  const show = () => read<Shown>(server, `/v1/verify/batch/${id}`)
  /** As the job has it, which then has not crashed in vain. */
  const progress = async () =>
    (await read<{ progress: { done: number } | null }>(server, `/v1/jobs/${id}`)).progress?.done ?? 0
  let before = 0
  for (let kill = 1; kill <= kills; kill++) {
    await until(async () => (await progress()) > before, 'more verdicts')
    before = await progress()
    await server.kill('SIGKILL')
    answerNext(kill)
    server = await start()
    // What was notified is not taken back.
    expect((await show()).progress.processed).toBeGreaterThanOrEqual(before)
  }
  await until(async () => (await show()).status !== 'processing', 'the end of the batch')

  const missing = Math.ceil(rows / 3)
  expect(await show()).toMatchObject({
    status: 'completed',
    progress: { processed: rows, total: rows },
    summary: { safe: rows - missing, risky: 0, invalid: missing, unknown: 0 },
    credits_used: rows,
  })
  const { results } = await read<{ results: { email: string; reachable: string; credits_used: number }[] }>(
    server,
    `/v1/verify/batch/${id}/download?format=json`,
  )
  expect(results.map(({ email }) => email)).toEqual(emails)
  expect(results.every(({ email, reachable }) => reachable === (email.startsWith('no') ? 'invalid' : 'safe'))).toBe(
    true,
  )
  expect(results.reduce((sum, { credits_used: credits }) => sum + credits, 0)).toBe(rows)
  expect(await read(server, '/v1/account/credits')).toMatchObject({ used: rows })
  // Only what was being asked when the process died is queried once more.
  const asked = farm.hosts.flatMap(({ commands }) => commands.filter((command) => /^RCPT TO:<(u|no)\d+@/.test(command)))
  expect(asked.length).toBeLessThan(rows * 2)
  expect(await server.kill('SIGTERM')).toBe(0)
})
