import { describe, expect, test } from 'bun:test'
import { createApiKey, createPluginSecret } from '../../../src/kernel/ids/index.ts'
import { createLog } from '../../../src/platform/log/index.ts'

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
