/** Responses that are stored for an Idempotency-Key: whose they are, what they hold, and who may still see them. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { createVault } from '../../src/platform/identity/index.ts'
import { createApiKey } from '../../src/surfaces/projects/index.ts'
import { type Answer, ask } from '../support/scenario.ts'
import { type TestService, startService, testSecret } from '../support/service.ts'
import { dialects } from '../support/store.ts'

describe.each([...dialects])('a response stored for an Idempotency-Key on %s', (dialect) => {
  let service: TestService
  let keys: { admin: string; writer: string; writerId: string }
  let count = 0

  const send = (call: string, key: string, name: string, body?: unknown): Promise<Answer> =>
    ask(service, { call, key, headers: { 'idempotency-key': name }, ...(body === undefined ? {} : { send: body }) })
  const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed')

  beforeAll(async () => {
    service = await startService({ dialect })
    const made = (name: string, scopes: string[]) =>
      service.store.tx((db) => createApiKey(db, { projectId: service.projects.a, name, scopes }))
    const [admin, writer] = [
      await made('Second', ['admin']),
      await made('Writer', ['templates:read', 'templates:write']),
    ]
    keys = { admin: admin.key, writer: writer.key, writerId: writer.id }
  })

  test('belongs to the API key that got it: another key of the project runs the call itself', async () => {
    const register = { url: 'https://example.com/hooks', events: ['template.updated'] }
    const first = await send('POST /v1/webhooks', 'a', 'shared', register)
    const other = await send('POST /v1/webhooks', keys.admin, 'shared', register)
    expect([first.status, other.status, replayed(other)]).toEqual([201, 201, null])
    expect((other.body as { id: string }).id).not.toBe((first.body as { id: string }).id)
    expect(other.text).not.toContain((first.body as { secret: string }).secret)
  })

  const withSecret: [name: string, member: string, call: () => Promise<[string, unknown?]>][] = [
    ['the making of an API key', 'key', async () => ['POST /v1/api-keys', { name: `Made ${count++}` }]],
    [
      'the rotation of an API key',
      'key',
      async () => {
        const { body } = await ask(service, { call: 'POST /v1/api-keys', send: { name: `Rotated ${count++}` } })
        return [`POST /v1/api-keys/${(body as { id: string }).id}/rotate`, {}]
      },
    ],
    [
      'the rotation of plugin credentials',
      'secret_key',
      async () => [`POST /v1/projects/${service.projects.a}/credentials/rotate`, {}],
    ],
    [
      'the registration of a webhook',
      'secret',
      async () => ['POST /v1/webhooks', { url: 'https://example.com/a', events: ['template.updated'] }],
    ],
    [
      'the rotation of a webhook’s secret',
      'secret',
      async () => {
        const webhook = { url: 'https://example.com/b', events: ['template.updated'] }
        const { body } = await ask(service, { call: 'POST /v1/webhooks', send: webhook })
        return [`POST /v1/webhooks/${(body as { id: string }).id}/rotate`, {}]
      },
    ],
    [
      'a batch whose callback is new',
      'callback.secret',
      async () => [
        'POST /v1/verify/batch',
        { emails: ['not an address'], callback_url: `https://example.com/batch-${count++}` },
      ],
    ],
  ]
  test.each(withSecret)('of %s has null in place of %s, in storage too', async (_, member, given) => {
    const [call, body] = await given()
    const name = `secret ${count++}`.replace(' ', '-')
    const [first, again] = [await send(call, 'a', name, body), await send(call, 'a', name, body)]
    const secret = member.split('.').reduce((value, part) => (value as Record<string, unknown>)[part], first.body)
    expect(secret).toBeString()
    expect([again.status, replayed(again)]).toEqual([first.status, 'true'])
    expect(again.text).toBe(first.text.replace(JSON.stringify(secret), 'null'))
    const { idempotencyKeys } = service.store.read.tables
    const vault = createVault(testSecret)
    for (const row of await service.store.read.select().from(idempotencyKeys)) {
      const context = {
        purpose: 'idempotent response',
        table: 'idempotency_keys',
        row: row.key,
        project: row.projectId,
      } as const
      expect(row.body === null ? '' : vault.open(row.body, context)).not.toContain(String(secret))
    }
  })

  test('is refused to a caller who may no longer see the template in it', async () => {
    const email = { name: 'Board plan', type: 'other' }
    const first = await send('POST /v1/templates', keys.writer, 'plan', email)
    const { id } = first.body as { id: string }
    expect(replayed(await send('POST /v1/templates', keys.writer, 'plan', email))).toBe('true')
    await ask(service, { call: `PUT /v1/templates/${id}/permissions`, send: { default: 'none', grants: [] } })
    const again = await send('POST /v1/templates', keys.writer, 'plan', email)
    expect([again.status, (again.body as { code: string }).code]).toEqual([404, 'TEMPLATE_NOT_FOUND'])
    expect(again.text).not.toContain('Board plan')
    await ask(service, {
      call: `PUT /v1/templates/${id}/permissions`,
      send: { default: 'none', grants: [{ principal: { kind: 'api_key', id: keys.writerId }, level: 'view' }] },
    })
    expect((await send('POST /v1/templates', keys.writer, 'plan', email)).text).toBe(first.text)
  })

  test('of a bulk call is repeated with its items that failed, whatever they named', async () => {
    const body = { ids: ['tpl_00000000000000000000000000'] }
    const first = await send('POST /v1/templates/bulk/delete', keys.writer, 'bulk', body)
    const again = await send('POST /v1/templates/bulk/delete', keys.writer, 'bulk', body)
    expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text])
  })

  test('is not repeated once the key is revoked', async () => {
    const { body } = await ask(service, { call: 'POST /v1/api-keys', send: { name: 'Short-lived' } })
    const { id, key } = body as { id: string; key: string }
    expect((await send('POST /v1/folders', key, 'gone', { name: 'F' })).status).toBe(201)
    await ask(service, { call: `DELETE /v1/api-keys/${id}` })
    expect((await send('POST /v1/folders', key, 'gone', { name: 'F' })).status).toBe(401)
  })
})

test('every secret that an idempotent operation returns is declared as shown once', async () => {
  const service = await startService({ dialect: 'sqlite' })
  const { body } = await ask(service, { call: 'GET /openapi.json' })
  const { paths, components } = body as Contract
  const found: string[] = []
  const undeclared: string[] = []
  const visit = (schema: Schema, where: string, seen: readonly string[]): void => {
    const name = schema.$ref?.split('/').at(-1)
    if (name !== undefined) {
      const named = components.schemas[name]
      if (named !== undefined && !seen.includes(name)) visit(named, where, [...seen, name])
      return
    }
    for (const variant of schema.anyOf ?? []) visit(variant, where, seen)
    if (schema.items !== undefined) visit(schema.items, where, seen)
    for (const [member, inner] of Object.entries(schema.properties ?? {})) {
      const isText = [inner.type].flat().includes('string')
      if (isText && /^(key|secret|token|password)$|_(key|secret|token|password)$/.test(member))
        (inner['x-shown-once'] === true ? found : undeclared).push(`${where} ${member}`)
      visit(inner, where, seen)
    }
  }
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    if (!operation.parameters?.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))) continue
    for (const [status, response] of Object.entries(operation.responses)) {
      const schema = response.content?.['application/json']?.schema
      if (status.startsWith('2') && schema !== undefined) visit(schema, operation.operationId, [])
    }
  }
  expect(undeclared).toEqual([])
  expect(found.toSorted()).toEqual([
    'apiKeys.create key',
    'apiKeys.rotate key',
    'projects.create key',
    'projects.create secret_key',
    'projects.rotateCredentials secret_key',
    'verification.createBatch secret',
    'verification.uploadBatch secret',
    'webhooks.register secret',
    'webhooks.rotateSecret secret',
    'webhooks.rotateSelected secret',
  ])
})

interface Schema {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  'x-shown-once'?: boolean
}

interface Contract {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

interface Operation {
  operationId: string
  parameters?: { $ref?: string }[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
