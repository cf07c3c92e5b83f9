/**
 * Small gzip reports by SMTP into the compiled binary on SQLite: reports a second over four connections, the time of each
 * response, and the longest wait of a health check meanwhile.
 */
import { startBinary, apiKey } from '../server.ts'
import { printBars } from '../dmarc/bars.ts'
import { median, printTable } from '../table.ts'
import { freePort } from '../../test/support/free-port.ts'
import { SmtpClient } from '../../test/support/smtp-client.ts'
import { mailOf } from '../../test/surfaces/dmarc/mail-of.ts'
import { writeReport } from '../../test/surfaces/dmarc/write-report.ts'

const count = 1000
const [port, smtpPort] = [freePort(), freePort()]
const server = await startBinary(port, undefined, {
  SVC_INBOUND_SMTP_PORT: String(smtpPort),
  SVC_INBOUND_HOST: '127.0.0.1',
  SVC_INBOUND_DOMAIN: 'reports.test',
  SVC_DNS_SERVERS: '127.0.0.1:9',
})
const headers = { 'svc-api-auth': apiKey, 'content-type': 'application/json' }
const domains = `http://127.0.0.1:${port}/v1/dmarc/domains`
const added = await fetch(domains, { method: 'POST', headers, body: '{"domain":"a.test"}' })
const { id, reporting_address: to } = (await added.json()) as { id: string; reporting_address: string }
const records = Array.from({ length: 10 }, (_, index) => ({ ip: `192.0.2.${index}`, count: 1, dkim: true }))
const begin = Date.UTC(2026, 9, 1) / 1000
const messages = Array.from({ length: count }, (_, index) =>
  mailOf(Bun.gzipSync(writeReport({ domain: 'a.test', id: String(index), begin, records }))),
)
const responses: number[] = []
const checks: number[] = []
let isDone = false

const started = performance.now()
await Promise.all([
  ...Array.from({ length: 4 }, sendAll).map((sending) => sending.finally(() => (isDone = messages.length === 0))),
  checkHealth(),
])
const seconds = (performance.now() - started) / 1000
const figures = (await (
  await fetch(`${domains}/${id}/analytics?from=2026-10-01&to=2026-10-01`, { headers })
).json()) as {
  messages: number
}
const rss = Math.round(server.rssBytes() / 1e6)
await server.stop()
if (figures.messages !== count * records.length)
  throw new Error(`${figures.messages} messages of ${count * records.length}`)
printTable(
  ['reports', 'a minute', 'response, median ms', 'p99 ms', 'health check, max ms', 'RSS, MB'],
  [
    [
      count,
      Math.round((count / seconds) * 60),
      median(responses).toFixed(1),
      (responses.toSorted((a, b) => a - b)[Math.floor(count * 0.99)] ?? 0).toFixed(1),
      Math.max(...checks).toFixed(1),
      rss,
    ],
  ],
)

console.log('')
printBars([
  { name: 'reports by SMTP', values: [(count / seconds) * 60], unit: '/min', min: 2000 },
  { name: 'health check meanwhile, longest', values: checks, unit: 'ms', max: 50 },
])

async function sendAll(): Promise<void> {
  const client = await SmtpClient.greet(smtpPort)
  for (let message = messages.pop(); message !== undefined; message = messages.pop()) {
    const sent = performance.now()
    const response = await client.deliver(message, { to })
    if (!response.startsWith('250')) throw new Error(response)
    responses.push(performance.now() - sent)
  }
  client.close()
}

async function checkHealth(): Promise<void> {
  while (!isDone) {
    const sent = performance.now()
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()
    checks.push(performance.now() - sent)
    await Bun.sleep(20)
  }
}
