/**
 * Two tenants: one floods the service, or a stranger does, while the other works. For each flood what the other waits for
 * beside what it waits for when nobody else is there, in one run against the compiled binary. Twice: without the API's rate
 * limit, so that fairness does not rest on it, and with that of a default install, where the other tenant is many projects
 * that take turns, each below its own limit.
 * `npm run bench -- tenants`; a flood by itself: `bun bench/tenants/bench.ts NAME [SECONDS]`; the third
 * argument names a call that the other tenant leaves out, such as `import`.
 */
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { startMxFarm } from '../../test/support/mx-farm.ts'
import { startSilentHost } from '../../test/support/silent-host.ts'
import { binary, removeDirectory, rssOf } from '../server.ts'
import { printTable } from '../table.ts'
import { htmlDocument, randomPng } from './content.ts'
import { type Flood, type Target, floods } from './floods.ts'
import { type Measured, type Victim, measure } from './victim.ts'

const port = 4340
const wanted = process.argv[2] ?? ''
const seconds = Number(process.argv[3] ?? 12)
const omits = process.argv[4]
const silentAddress = '127.0.31.1'
const base = `http://127.0.0.1:${port}`

const mx = startMxFarm(1)
const silent = await startSilentHost(silentAddress, mx.port)
const dns = await startDnsServer((name, type) => {
  const isSilent = name.startsWith('silent') || name.startsWith('mx.silent')
  if (type === 'A') return { records: [{ type: 'A', data: isSilent ? silentAddress : mx.hosts[0]?.address }] }
  if (type === 'MX') return { records: [{ type: 'MX', data: { preference: 10, exchange: `mx.${name}` } }] }
  return { records: [] }
})
const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
const environment = {
  PATH: process.env['PATH'] ?? '',
  SVC_PORT: String(port),
  SVC_DATA_DIR: dataDir,
  SVC_LOG: 'error',
  SVC_DNS_SERVERS: `${dns.host}:${dns.port}`,
  SVC_NET_ALLOW: '127.0.0.0/8',
  SVC_VERIFY_SMTP_PORT: String(mx.port),
  SVC_VERIFY_HELO: 'verify.example.com',
  SVC_VERIFY_RATE: '100000/60',
  SVC_VERIFY_LOOKUPS: 'false',
}

/** So many that none makes 600 requests in a minute, at 300 a second of all together. */
const victimCount = 30
const passes = [
  { title: 'Without a rate limit', rate: { SVC_API_RATE_LIMIT: '1000000/60' }, victimCount: 1 },
  { title: 'With the default rate limit of 600 requests a minute', rate: {}, victimCount },
]

await stop(await start({}))
const victimKeys: string[] = []
for (let n = 0; n < victimCount; n++) victimKeys.push(await createTenant('Victim', n))
const floodKeys: string[] = []
for (const [n] of floods.entries()) floodKeys.push(await createTenant(`Flood ${n}`, n))
let rows: string[][] = []
try {
  for (const pass of passes) await run(pass)
} finally {
  await silent.close()
  mx.close()
  dns.close()
  removeDirectory(dataDir)
}
process.exit(0)

async function run({ title, rate, victimCount: count }: (typeof passes)[number]): Promise<void> {
  rows = []
  const server = await start(rate)
  try {
    const victims: Victim[] = []
    for (const key of victimKeys.slice(0, count))
      victims.push({ port, key, templateId: await createTemplate(key), omits })
    await measure(victims, 3)
    const quiet = await measure(victims, seconds)
    report('nobody else', quiet, quiet, { statuses: '', peakBytes: rssOf(server.pid) })
    for (const [n, flood] of floods.entries())
      if (flood.name.includes(wanted)) await measureUnder(flood, { key: floodKeys[n] ?? '', victims, quiet, server })
  } finally {
    await stop(server)
  }
  console.log(
    `${title}: ${seconds} s each, load average ${loadavg()[0]?.toFixed(1)}; milliseconds as median / 99 of 100 / worst\n`,
  )
  printTable(
    ['flood', 'all calls', '× quiet', 'healthz', 'worst call', 'failed', 'RSS, MB', 'responses to the flood'],
    rows,
  )
}

