/** Preflights over the API and by SMTP: what providers with AMP require of a message, checked before a sender is registered. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { hasDkimpy, hasOpendkim, signWithDkimpy, signWithOpendkim } from '../../support/dkim-signers.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { freePort } from '../../support/free-port.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { SmtpClient } from '../../support/smtp-client.ts'
import { dialects } from '../../support/store.ts'
import { html, keyRecord, sign, signingKey, stringsOf, validAmp, writeMessage } from './amp-message.ts'

interface Check {
  id: string
  state: string
  message: string
  gmail_reason?: string
}

interface Preflight {
  id: string
  source: string
  status: string
  verdict: string | null
  send_to: string | null
  from: string | null
  checks: Check[]
  endpoints: { url: string; state: string; message: string }[]
}

const zone: Record<string, string> = {
  'example.test': 'v=spf1 ip4:127.0.0.1 -all',
  '_dmarc.example.test': 'v=DMARC1; p=reject',
  's1._domainkey.example.test': keyRecord,
  's1._domainkey.esp.test': keyRecord,
}

const statesOf = ({ checks }: Preflight) => Object.fromEntries(checks.map(({ id, state }) => [id, state]))
const checkOf = ({ checks }: Preflight, id: string) => checks.find((check) => check.id === id)

/** States of the checks that differ from `pass`. */
const differing = (preflight: Preflight) =>
  Object.fromEntries(Object.entries(statesOf(preflight)).filter(([, state]) => state !== 'pass'))

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService
    let port: number

    beforeAll(async () => {
      const dns = await startDnsServer((name, type) => {
        const data = type === 'TXT' ? zone[name.toLowerCase()] : undefined
        return data === undefined
          ? { rcode: 'NXDOMAIN', soa: 0 }
          : { records: [{ type: 'TXT', data: stringsOf(data) }] }
      })
      service = await startService({
        dialect,
        environment: {
          SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
          SVC_INBOUND_SMTP_PORT: String(freePort()),
          SVC_INBOUND_HOST: '127.0.0.1',
          SVC_INBOUND_DOMAIN: 'reports.test',
          SVC_RUN_JOBS: 'false',
        },
      })
      port = await service.inbox()
    })

    const check = async (send: object, key = 'a'): Promise<Preflight> =>
      (await ask(service, { call: 'POST /v1/amp/preflight', send, key })).body as Preflight
    const deliver = async (to: string, message: string, { tls = true } = {}) => {
      const client = await SmtpClient.greet(port)
      if (tls) {
        await client.startTls()
        await client.send('EHLO mail.example.test')
      }
      const response = await client.deliver(message, { from: 'bounce@example.test', to })
      client.close()
      return response
    }
    const get = async (id: string, key = 'a') => ask(service, { call: `GET /v1/amp/preflight/results/${id}`, key })

    test('a message that really arrives from the production servers is ready', async () => {
      const { id, send_to: address, status } = await check({ receive: true })
      expect(status).toBe('waiting')
      expect(address).toMatch(/^amp-[0-9a-f]{32}@reports\.test$/)
      expect(await deliver(address ?? '', await sign(writeMessage()))).toStartWith('250')
      const preflight = (await get(id)).body as Preflight
      // No web server of example.test exists, and its record has no address for reports.
      expect(differing(preflight)).toEqual({ 'dns.dmarc': 'warn', 'sender.website': 'warn' })
      expect(preflight).toMatchObject({
        status: 'completed',
        verdict: 'ready',
        send_to: null,
        from: 'news@example.test',
        subject: 'Your order is on its way',
      })
    })

    test('the email address accepts one message, which its sender may repeat', async () => {
      const { send_to: address } = await check({ receive: true })
      const message = await sign(writeMessage())
      expect(await deliver(address ?? '', message)).toStartWith('250')
      expect(await deliver(address ?? '', message)).toStartWith('250')
      expect(await deliver(address ?? '', await sign(writeMessage({ subject: 'Another' })))).toStartWith('554')
      expect(await deliver('amp-00000000000000000000000000000000@reports.test', message)).toStartWith('550')
    })

    test('without TLS and with a signature of another organization it is not ready', async () => {
      const { id, send_to: address } = await check({ receive: true })
      expect(await deliver(address ?? '', await sign(writeMessage(), 'esp.test'), { tls: false })).toStartWith('250')
      const preflight = (await get(id)).body as Preflight
      expect(preflight.verdict).toBe('not_ready')
      expect(checkOf(preflight, 'transport.tls')).toMatchObject({ state: 'fail', gmail_reason: 'TLS_ENCRYPTION' })
      expect(checkOf(preflight, 'auth.dkim')).toMatchObject({ state: 'fail', gmail_reason: 'DKIM_NOT_MATCHING_FROM' })
      // SPF is aligned, so that DMARC passes; Gmail requires DKIM nevertheless.
      expect(checkOf(preflight, 'auth.dmarc')?.state).toBe('pass')
    })

    const key = { domain: 'example.test', selector: 's1', key: signingKey }
    for (const canonicalization of ['relaxed', 'simple'] as const)
      test.skipIf(!hasDkimpy)(
        `a signature by dkimpy passes, ${canonicalization}, and one of a changed body fails`,
        async () => {
          const eml = await signWithDkimpy(writeMessage(), key, canonicalization)
          expect(checkOf(await check({ eml }), 'auth.dkim')).toMatchObject({ state: 'pass' })
          expect(checkOf(await check({ eml: eml.replace('--=_b1--', '--=_b1--\r\nx') }), 'auth.dkim')?.state).toBe(
            'fail',
          )
          const other = await signWithDkimpy(writeMessage(), { ...key, domain: 'esp.test' }, canonicalization)
          expect(checkOf(await check({ eml: other }), 'auth.dkim')).toMatchObject({
            gmail_reason: 'DKIM_NOT_MATCHING_FROM',
          })
        },
      )

    test.skipIf(!hasOpendkim)('a signature by OpenDKIM with SHA-1 fails (RFC 8301 3.1)', async () => {
      const eml = await signWithOpendkim(writeMessage(), key)
      expect(eml).toContain('a=rsa-sha1')
      expect(checkOf(await check({ eml }), 'auth.dkim')?.state).toBe('fail')
    })

    test('an upload is evaluated like the message, without the IP address that sent it', async () => {
      const eml = await sign(writeMessage())
      const preflight = await check({ eml_base64: Buffer.from(eml).toString('base64') })
      expect(differing(preflight)).toEqual({
        'auth.spf': 'unmeasured',
        'transport.tls': 'unmeasured',
        'dns.dmarc': 'warn',
        'sender.website': 'warn',
      })
      expect(preflight.verdict).toBe('ready')
      expect(differing(await check({ eml: eml.replaceAll('\r\n', '\n') }))).toEqual(differing(preflight))
    })

    const broken: [name: string, message: () => string, id: string, state: string, says: string][] = [
      [
        'without an AMP part',
        () => writeMessage({ order: ['text/plain', 'text/html'] }),
        'mime.structure',
        'fail',
        'no AMP part',
      ],
      [
        'with two AMP parts',
        () => writeMessage({ order: ['text/plain', 'text/x-amp-html', 'text/x-amp-html', 'text/html'] }),
        'mime.structure',
        'fail',
        '2 AMP parts',
      ],
      [
        'with the AMP part at the end',
        () => writeMessage({ order: ['text/plain', 'text/html', 'text/x-amp-html'] }),
        'mime.order',
        'fail',
        'last one',
      ],
      ['that is no AMP', () => writeMessage({ amp: '<html><body>Hi</body></html>' }), 'amp.valid', 'fail', 'And '],
      [
        'with another fallback',
        () => writeMessage({ html: '<body>Please open the newsletter inside some browser instead today</body>' }),
        'content.likeness',
        'fail',
        'of their words',
      ],
      ['with an empty fallback', () => writeMessage({ html: '<body></body>' }), 'content.fallback', 'fail', 'nothing'],
      [
        'with a merge tag',
        () => writeMessage({ html: html.replace('Your', 'Dear {{ first_name }}, your') }),
        'content.remains',
        'fail',
        '{{ first_name }}',
      ],
      ['of a test', () => writeMessage({ subject: '[Test] Your order' }), 'content.remains', 'fail', '[Test]'],
      [
        'of last year',
        () => writeMessage({ date: new Date(Date.now() - 40 * 86_400_000) }),
        'message.date',
        'fail',
        '40 days old',
      ],
      [
        'that was forwarded',
        () => writeMessage({ fields: ['X-Forwarded-To: a@b.test'] }),
        'message.forwarded',
        'fail',
        '',
      ],
      ['without one-click', () => writeMessage({ fields: [] }), 'unsubscribe.header', 'warn', 'List-Unsubscribe'],
      [
        'of two authors',
        () => writeMessage({ from: 'a@a.test, b@b.test' }),
        'sender.from',
        'fail',
        '2 email addresses',
      ],
      ['of a public mailbox', () => writeMessage({ from: 'me@gmail.com' }), 'sender.from', 'fail', 'public mailbox'],
      [
        'with a list over http',
        () =>
          writeMessage({
            amp: validAmp.replace('<p>', '<amp-list src="http://example.test/l.json"></amp-list><p>'),
          }),
        'endpoints.cors',
        'fail',
        'https',
      ],
    ]
    for (const [name, message, id, state, says] of broken)
      test(`a message ${name}: ${id} is ${state}`, async () => {
        const preflight = await check({ eml: message() })
        expect(checkOf(preflight, id)).toMatchObject({ state, message: expect.stringContaining(says) as string })
        if (state === 'fail') expect(preflight.verdict).toBe('not_ready')
      })

    test('parts are checked without what only a message shows', async () => {
      const preflight = await check({ from: 'news@example.test', amp: validAmp, html, text: 'Your order' })
      const states = statesOf(preflight)
      expect(preflight).toMatchObject({ source: 'parts', verdict: 'ready', from: 'news@example.test' })
      expect(states).toMatchObject({
        'mime.order': 'unmeasured',
        'amp.valid': 'pass',
        'auth.dkim': 'unmeasured',
        'dns.spf': 'pass',
        'dns.dmarc': 'warn',
      })
    })

    test('a template is rendered with data, and one of another project does not exist', async () => {
      const accordion = {
        id: 'a',
        type: 'accordion',
        items: [{ title: 'When does it come?', text: '<p>In two days.</p>' }],
      }
      const document = { rows: [{ id: 's', type: 'section', columns: [{ id: 'c', blocks: [accordion] }] }] }
      const template = await service.create({ name: 'Order', type: 'other', document })
      const preflight = await check({ template_id: template, from: 'news@example.test' })
      expect(preflight.source).toBe('template')
      expect(checkOf(preflight, 'amp.valid')).toMatchObject({ state: 'pass' })
      const other = await ask(service, {
        call: 'POST /v1/amp/preflight',
        key: 'b',
        send: { template_id: template, from: 'news@example.test' },
      })
      expect(other).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } })
    })

    test('a preflight belongs to its project', async () => {
      const { id } = await check({ receive: true })
      expect((await get(id)).status).toBe(200)
      expect(await get(id, 'b')).toMatchObject({ status: 404, body: { code: 'AMP_PREFLIGHT_NOT_FOUND' } })
      const { body } = await ask(service, { call: 'GET /v1/amp/preflight', key: 'b' })
      expect((body as { data: { id: string }[] }).data.map((each) => each.id)).not.toContain(id)
    })

    test('the list pages, filters and exports CSV without formulas', async () => {
      await check({ eml: writeMessage({ subject: '=cmd|x' }) }, 'b')
      await check({ from: 'news@example.test', amp: validAmp, html }, 'b')
      const list = async (query: string) =>
        (await ask(service, { call: `GET /v1/amp/preflight?${query}`, key: 'b' })).body as {
          data: Preflight[]
          page: { next_cursor: string }
        }
      const first = await list('limit=1')
      const second = await list(`limit=1&cursor=${encodeURIComponent(first.page.next_cursor)}`)
      expect([first.data[0]?.id, second.data[0]?.id]).not.toContain(undefined)
      expect(first.data[0]?.id).not.toBe(second.data[0]?.id)
      expect((await list('source=eml')).data).toHaveLength(1)
      expect((await list('from=NEWS@Example.test&verdict=ready')).data.length).toBeGreaterThan(0)
      const csv = await ask(service, { call: 'GET /v1/amp/preflight?format=csv', key: 'b' })
      expect(csv.headers.get('content-type')).toStartWith('text/csv')
      expect(csv.text).toContain("'=cmd|x")
    })

    scenarios(
      () => service,
      [
        { name: 'one input is required', call: 'POST /v1/amp/preflight', send: { selectors: ['s1'] }, status: 422 },
        {
          name: 'two inputs are refused',
          call: 'POST /v1/amp/preflight',
          send: { receive: true, eml: 'x' },
          status: 422,
          body: { issues: [{ path: '/receive' }] },
        },
        {
          name: 'members of another input are refused',
          call: 'POST /v1/amp/preflight',
          send: { eml: 'From: a@b.test\n\nx', amp: undefined, html: '<p>' },
          status: 422,
          body: { issues: [{ path: '/html' }] },
        },
        {
          name: 'parts need a sender',
          call: 'POST /v1/amp/preflight',
          send: { amp: validAmp, html },
          status: 422,
          body: { issues: [{ path: '/from' }] },
        },
        {
          name: 'bytes that are not base64 are refused',
          call: 'POST /v1/amp/preflight',
          send: { eml_base64: '%%%%' },
          status: 422,
          body: { issues: [{ path: '/eml_base64' }] },
        },
        {
          name: 'a text that is no message is checked, and is not ready',
          call: 'POST /v1/amp/preflight',
          send: { eml: 'Hello' },
          status: 201,
          body: { verdict: 'not_ready', from: null },
        },
        {
          name: 'a key of another scope starts no preflight',
          call: 'POST /v1/amp/preflight',
          key: 'readOnly',
          send: { receive: true },
          status: 403,
        },
        { name: 'an unknown preflight is missing', call: 'GET /v1/amp/preflight/results/x', status: 404 },
      ],
    )
  })
}

test('without the SMTP inlet there are no email addresses for messages', async () => {
  const service = await startService({ dialect: 'sqlite', environment: { SVC_RUN_JOBS: 'false' } })
  const { body, status } = await ask(service, { call: 'POST /v1/amp/preflight', send: { receive: true } })
  expect({ body, status }).toMatchObject({ status: 501, body: { code: 'AMP_INLET_DISABLED' } })
})
