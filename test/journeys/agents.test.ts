/** `svc mcp` as an agent runs it: the executable on standard input and output, raw JSON-RPC in both eras, and bad input. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { cleanUp } from '../support/clean-up.ts'
import { type ZoneAnswer, startDnsServer } from '../support/dns-server.ts'
import {
  agentEras as eras,
  clientInfo as client,
  envelope,
  openAgent,
  startAgent as spawnAgent,
} from '../support/raw-agent.ts'
import { type Running, builtExecutable, startBinary } from './binary.ts'

function startAgent({ url, apiKey }: Running, ...flags: string[]) {
  const agent = spawnAgent([builtExecutable(), 'mcp', '--url', url, ...flags], { SVC_API_KEY: apiKey ?? '' })
  cleanUp(() => agent.kill())
  return agent
}

const calls: [name: string, args: object, text: RegExp | undefined][] = [
  ['verify_email', { email: 'anna@null.test' }, undefined],
  ['batch_verify', { emails: ['anna@null.test', 'ben@null.test'] }, undefined],
  ['batch_status', { job_id: 'JOB' }, undefined],
  ['batch_download', { job_id: 'job_none' }, /BATCH_NOT_FOUND/],
  ['list_jobs', {}, undefined],
  ['find_email', { first_name: 'Anna', last_name: 'Ito', domain: 'null.test' }, undefined],
  ['blacklist_check', { target: 'null.test' }, undefined],
  ['infrastructure_check', { domain: 'null.test' }, undefined],
  ['spam_trap_analysis', { email: 'anna@null.test' }, undefined],
  ['domain_intel', { domain: 'null.test' }, undefined],
  ['org_intel', { domain: 'null.test' }, undefined],
  ['check_credits', {}, undefined],
]

/** Every domain has a null MX, so that no mail server is probed. */
const nullMx = (_: string, type: string): ZoneAnswer =>
  type === 'MX' ? { records: [{ type, data: { preference: 0, exchange: '' } }] } : { soa: 60 }

