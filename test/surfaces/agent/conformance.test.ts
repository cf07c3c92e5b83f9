/** The published conformance scenarios of the protocol, in both eras and for the sign-in, against the service on a port. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { agentConformance, conformanceProgram } from '../../../scripts/contract/conformance.ts'
import { isInstalled } from '../../../scripts/contract/generators.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { isAvailable } from '../../support/missing.ts'
import { serverKey, startServer } from '../../support/server.ts'
import { temporaryDirectory } from '../../support/store.ts'

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED'
  errorMessage?: string
}

/** What this server does not offer: methods, and the tools of a reference server that most scenarios call. */
const absent = /Method not found$|Tool '?\w+'? not found|^Not testable: server (?:does not list|exposes no)/

/** Follows from an absent tool, though the message does not name it. */
const absentTool = new Set(['sep-2322-multi-round-r1', 'sep-2322-reject-tampered-state'])
/** An optional extension for long calls; batches have a job to poll instead. */
const extension = /^(?:tasks-|sep-2663-)/

const applicable = {
  '2026-07-28': [
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ].concat(['server-sse-multiple-streams', 'server-stateless', 'tools-list']),
  '2025-11-25': ['dns-rebinding-protection', 'ping', 'server-initialize', 'tools-list'],
}

const remedy = 'bun scripts/contract/clients.ts --install'

describe.if(isAvailable(agentConformance.name, isInstalled(agentConformance), remedy))('published scenarios', () => {
  let url: string

  beforeAll(async () => {
    let target = ''
    // The program has no setting for an API key.
    const proxy = Bun.serve({
      port: 0,
      hostname: 'localhost',
      idleTimeout: 0,
      async fetch(request) {
        const headers = new Headers(request.headers)
        headers.set('svc-api-auth', serverKey)
        const body = request.method === 'POST' ? await request.text() : null
        const { pathname, search } = new URL(request.url)
        return fetch(target + pathname + search, { method: request.method, headers, body })
      },
    })
    cleanUp(() => proxy.stop(true))
    url = `http://localhost:${proxy.port}`
    target = (await startServer(temporaryDirectory(), { SVC_BASE_URL: url })).url
  })

  test.each([
    ['2026-07-28', '--requirements'],
    ['2025-11-25', '--spec-version'],
  ] as const)('%s: every check that applies is passed', async (era, flag) => {
    const checks = await runScenarios(['server', '--url', `${url}/mcp`, flag, era])
    const failed = checks.filter(({ status, errorMessage = '', id }) => {
      if (status !== 'FAILURE' || absent.test(errorMessage) || extension.test(id)) return false
      return !absentTool.has(id)
    })
    expect(failed).toEqual([])
    const passed = new Set(checks.filter(({ status }) => status === 'SUCCESS').map(({ scenario }) => scenario))
    expect(applicable[era].filter((scenario) => !passed.has(scenario))).toEqual([])
  })

  test('the metadata of the sign-in is complete', async () => {
    const scenario = 'authorization-server-metadata-endpoint'
    const checks = await runScenarios(['authorization', '--url', url, '--scenario', scenario])
    expect(checks.map(({ id, status }) => [id, status])).toEqual([
      ['authorization-server-metadata', 'SUCCESS'],
      ['authorization-server-metadata-cimd', 'SUCCESS'],
    ])
  })
})

/** Runs the program and reads the checks it wrote, each with its scenario. */
async function runScenarios(words: readonly string[]): Promise<(Check & { scenario: string })[]> {
  const folder = temporaryDirectory()
  const child = Bun.spawn([process.execPath, conformanceProgram, ...words, '--output-dir', folder], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const err = await new Response(child.stderr).text()
  await child.exited
  const files = await Array.fromAsync(new Bun.Glob('**/checks.json').scan({ cwd: folder }))
  if (files.length === 0) throw new Error(err)
  const read = files.map(async (file) => {
    const scenario = file.replace(/^(?:server-|authorization-)?(.*?)-\d{4}-\d\d-\d\dT.*/, '$1')
    return ((await Bun.file(join(folder, file)).json()) as Check[]).map((check) => ({ ...check, scenario }))
  })
  return (await Promise.all(read)).flat()
}
