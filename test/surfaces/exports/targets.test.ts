import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const document = {
  meta: { title: 'T', subject: 'For {{ first_name }}' },
  rows: [
    {
      type: 'section',
      columns: [
        {
          blocks: [
            {
              type: 'text',
              text: '<p>{{ first_name | default: "friend" }} {{ customer.plan }} {{ customer.city }}</p>',
            },
            { type: 'text', text: '<p><a href="{{ unsubscribe_url }}">Leave</a></p>' },
          ],
        },
      ],
    },
  ],
}

/** Like Mailchimp, with other marks. */
const target = {
  id: 'our-crm',
  extends: 'mailchimp',
  name: 'Our CRM',
  overrides: {
    field: '<<{NAME}>>',
    names: { first_name: 'FIRST' },
    fallback: '<<{NAME}|{DEFAULT}>>',
    defaults: 'inline',
    condition: null,
    unsubscribe: { kind: 'element', code: '<leave>{TEXT}</leave>' },
    packages: ['paste-html'],
    required: null,
  },
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestService

    beforeAll(async () => {
      testService = await startService({ dialect })
      await ask(testService, { call: 'POST /v1/export-targets', key: 'b', send: { ...target, id: 'theirs' } })
    })

    const make = async (send: object) =>
      (await ask(testService, { call: 'POST /v1/export', send: { document, format: 'esp', ...send } })).body as Export

    const operations = [
      'GET /v1/export-targets',
      'POST /v1/export-targets',
      'GET /v1/export-targets/x',
      'PUT /v1/export-targets/x',
      'DELETE /v1/export-targets/x',
      'GET /v1/export-targets/x/fields',
      'PUT /v1/export-targets/x/fields',
    ]
    describe('nobody passes without the scope:', () =>
      scenarios(
        () => testService,
        operations.flatMap((call): Scenario<TestService>[] => [
          { name: `${call} without key`, call, key: null, status: 401 },
          { name: `${call} without scope`, call, key: 'readOnly', status: 403 },
        ]),
      ))

    describe('what is not there, not ours or built in is not found:', () =>
      scenarios<TestService>(
        () => testService,
        ['x', 'theirs', 'mailchimp'].flatMap((id): Scenario<TestService>[] => [
          {
            name: `GET ${id}`,
            call: `GET /v1/export-targets/${id}`,
            status: 404,
            body: { code: 'EXPORT_TARGET_NOT_FOUND' },
          },
          { name: `PUT ${id}`, call: `PUT /v1/export-targets/${id}`, send: { name: 'x' }, status: 404 },
          { name: `DELETE ${id}`, call: `DELETE /v1/export-targets/${id}`, status: 404 },
          ...(id === 'mailchimp'
            ? []
            : [{ name: `fields of ${id}`, call: `GET /v1/export-targets/${id}/fields`, status: 404 }]),
        ]),
      ))

    describe('a target that cannot work is refused with the place of the fault:', () => {
      const own = (overrides: object) => ({ ...target, id: 'wrong', overrides })
      const rows: [name: string, send: object, path: string, message: string][] = [
        ['an id that is none', { ...target, id: 'Our CRM' }, '/id', ''],
        [
          'nothing that it is like',
          { ...target, extends: 'geocities' },
          '/extends',
          'unknown built-in target “geocities”',
        ],
        [
          'one like another of our own',
          { ...target, id: 'own-like', extends: 'our-crm' },
          '/extends',
          'unknown built-in',
        ],
        ['a field without its name', own({ field: '<<x>>' }), '/overrides/field', 'must contain {NAME}'],
        ['a field without marks', own({ field: '{NAME}' }), '/overrides/field', 'distinguish a field from text'],
        ['a fallback without it', own({ fallback: '<<{NAME}>>' }), '/overrides/fallback', 'must contain {DEFAULT}'],
        [
          'an equality without value',
          own({ condition: { equals: '<{NAME}>', end: '</>' } }),
          '/overrides/condition/equals',
          '{VALUE}',
        ],
        [
          'a loop without its list',
          own({ loop: { open: '<for>', item: '<{NAME}>', close: '</for>' } }),
          '/overrides/loop/open',
          '{LIST}',
        ],
        [
          'a link without words',
          own({ unsubscribe: { kind: 'element', code: '<leave>' } }),
          '/overrides/unsubscribe/code',
          '{TEXT}',
        ],
        [
          'a kind of link without code',
          own({ unsubscribe: { kind: 'url' } }),
          '/overrides/unsubscribe/code',
          'is required with kind "url"',
        ],
        [
          'inline fallbacks without one',
          own({ defaults: 'inline' }),
          '/overrides/fallback',
          'is required with defaults "inline"',
        ],
        ['a package that is none', own({ packages: ['carrier-pigeon'] }), '/overrides/packages/0', ''],
        ['an unknown member', own({ colour: 'red' }), '/overrides/colour', ''],
      ]
      for (const [name, send, path, message] of rows) {
        test(name, async () => {
          const answer = await ask(testService, { call: 'POST /v1/export-targets', send })
          expect(answer.status).toBe(422)
          const { issues } = answer.body as { issues: { path: string; message: string }[] }
          expect(issues.map((issue) => issue.path)).toContain(path)
          expect(issues.map((issue) => issue.message).join()).toContain(message)
        })
      }
    })

    test('a target of our own is listed, and written in its own words', async () => {
      const made = await ask(testService, { call: 'POST /v1/export-targets', send: target })
      expect(made).toMatchObject({ status: 201, body: { id: 'our-crm', tag_example: '<<FIRST|friend>>', revision: 1 } })
      expect(made.headers.get('location')).toBe('/v1/export-targets/our-crm')
      expect((await ask(testService, { call: 'POST /v1/export-targets', send: target })).status).toBe(409)
      const builtIn = { ...target, id: 'mailchimp' }
      expect((await ask(testService, { call: 'POST /v1/export-targets', send: builtIn })).status).toBe(409)
      const { data } = (await ask(testService, { call: 'GET /v1/export/formats' })).body as { data: { id: string }[] }
      expect(data.at(-1)).toMatchObject({
        id: 'our-crm',
        name: 'Our CRM',
        kind: 'esp',
        extends: 'mailchimp',
        level: 'unverified',
        capabilities: { fallback: true, conditional: false, unsubscribe: true },
      })
      expect(data.map(({ id }) => id)).not.toContain('theirs')
      const { content = '', files, level } = await make({ target: 'our-crm' })
      expect(content).toContain('<<FIRST|friend>>')
      expect(content).toMatch(/<leave[^>]*>(<u>)?Leave(<\/u>)?<\/leave>/)
      expect(content).not.toContain('*|')
      expect(level).toBe('unverified')
      expect(files.map(({ name }) => name)).toEqual(['T.html', 'T.txt'])
      expect(
        await ask(testService, {
          call: 'POST /v1/export',
          key: 'b',
          send: { document, format: 'esp', target: 'our-crm' },
        }),
      ).toMatchObject({
        status: 422,
        body: { code: 'EXPORT_TARGET_UNKNOWN' },
      })
    })

    test('field maps are kept for each target; what extends one has its map, its own goes over it, the call over both', async () => {
      const set = (id: string, fields: object) =>
        ask(testService, { call: `PUT /v1/export-targets/${id}/fields`, send: { fields } })
      expect((await set('mailchimp', { 'customer.plan': 'PLAN', 'customer.city': 'CITY' })).status).toBe(200)
      expect((await set('our-crm', { 'customer.city': 'TOWN' })).status).toBe(200)
      const read = await ask(testService, { call: 'GET /v1/export-targets/our-crm/fields' })
      expect(read.body).toEqual({ fields: { 'customer.city': 'TOWN' } })
      const plain = await make({ target: 'mailchimp' })
      expect(plain.content).toContain('*|PLAN|* *|CITY|*')
      expect(plain.warnings.map(({ code }) => code)).not.toContain('TARGET_FIELD_GUESSED')
      expect((await make({ target: 'our-crm' })).content).toContain('<<PLAN>> <<TOWN>>')
      const options = { field_map: { 'customer.city': 'PLACE' } }
      expect((await make({ target: 'our-crm', options })).content).toContain('<<PLAN>> <<PLACE>>')
      expect((await set('mailchimp', {})).body).toEqual({ fields: {} })
      expect((await set('mailchimp', { a: 'x\ny' })).status).toBe(422)
    })

    test('a change is a revision; what is deleted cannot be exported to', async () => {
      const call = 'PUT /v1/export-targets/our-crm'
      const tag = (await ask(testService, { call: 'GET /v1/export-targets/our-crm' })).headers.get('etag') ?? ''
      const changed = await ask(testService, { call, headers: { 'if-match': tag }, send: { name: 'CRM' } })
      expect(changed).toMatchObject({ status: 200, body: { name: 'CRM', revision: 2, overrides: target.overrides } })
      expect((await ask(testService, { call, headers: { 'if-match': tag }, send: { name: 'Late' } })).status).toBe(412)
      expect((await ask(testService, { call, send: { name: 'CRM' } })).body).toMatchObject({ revision: 2 })
      expect((await ask(testService, { call, send: { overrides: { field: '{NAME}' } } })).status).toBe(422)
      expect((await ask(testService, { call: 'DELETE /v1/export-targets/our-crm' })).status).toBe(204)
      expect(await make({ target: 'our-crm' })).toMatchObject({ code: 'EXPORT_TARGET_UNKNOWN' })
      await ask(testService, { call: 'POST /v1/export-targets', send: target })
      expect((await ask(testService, { call: 'GET /v1/export-targets/our-crm/fields' })).body).toEqual({ fields: {} })
    })

    test('a project has a bounded number of them', async () => {
      let status = 201
      let count = 1
      for (; status === 201 && count <= limits.exportTargets; count++) {
        const send = { ...target, id: `target-${count}` }
        status = (await ask(testService, { call: 'POST /v1/export-targets', key: 'b', send })).status
      }
      expect([status, count - 1]).toEqual([409, limits.exportTargets])
    })
  })
}
