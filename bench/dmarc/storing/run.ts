/**
 * An aggregate report of 200 MB, uploaded to the compiled binary as gzip, on SQLite and on Postgres: records a second from the
 * first byte of the request to the response, when they and their totals are committed, with the processor time, the peak
 * memory and the worst delay of the event loop of the service, which may use every core. `bun bench/dmarc/storing/run.ts 20` takes other megabytes.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../../test/support/free-port.ts'
import { startCluster } from '../../../test/support/postgres-cluster.ts'
import { apiKey, processorMsOf, startBinary } from '../../server.ts'
import { printTable } from '../../table.ts'
import { type Bar, printBars } from '../bars.ts'
import { writeReport } from '../reading/write-report.ts'

const megabytes = Number(process.argv[2] ?? 200)
const folder = mkdtempSync(path.join(tmpdir(), 'dmarc-storing-'))
const file = path.join(folder, 'report.xml')
const written = await writeReport(file, megabytes * 1_000_000)
const body = Bun.gzipSync(await Bun.file(file).bytes())
const cluster = mkdtempSync(path.join(tmpdir(), 'dmarc-storing-'))
const rows: (string | number)[][] = []
const bars: Bar[] = []
try {
  rows.push(await measure('SQLite', {}))
  const { address, stopAtOnce } = await startCluster({ directory: cluster, settings: [], owner: process.pid })
  try {
    rows.push(await measure('Postgres', { SVC_DATABASE_URL: `${address}/postgres` }))
  } finally {
    await stopAtOnce()
  }
} finally {
  for (const each of [folder, cluster]) rmSync(each, { recursive: true, force: true })
}
printTable(
  [
    `${megabytes} MB, ${written.records} records`,
    'seconds',
    'records/s',
    'CPU s',
    'records/s of CPU',
    'peak RSS, MB',
    'event loop, max ms',
  ],
  rows,
)

console.log('')
printBars(bars)

async function measure(name: string, settings: Record<string, string>): Promise<(string | number)[]> {
  const port = freePort()
  const server = await startBinary(
    port,
    undefined,
    { SVC_DNS_SERVERS: '127.0.0.1:9', ...settings },
    { isPinned: false },
  )
  try {
    const at = `http://127.0.0.1:${port}`
    const headers = { 'svc-api-auth': apiKey }
    const json = { ...headers, 'content-type': 'application/json' }
    await fetch(`${at}/v1/dmarc/domains`, { method: 'POST', headers: json, body: '{"domain":"example.com"}' })
    await lagOf(at)
    const [began, cpuBefore] = [performance.now(), processorMsOf(server.pid)]
    const response = await fetch(`${at}/v1/dmarc/reports`, { method: 'POST', headers, body })
    const { results } = (await response.json()) as { results: { status: string; messages: number }[] }
    const [seconds, cpuSeconds] = [(performance.now() - began) / 1000, (processorMsOf(server.pid) - cpuBefore) / 1000]
    const lag = await lagOf(at)
    const [result] = results
    if (result?.status !== 'accepted' || result.messages !== written.messages)
      throw new Error(`${name} stored ${JSON.stringify(result)} of ${written.messages} messages`)
    const records = written.records / seconds
    bars.push(
      { name: `${name}: records/s`, values: [records], unit: '/s', min: name === 'SQLite' ? 25_000 : 10_000 },
      { name: `${name}: ${megabytes} MB report`, values: [seconds], unit: 's', max: 10 },
      { name: `${name}: peak RSS of the service`, values: [peakOf(server.pid)], unit: 'MB', max: 200 },
      { name: `${name}: event loop, longest delay`, values: [lag * 1000], unit: 'ms', max: 50 },
    )
    return [
      name,
      seconds.toFixed(1),
      Math.round(written.records / seconds),
      cpuSeconds.toFixed(1),
      Math.round(written.records / cpuSeconds),
      peakOf(server.pid),
      Math.round(lag * 1000),
    ]
  } finally {
    await server.stop()
    rmSync(server.dataDir, { recursive: true, force: true })
  }
}

/** Worst delay of the event loop since it was last read, seconds. */
async function lagOf(at: string): Promise<number> {
  const text = await (await fetch(`${at}/metrics`)).text()
  return Number(/^svc_event_loop_lag_seconds ([\d.e+-]+)/m.exec(text)?.[1])
}

/** Peak resident memory of a process, megabytes (Linux). */
function peakOf(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000)
}
