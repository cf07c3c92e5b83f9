/** A world with nothing in it but loopback, the twenty mail servers at port 25 and a DNS server at port 53, for one verifier. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { startMxFarm } from '../../test/support/mx-farm.ts'
import { answerOf, mannerOf, mixOf, servers } from './mix.ts'

const { command, count, width } = JSON.parse(process.argv[2] ?? '') as { command: string; count: number; width: number }
const maxMs = 600_000

const resolv = path.join(mkdtempSync(path.join(tmpdir(), 'svc-bench-')), 'resolv.conf')
writeFileSync(resolv, 'nameserver 127.0.0.1\noptions timeout:5 attempts:2\n')
for (const line of [
  ['ip', 'link', 'set', 'lo', 'up'],
  ['mount', '--bind', resolv, '/etc/resolv.conf'],
])
  if (Bun.spawnSync(line).exitCode !== 0) throw new Error(`${line.join(' ')} failed`)

const farm = startMxFarm(servers, { net: 71, port: 25, manner: mannerOf, keepsCommands: false })
await startDnsServer(
  answerOf(
    farm.hosts.map(({ address }) => address),
    'of domains',
  ),
  { port: 53 },
)

const started = performance.now()
const child = Bun.spawn(['sh', '-c', `exec ${command} ${width}`], { stdio: ['pipe', 'pipe', 'ignore'] })
const timer = setTimeout(() => child.kill('SIGKILL'), maxMs)
await child.stdin.write(
  mixOf(count)
    .map(({ email }) => `${email}\n`)
    .join(''),
)
await child.stdin.end()
const text = await new Response(child.stdout).text()
clearTimeout(timer)
const answers = text
  .split('\n')
  .filter((line) => line.includes('\t'))
  .map((line) => line.split('\t'))
console.log(JSON.stringify({ answers, seconds: (performance.now() - started) / 1000 }))
process.exit(0)