async function measureUnder(
  flood: Flood,
  { key, victims, quiet, server }: { key: string; victims: readonly Victim[]; quiet: Measured; server: Bun.Subprocess },
): Promise<void> {
  const target: Target = { port, key, imageUrl: await uploadImage(key) }
  const words = [flood.name, String(seconds + 2), JSON.stringify(target)]
  const child = Bun.spawn([process.execPath, path.join(import.meta.dir, 'flood.ts'), ...words], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let peakBytes = 0
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, rssOf(server.pid))), 100)
  await Bun.sleep(1500)
  const measured = await measure(victims, seconds)
  const statuses = await new Response(child.stdout).text()
  clearInterval(watch)
  report(flood.name, measured, quiet, { statuses: statuses.trim(), peakBytes })
  await measure(victims, 2)
}

function report(
  name: string,
  measured: Measured,
  quiet: Measured,
  { statuses, peakBytes }: { statuses: string; peakBytes: number },
): void {
  const figures = (values: number[]) => [0.5, 0.99, 1].map((share) => percentile(values, share).toFixed(0)).join(' / ')
  const all = [...measured.ms.values()].flat()
  const ratios = [...measured.ms].map(([call, ms]) => {
    return [percentile(ms, 0.99) / percentile(quiet.ms.get(call) ?? [1], 0.99), call] as const
  })
  const [ratio, call] = ratios.sort((a, b) => b[0] - a[0])[0] ?? [1, '']
  const worst = [...measured.ms].map(([each, ms]) => [Math.max(...ms), each] as const).sort((a, b) => b[0] - a[0])[0]
  rows.push([
    name,
    figures(all),
    `${ratio.toFixed(1)} (${call})`,
    figures(measured.ms.get('healthz') ?? []),
    `${worst?.[0].toFixed(0)} (${worst?.[1]})`,
    `${measured.failures.length} of ${all.length}`,
    (peakBytes / 1e6).toFixed(0),
    statuses.replace(/[{}"]/g, '').replaceAll(',', ', '),
  ])
  for (const failure of new Set(measured.failures)) console.error(`${name}: ${failure}`)
}

function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

async function start(rate: Record<string, string>): Promise<Bun.Subprocess> {
  const child = Bun.spawn([binary, 'serve'], { env: { ...environment, ...rate }, stdout: 'ignore', stderr: 'inherit' })
  for (const end = performance.now() + 20_000; performance.now() < end; await Bun.sleep(20)) {
    const isUp = await fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return child
  }
  throw new Error('The service did not start.')
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM')
  await child.exited
}

/** A project and an API key for it, made by the commands while no server runs. */
async function createTenant(name: string, n: number): Promise<string> {
  const { id } = JSON.parse(await command('projects', 'create', '--name', name, '--json')) as { id: string }
  const made = await command('keys', 'create', '--name', `Key ${n}`, '--project', id, '--json')
  return (JSON.parse(made) as { key: string }).key
}

async function command(...words: string[]): Promise<string> {
  const child = Bun.spawn([binary, ...words], { env: environment, stdout: 'pipe', stderr: 'inherit' })
  const printed = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`svc ${words.join(' ')} failed.`)
  return printed
}

async function createTemplate(key: string): Promise<string> {
  const response = await fetch(`${base}/v1/templates`, {
    method: 'POST',
    headers: { 'svc-api-auth': key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Newsletter', type: 'newsletter', document: htmlDocument('<p>Hello</p>') }),
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { id: string }).id
}

async function uploadImage(key: string): Promise<string> {
  const form = new FormData()
  form.append('file', new File([randomPng(1200, 1200)], 'photo.png', { type: 'image/png' }))
  const headers = { 'svc-api-auth': key }
  const response = await fetch(`${base}/v1/assets`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { url: string }).url
}