describe('svc mcp', () => {
  let service: Running
  beforeAll(async () => {
    const dns = await startDnsServer(nullMx)
    service = await startBinary({
      environment: {
        SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
        SVC_VERIFY_LOOKUPS: 'false',
        SVC_API_RATE_LIMIT: '100000/60',
      },
    })
  })

  test.each([...eras])('answers all 12 tools in %s', async (era) => {
    const agent = startAgent(service)
    const paramsOf = await openAgent(agent, era)
    const listed = await agent.send({ id: 2, method: 'tools/list', params: paramsOf({}) })
    expect(listed.result?.tools?.map(({ name }) => name)).toEqual(calls.map(([name]) => name))
    let job = ''
    for (const [index, [name, args, failure]] of calls.entries()) {
      const given = JSON.parse(JSON.stringify(args).replace('JOB', job)) as object
      const { result } = await agent.send({
        id: 10 + index,
        method: 'tools/call',
        params: paramsOf({ name, arguments: given }),
      })
      const text = JSON.stringify(result?.['content'])
      expect(result?.['isError'] ?? false, `${name} ${text}`).toBe(failure !== undefined)
      if (failure !== undefined) expect(text).toMatch(failure)
      const id = result?.structuredContent?.['job_id']
      if (name === 'batch_verify' && typeof id === 'string') job = id
    }
    expect(await agent.end()).toEqual({ code: 0, err: '' })
    expect(agent.others).toEqual([])
  })

  test.each([...eras])('answers 1,000 calls at once in %s', async (era) => {
    const agent = startAgent(service)
    const paramsOf = await openAgent(agent, era)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        agent.send({
          id: 100 + index,
          method: 'tools/call',
          params: paramsOf({ name: 'check_credits', arguments: {} }),
        }),
      ),
    )
    expect(answers.filter(({ result }) => result?.structuredContent?.['plan'] !== 'enterprise')).toEqual([])
    expect((await agent.end()).code).toBe(0)
  })

  test('survives malformed input, and answers what came with an id', async () => {
    const agent = startAgent(service)
    const paramsOf = await openAgent(agent, '2025-11-25')
    for (const line of [
      '',
      '{',
      '[]',
      'null',
      '7',
      '"text"',
      '{"jsonrpc":"1.0","id":5}',
      '\u0000\ufffd',
      `{"a":${'['.repeat(5000)}`,
    ])
      agent.write(line)
    const wrong: [params: object, code: number][] = [
      [{ name: 7 }, -32602],
      [{}, -32602],
      [{ name: 'no_such_tool', arguments: {} }, -32602],
      [{ name: 'verify_email', arguments: 'text' }, -32602],
    ]
    for (const [index, [params, code]] of wrong.entries()) {
      const { error } = await agent.send({ id: 200 + index, method: 'tools/call', params: paramsOf(params) })
      expect(error?.code, JSON.stringify(params)).toBe(code)
    }
    expect((await agent.send({ id: 300, method: 'no/such/method' })).error?.code).toBe(-32601)
    expect((await agent.send({ id: 301, method: 'ping' })).result).toEqual({})
    expect((await agent.end()).code).toBe(0)
  })

  test('answers an unknown version with those that it has', async () => {
    const modern = startAgent(service)
    const { error } = await modern.send({
      id: 1,
      method: 'server/discover',
      params: { _meta: { ...envelope, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } },
    })
    expect(error).toMatchObject({ data: { supported: expect.arrayContaining(['2026-07-28']) } })
    await modern.end()
    const handshake = startAgent(service)
    const { result } = await handshake.send({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2031-01-01', capabilities: {}, clientInfo: client },
    })
    expect(result?.['protocolVersion']).toBe('2025-11-25')
    await handshake.end()
  })

  test('a subscription is acknowledged without a kind of change', async () => {
    const agent = startAgent(service)
    const paramsOf = await openAgent(agent, '2026-07-28')
    const notifications = { toolsListChanged: true, resourcesListChanged: true }
    const listen = { jsonrpc: '2.0', id: 390, method: 'subscriptions/listen', params: paramsOf({ notifications }) }
    agent.write(JSON.stringify(listen))
    expect((await agent.send({ id: 391, method: 'tools/list', params: paramsOf({}) })).result?.tools).toHaveLength(12)
    expect(agent.others).toMatchObject([
      { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
    ])
    expect((await agent.end()).code).toBe(0)
  })

  test('a canceled call has no answer, and the next one has', async () => {
    const agent = startAgent(service)
    await openAgent(agent, '2025-11-25')
    const call = {
      jsonrpc: '2.0',
      id: 400,
      method: 'tools/call',
      params: { name: 'org_intel', arguments: { domain: 'null.test' } },
    }
    agent.write(JSON.stringify(call))
    agent.write(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":400,"reason":"no longer needed"}}',
    )
    expect((await agent.send({ id: 401, method: 'ping' })).result).toEqual({})
    await agent.end()
    expect(agent.others.filter(({ id }) => id === 400)).toEqual([])
  })

  test('without a service or with a wrong key, calls say what to do', async () => {
    for (const [changed, text] of [
      [{ ...service, url: 'http://127.0.0.1:1' }, /SERVICE_UNREACHABLE: .*127\.0\.0\.1:1.*\\nCheck that it runs/],
      [{ ...service, apiKey: 'svc_wrong' }, /UNAUTHORIZED: .*SVC_API_KEY/],
    ] as const) {
      const agent = startAgent(changed)
      await openAgent(agent, '2025-11-25')
      const { result } = await agent.send({ id: 2, method: 'tools/call', params: { name: 'check_credits' } })
      expect(result?.['isError']).toBe(true)
      expect(JSON.stringify(result?.['content'])).toMatch(text)
      await agent.end()
    }
  })
})
