/** Own headers: what is accepted, and that values are sent to the receiver and shown nowhere. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createLog } from '../../../src/platform/log/index.ts'
import { redact } from '../../../src/surfaces/webhooks/sending/redaction.ts'
import { type Answer, type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { until } from '../../support/until.ts'

const events = ['template.created']
const mask = '********'
const token = 'Bearer 9f8e7d6c5b4a-very-secret'
const bodyOf = <T = { id: string; headers?: object; revision: number }>(answer: Answer) => answer.body as T

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let url: string
    const received: Record<string, string>[] = []
    const lines: string[] = []

    beforeAll(async () => {
      const log = createLog('debug', (line) => void lines.push(line))
      service = await startService({ dialect, log, environment: { SVC_NET_ALLOW: '127.0.0.0/8' } })
      const server = Bun.serve({
        hostname: '127.0.0.1',
        port: 0,
        fetch(request) {
          const headers = Object.fromEntries(request.headers)
          received.push(headers)
          // A receiver that repeats the request, as test services do.
          return Response.json(headers, { status: 500 })
        },
      })
      cleanUp(() => server.stop(true))
      url = `http://127.0.0.1:${server.port}/`
    })

    const register = async (headers: object) =>
      bodyOf(await ask(service, { call: 'POST /v1/webhooks', send: { url, events, headers } }))
    const put = (id: string, send: object) => ask(service, { call: `PUT /v1/webhooks/${id}`, send })

    describe('registering', () => {
      const refused = (name: string, headers: object, path: string, message: string): Scenario<TestService> => ({
        name,
        call: 'POST /v1/webhooks',
        send: { url: 'https://example.com/', events, headers },
        status: 422,
        body: { issues: [{ path, message: expect.stringContaining(message) as string }] },
        then({ text }) {
          expect(text).not.toContain('secret')
        },
      })
      scenarios(
        () => service,
        [
          ...[
            'Host',
            'content-length',
            'Content-Type',
            'Transfer-Encoding',
            'Connection',
            'webhook-id',
            'Svc-Attempt',
          ].map((name) => refused(`not ${name}`, { [name]: 'secret' }, `/headers/${name}`, 'reserved')),
          ...['Webhook-Signature', 'user-agent', 'X-Forwarded-For', 'proxy-authorization', 'te', 'Expect'].map((name) =>
            refused(`not ${name}`, { [name]: 'secret' }, `/headers/${name}`, 'reserved'),
          ),
          refused('not a name with a space', { 'a b': 'secret' }, '/headers/a b', 'RFC 9110'),
          refused('not a name with a colon', { 'a:b': 'secret' }, '/headers/a:b', 'RFC 9110'),
          refused('not an empty name', { '': 'secret' }, '/headers/', 'RFC 9110'),
          refused('not a name outside of ASCII', { 'x-é': 'secret' }, '/headers/x-é', 'RFC 9110'),
          refused('not a value with a line break', { 'x-a': 'secret\r\nx-b: 1' }, '/headers/x-a', 'ASCII'),
          refused('not a value with NUL', { 'x-a': 'secret\u0000' }, '/headers/x-a', 'NUL'),
          refused('not a value outside of ASCII', { 'x-a': 'secret é' }, '/headers/x-a', 'ASCII'),
          refused('not a value between spaces', { 'x-a': ' secret' }, '/headers/x-a', 'ASCII'),
          refused('not an empty value', { 'x-a': '' }, '/headers/x-a', 'ASCII'),
          refused('not the mask without a value', { 'x-a': mask }, '/headers/x-a', 'No value is stored'),
          refused('not a name twice', { 'x-a': 'secret', 'X-A': 'secret' }, '/headers/X-A', 'twice'),
          refused('not a long name', { ['x'.repeat(101)]: 'secret' }, `/headers/${'x'.repeat(101)}`, '100'),
          refused('not a long value', { 'x-a': 'a'.repeat(4097) }, '/headers/x-a', '4096'),
          refused(
            'not 21 headers',
            Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`x-${at}`, 'secret'])),
            '/headers',
            '20',
          ),
        ],
      )
    })

    test('values are sent and masked everywhere else, also in a response that repeats them', async () => {
      const made = await register({ Authorization: token, 'X-Tenant': 'tenant-of-mine' })
      const masked = { authorization: mask, 'x-tenant': mask }
      expect(made.headers).toEqual(masked)
      expect(bodyOf(await ask(service, { call: `GET /v1/webhooks/${made.id}` })).headers).toEqual(masked)
      await ask(service, { call: `POST /v1/webhooks/${made.id}/test` })
      const log = async () => (await ask(service, { call: `GET /v1/webhooks/${made.id}/deliveries` })).text
      await until(async () => (await log()).includes('http_5xx'), 'the attempt')
      expect(received.at(-1)).toMatchObject({ authorization: token, 'x-tenant': 'tenant-of-mine' })
      expect(await log()).toContain(mask)
      const { read } = service.store
      const tables = [read.tables.webhooks, read.tables.webhookDeliveries, read.tables.auditLog, read.tables.jobs]
      const dump = JSON.stringify(await Promise.all(tables.map((table) => read.select().from(table))))
      expect(lines.length).toBeGreaterThan(0)
      for (const text of [await log(), dump, lines.join('\n')]) {
        expect(text).not.toContain('very-secret')
        expect(text).not.toContain('tenant-of-mine')
      }
      await ask(service, { call: `DELETE /v1/webhooks/${made.id}` })
    })

    test('the mask keeps a value, what is missing is removed, and nothing changes without a difference', async () => {
      const { id } = await register({ 'x-a': 'value a', 'x-b': 'value b' })
      expect(await put(id, { headers: { 'X-A': mask, 'x-b': mask } })).toMatchObject({ body: { revision: 1 } })
      const changed = bodyOf(await put(id, { headers: { 'x-a': mask, 'x-c': 'value c' } }))
      expect(changed).toMatchObject({ headers: { 'x-a': mask, 'x-c': mask }, revision: 2 })
      await ask(service, { call: `POST /v1/webhooks/${id}/test` })
      await until(() => received.some((headers) => headers['x-c'] === 'value c'), 'the request')
      expect(received.at(-1)).toMatchObject({ 'x-a': 'value a', 'x-c': 'value c' })
      expect(received.at(-1)).not.toHaveProperty('x-b')
      expect(bodyOf(await put(id, { headers: {} }))).not.toHaveProperty('headers')
      await ask(service, { call: `DELETE /v1/webhooks/${id}` })
    })

    test('a new URL gets no stored value', async () => {
      const { id } = await register({ 'x-a': 'value a' })
      const other = 'https://example.com/other'
      for (const send of [{ url: other }, { url: other, headers: { 'x-a': mask } }]) {
        expect(await put(id, send)).toMatchObject({ status: 422, body: { issues: [{ path: '/headers' }] } })
      }
      // The same URL again changes the owner only.
      expect(await put(id, { url })).toMatchObject({ status: 200, body: { headers: { 'x-a': mask } } })
      expect(await put(id, { url: other, headers: { 'x-a': 'new' } })).toMatchObject({ status: 200 })
      expect(await put(id, { url, headers: {} })).toMatchObject({ status: 200 })
    })
  })
}

describe('redaction', () => {
  const rows: [name: string, text: string, values: string[], redacted: string][] = [
    ['a value', 'token=abcdef;', ['abcdef'], `token=${mask};`],
    ['credentials without their scheme', 'got dXNlcjpwYXNz!', ['Basic dXNlcjpwYXNz'], `got ${mask}!`],
    ['a value in JSON', '{"x":"a\\"bcdef"}', ['a"bcdef'], `{"x":"${mask}"}`],
    ['a value that the end cuts off', 'echo abcdefgh', ['abcdefghijkl'], `echo ${mask}`],
    ['the longer of two values first', 'abcdef abcd', ['abcd', 'abcdef'], `${mask} ${mask}`],
    ['not what is too short', 'a 1 b', ['1'], 'a 1 b'],
    ['nothing without values', 'abc', [], 'abc'],
  ]
  test.each(rows)('masks %s', (_, text, values, redacted) => {
    expect(redact(text, values)).toBe(redacted)
  })
})
