/** Sample recipients of a project: how they are stored, and what is seen as one of them. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

interface Recipient {
  id: string
  name: string
  data: Record<string, unknown>
  revision: number
}

const document = {
  schema: 'svc.email/1',
  meta: { title: 'Sale', lang: 'en', subject: 'For {{ first_name }}' },
  fields: [
    { path: 'first_name', type: 'string', sample: 'Zoe', default: 'friend' },
    { path: 'order.city', type: 'string', sample: 'Graz' },
  ],
  rows: [
    {
      id: 'top',
      type: 'section',
      columns: [{ id: 'c', blocks: [{ id: 't', type: 'text', text: '<p>{{ first_name }} in {{ order.city }}</p>' }] }],
    },
  ],
}

describe.each([...dialects])('sample recipients on %s', (dialect) => {
  let service: TestService
  let template: string

  const call = (what: string, send?: unknown, headers: Record<string, string> = {}, key = 'a'): Promise<Answer> =>
    ask(service, { call: what, key, headers, ...(send === undefined ? {} : { send }) })
  const create = async (name: string, data: object) =>
    (await call('POST /v1/sample-recipients', { name, data })).body as Recipient
  const html = async (query: string) => {
    const { body, status } = await call(`GET /v1/templates/${template}/html?${query}`)
    return { status, html: String((body as { html?: string }).html), code: (body as { code?: string }).code }
  }

  beforeAll(async () => {
    service = await startService({ dialect })
    template = await service.create({ name: 'Sale', type: 'promotional', document })
  })

  test('they are created, listed, changed by ETag and deleted', async () => {
    const made = await call('POST /v1/sample-recipients', { name: 'Amina', data: { first_name: 'Amina' } })
    expect(made.status).toBe(201)
    const { id } = made.body as Recipient
    expect(made.headers.get('location')).toBe(`/v1/sample-recipients/${id}`)
    const listed = (await call('GET /v1/sample-recipients')).body as { data: Recipient[] }
    expect(listed.data.map(({ name }) => name)).toEqual(['Amina'])

    const read = await call(`GET /v1/sample-recipients/${id}`)
    const etag = read.headers.get('etag') ?? ''
    const changed = await call(`PUT /v1/sample-recipients/${id}`, { data: { first_name: 'Ben' } }, { 'if-match': etag })
    expect(changed.body).toMatchObject({ name: 'Amina', data: { first_name: 'Ben' }, revision: 2 })
    const late = await call(`PUT /v1/sample-recipients/${id}`, { name: 'Late' }, { 'if-match': etag })
    expect(late).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
    expect((await call(`DELETE /v1/sample-recipients/${id}`, undefined, { 'if-match': etag })).status).toBe(412)
    expect((await call(`DELETE /v1/sample-recipients/${id}`)).status).toBe(204)
    expect(await call(`GET /v1/sample-recipients/${id}`)).toMatchObject({ body: { code: 'RECIPIENT_NOT_FOUND' } })
  })

  test('names are unique, data is bounded, and other projects see none', async () => {
    const { id } = await create('Once', {})
    const again = await call('POST /v1/sample-recipients', { name: 'Once', data: {} })
    expect(again).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    const data = { text: 'x'.repeat(limits.sampleRecipientBytes) }
    const large = await call('POST /v1/sample-recipients', { name: 'Large', data })
    expect(large.body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: '/data' }] })
    expect((await call(`GET /v1/sample-recipients/${id}`, undefined, {}, 'b')).status).toBe(404)
    expect((await call(`PUT /v1/sample-recipients/${id}`, { name: 'Mine' }, {}, 'b')).status).toBe(404)
    expect((await call(`DELETE /v1/sample-recipients/${id}`, undefined, {}, 'b')).status).toBe(404)
    expect((await html(`recipient=${id}`)).html).toContain('Zoe in Graz')
  })

  test('the HTML and the image of a template show their data over its samples', async () => {
    const { id } = await create('Cleo', { first_name: 'Cleo', order: { city: '' } })
    expect((await html('data=sample')).html).toContain('Zoe in Graz')
    expect((await html(`recipient=${id}`)).html).toContain('Cleo in Graz')
    await call(`PUT /v1/sample-recipients/${id}`, { data: { order: { city: 'Lyon' } } })
    expect((await html(`recipient=${id}`)).html).toContain('Zoe in Lyon')
    expect(await html('recipient=srp_no')).toMatchObject({ status: 404, code: 'RECIPIENT_NOT_FOUND' })
    const image = async (query: string) => (await call(`GET /v1/templates/${template}/thumbnail?${query}`)).headers
    expect((await image(`recipient=${id}`)).get('etag')).not.toBe((await image('')).get('etag'))
  })

  test('reviewers without an account choose one', async () => {
    const { id } = await create('<Dora>', { first_name: 'Dora' })
    await call(`PUT /v1/projects/${service.projects.a}`, { publishing: 'by_hand' })
    await call(`POST /v1/templates/${template}/reviews`, {})
    const { url } = (await call(`POST /v1/templates/${template}/review-links`, { name: 'Mia' })).body as { url: string }
    const visit = async (at: string) =>
      (await service.handle(new Request(at, { headers: { accept: 'text/html' } }))).text()
    const page = await visit(`${url}?recipient=${id}`)
    expect(page).toContain('&#60;Dora&#62;')
    expect(page).toContain('For Dora')
    expect(await visit(`${url}/email?recipient=${id}`)).toContain('Dora in Graz')
    // What is not the id of a recipient is as the sample.
    for (const text of ['srp_no', 'constructor'])
      expect(await visit(`${url}/email?recipient=${text}`)).toContain('Zoe in Graz')
    await call(`DELETE /v1/sample-recipients/${id}`)
    expect(await visit(`${url}/email?recipient=${id}`)).toContain('Zoe in Graz')
  })
})
