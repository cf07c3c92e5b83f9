import { beforeAll, describe, expect, test } from 'bun:test'
import type { Connection, PushProviders } from '../../../src/surfaces/connections/accounts/contract.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { adapters } from '../../../src/email/push/index.ts'
import { standIns } from '../../email/push/stand-ins/list.ts'
import { type Answer, type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const secret = 'fedcba9876543210fedcba9876543210-us21'
const mailchimp = { provider: 'mailchimp', name: 'News', credentials: { api_key: secret } }
const brevo = {
  provider: 'brevo',
  name: 'Brevo',
  credentials: { api_key: 'xkeysib-0123456789abcdef0123456789abcdef' },
  settings: { sender_email: 'news@example.com' },
}

interface TestDesk extends TestService {
  own: string
  foreign: string
}

const read = (answer: Answer) => answer.body as Connection
const create = (send: object): Pick<Scenario<TestDesk>, 'call' | 'send'> => ({ call: 'POST /v1/connections', send })

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestDesk

    beforeAll(async () => {
      const service = await startService({ dialect })
      const make = async (key: string) =>
        read(await ask(service, { call: 'POST /v1/connections', key, send: mailchimp })).id
      testService = { ...service, own: await make('a'), foreign: await make('b') }
    })

    const operations = [
      'GET /v1/connections',
      'POST /v1/connections',
      'GET /v1/connections/providers',
      'GET /v1/connections/x',
      'PUT /v1/connections/x',
      'DELETE /v1/connections/x',
      'POST /v1/connections/x/test',
      'POST /v1/connections/x/push',
      'GET /v1/connections/x/pushes',
      'GET /v1/connections/x/pushes/x',
      'GET /v1/connections/x/templates',
    ]
    describe('nobody passes without the scope:', () =>
      scenarios<TestDesk>(
        () => testService,
        operations.flatMap((call): Scenario<TestDesk>[] => [
          { name: `${call} without key`, call, key: null, status: 401, body: { code: 'UNAUTHORIZED' } },
          { name: `${call} without scope`, call, key: 'readOnly', status: 403, body: { code: 'FORBIDDEN' } },
        ]),
      ))

    describe('a connection that is not there or not ours is not found:', () =>
      scenarios<TestDesk>(
        () => testService,
        operations
          .filter((call) => call.includes('/x') && !call.startsWith('PUT') && !call.endsWith('/push'))
          .flatMap((call): Scenario<TestDesk>[] =>
            (
              [
                ['x', () => 'x'],
                ['of another project', ({ foreign }: TestDesk) => foreign],
              ] as const
            ).map(([name, id]) => ({
              name: `${call} ${name}`,
              call: (service) => call.replace('/x', `/${id(service)}`),
              status: 404,
              body: { code: 'CONNECTION_NOT_FOUND' },
            })),
          )
          .concat([
            {
              name: 'a change of one of another project',
              call: ({ foreign }) => `PUT /v1/connections/${foreign}`,
              send: { name: 'Mine' },
              status: 404,
              body: { code: 'CONNECTION_NOT_FOUND' },
            },
            {
              name: 'a push to one of another project',
              call: ({ foreign }) => `POST /v1/connections/${foreign}/push`,
              send: { template_id: `tpl_${'0'.repeat(26)}` },
              status: 404,
              body: { code: 'CONNECTION_NOT_FOUND' },
            },
            {
              name: 'a push of a template that is not there',
              call: ({ own }) => `POST /v1/connections/${own}/push`,
              send: { template_id: `tpl_${'0'.repeat(26)}` },
              status: 404,
              body: { code: 'TEMPLATE_NOT_FOUND' },
            },
            {
              name: 'a push that is not there',
              call: ({ own }) => `GET /v1/connections/${own}/pushes/psh_x`,
              status: 404,
              body: { code: 'PUSH_NOT_FOUND' },
            },
          ]),
      ))

    describe('a wrong body is refused with the place of the fault:', () => {
      const rows: [name: string, send: object, path: string, message: string][] = [
        ['no provider', { name: 'x', credentials: {} }, '/provider', ''],
        [
          'a provider that is none',
          { ...mailchimp, provider: 'geocities' },
          '/provider',
          'use one of brevo, customerio',
        ],
        ['no name', { provider: 'mailchimp', credentials: {} }, '/name', ''],
        ['a missing secret', { ...mailchimp, credentials: {} }, '/credentials/api_key', 'is missing: Account'],
        [
          'a secret that cannot be',
          { ...mailchimp, credentials: { api_key: 'x' } },
          '/credentials/api_key',
          'must have the format of',
        ],
        [
          'a secret that leads elsewhere',
          { ...mailchimp, credentials: { api_key: `${secret}.evil.example/#` } },
          '/credentials/api_key',
          'must have the format of',
        ],
        [
          'a secret that it does not know',
          { ...mailchimp, credentials: { api_key: secret, password: 'y' } },
          '/credentials/password',
          'has only api_key',
        ],
        ['a missing setting', { ...brevo, settings: {} }, '/settings/sender_email', 'is missing: A verified sender'],
        [
          'a setting out of its choices',
          { provider: 'iterable', name: 'x', credentials: { api_key: 'a'.repeat(32) }, settings: { region: 'mars' } },
          '/settings/region',
          'one of us, eu',
        ],
        ['a private address', { ...mailchimp, base_url: 'http://127.0.0.1:9/' }, '/base_url', 'SVC_NET_ALLOW'],
        [
          'an address with a query',
          { ...mailchimp, base_url: 'https://example.com/?a=1' },
          '/base_url',
          'end with its path',
        ],
        ['an option of archives', { ...mailchimp, options: { images: 'zip' } }, '/options/images', ''],
        ['an open merge tag', { ...mailchimp, options: { utm: { term: '{{ a' } } }, '/options/utm/term', ''],
        ['an unknown member', { ...mailchimp, colour: 1 }, '/colour', ''],
      ]
      for (const [name, send, path, message] of rows) {
        test(name, async () => {
          const answer = await ask(testService, create(send))
          expect(answer.status).toBe(422)
          const { issues } = answer.body as { issues: { path: string; message: string }[] }
          expect(issues[0]?.path).toBe(path)
          expect(issues[0]?.message).toContain(message)
          expect(answer.text).not.toContain(secret.slice(0, 32))
        })
      }
      test('a target that is none', async () => {
        const answer = await ask(testService, create({ ...mailchimp, target: 'nowhere' }))
        expect(answer).toMatchObject({ status: 422, body: { code: 'EXPORT_TARGET_UNKNOWN' } })
      })
    })

    test('every provider takes what it lists, and answers everything but the secrets', async () => {
      const { data } = (await ask(testService, { call: 'GET /v1/connections/providers' })).body as PushProviders
      expect(data.map(({ id }) => id)).toEqual([...adapters.keys()])
      for (const { account, provider } of standIns) {
        const answer = await ask(testService, create({ provider, name: provider, ...account }))
        expect(answer).toMatchObject({
          status: 201,
          body: { provider, settings: account.settings, credentials: Object.keys(account.credentials), revision: 1 },
        })
        const examples = data.find(({ id }) => id === provider)
        const credentials = Object.fromEntries(
          (examples?.credentials ?? []).map(({ example, name }) => [name, example]),
        )
        const settings = Object.fromEntries((examples?.settings ?? []).map(({ example, name }) => [name, example]))
        expect(
          (await ask(testService, create({ provider, name: 'Example', credentials, settings }))).status,
          provider,
        ).toBe(201)
        for (const each of Object.values(account.credentials)) expect(answer.text).not.toContain(each)
      }
      const rows = await testService.store.read.select().from(testService.store.read.tables.connections)
      const stored = JSON.stringify(rows)
      for (const { account } of standIns)
        for (const each of Object.values(account.credentials)) expect(stored).not.toContain(each)
    })

    test('a page goes on where the one before ended', async () => {
      const ids: string[] = []
      for (let cursor = ''; ;) {
        const call = `GET /v1/connections?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`
        const { data, page } = (await ask(testService, { call })).body as {
          data: Connection[]
          page: { next_cursor: string | null }
        }
        ids.push(...data.map(({ id }) => id))
        if (page.next_cursor === null) break
        cursor = page.next_cursor
      }
      expect(ids).toContain(testService.own)
      expect(ids).not.toContain(testService.foreign)
      expect(ids).toEqual([...new Set(ids)].toSorted())
    })

    test('a change is a revision; what leads the secrets elsewhere needs them again', async () => {
      const { id } = read(await ask(testService, create(brevo)))
      const call = `PUT /v1/connections/${id}`
      const tag = (await ask(testService, { call: `GET /v1/connections/${id}` })).headers.get('etag') ?? ''
      const renamed = await ask(testService, { call, headers: { 'if-match': tag }, send: { name: 'Renamed' } })
      expect(renamed).toMatchObject({ status: 200, body: { name: 'Renamed', revision: 2 } })
      expect((await ask(testService, { call, headers: { 'if-match': tag }, send: { name: 'Late' } })).status).toBe(412)
      expect((await ask(testService, { call, send: { name: 'Renamed' } })).body).toMatchObject({ revision: 2 })
      for (const send of [{ base_url: 'https://evil.example/' }, { settings: { sender_email: 'b@example.com' } }]) {
        const refused = await ask(testService, { call, send })
        expect(refused).toMatchObject({ status: 422, body: { issues: [{ path: '/credentials' }] } })
      }
      const settings = { sender_email: 'b@example.com' }
      const moved = await ask(testService, { call, send: { settings, credentials: brevo.credentials } })
      expect(moved).toMatchObject({ status: 200, body: { settings, revision: 3 } })
      expect((await ask(testService, { call: `DELETE /v1/connections/${id}` })).status).toBe(204)
      expect((await ask(testService, { call: `GET /v1/connections/${id}` })).status).toBe(404)
    })

    test('the log says who connected what, and holds no secret', async () => {
      const rows = await testService.store.read.select().from(testService.store.read.tables.auditLog)
      const own = rows.filter(({ action }) => action.startsWith('connection.'))
      expect(new Set(own.map(({ action }) => action))).toEqual(
        new Set(['connection.created', 'connection.updated', 'connection.deleted']),
      )
      expect(JSON.stringify(own)).not.toContain(secret.slice(0, 32))
    })

    test('a project has a bounded number of them', async () => {
      let status = 201
      let count = 0
      while (status === 201 && count++ < limits.connections)
        status = (await ask(testService, { ...create(mailchimp), key: 'b' })).status
      expect([status, count]).toEqual([409, limits.connections])
    })
  })
}
