import { beforeAll, describe } from 'bun:test'
import { type Scenario, scenarios } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'

type Call = [method: string, path: string, send?: unknown]
type Service = TestService & { ids: { own: string } }

const document = { rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text: '<p>Hello</p>' }] }] }] }

const lists: Call[] = [
  ['GET', '/templates/public'],
  ['GET', '/templates/my'],
  ['GET', '/templates/search?q=x'],
  ['GET', '/templates/filter-counts'],
  ['GET', '/templates/favorites'],
  ['POST', '/templates/generate', { document }],
]
const readsOne: Call[] = [
  ['GET', '/templates/:id'],
  ['GET', '/templates/:id/structured'],
  ['GET', '/templates/:id/blocks'],
  ['GET', '/templates/:id/html'],
  ['GET', '/templates/:id/mjml'],
]
const writes: Call[] = [
  ['POST', '/templates', { name: 'New', type: 'other' }],
  ['POST', '/templates/bulk/delete', { ids: ['tpl_none'] }],
  ['POST', '/templates/bulk/move', { ids: ['tpl_none'], folder_id: null }],
]
const writesOne: Call[] = [
  ['PUT', '/templates/:id', { name: 'Taken over' }],
  ['DELETE', '/templates/:id'],
  ['POST', '/templates/:id/duplicate', {}],
  ['POST', '/templates/:id/favorite'],
  ['DELETE', '/templates/:id/favorite'],
  ['POST', '/templates/:id/restore'],
]

function row([method, path, send]: Call, rest: Partial<Scenario<Service>> & { name: string; status: number }) {
  const call = (service: Service) => `${method} /v1${path.replace(':id', service.ids.own)}`
  const { name, ...wanted } = rest
  return { name: `${method} ${path} ${name}`, call, ...(send === undefined ? {} : { send }), ...wanted }
}

const wrongIds = [
  'tpl_',
  'tpl_00000000000000000000000000',
  'fld_01jd7q2v5w8x3y4z6a7b9c0d1f',
  '%20',
  '..%2F..',
  'ñ',
  '1',
]

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: Service

    beforeAll(async () => {
      const started = await startService({ dialect })
      const own = await started.create({ name: 'Mine', type: 'other', document })
      service = { ...started, ids: { own } }
    })

    scenarios(
      () => service,
      [
        ...[...lists, ...readsOne, ...writes, ...writesOne].flatMap((call) => [
          row(call, { name: 'wants a key', key: null, status: 401, body: { code: 'UNAUTHORIZED' } }),
          row(call, { name: 'knows no wrong key', key: `svc_${'0'.repeat(48)}`, status: 401 }),
        ]),
        ...[...writes, ...writesOne].map((call) =>
          row(call, { name: 'wants the scope to write', key: 'readOnly', status: 403, body: { code: 'FORBIDDEN' } }),
        ),
        ...[...lists, ...readsOne].map((call) =>
          row(call, { name: 'is open to a reading key', key: 'readOnly', status: 200 }),
        ),
        ...[...readsOne, ...writesOne].map((call) =>
          row(call, {
            name: 'does not know another project’s template',
            key: 'b',
            status: 404,
            body: { code: 'TEMPLATE_NOT_FOUND' },
          }),
        ),
        ...[...readsOne, ...writesOne].flatMap(([method, path, send]) =>
          wrongIds.map((id) =>
            row([method, path.replace(':id', id), send], {
              name: 'is not found',
              status: 404,
              body: { code: 'TEMPLATE_NOT_FOUND' },
            }),
          ),
        ),
        ...[...lists, ...readsOne, ...writes, ...writesOne].map(([method, path, send]) =>
          row([method, `${path}${path.includes('?') ? '&' : '?'}nonsense=1`, send], {
            name: 'takes no unknown parameter',
            status: 422,
            body: { code: 'VALIDATION_FAILED', issues: [{ path: '/nonsense' }] },
          }),
        ),
        ...[...lists, ...writes, ...writesOne]
          .filter(([, , send]) => send !== undefined)
          .map(([method, path, send]) =>
            row([method, path, { ...(send as object), nonsense: 1 }], {
              name: 'takes no unknown member',
              status: 422,
              body: { code: 'VALIDATION_FAILED' },
            }),
          ),
        row(['GET', '/templates/:id'], { name: 'answers under the other prefix too', status: 200 }),
        {
          name: 'both prefixes answer the same',
          call: ({ ids }) => `GET /api/v1/templates/${ids.own}`,
          status: 200,
          body: { name: 'Mine' },
        },
      ],
    )
  })
}
