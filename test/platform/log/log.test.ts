import { describe, expect, test } from 'bun:test'
import { createApiKey, createPluginSecret } from '../../../src/kernel/ids/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createTextPrinter } from '../../../src/platform/log/text-lines.ts'

function collect() {
  const lines: string[] = []
  return { lines, log: createLog('info', (line) => void lines.push(line)) }
}

test('a line is one JSON object with time, level, message and fields', () => {
  const { lines, log } = collect()
  log.with({ part: 'test' }).warn('two\nlines', { n: 1, none: undefined })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toEndWith('}\n')
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  expect(line).toMatchObject({ level: 'warn', message: 'two\nlines', part: 'test', n: 1 })
  expect(String(line['time'])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('levels below the chosen one are silent', () => {
  const { lines, log } = collect()
  log.debug('quiet')
  log.info('loud')
  expect(lines).toHaveLength(1)
})

describe('never in the log:', () => {
  const apiKey = createApiKey()
  const pluginSecret = createPluginSecret()
  test.each<[string, unknown, string]>([
    ['an API key in a text', { note: `key ${apiKey}.` }, apiKey.slice(12)],
    ['an API key in a message of an error', { error: new Error(`no ${apiKey}`) }, apiKey.slice(12)],
    ['a plugin secret deep inside', { a: [{ b: pluginSecret }] }, pluginSecret.slice(15)],
    ['a webhook secret', { note: 'whsec_c2VjcmV0/+x=' }, 'c2VjcmV0'],
    ['an authorization header', { headers: { Authorization: 'Basic dXNlcjpwYXNz' } }, 'dXNlcjpwYXNz'],
    ['a bearer token in a text', { note: 'sent Bearer abc.def-123' }, 'abc.def-123'],
    ['a cookie', { headers: { 'set-cookie': 'svc_session=opensesame' } }, 'opensesame'],
    ['the key header', { 'Svc-Api-Auth': 'whatever it is' }, 'whatever'],
    ['the plugin token header', { 'ES-PLUGIN-AUTH': 'eyJwbHVnaW4i' }, 'eyJ'],
    ['a password', { user: { password: 'hunter2', new_password: 'hunter3' } }, 'hunter'],
    ['a password in an address', { url: 'postgres://svc:hunter2@db/svc' }, 'hunter2'],
    ['a secret of the configuration', { SVC_SECRET: 'correct horse' }, 'correct horse'],
    [
      'a secret in the cause of an error',
      { error: new Error('x', { cause: new Error(`k ${apiKey}`) }) },
      apiKey.slice(12),
    ],
  ])('%s', (_, fields, secret) => {
    const { lines, log } = collect()
    log.error('something', fields as Record<string, unknown>)
    expect(lines[0]).toContain('[redacted]')
    expect(lines[0]).not.toContain(secret)
  })
})

test('a long list says how many items it left out', () => {
  const { lines, log } = collect()
  log.info('many', { items: Array.from({ length: 60 }, (_, index) => index) })
  expect((JSON.parse(lines[0] ?? '') as { items: unknown[] }).items.slice(-2)).toEqual([49, '[… 10 more]'])
})

test('the shown part of a key stays, so that it can be found', () => {
  const { lines, log } = collect()
  const key = createApiKey()
  log.info('used', { note: key })
  expect(lines[0]).toContain(key.slice(0, 12))
})

test('an error is told with its code, stack and cause', () => {
  const { lines, log } = collect()
  log.error('failed', { error: Object.assign(new Error('outer', { cause: 'inner' }), { code: 'E_X' }) })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: { name: 'Error', message: 'outer', code: 'E_X', cause: 'inner' },
  })
})

test('a value that refers to itself ends', () => {
  const { lines, log } = collect()
  const loop: Record<string, unknown> = {}
  loop['again'] = loop
  log.info('round', { loop })
  expect(lines).toHaveLength(1)
})

describe('for people', () => {
  const people = (level: 'debug' | 'info' = 'info') => {
    const lines: string[] = []
    return { lines, log: createLog(level, (line) => void lines.push(line), 'text') }
  }
  const request = (method: string, status: number, route = '/v1/templates') => ({
    request_id: 'req_1',
    method,
    route,
    status,
    ms: 12.34,
    project: 'prj_1',
    actor: 'key_1',
    code: status < 400 ? undefined : 'SOME_CODE',
  })

  test('a line has the local time, the level, the message and its fields, without colors where there is no terminal', () => {
    const { lines, log } = people()
    log.warn('jobs recovered', {
      kind: 'export',
      recovered: 2,
      none: undefined,
      note: 'two words',
      list: [1, { a: 'b' }],
    })
    expect(lines[0]?.slice(8)).toBe(
      ' warn  jobs recovered  kind=export  recovered=2  note="two words"  list=[1,{"a":"b"}]\n',
    )
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d /)
  })

  test('an error follows in lines of its own, with its cause and where it came from', () => {
    const { lines, log } = people()
    log.error('request failed', {
      error: Object.assign(new Error('outer', { cause: new Error('inner') }), { code: 'E_X' }),
    })
    const [head, first, frame, ...others] = (lines[0] ?? '').split('\n')
    expect(head).toEndWith('error request failed')
    expect(first).toBe('  Error: outer (E_X)')
    expect(frame).toMatch(/^ {4}at /)
    expect(others).toContain('  caused by Error: inner')
  })

  test('requests: failures of the service are all shown, writes and refusals once a minute, successful reads never', () => {
    const { lines, log } = people()
    for (let n = 0; n < 3; n++) {
      log.info('request', request('GET', 200))
      log.info('request', request('POST', 201))
      log.info('request', request('GET', 404))
      log.info('request', request('GET', 503))
    }
    expect(lines.map((line) => line.slice(15).trimEnd())).toEqual([
      'POST /v1/templates 201 12 ms',
      'GET /v1/templates 404 12 ms code=SOME_CODE actor=key_1 project=prj_1 request_id=req_1',
      ...Array.from(
        { length: 3 },
        () => 'GET /v1/templates 503 12 ms code=SOME_CODE actor=key_1 project=prj_1 request_id=req_1',
      ),
    ])
    const all = people('debug')
    for (let n = 0; n < 3; n++) all.log.info('request', request('GET', 200))
    expect(all.lines).toHaveLength(3)
  })

  test('a repeated write says after a minute how many like it were left out', () => {
    const print = createTextPrinter({ colors: false, everyRequest: false })
    const at = (seconds: number) =>
      print('info', 'request', request('POST', 200), new Date(1_700_000_000_000 + seconds * 1000))
    expect([at(0), at(1), at(59)].map((line) => line !== undefined)).toEqual([true, false, false])
    expect(at(61)).toEndWith('POST /v1/templates 200 12 ms (and 2 more since the last line)')
  })

  test('nothing that is logged can steer the terminal, begin a line or turn its direction', () => {
    const { lines, log } = people()
    const evil = 'a\u001b[2Jb\r\nc\u009b1md\u202ee\u0000\u007f\u2028\u0085'
    log.info(evil, { [evil]: evil, list: [evil], deep: { [evil]: 1 }, error: new Error(evil, { cause: evil }) })
    log.info('request', { ...request('POST', 404, evil), method: evil, code: evil })
    for (const line of lines) expect(line.replaceAll('\n', '')).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u)
    expect(lines[0]).toContain('a\\x1b[2Jb\\x0d\\x0ac\\x9b1md\\u202ee\\x00\\x7f\\u2028\\x85')
    // The error has a line of its own, and its message none.
    expect(
      lines.map(
        (line) =>
          line
            .trimEnd()
            .split('\n')
            .filter((each) => !each.startsWith('    at ')).length,
      ),
    ).toEqual([3, 1])
  })

  test('secrets are masked as in JSON', () => {
    const { lines, log } = people()
    const key = createApiKey()
    log.error(`no ${key}`, { password: 'hunter2', error: new Error(`bad ${key}`) })
    expect(lines[0]).not.toContain(key.slice(12))
    expect(lines[0]).not.toContain('hunter2')
  })
})
