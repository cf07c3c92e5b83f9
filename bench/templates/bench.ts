/**
 * Templates: 10,000 of 30 blocks in 2,000 folders, on SQLite and on Postgres, over HTTP against the compiled binary: one
 * connection, one request after the other. Then what a version weighs beside storing every document whole, and how fast a
 * module is synced into the templates that hold it. `bun bench/templates/bench.ts [sqlite|postgres|versions|sync|publish]
 * [--short]`; the short form only fills a store.
 */
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { createDatabase, postgresServer } from '../../test/support/postgres.ts'
import { driveApart } from '../load.ts'
import { apiKey, removeDirectory, startBinary } from '../server.ts'
import { printTable } from '../table.ts'
import type { Target as FillTarget } from './fill.ts'
import type { Weight } from './history.ts'
import { timePublish } from './publish.ts'
import { timeSync } from './sync.ts'
import { type Call, type Filled, operationCalls, readCalls, saveCalls } from './calls.ts'

const isShort = process.argv.includes('--short')
const port = isShort ? await freePort() : 4320
const seconds = 2
const counts = isShort ? { templates: 300, folders: 60 } : { templates: 10_000, folders: 2_000 }
const wanted = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? ''

for (const dialect of ['sqlite', 'postgres'].filter((each) => each.includes(wanted))) await measure(dialect)
if ('publish'.includes(wanted)) await publish()
if ('versions'.includes(wanted)) await weigh()
if ('sync'.includes(wanted)) await sync()

async function measure(dialect: string): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
  const env = await placeOf(dialect)
  const started = await startBinary(port, dataDir, env)
  await started.stop()
  const large = await run(
    'fill.ts',
    JSON.stringify({ dataDir, url: env['SVC_DATABASE_URL'], ...counts } satisfies FillTarget),
  )
  const server = await startBinary(port, dataDir, env)
  const filled: Filled = { ask, large }
  const rows: string[][] = []
  try {
    await pinFirstVersion(large)
    // Each knows the revision that those before it have left.
    for (const calls of isShort ? [] : [saveCalls, operationCalls, readCalls]) {
      for (const call of await calls(filled)) rows.push(await time(call))
    }
  } finally {
    await server.stop()
    removeDirectory(dataDir)
  }
  console.log(`${dialect}, load average ${loadavg()[0]?.toFixed(1)}`)
  printTable(['', 'p50 ms', 'p95 ms', 'aim ms', 'requests'], rows)
  console.log('')
}

async function publish(): Promise<void> {
  const rows: string[][] = []
  for (const [dialect, aimMs] of [
    ['sqlite', 20],
    ['postgres', 30],
  ] as const) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
    const env = await placeOf(dialect)
    await (await startBinary(port, dataDir, env)).stop()
    const target = { dataDir, url: env['SVC_DATABASE_URL'], templates: 20, folders: 2 } satisfies FillTarget
    const large = await run('fill.ts', JSON.stringify(target))
    const server = await startBinary(port, dataDir, env)
    try {
      const times = await timePublish(`http://127.0.0.1:${port}`, large)
      const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(2)
      rows.push([dialect, at(0.5), at(0.95), `${aimMs}`, `${times.length}`])
    } finally {
      await server.stop()
      removeDirectory(dataDir)
    }
  }
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`)
  printTable(['publish 200 blocks after a change', 'p50 ms', 'p95 ms', 'aim ms', 'publishes'], rows)
  console.log('')
}

async function sync(): Promise<void> {
  const rows: string[][] = []
  for (const dialect of ['sqlite', 'postgres']) {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
    const server = await startBinary(port, dataDir, await placeOf(dialect))
    try {
      const { seconds: took, templatesPerSecond } = await timeSync(`http://127.0.0.1:${port}`)
      rows.push([dialect, `${templatesPerSecond}`, took.toFixed(1)])
    } finally {
      await server.stop()
      removeDirectory(dataDir)
    }
  }
  console.log('')
  printTable(['a module synced into 2,000 templates', 'templates/s', 'seconds'], rows)
}

async function weigh(): Promise<void> {
  const weights = JSON.parse(await run('history.ts')) as Weight[]
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
  printTable(
    ['300 autosaves, 40 saves', 'document kB', 'versions', 'kB a version', 'kB stored whole', 'share'],
    weights.map(({ name, documentBytes, versions, bytes, wholeBytes }) => [
      name,
      kilobytes(documentBytes),
      `${versions}`,
      kilobytes(bytes / versions),
      kilobytes(wholeBytes / versions),
      (bytes / wholeBytes).toFixed(2),
    ]),
  )
}

async function placeOf(dialect: string): Promise<Record<string, string>> {
  if (dialect === 'sqlite') return {}
  await postgresServer(['fsync=on', 'synchronous_commit=on', 'shared_buffers=256MB', 'max_connections=50'])
  return { SVC_DATABASE_URL: await createDatabase() }
}

async function run(file: string, input = ''): Promise<string> {
  const child = Bun.spawn([process.execPath, path.join(import.meta.dir, file), input], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${file} failed`)
  return printed.trim()
}

async function ask(call: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://127.0.0.1:${port}${call}`, { headers: { 'svc-api-auth': apiKey } })
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

/** The saves below make more versions than a template keeps, and the comparison needs the first one. */
async function pinFirstVersion(id: string): Promise<void> {
  const { data } = (await ask(`/v1/templates/${id}/versions`)) as { data: { id: string }[] }
  const response = await fetch(`http://127.0.0.1:${port}/v1/templates/${id}/versions/${data.at(-1)?.id}`, {
    method: 'PUT',
    headers: { 'svc-api-auth': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ pinned: true }),
  })
  if (!response.ok) throw new Error(`Cannot pin the first version: ${response.status} ${await response.text()}`)
}

async function time({ name, aimMs, messages, warmupSeconds = 0.5 }: Call): Promise<string[]> {
  const result = await driveApart({ port, messages, connections: 1, seconds, warmupSeconds })
  const statuses = Object.keys(result.statuses)
  if (statuses.join() !== '200') throw new Error(`${name}: ${JSON.stringify(result.statuses)}`)
  return [name, result.p50Ms.toFixed(2), result.p95Ms.toFixed(2), `${aimMs ?? '–'}`, `${result.requests}`]
}
