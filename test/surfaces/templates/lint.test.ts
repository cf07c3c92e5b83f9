import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'bun:test'
import { type Answer, type Scenario, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { email, section } from '../../email/lint/email.ts'
import { sendAsset } from '../assets/send-file.ts'

type Service = TestService & {
  good: string
  bad: string
  foreign: string
  trashed: string
  large: string
  version: string
}

const nowhere = { id: 'l', type: 'text', text: '<p>See <a href="#">the oven</a>.</p>' }
const german = {
  translations: { default: 'en', locales: { de: { 'l.text': '<p>Das ist <a href="#">der Ofen</a>.</p>' } } },
}
const bad = email({ more: [nowhere, { ...nowhere, id: 'faint', text: '<p>Bread</p>', style: { color: '#c0c0c0' } }] })
const many = Array.from({ length: 40 }, (_, row) =>
  section(`r${row}`, ...Array.from({ length: 20 }, (_one, at) => ({ ...nowhere, id: `r${row}-${at}` }))),
)

const rows: readonly Scenario<Service>[] = [
  {
    name: 'a template in order has no findings',
    call: ({ good }) => `GET /v1/templates/${good}/lint`,
    status: 200,
    body: { revision: 1, findings: [], summary: { errors: 0, warnings: 0, hints: 0, omitted: 0 } },
    then: ({ body }, { good }) => expect(body).toHaveProperty('id', good),
  },
  {
    name: 'findings name rule, node, reason and fix',
    call: ({ bad: id }) => `GET /v1/templates/${id}/lint`,
    status: 200,
    body: {
      findings: [
        {
          id: 'links.empty',
          severity: 'error',
          node_id: 'l',
          prop: 'text',
          fix: { operations: [{ op: 'set', id: 'l' }] },
        },
        { id: 'accessibility.contrast', severity: 'warning', node_id: 'faint', prop: 'style.color' },
      ],
      summary: { errors: 1, warnings: 1 },
    },
  },
  {
    name: 'a mailing system is asked for what it requires and cannot say',
    call: ({ bad: id }) => `GET /v1/templates/${id}/lint?provider=dotdigital&ignore=links,accessibility`,
    status: 200,
    body: { summary: { errors: 0 } },
    then: ({ body }) => expect(JSON.stringify(body)).toContain('"id":"provider.'),
  },
  {
    name: 'a mailing system that nobody knows is refused with the one that was meant',
    call: ({ bad: id }) => `GET /v1/templates/${id}/lint?provider=mailchip`,
    status: 422,
    body: { issues: [{ path: '/provider', message: expect.stringContaining('Did you mean mailchimp?') }] },
  },
  {
    name: 'a key that only reads may ask, under the other prefix too',
    call: ({ bad: id }) => `GET /api/v1/templates/${id}/lint`,
    key: 'readOnly',
    status: 200,
    body: { summary: { errors: 1 } },
  },
  {
    name: 'rules and families are left out',
    call: ({ bad: id }) => `GET /v1/templates/${id}/lint?ignore=links.empty,accessibility`,
    status: 200,
    body: { findings: [], summary: { errors: 0, warnings: 0 } },
  },
  {
    name: 'a rule that is none is refused',
    call: ({ bad: id }) => `GET /v1/templates/${id}/lint?ignore=links.emtpy`,
    status: 422,
    body: { code: 'VALIDATION_FAILED', issues: [{ path: '/ignore' }] },
  },
  {
    name: 'a translation is looked at in its own words, without fixes',
    call: ({ bad: id }) => `GET /v1/templates/${id}/lint?locale=de&ignore=accessibility.contrast`,
    status: 200,
    body: { findings: [{ id: 'links.empty', message: 'Text “Das ist der Ofen.”: the link # leads nowhere.' }] },
    then: ({ body }) => expect(JSON.stringify(body)).not.toContain('"fix"'),
  },
  {
    name: 'a large template is looked over in a thread of its own, and says what it leaves out',
    call: ({ large }) => `GET /v1/templates/${large}/lint`,
    status: 200,
    // 801 links, no egress, and more than Gmail shows.
    body: { summary: { errors: 803, omitted: 751 } },
  },
  {
    name: 'a parameter that is none is refused',
    call: ({ bad: id }) => `GET /v1/templates/${id}/lint?severity=error`,
    status: 422,
    body: { code: 'VALIDATION_FAILED', issues: [{ path: '/severity' }] },
  },
  {
    name: 'without a key',
    call: ({ bad: id }) => `GET /v1/templates/${id}/lint`,
    key: null,
    status: 401,
  },
  {
    name: 'of another project',
    call: ({ foreign }) => `GET /v1/templates/${foreign}/lint`,
    key: 'b',
    status: 404,
    body: { code: 'TEMPLATE_NOT_FOUND' },
  },
  {
    name: 'in the trash',
    call: ({ trashed }) => `GET /v1/templates/${trashed}/lint`,
    status: 404,
    body: { code: 'TEMPLATE_NOT_FOUND' },
  },
  {
    name: 'a rendering tells how much there is when it is asked to',
    call: ({ bad: id }) => `GET /v1/templates/${id}/html?lint=true`,
    status: 200,
    body: { report: { lint: { errors: 1, warnings: 1, omitted: 0 } } },
    answers: { etag: /-1-1-\d+"$/ },
  },
  {
    name: 'a rendering keeps silent unless it is asked to',
    call: ({ bad: id }) => `GET /v1/templates/${id}/html`,
    status: 200,
    then: ({ body }) => expect((body as { report: object }).report).not.toHaveProperty('lint'),
  },
  {
    name: 'a rendered version tells it too',
    call: ({ bad: id, version }) => `GET /v1/templates/${id}/versions/${version}/html?lint=true`,
    status: 200,
    body: { report: { lint: { errors: 1, warnings: 1 } } },
  },
  {
    name: 'a generated email tells it with its data',
    call: 'POST /v1/templates/generate',
    send: { document: bad, data: { name: 'Ada' }, lint: true },
    status: 200,
    body: { report: { lint: { errors: 1, warnings: 1 } } },
  },
  {
    name: 'of no template',
    call: 'GET /v1/templates/tpl_none/lint',
    status: 404,
    body: { code: 'TEMPLATE_NOT_FOUND' },
  },
]

describe.each([...dialects])('looking a template over on %s', (dialect) => {
  let service: Service
  const call = (what: string, send?: unknown): Promise<Answer> =>
    ask(service, { call: what, ...(send === undefined ? {} : { send }) })

  beforeAll(async () => {
    const ids = { good: '', bad: '', foreign: '', trashed: '', large: '', version: '' }
    service = { ...(await startService({ dialect })), ...ids }
  })
  beforeAll(async () => {
    const make = (name: string, document: object) => service.create({ name, type: 'promotional', document })
    service.good = await make('Good', email())
    service.bad = await make('Bad', { ...bad, ...german })
    service.foreign = await make('Foreign', bad)
    service.trashed = await make('Trashed', bad)
    service.large = await make('Large', email({ rows: [section('top', { ...nowhere, id: 'first' }), ...many] }))
    const { body } = await call(`GET /v1/templates/${service.bad}/versions`)
    service.version = (body as { data: { id: string }[] }).data[0]?.id ?? ''
    await call(`DELETE /v1/templates/${service.trashed}`)
  })

  scenarios(() => service, rows)

  test('a fix is applied as it is, and its finding is gone', async () => {
    const id = await service.create({ name: 'Fixed', type: 'promotional', document: bad })
    const lint = async () =>
      (await call(`GET /v1/templates/${id}/lint`)).body as {
        revision: number
        findings: { fix?: { operations: object[] } }[]
      }
    const { findings, revision } = await lint()
    const operations = findings.flatMap(({ fix }) => fix?.operations ?? [])
    expect((await call(`POST /v1/templates/${id}/operations`, { base_revision: revision, operations })).status).toBe(
      200,
    )
    expect((await lint()).findings).toEqual([])
  })

  test('what a module says is said of its instance', async () => {
    const module = await call('POST /v1/modules', { name: `Shared ${dialect}`, nodes: [section('m', nowhere)] })
    expect(module.status).toBe(201)
    const { id } = module.body as { id: string }
    const use = { id: 'use', type: 'module', ref: { id, version: 'latest' } }
    const rowsOf = (email() as { rows: object[] }).rows
    const template = await service.create({
      name: 'With a module',
      type: 'promotional',
      document: email({ rows: [...rowsOf, use] }),
    })
    const { body } = await call(`GET /v1/templates/${template}/lint`)
    expect(body).toMatchObject({ findings: [{ id: 'links.empty', node_id: 'use' }], summary: { errors: 1 } })
  })

  test('a module that is not there is named, and its instance can be removed', async () => {
    const [first, ...others] = (email() as { rows: object[] }).rows
    const gone = { id: 'gone', type: 'module', ref: { id: 'mod_00000000000000000000000000', version: 'latest' } }
    const document = email({ rows: [first as object, gone, ...others] })
    const id = await service.create({ name: 'Without its module', type: 'promotional', document })
    const { body } = await call(`GET /v1/templates/${id}/lint`)
    const fix = { operations: [{ op: 'remove', id: 'gone' }] }
    expect(body).toMatchObject({ findings: [{ id: 'modules.missing', node_id: 'gone', prop: 'ref', fix }] })
    await call(`POST /v1/templates/${id}/operations`, { base_revision: 1, ...fix })
    expect((await call(`GET /v1/templates/${id}/lint`)).body).toMatchObject({ revision: 2, findings: [] })
  })

  test('a module inside a module that is not there is said of the instance, which stays', async () => {
    const gone = { id: 'gone', type: 'module', ref: { id: 'mod_00000000000000000000000000', version: 'latest' } }
    const nodes = [section('m', { id: 'm-t', type: 'text', text: '<p>Bread since 1890, baked before six.</p>' }), gone]
    const module = await call('POST /v1/modules', { name: `Torn ${dialect}`, nodes })
    expect(module.status).toBe(201)
    const use = { id: 'use', type: 'module', ref: { id: (module.body as { id: string }).id, version: 'latest' } }
    const document = email({ rows: [...(email() as { rows: object[] }).rows, use] })
    const id = await service.create({ name: 'With a torn module', type: 'promotional', document })
    const { body } = await call(`GET /v1/templates/${id}/lint`)
    expect(body).toMatchObject({ findings: [{ id: 'modules.missing', node_id: 'use' }], summary: { errors: 1 } })
    expect(JSON.stringify(body)).not.toContain('"fix"')
  })

  test('a stored picture that is heavy is told of, one that the CDN makes smaller is not', async () => {
    const noise = new Uint8Array(400 * 300 * 3).map((_, at) => (at * 7919 + ((at * at) % 251) * 31) % 256)
    const bytes = await sharp(noise, { raw: { width: 400, height: 300, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    const { id } = await sendAsset(service, { bytes, fileName: 'noise.png' })
    const image = (name: string, query: string) => ({
      id: name,
      type: 'image',
      src: `/cdn/${id}/noise.png${query}`,
      alt: 'Flour on a table',
      width: 200,
      height: 20,
    })
    const document = email({ more: [image('whole', ''), image('small', '?w=200')] })
    const template = await service.create({ name: 'Heavy', type: 'promotional', document })
    const { findings } = (await call(`GET /v1/templates/${template}/lint`)).body as { findings: object[] }
    expect(findings).toMatchObject([{ id: 'size.image-heavy', node_id: 'whole' }])
  })

  test('rules that the document ignores say nothing', async () => {
    const document = email({ more: [nowhere], meta: { ignoredRules: ['links.empty'] } })
    const id = await service.create({ name: 'Silent', type: 'promotional', document })
    expect((await call(`GET /v1/templates/${id}/lint`)).body).toMatchObject({ findings: [] })
  })
})
