/** Reviews of drafts: who decides, what a decision is about, and what may be published with it. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { asc } from 'drizzle-orm'
import { type Answer, ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

type ReviewedTemplate = TestService & { id: string; editor: string; approver: string; keyIds: Record<string, string> }
type Body = Record<string, unknown>
const unknownReview = 'rvw_00000000000000000000000000'

const emailOf = (words: string, ...more: object[]) => ({
  schema: 'svc.email/1',
  meta: { title: 'Code', lang: 'en', subject: `Subject ${words}` },
  rows: [
    {
      id: 'top',
      type: 'section',
      columns: [{ id: 'column', type: 'column', blocks: [{ id: 'hello', type: 'text', text: `<p>${words}</p>` }] }],
    },
    ...more,
  ],
})

describe.each([...dialects])('reviews on %s', (dialect) => {
  let service: ReviewedTemplate
  const given = () => service
  const path = () => `/v1/templates/${service.id}`

  const call = (what: string, send?: unknown, more: { key?: string; headers?: Record<string, string> } = {}) =>
    ask(service, { call: what, ...more, ...(send === undefined ? {} : { send }) })
  const well = async (what: string, send?: unknown, more: { key?: string } = {}) => {
    const { status, body } = await call(what, send, more)
    expect({ what, status, body }).toMatchObject({ status: status < 300 ? status : 200 })
    return body as Body
  }
  const newKey = async (name: string, scopes: string[]) => {
    const made = (await well('POST /v1/api-keys', { name, scopes })) as { id: string; key: string }
    service.keyIds[name] = made.id
    return made.key
  }
  const request = async (body: object = {}) =>
    (await well(`POST ${path()}/reviews`, body, { key: service.editor }))['id']
  const decide = (id: unknown, decision: string, key = service.approver, body: object = {}): Promise<Answer> =>
    call(`POST ${path()}/reviews/${String(id)}/${decision}`, body, { key })
  const approved = async () => {
    const id = await request()
    expect((await decide(id, 'approve')).status).toBe(200)
    return id
  }
  const publish = (body: object = {}, key = service.editor) => call(`POST ${path()}/publish`, body, { key })
  const save = (words: string) => well(`PUT ${path()}`, { document: emailOf(words) })
  const setProject = (body: object) => well(`PUT /v1/projects/${service.projects.a}`, body)
  const refused = { status: 409, body: { code: 'APPROVAL_REQUIRED' } }

  beforeAll(async () => {
    service = { ...(await startService({ dialect })), id: '', editor: '', approver: '', keyIds: {} }
    service.editor = await newKey('Editor', ['templates:read', 'templates:write'])
    service.approver = await newKey('Approver', ['templates:read', 'templates:write'])
    await setProject({ publishing: 'by_hand', approval: 'required' })
  })
  beforeEach(async () => {
    await setProject({ publishing: 'by_hand', approval: 'required', approver_level: 'publish' })
    service.id = await service.create({ name: 'Login code', type: 'transactional', document: emailOf('First') })
  })

  test('a draft that nobody approved cannot be published', async () => {
    expect(await publish()).toMatchObject({ ...refused, body: { detail: 'No review of this draft was requested.' } })
    const id = await request()
    expect(await publish()).toMatchObject({ ...refused, body: { detail: `The review ${String(id)} is pending.` } })
  })

  test('a draft that another caller approved is published, and the release names the review', async () => {
    const id = await request({ note: 'For May' })
    expect(await well(`GET ${path()}`)).toMatchObject({ review: { id, state: 'pending', stale: false } })
    expect(await decide(id, 'approve', service.approver, { note: 'Fine' })).toMatchObject({
      status: 200,
      body: {
        id,
        state: 'approved',
        stale: false,
        note: 'For May',
        requested_by: { kind: 'api_key', name: 'Editor' },
        decided_by: { kind: 'api_key', name: 'Approver' },
        decision_note: 'Fine',
      },
    })
    expect(await publish()).toMatchObject({ status: 200, body: { release: { number: 1, live: true, review_id: id } } })
    const template = await well(`GET ${path()}`)
    expect(template).toMatchObject({ published_release: 1, unpublished_changes: false })
    expect(template['review']).toBeUndefined()
    expect(await well(`GET ${path()}/reviews/${String(id)}`)).toMatchObject({ state: 'approved', release: 1 })
  })

  test('an approval does not count for a changed draft, and counts again when the change is undone', async () => {
    const id = await approved()
    await save('Second')
    expect(await publish()).toMatchObject({
      ...refused,
      body: { detail: `The draft has changed since the review ${String(id)} was requested.` },
    })
    expect(await well(`GET ${path()}/reviews/${String(id)}`)).toMatchObject({ state: 'approved', stale: true })
    expect(await well(`GET ${path()}`)).toMatchObject({ review: { state: 'approved', stale: true } })
    await save('First')
    expect(await well(`GET ${path()}`)).toMatchObject({ review: { state: 'approved', stale: false } })
    expect((await publish()).status).toBe(200)
  })

  test('an approval does not count once a module of the draft has changed', async () => {
    const nodes = (words: string) => [
      {
        id: 'foot',
        type: 'section',
        columns: [{ id: 'f', type: 'column', blocks: [{ id: 'l', type: 'text', text: words }] }],
      },
    ]
    const module = await well('POST /v1/modules', { name: `Footer ${crypto.randomUUID()}`, nodes: nodes('Old') })
    const instance = { id: 'use', type: 'module', ref: { id: module['id'], version: 'latest' } }
    await well(`PUT ${path()}`, { document: emailOf('First', instance) })
    const id = await approved()
    await well(`PUT /v1/modules/${String(module['id'])}`, { nodes: nodes('New') })
    expect(await publish()).toMatchObject(refused)
    expect(await well(`GET ${path()}/reviews/${String(id)}`)).toMatchObject({ stale: true })
  })

  test('a rename leaves an approval as it is', async () => {
    await approved()
    await well(`PUT ${path()}`, { name: 'Renamed' })
    expect((await publish()).status).toBe(200)
  })

  test('a rejected draft cannot be published, although the same content was approved before', async () => {
    await approved()
    const second = await request()
    expect(await decide(second, 'reject', service.approver, { note: 'Old price' })).toMatchObject({
      status: 200,
      body: { state: 'rejected', decision_note: 'Old price' },
    })
    expect(await publish()).toMatchObject({ ...refused, body: { detail: 'A reviewer rejected this content.' } })
  })

  test('a revoked approval does not count', async () => {
    const id = await approved()
    expect(await decide(id, 'revoke')).toMatchObject({ status: 200, body: { state: 'revoked' } })
    expect(await publish()).toMatchObject({ ...refused, body: { detail: 'The approval of this content was revoked.' } })
    expect(await decide(id, 'revoke')).toMatchObject({ status: 409, body: { code: 'REVIEW_NOT_APPROVED' } })
  })

  test('an approval cannot be revoked once its content is published', async () => {
    const id = await approved()
    await publish()
    expect(await decide(id, 'revoke')).toMatchObject({
      status: 409,
      body: { code: 'REVIEW_NOT_APPROVED', detail: 'Release 1 was published with it.' },
    })
  })

  test('a later review replaces one that is pending', async () => {
    const first = await request()
    const second = await request()
    expect((await well(`GET ${path()}/reviews`))['data']).toMatchObject([
      { id: second, state: 'pending' },
      { id: first, state: 'cancelled' },
    ])
    expect(await decide(first, 'approve')).toMatchObject({ status: 409, body: { code: 'REVIEW_NOT_PENDING' } })
  })

  test('the list of reviews comes in pages', async () => {
    const ids = [await request(), await request(), await request()]
    const { data, page } = (await well(`GET ${path()}/reviews?limit=2`)) as { data: Body[]; page: Body }
    const rest = (await well(`GET ${path()}/reviews?limit=2&cursor=${String(page['next_cursor'])}`))['data'] as Body[]
    expect([...data, ...rest].map(({ id }) => id)).toEqual(ids.toReversed())
  })

  test('a review shows the document that it is about, whatever was saved since', async () => {
    const id = await request()
    await save('Second')
    const { document, stale } = await well(`GET ${path()}/reviews/${String(id)}`)
    expect(JSON.stringify(document)).toContain('Subject First')
    expect(stale).toBe(true)
  })

  test('its requester cannot decide on a review, also with the scope admin', async () => {
    const own = await request()
    expect(await decide(own, 'approve', service.editor)).toMatchObject({ status: 403, body: { code: 'OWN_REVIEW' } })
    expect(await decide(own, 'reject', service.editor)).toMatchObject({ status: 403, body: { code: 'OWN_REVIEW' } })
    const byAdmin = (await well(`POST ${path()}/reviews`, {}))['id']
    expect(await decide(byAdmin, 'approve', 'a')).toMatchObject({ status: 403, body: { code: 'OWN_REVIEW' } })
  })

  test('approvers need the level that the project demands', async () => {
    const manage = { principal: { kind: 'api_key', id: service.keyIds['Approver'] }, level: 'manage' }
    const comment = { ...manage, level: 'comment' }
    await setProject({ approver_level: 'manage' })
    const first = await request()
    expect(await decide(first, 'approve')).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } })
    await well(`POST ${path()}/permissions`, manage)
    expect((await decide(first, 'approve')).status).toBe(200)
    await setProject({ approver_level: 'comment' })
    await well(`POST ${path()}/permissions`, comment)
    const second = await request()
    expect((await decide(second, 'approve')).status).toBe(200)
  })

  test('permission that is withdrawn before the decision counts', async () => {
    const id = await request()
    const none = { principal: { kind: 'api_key', id: service.keyIds['Approver'] }, level: 'none' }
    await well(`POST ${path()}/permissions`, none)
    expect(await decide(id, 'approve')).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } })
  })

  test('of several decisions at once one counts', async () => {
    const id = await request()
    const third = await newKey(`Third ${crypto.randomUUID()}`, ['templates:write'])
    const answers = await Promise.all([
      decide(id, 'approve'),
      decide(id, 'reject', third),
      decide(id, 'approve', third),
      decide(id, 'reject', 'a'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const winner = answers.find(({ status }) => status === 200)?.body as Body
    expect(await well(`GET ${path()}/reviews/${String(id)}`)).toMatchObject({ state: winner['state'], version: 2 })
  })

  test('an approval of a draft that changes at the same time is for what was approved, or refused', async () => {
    const id = await request()
    const [decision] = await Promise.all([decide(id, 'approve'), save('Second')])
    expect([200, 409]).toContain(decision.status)
    expect(await publish()).toMatchObject(refused)
  })

  test('a stale review can be rejected but not approved', async () => {
    const id = await request()
    await save('Second')
    expect(await decide(id, 'approve')).toMatchObject({ status: 409, body: { code: 'REVIEW_STALE' } })
    expect(await decide(id, 'reject')).toMatchObject({ status: 200, body: { state: 'rejected', stale: true } })
  })

  test('a deleted template has no reviews; a restored one has them again', async () => {
    const id = await request()
    await well(`DELETE ${path()}`)
    expect(await decide(id, 'approve')).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } })
    await well(`POST ${path()}/restore`)
    expect((await decide(id, 'approve')).status).toBe(200)
  })

  test('the scope admin may publish without approval if it says so, and the release tells it', async () => {
    const pending = await request()
    expect(await publish({ bypass_approval: true })).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } })
    expect(await publish({}, 'a')).toMatchObject(refused)
    expect(await publish({ bypass_approval: true }, 'a')).toMatchObject({
      status: 200,
      body: { release: { live: true, approval_bypassed: true } },
    })
    expect(await well(`GET ${path()}/reviews/${String(pending)}`)).toMatchObject({ state: 'cancelled' })
    const { auditLog } = service.store.read.tables
    const columns = { action: auditLog.action, detail: auditLog.detail }
    const rows = await service.store.read.select(columns).from(auditLog).orderBy(asc(auditLog.id))
    expect(rows.filter(({ action }) => action === 'template.published').at(-1)?.detail).toMatchObject({
      approval_bypassed: true,
    })
  })

  test('a rollback needs no approval, because its content was live before', async () => {
    await approved()
    await publish()
    await save('Second')
    await approved()
    await publish()
    expect(await call(`POST ${path()}/rollback`, {}, { key: service.editor })).toMatchObject({
      status: 200,
      body: { release: { number: 3, restored_from: 1 } },
    })
  })

  test('scheduling needs the approval, and the schedule keeps it whatever is saved', async () => {
    const publishAt = () => new Date(Date.now() + 1200).toISOString()
    expect(await publish({ publish_at: publishAt() })).toMatchObject(refused)
    const id = await approved()
    expect(await publish({ publish_at: publishAt() })).toMatchObject({
      status: 200,
      body: { template: { scheduled_release: 1 }, release: { state: 'scheduled', review_id: id } },
    })
    await save('Edited while it waits')
    await until(async () => (await well(`GET ${path()}`))['published_release'] === 1, 'the scheduled release')
    const template = await well(`GET ${path()}`)
    expect(template['scheduled_release']).toBeUndefined()
    expect(template).toMatchObject({ unpublished_changes: true })
  })

  test('approval requires publishing by hand, and ends with it', async () => {
    expect(await setProject({ publishing: 'on_save' })).toMatchObject({ publishing: 'on_save', approval: 'none' })
    expect(await call(`PUT /v1/projects/${service.projects.a}`, { approval: 'required' })).toMatchObject({
      status: 422,
      body: { issues: [{ path: '/approval' }] },
    })
    expect(await setProject({ publishing: 'by_hand', approval: 'required' })).toMatchObject({ approval: 'required' })
  })

  test('without the requirement a review is voluntary', async () => {
    await setProject({ approval: 'none' })
    const id = await request()
    await decide(id, 'reject')
    expect((await publish()).status).toBe(200)
  })

  test('If-Match of a decision is the ETag of the review', async () => {
    const id = await request()
    const { headers } = await call(`GET ${path()}/reviews/${String(id)}`)
    const etag = headers.get('etag') ?? ''
    expect(etag).toMatch(/^"1\./)
    const approve = (tag: string) =>
      call(`POST ${path()}/reviews/${String(id)}/approve`, {}, { key: service.approver, headers: { 'if-match': tag } })
    expect((await approve('"7"')).status).toBe(412)
    expect((await approve(etag)).headers.get('etag')).toMatch(/^"2\./)
  })

  test('a repeated request with an Idempotency-Key makes one review', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const both = [
      await call(`POST ${path()}/reviews`, {}, { headers }),
      await call(`POST ${path()}/reviews`, {}, { headers }),
    ]
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body).toEqual(both[1]?.body)
  })

  test('lists and counts filter by the state of publishing, searching or not', async () => {
    const tag = crypto.randomUUID().slice(0, 8)
    const make = (name: string) =>
      service.create({ name: `State ${name}`, type: 'other', tags: [tag], document: emailOf(name) })
    const ids: Record<string, string> = {}
    for (const name of ['draft', 'live', 'edited', 'scheduled', 'reviewed', 'trashed']) ids[name] = await make(name)
    const bypass = { bypass_approval: true }
    for (const name of ['live', 'edited', 'reviewed', 'trashed'])
      await well(`POST /v1/templates/${ids[name]}/publish`, bypass)
    await well(`PUT /v1/templates/${ids['edited']}`, { document: emailOf('Edited') })
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    await well(`POST /v1/templates/${ids['scheduled']}/publish`, { ...bypass, publish_at: publishAt })
    await well(`POST /v1/templates/${ids['reviewed']}/reviews`, {})
    await well(`DELETE /v1/templates/${ids['trashed']}`)
    const named = async (query: string) => {
      const { data } = (await well(`GET /v1/templates/${query}`)) as { data: { name: string }[] }
      return data.map(({ name }) => name.replace('State ', '')).toSorted()
    }
    const counts = { active: 5, trash: 1, draft: 2, published: 3, scheduled: 1, changed: 3, in_review: 1 }
    const expected = {
      draft: ['draft', 'scheduled'],
      published: ['edited', 'live', 'reviewed'],
      scheduled: ['scheduled'],
      changed: ['draft', 'edited', 'scheduled'],
      in_review: ['reviewed'],
      active: ['draft', 'edited', 'live', 'reviewed', 'scheduled'],
      trash: ['trashed'],
    }
    for (const [status, names] of Object.entries(expected)) {
      const query = `tag=${tag}&status=${status}`
      expect({ status, names: await named(`my?${query}`) }).toEqual({ status, names })
      expect({ status, names: await named(`search?q=state&${query}`) }).toEqual({ status, names })
      for (const search of ['', '&q=state'])
        expect(await well(`GET /v1/templates/filter-counts?${query}${search}`)).toMatchObject({
          total: names.length,
          status: counts,
        })
    }
  })

  describe('comments', () => {
    test('are listed, resolved and reopened', async () => {
      const review = await request()
      const made = await well(`POST ${path()}/comments`, { text: 'Old\r\nprice', node_id: 'hello', review_id: review })
      expect(made).toMatchObject({ text: 'Old\nprice', node_id: 'hello', resolved: false, author: { kind: 'api_key' } })
      await well(`POST ${path()}/comments`, { text: 'Another' })
      const one = `${path()}/comments/${String(made['id'])}`
      expect(await well(`PUT ${one}`, { resolved: true })).toMatchObject({ resolved: true, version: 2 })
      expect((await well(`GET ${path()}/comments?resolved=false`))['data']).toMatchObject([{ text: 'Another' }])
      expect((await well(`GET ${path()}/comments?review_id=${String(review)}`))['data']).toMatchObject([
        { id: made['id'] },
      ])
      expect(await well(`PUT ${one}`, { resolved: false })).toMatchObject({ resolved: false, version: 3 })
      expect((await call(`PUT ${one}`, { resolved: true }, { headers: { 'if-match': '"1"' } })).status).toBe(412)
      expect(await well(`GET ${one}`)).toMatchObject({ version: 3 })
    })

    test('need the level comment; reading them needs view', async () => {
      const grant = (level: string) =>
        well(`POST ${path()}/permissions`, { principal: { kind: 'api_key', id: service.keyIds['Approver'] }, level })
      const key = { key: service.approver }
      await grant('view')
      expect((await call(`POST ${path()}/comments`, { text: 'No' }, key)).status).toBe(403)
      expect((await call(`GET ${path()}/comments`, undefined, key)).status).toBe(200)
      await grant('comment')
      expect((await call(`POST ${path()}/comments`, { text: 'Yes' }, key)).status).toBe(201)
      expect((await call(`POST ${path()}/reviews`, {}, key)).status).toBe(403)
    })
  })

  describe('bad input', () => {
    const reviews = ({ id }: ReviewedTemplate) => `/v1/templates/${id}/reviews`
    scenarios<ReviewedTemplate>(given, [
      ...(['approve', 'reject', 'revoke'] as const).map((decision) => ({
        name: `${decision} of an unknown review is 404`,
        call: (target: ReviewedTemplate) => `POST ${reviews(target)}/${unknownReview}/${decision}`,
        send: {},
        status: 404,
        body: { code: 'REVIEW_NOT_FOUND' },
      })),
      {
        name: 'an unknown review is 404',
        call: (target) => `GET ${reviews(target)}/${unknownReview}`,
        status: 404,
        body: { code: 'REVIEW_NOT_FOUND' },
      },
      {
        name: 'a text that is no id is 404',
        call: (target) => `DELETE ${reviews(target)}/%27%3B--`,
        status: 404,
        body: { code: 'REVIEW_NOT_FOUND' },
      },
      {
        name: 'a key of another project does not see the reviews',
        call: (target) => `GET ${reviews(target)}`,
        key: 'b',
        status: 404,
        body: { code: 'TEMPLATE_NOT_FOUND' },
      },
      {
        name: 'a key that only reads cannot request a review',
        call: (target) => `POST ${reviews(target)}`,
        key: 'readOnly',
        send: {},
        status: 403,
      },
      {
        name: 'a comment without visible characters is refused',
        call: ({ id }) => `POST /v1/templates/${id}/comments`,
        send: { text: ' \n ' },
        status: 422,
        body: { issues: [{ path: '/text' }] },
      },
      {
        name: 'a comment with NUL is refused',
        call: ({ id }) => `POST /v1/templates/${id}/comments`,
        send: { text: 'a\u0000b' },
        status: 422,
        body: { issues: [{ path: '/text' }] },
      },
      {
        name: 'a comment on a block that the email does not have is refused',
        call: ({ id }) => `POST /v1/templates/${id}/comments`,
        send: { text: 'Where?', node_id: 'nowhere' },
        status: 422,
        body: { issues: [{ path: '/node_id' }] },
      },
      {
        name: 'an unknown comment is 404',
        call: ({ id }) => `PUT /v1/templates/${id}/comments/cmt_00000000000000000000000000`,
        send: { resolved: true },
        status: 404,
        body: { code: 'COMMENT_NOT_FOUND' },
      },
      {
        name: 'a link that expires in the past is refused',
        call: ({ id }) => `POST /v1/templates/${id}/review-links`,
        send: { name: 'Mia', expires_at: '2020-01-01T00:00:00.000Z' },
        status: 422,
        body: { issues: [{ path: '/expires_at' }] },
      },
      {
        name: 'an unknown link is 404',
        call: ({ id }) => `DELETE /v1/templates/${id}/review-links/rvl_00000000000000000000000000`,
        status: 404,
        body: { code: 'REVIEW_LINK_NOT_FOUND' },
      },
    ])
  })
})
