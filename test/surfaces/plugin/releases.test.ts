/** Publishing the email of a session: what callers get is what a user with the level `publish` published. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type Host, type TestDesk, openTestService } from './host.ts'

interface Release {
  number: number
  state: string
  live: boolean
  note: string | null
}
interface Publication {
  publishing: string
  status: string
  unpublishedChanges: boolean
  release: Release | null
  scheduled: Release | null
  mayPublish: boolean
  revision: number
}
interface Published {
  emailId: string
  templateId: string
  release: Release
  publication: Publication
}

let emails = 0

describe.each([...dialects])('publishing the email of a session on %s', (dialect) => {
  let service: TestService
  let host: Host
  let emailId: string
  let ann: TestDesk

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_PLUGIN_RATE_LIMIT: '100000/900' } })
    // Of the project that the API keys of the tests belong to.
    const projectId = service.projects.a
    const { body } = await ask(service, { call: `POST /v1/projects/${projectId}/credentials/rotate` })
    const { plugin_id: pluginId, secret_key: secret } = body as { plugin_id: string; secret_key: string }
    host = { projectId, pluginId, secret }
  })
  beforeEach(async () => {
    emailId = `email-${++emails}`
    ann = await openTestService(service, host, { emailId, claims: { name: 'Ann' } })
  })

  const well = async (call: string, send?: unknown, by = ann) => {
    const { status, body } = await by.call(call, send)
    expect({ call, status, body }).toMatchObject({ status: 200 })
    return body
  }
  const read = async (by = ann) => (await well('GET /v1/plugin/publication', undefined, by)) as Publication
  const publish = async (send: object = {}) => (await well('POST /v1/plugin/publish', send)) as Published
  const releases = async () => ((await well('GET /v1/plugin/releases')) as { data: Release[] }).data
  const save = async (text: string, baseRevision: number) => {
    const hello = { id: 'hello', type: 'text', text: `<p>${text}</p>` }
    const first = {
      op: 'insert',
      parent: 'root',
      index: 0,
      nodes: [{ type: 'section', columns: [{ blocks: [hello] }] }],
    }
    const operation = baseRevision === 0 ? first : { op: 'set', id: 'hello', props: { text: hello.text } }
    const saved = await well('POST /v1/plugin/operations', { baseRevision, operations: [operation] })
    return (saved as { revision: number }).revision
  }
  const generate = async (): Promise<string> => {
    const { body } = await ask(service, {
      call: 'POST /v1/templates/generate',
      send: { template_id: `ext:${emailId}` },
    })
    return String((body as { html?: string }).html)
  }
  const inMode = async (publishing: string, run: () => Promise<void>) => {
    const set = (mode: string) =>
      ask(service, { call: `PUT /v1/projects/${service.projects.a}`, send: { publishing: mode } })
    await set(publishing)
    try {
      await run()
    } finally {
      await set('on_save')
    }
  }

  test('an email that publishes on save says so, before and after its first save', async () => {
    const onSave = {
      publishing: 'on_save',
      status: 'published',
      unpublishedChanges: false,
      release: null,
      scheduled: null,
      mayPublish: true,
      approval: 'not_required',
      review: null,
      mayRequestReview: false,
    }
    expect(await read()).toEqual({ ...onSave, revision: 0 } as Publication)
    await save('First', 0)
    expect(await read()).toEqual({ ...onSave, revision: 1 } as Publication)
    expect(await well('GET /v1/plugin/document')).toMatchObject({ publication: onSave })
    expect(await releases()).toEqual([])
  })

  test('in a project that publishes by hand a new email was never published', async () => {
    await inMode('by_hand', async () => {
      const draft = { publishing: 'by_hand', status: 'draft', unpublishedChanges: true, release: null }
      expect(await read()).toMatchObject({ ...draft, revision: 0 })
      await save('First', 0)
      expect(await read()).toMatchObject({ ...draft, revision: 1 })
      expect(await generate()).toBe('undefined')
      await publish()
      expect(await generate()).toContain('First')
    })
  })

  test('type and do not publish: nothing changed; publish: changed; roll back: as before', async () => {
    await save('First', 0)
    const first = await publish({ note: 'Launch', baseRevision: 1 })
    const templateId = first.templateId
    expect(first).toMatchObject({
      emailId,
      release: { number: 1, state: 'published', live: true, note: 'Launch', author: { id: '42', name: 'Ann' } },
      publication: { publishing: 'by_hand', unpublishedChanges: false, release: { number: 1 }, revision: 2 },
    })
    const before = await generate()
    // A save on the revision before the release is no conflict: publishing changes no content.
    expect(await save('Second', 1)).toBe(3)
    expect(await read()).toMatchObject({ unpublishedChanges: true, release: { number: 1 }, status: 'published' })
    expect(await generate()).toBe(before)
    await publish({ baseRevision: 3 })
    expect(await generate()).toContain('Second')
    const back = (await well('POST /v1/plugin/rollback', { to: 1, note: 'Oh' })) as Published
    expect(back).toMatchObject({
      templateId,
      release: { number: 3, restoredFrom: 1, live: true, note: 'Oh' },
      publication: { unpublishedChanges: true, release: { number: 3 } },
    })
    expect(await generate()).toBe(before)
    expect((await releases()).map(({ number, live }) => [number, live])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
    expect(await well('GET /v1/plugin/releases/2')).toMatchObject({
      release: { number: 2 },
      html: expect.stringContaining('Second'),
      document: { meta: { title: emailId } },
    })
    const page = (await well('GET /v1/plugin/releases?limit=2')) as { data: Release[]; nextCursor: string }
    expect(await well(`GET /v1/plugin/releases?cursor=${page.nextCursor}`)).toMatchObject({
      data: [{ number: 1 }],
      nextCursor: null,
    })
  })

  test('unpublishing makes every save live again', async () => {
    await save('First', 0)
    await publish()
    await save('Second', 1)
    expect(await well('POST /v1/plugin/unpublish')).toMatchObject({
      emailId,
      publication: { publishing: 'on_save', release: null, scheduled: null },
    })
    expect(await generate()).toContain('Second')
  })

  test('a schedule is shown, cancelled, and published once at its time', async () => {
    await save('First', 0)
    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect(await publish({ publishAt: later })).toMatchObject({
      release: { number: 1, state: 'scheduled', publishAt: later, live: false },
      publication: { publishing: 'on_save', release: null, scheduled: { number: 1 } },
    })
    const scheduled = (await ann.call('GET /v1/plugin/releases/1')).headers.get('etag') ?? ''
    expect(await ann.call('DELETE /v1/plugin/releases/1', undefined, { 'if-match': '"0"' })).toMatchObject({
      status: 412,
      body: { code: 'PRECONDITION_FAILED', revision: expect.any(String) },
    })
    const cancelled = await ann.call('DELETE /v1/plugin/releases/1', undefined, { 'if-match': scheduled })
    expect(cancelled).toMatchObject({ status: 200, body: { publication: { scheduled: null } } })
    const stale = await ann.call('DELETE /v1/plugin/releases/1', undefined, { 'if-match': scheduled })
    expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
    expect(stale.headers.get('etag')).toBe(cancelled.headers.get('etag'))
    expect(await ann.call('DELETE /v1/plugin/releases/1')).toMatchObject({
      status: 409,
      body: { code: 'RELEASE_NOT_SCHEDULED' },
    })
    await publish({ publishAt: new Date(Date.now() + 1000).toISOString() })
    await save('Edited while it waits', 1)
    await until(async () => (await read()).release?.number === 2, 'the scheduled release')
    expect(await read()).toMatchObject({ scheduled: null, unpublishedChanges: true })
    expect(await generate()).toContain('First')
  })

  test('a draft with another revision than the user saw is not published', async () => {
    await save('First', 0)
    await save('Second', 1)
    expect(await ann.call('POST /v1/plugin/publish', { baseRevision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'REVISION_CONFLICT', revision: 2 },
    })
    expect(await releases()).toEqual([])
  })

  test('while another window edits, publishing is LOCKED and rolling back is not', async () => {
    await save('First', 0)
    await publish()
    const bob = await openTestService(service, host, { emailId, userId: 7 })
    await well('PUT /v1/plugin/lock', {}, bob)
    expect(await ann.call('POST /v1/plugin/publish', {})).toMatchObject({ status: 423, body: { code: 'LOCKED' } })
    await well('PUT /v1/plugin/lock', { force: true })
    await publish()
    await well('PUT /v1/plugin/lock', { force: true }, bob)
    await well('POST /v1/plugin/rollback', { to: 1 })
  })

  test('below the level publish everything can be read and nothing changed', async () => {
    await save('First', 0)
    const { templateId } = await publish()
    await publish({ publishAt: new Date(Date.now() + 3_600_000).toISOString() })
    const grants = [{ principal: { kind: 'plugin_user', id: '7' }, level: 'edit' }]
    const put = { call: `PUT /v1/templates/${templateId}/permissions`, send: { grants } }
    expect((await ask(service, put)).status).toBe(200)
    const bob = await openTestService(service, host, { emailId, userId: 7 })
    expect(await read(bob)).toMatchObject({ mayPublish: false, release: { number: 1 }, scheduled: { number: 2 } })
    expect(await well('GET /v1/plugin/releases/1', undefined, bob)).toMatchObject({ release: { number: 1 } })
    for (const [call, send] of [
      ['POST /v1/plugin/publish', {}],
      ['POST /v1/plugin/publish', { baseRevision: 1 }],
      ['POST /v1/plugin/unpublish', undefined],
      ['POST /v1/plugin/rollback', {}],
      ['DELETE /v1/plugin/releases/2', undefined],
    ] as const)
      expect({ call, ...(await bob.call(call, send)) }).toMatchObject({
        call,
        status: 403,
        body: { code: 'PERMISSION_DENIED', details: 'This requires the level publish; you have edit.' },
      })
    expect(await read()).toMatchObject({ release: { number: 1 }, scheduled: { number: 2 } })
  })

  test('a public template can be looked at and not published', async () => {
    const { body } = await ask(service, { call: 'GET /v1/templates/public' })
    const [starter] = (body as { data: { id: string }[] }).data
    const visitor = await openTestService(service, host, { emailId: starter?.id ?? '' })
    expect(await read(visitor)).toMatchObject({ mayPublish: false, publishing: 'on_save' })
    expect(await visitor.call('POST /v1/plugin/publish', {})).toMatchObject({ body: { code: 'TEMPLATE_READ_ONLY' } })
  })

  test('bad requests name the member and change nothing', async () => {
    expect(await ann.call('POST /v1/plugin/publish', {})).toMatchObject({
      status: 404,
      body: { code: 'TEMPLATE_NOT_FOUND', details: 'The email has not been saved yet.' },
    })
    for (const list of ['releases', 'versions']) {
      expect((await ann.call(`GET /v1/plugin/${list}`)).body).toEqual({ data: [], nextCursor: null })
      const refused = await ann.call(`GET /v1/plugin/${list}?cursor=x`)
      expect(refused).toMatchObject({ status: 422, body: { code: 'INVALID_CURSOR' } })
    }
    await save('First', 0)
    const rows: [call: string, send: unknown, status: number, body: object][] = [
      [
        'POST /v1/plugin/publish',
        { publishAt: '2020-01-01T00:00:00.000Z' },
        422,
        { code: 'VALIDATION_FAILED', details: expect.stringContaining('/publishAt: Must be in the future') },
      ],
      ['POST /v1/plugin/publish', { publishAt: 'tomorrow' }, 422, { code: 'VALIDATION_FAILED' }],
      ['POST /v1/plugin/publish', { note: '' }, 422, { code: 'VALIDATION_FAILED' }],
      ['POST /v1/plugin/publish', { more: 1 }, 422, { code: 'VALIDATION_FAILED' }],
      ['POST /v1/plugin/rollback', {}, 404, { code: 'RELEASE_NOT_FOUND' }],
      ['POST /v1/plugin/rollback', { to: 9 }, 404, { code: 'RELEASE_NOT_FOUND' }],
      ['GET /v1/plugin/releases/9', undefined, 404, { code: 'RELEASE_NOT_FOUND' }],
      ['GET /v1/plugin/releases/x', undefined, 404, { code: 'RELEASE_NOT_FOUND' }],
      ['DELETE /v1/plugin/releases/9', undefined, 404, { code: 'RELEASE_NOT_FOUND' }],
      ['GET /v1/plugin/releases?cursor=x', undefined, 422, { code: 'INVALID_CURSOR' }],
    ]
    for (const [call, send, status, body] of rows)
      expect({ call, ...(await ann.call(call, send)) }).toMatchObject({ call, status, body })
    expect(await releases()).toEqual([])
  })

  describe('approval', () => {
    const setApproval = (approval: string) =>
      ask(service, { call: `PUT /v1/projects/${service.projects.a}`, send: { approval } })
    const required = (run: () => Promise<void>) =>
      inMode('by_hand', async () => {
        expect((await setApproval('required')).status).toBe(200)
        await run()
      })
    const review = async () => ((await read()) as Publication & { review: { id: string } }).review

    test('a draft is requested, approved by another user and published', async () => {
      await required(async () => {
        const bob = await openTestService(service, host, { emailId, userId: 7, claims: { name: 'Bob' } })
        expect(await read()).toMatchObject({ approval: 'required', review: null, mayRequestReview: true })
        await save('First', 0)
        expect(await ann.call('POST /v1/plugin/publish', {})).toMatchObject({
          status: 409,
          body: { code: 'APPROVAL_REQUIRED', errorType: 'validation' },
        })
        expect(await ann.call('POST /v1/plugin/reviews', { baseRevision: 9 })).toMatchObject({
          status: 409,
          body: { code: 'REVISION_CONFLICT', revision: 1 },
        })
        const requested = { id: expect.any(String), state: 'pending', stale: false, note: 'For May' }
        expect(await well('POST /v1/plugin/reviews', { note: 'For May', baseRevision: 1 })).toMatchObject({
          publication: {
            approval: 'required',
            review: { ...requested, mayDecide: false, requestedBy: { name: 'Ann' } },
          },
        })
        expect(await read(bob)).toMatchObject({ review: { ...requested, mayDecide: true } })
        const { id } = await review()
        expect(await ann.call(`POST /v1/plugin/reviews/${id}/approve`, {})).toMatchObject({
          status: 403,
          body: { code: 'OWN_REVIEW' },
        })
        const decided = { state: 'approved', decidedBy: { name: 'Bob' }, comment: 'Fine', mayDecide: false }
        expect(await well(`POST /v1/plugin/reviews/${id}/approve`, { note: 'Fine' }, bob)).toMatchObject({
          publication: { approval: 'approved', review: decided },
        })
        const { revision } = await read()
        await save('Second', revision)
        expect(await read()).toMatchObject({ approval: 'required', review: { ...decided, stale: true } })
        await save('First', revision + 1)
        expect(await read()).toMatchObject({ approval: 'approved', review: { ...decided, stale: false } })
        expect(await publish()).toMatchObject({ release: { number: 1, live: true }, publication: { review: null } })
        await setApproval('none')
      })
    })

    test('a rejection shows its comment, and a request can be withdrawn', async () => {
      await required(async () => {
        const bob = await openTestService(service, host, { emailId, userId: 7, claims: { name: 'Bob' } })
        await save('First', 0)
        await well('POST /v1/plugin/reviews', {})
        const { id } = await review()
        await well(`POST /v1/plugin/reviews/${id}/reject`, { note: 'Old price' }, bob)
        expect(await read()).toMatchObject({
          approval: 'required',
          review: { state: 'rejected', comment: 'Old price', decidedBy: { name: 'Bob' } },
        })
        expect(await ann.call(`DELETE /v1/plugin/reviews/${id}`)).toMatchObject({
          body: { code: 'REVIEW_NOT_PENDING' },
        })
        await well('POST /v1/plugin/reviews', {})
        const seen = (await ann.call('GET /v1/plugin/publication')).headers.get('etag') ?? ''
        await save('Second', 1)
        const withdraw = async (etag: string) =>
          ann.call(`DELETE /v1/plugin/reviews/${(await review()).id}`, undefined, { 'if-match': etag })
        const stale = await withdraw(seen)
        expect(stale).toMatchObject({ status: 412, body: { code: 'PRECONDITION_FAILED' } })
        expect(await withdraw(stale.headers.get('etag') ?? '')).toMatchObject({
          status: 200,
          body: { publication: { approval: 'required', review: null } },
        })
        expect(await ann.call('DELETE /v1/plugin/reviews/x')).toMatchObject({ body: { code: 'REVIEW_NOT_FOUND' } })
        await setApproval('none')
      })
    })

    test('where none is required the state says so', async () => {
      await save('First', 0)
      expect(await read()).toMatchObject({ approval: 'not_required', review: null, mayRequestReview: false })
    })
  })

  test('a repeated request publishes once', async () => {
    await save('First', 0)
    const headers = { ...ann.headers, 'idempotency-key': crypto.randomUUID() }
    const once = () => ask(service, { call: 'POST /v1/plugin/publish', key: null, headers, send: {} })
    const [one, two] = [await once(), await once()]
    expect([one.status, two.body]).toEqual([200, one.body])
    expect(await releases()).toHaveLength(1)
  })
})
