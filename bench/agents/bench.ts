/**
 * The agent server: from the start of the process to the first `tools/list` in both eras, what a tool call adds to the same
 * request of the HTTP API, over standard input and output and at `/mcp`, and the tokens of the list and of results. Peer: an
 * empty server of the same protocol library, run from source.
 */
import path from 'node:path'
import { type AgentEra, inEnvelope, openAgent, startAgent } from '../../test/support/raw-agent.ts'
import { apiKey, binary, removeDirectory, startBinary } from '../server.ts'
import { median, percentile, printTable } from '../table.ts'
import { fillService } from './content.ts'
import { postMessage } from './http.ts'
import { measureResults } from './results.ts'
import { startWorld } from './world.ts'

const [starts, rounds, calls] = [15, 6, 100]
const eras = ['2025-11-25', '2026-07-28'] as const
const port = 4400
const url = `http://127.0.0.1:${port}`
const env = { SVC_API_KEY: apiKey }
const own = [binary, 'mcp', '--url', url]
const empty = [process.execPath, path.join(import.meta.dir, 'empty-server.ts')]

const world = await startWorld()
const server = await startBinary(port, undefined, world.environment)

/** Milliseconds from the start of the process to the tools, as a client of the era reads them, and of the processor. */
async function measureStart(command: string[], era: AgentEra): Promise<{ ms: number; processorMs: number }> {
  const start = performance.now()
  const agent = startAgent(command, env)
  // A request of 2026-07-28 needs nothing before it.
  const paramsOf = era === '2026-07-28' ? inEnvelope : await openAgent(agent, era)
  const { result } = await agent.send({ id: 2, method: 'tools/list', params: paramsOf({}) })
  const ms = performance.now() - start
  if (result?.tools === undefined) throw new Error(`${command.join(' ')} lists no tools`)
  await agent.end()
  return { ms, processorMs: agent.processorMs() }
}

type Started = Awaited<ReturnType<typeof measureStart>>

const figuresOf = (all: Started[]) => {
  const times = all.map(({ ms }) => ms)
  return [median(times), Math.min(...times), median(all.map(({ processorMs }) => processorMs))].map((ms) =>
    ms.toFixed(0),
  )
}

const startRows: (string | number)[][] = []
for (const era of eras) {
  const [ours, peers]: [Started[], Started[]] = [[], []]
  for (let round = 0; round < starts; round++) {
    ours.push(await measureStart(own, era))
    peers.push(await measureStart(empty, era))
  }
  startRows.push([era, 'svc mcp', ...figuresOf(ours)], [era, 'empty server from source', ...figuresOf(peers)])
}
printTable(['first tools/list', '', 'ms, median (aim 100)', 'min', 'of the processor'], startRows)

await fillService(url)
const requests = [
  { tool: 'check_credits', path: '/account/credits' },
  { tool: 'list_jobs', path: '/verify/jobs?limit=20' },
  { tool: 'org_intel', path: '/tools/org-intel/good.test', args: { domain: 'good.test' } },
]
const headers = { 'svc-api-auth': apiKey }

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

const callRows: (string | number)[][] = []
for (const era of eras) {
  const agent = startAgent(own, env)
  const paramsOf = await openAgent(agent, era)
  let id = 10
  for (const { tool, path: call, args = {} } of requests) {
    const params = paramsOf({ name: tool, arguments: args })
    const ways = {
      api: async () => (await fetch(`${url}/v1${call}`, { headers })).json(),
      stdio: async () => {
        const { result } = await agent.send({ id: ++id, method: 'tools/call', params })
        if (result === undefined || result.isError === true) throw new Error(JSON.stringify(result))
      },
      http: () => postMessage(url, era, { method: 'tools/call', params }),
    }
    const times = { api: [] as number[], stdio: [] as number[], http: [] as number[] }
    for (let round = 0; round <= rounds; round++)
      for (const way of ['api', 'stdio', 'http'] as const)
        for (let call = 0; call < calls; call++) {
          const ms = await timeOf(ways[way])
          // The first round warms up.
          if (round > 0) times[way].push(ms)
        }
    const added = (way: 'stdio' | 'http', share: number) => percentile(times[way], share) - percentile(times.api, share)
    callRows.push([
      `${tool}, ${era}`,
      ...[median(times.api), added('stdio', 0.5), added('stdio', 0.95)].map((ms) => ms.toFixed(2)),
      ...[added('http', 0.5), added('http', 0.95)].map((ms) => ms.toFixed(2)),
    ])
  }
  await agent.end()
}
console.log('')
printTable(
  [
    'one call after the other',
    'HTTP API, ms',
    'stdio adds, ms (aim 5)',
    'to the p95',
    '/mcp adds, ms (aim 5)',
    'to the p95',
  ],
  callRows,
)

const agent = startAgent([...own, '--toolsets', 'verification,templates,export,assets,dmarc,api'], env)
await openAgent(agent, '2026-07-28')
await measureResults(agent, url)
await agent.end()
await server.stop()
world.close()
removeDirectory(server.dataDir)
