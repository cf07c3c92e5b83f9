/** Bodies of which several forms exist: the published forms are exactly those that the service accepts. */
import { describe, expect, test } from 'bun:test'
import { startDnsServer } from '../support/dns-server.ts'
import { ask } from '../support/scenario.ts'
import { startService } from '../support/service.ts'

type Form = { required?: string[]; properties: Record<string, object>; dependentRequired?: Record<string, string[]> }
type Contract = { components: { schemas: Record<string, Form & { oneOf?: { $ref: string }[] }> } }

const dns = await startDnsServer(() => ({ rcode: 'NXDOMAIN', soa: 60 }))
const environment = { SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`, SVC_API_RATE_LIMIT: '100000/60' }
const service = await startService({ dialect: 'sqlite', environment })
const { schemas } = ((await ask(service, { call: 'GET /openapi.json' })).body as Contract).components

const section = { id: 'row', type: 'section', columns: [{ blocks: [{ type: 'spacer', height: 8 }] }] }
const templateId = await service.create({ name: 'Stored', type: 'other', document: { rows: [section] } })
const changedId = await service.create({ name: 'Changed', type: 'other' })
const content = {
  document: { rows: [section] },
  html: '<p>Hello</p>',
  css: 'p { color: #111111 }',
  mjml: '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>',
  design: { body: { rows: [], values: {} }, schemaVersion: 16 },
}
const { document: _, ...imported } = content

type Case = { schema: string; call: string; always: object; members: Record<string, unknown> }
const cases: Case[] = [
  { schema: 'CreateTemplate', call: 'POST /v1/templates', always: { name: 'New', type: 'other' }, members: content },
  { schema: 'UpdateTemplate', call: `PUT /v1/templates/${changedId}`, always: { tags: ['a'] }, members: content },
  {
    schema: 'ImportEmail',
    call: 'POST /v1/templates/import',
    always: {},
    members: { ...imported, type: 'other', name: 'A' },
  },
  {
    schema: 'GenerateEmail',
    call: 'POST /v1/templates/generate',
    always: { data: {} },
    members: { document: content.document, template_id: templateId },
  },
  {
    schema: 'CreateExport',
    call: 'POST /v1/export',
    always: { format: 'html' },
    members: {
      document: content.document,
      html: content.html,
      css: content.css,
      template_id: templateId,
      template_ids: [templateId],
      data: {},
    },
  },
  {
    schema: 'CreateModule',
    call: 'POST /v1/modules',
    always: { name: 'Module' },
    members: { nodes: [section], template_id: templateId, node_id: 'row', assets: {}, replace: true },
  },
  {
    schema: 'CheckBlacklist',
    call: 'POST /v1/tools/blacklist-check',
    always: {},
    members: { domain: 'example.com', ip: '192.0.2.99', email: 'anna@example.com' },
  },
]

/** True if exactly one published form has these members. */
function fits(schema: string, body: object): boolean {
  const given = Object.keys(body)
  const forms = schemas[schema]?.oneOf?.map(({ $ref }) => schemas[$ref.split('/').at(-1) ?? '']) ?? []
  const fitting = forms.filter(
    (form) =>
      form !== undefined &&
      given.every((member) => member in form.properties) &&
      (form.required ?? []).every((member) => given.includes(member)) &&
      Object.entries(form.dependentRequired ?? {}).every(
        ([member, others]) => !given.includes(member) || others.every((other) => given.includes(other)),
      ),
  )
  return fitting.length === 1
}

function* subsetsOf<T>(items: readonly T[]): Iterable<T[]> {
  for (let bits = 0; bits < 1 << items.length; bits++) yield items.filter((_, at) => (bits & (1 << at)) > 0)
}

describe('a body is published as valid exactly where the service takes its members together', () => {
  test.each(cases)('$schema', async ({ schema, call, always, members }) => {
    const wrong: object[] = []
    for (const subset of subsetsOf(Object.entries(members))) {
      const send = { ...always, ...Object.fromEntries(subset) }
      const { body } = await ask(service, { call, send })
      const isTaken = (body as { code?: string } | undefined)?.code !== 'VALIDATION_FAILED'
      if (isTaken !== fits(schema, send)) wrong.push({ members: Object.keys(send), isTaken, body })
    }
    expect(wrong).toEqual([])
  })
})
