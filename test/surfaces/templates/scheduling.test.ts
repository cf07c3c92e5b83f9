/** Faults of scheduled publishing: whatever happens before its time, a release is published once or cancelled. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { createReleasePublisher } from '../../../src/surfaces/templates/releases/schedule.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

type Body = Record<string, unknown>
type Key = { id: string; key: string }

const emailOf = (words: string) => ({
  schema: 'svc.email/1',
  meta: { title: 'Sale', lang: 'en', subject: words },
  rows: [
    {
      id: 'top',
      type: 'section',
      columns: [{ id: 'c', type: 'column', blocks: [{ id: 'h', type: 'text', text: words }] }],
    },
  ],
})

describe.each([...dialects])('a scheduled release on %s', (dialect) => {
  let service: TestService
  let id: string
  let number: number
  let editor: Key
  let approver: Key
  let payload: Parameters<ReturnType<typeof createReleasePublisher>['run']>[0]['payload']

  const call = (what: string, send?: unknown, key = 'a') =>
    ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })
  const well = async <T = Body>(what: string, send?: unknown, key = 'a'): Promise<T> => {
    const { status, body } = await call(what, send, key)
    expect({ what, status, body }).toMatchObject({ status: status < 300 ? status : 200 })
    return body as T
  }
  const path = () => `/v1/templates/${id}`
  const setProject = (body: object) => well(`PUT /v1/projects/${service.projects.a}`, body)
  const newKey = async (name: string) =>
    well<Key>('POST /v1/api-keys', { name, scopes: ['templates:read', 'templates:write'] })
  const approve = async () => {
    const { id: review } = await well(`POST ${path()}/reviews`, {}, editor.key)
    await well(`POST ${path()}/reviews/${String(review)}/approve`, {}, approver.key)
    return String(review)
  }
  const schedule = async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const { release } = (await well(`POST ${path()}/publish`, { publish_at: publishAt }, editor.key)) as {
      release: { number: number }
    }
    number = release.number
    const actor = { kind: 'api_key' as const, id: editor.id, name: 'Editor' }
    const caller = { projectId: service.projects.a, companyId: '', actor, scopes: ['templates:write' as const] }
    payload = { caller, templateId: id, number }
  }
  /** Lets the time of the release come. */
  const becomeDue = async () => {
    const { templateReleases: releases } = service.store.read.tables
    await service.store.tx(async (db) => {
      const isMeant = and(eq(releases.templateId, id), eq(releases.number, number))
      await db
        .update(releases)
        .set({ publishAt: db.nowMs() - 1 })
        .where(isMeant)
    })
  }
  /** One run of the job, as a replica does it. */
  const run = () => {
    const more = { signal: new AbortController().signal, progress: () => {} }
    return createReleasePublisher(service.store).run({ payload } as never, more as never) as Promise<Body>
  }
  const publishedTimes = async () => {
    const { auditLog } = service.store.read.tables
    const isMeant = and(eq(auditLog.target, id), eq(auditLog.action, 'template.published'))
    return (await service.store.read.select({ id: auditLog.id }).from(auditLog).where(isMeant)).length
  }
  const release = async () => well(`GET ${path()}/releases/${number}`)

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
    editor = await newKey('Editor')
    approver = await newKey('Approver')
  })
  beforeEach(async () => {
    await setProject({ publishing: 'by_hand', approval: 'required' })
    id = await service.create({ name: 'Sale', type: 'promotional', document: emailOf('First') })
  })

  test('is published once by several replicas, and by runs that are repeated', async () => {
    await approve()
    await schedule()
    await becomeDue()
    await Promise.all([run(), run(), run(), run()])
    expect(await run()).toEqual({ done: { published: false } })
    expect(await publishedTimes()).toBe(1)
    expect(await release()).toMatchObject({ state: 'published', live: true })
  })

  test('waits for its time by the clock of the database, also after it jumped back', async () => {
    await approve()
    await schedule()
    const early = await run()
    expect(Number(early['snooze'])).toBeGreaterThan(3_500_000)
    expect(await release()).toMatchObject({ state: 'scheduled' })
  })

  test('is cancelled if its approval was revoked before, and says why', async () => {
    const review = await approve()
    await schedule()
    await well(`POST ${path()}/reviews/${review}/revoke`, {}, approver.key)
    await becomeDue()
    expect(await run()).toEqual({ done: { published: false, reason: 'The approval of this content was revoked.' } })
    expect(await release()).toMatchObject({ state: 'cancelled' })
    expect((await well(`GET ${path()}`))['scheduled_release']).toBeUndefined()
    expect(await publishedTimes()).toBe(0)
  })

  test('is published if its content was approved again before', async () => {
    const review = await approve()
    await schedule()
    await well(`POST ${path()}/reviews/${review}/revoke`, {}, approver.key)
    const second = await approve()
    await becomeDue()
    await run()
    expect(await release()).toMatchObject({ state: 'published', review_id: second })
  })

  test('is published as it was approved, whatever was saved and reviewed meanwhile', async () => {
    const review = await approve()
    await schedule()
    await well(`PUT ${path()}`, { document: emailOf('Second') })
    const { id: next } = await well(`POST ${path()}/reviews`, {}, editor.key)
    await well(`POST ${path()}/reviews/${String(next)}/reject`, {}, approver.key)
    await becomeDue()
    await run()
    expect(await release()).toMatchObject({ state: 'published', review_id: review })
    expect((await well(`GET ${path()}/html?version=published`))['html']).toContain('First')
    expect(await well(`GET ${path()}`)).toMatchObject({ review: { state: 'rejected' }, unpublished_changes: true })
  })

  test('is cancelled if its template is in the trash, also when that is restored later', async () => {
    await approve()
    await schedule()
    await well(`DELETE ${path()}`)
    await becomeDue()
    expect(await run()).toEqual({ done: { published: false, reason: 'The template is in the trash.' } })
    await well(`POST ${path()}/restore`)
    expect(await run()).toEqual({ done: { published: false } })
    expect(await release()).toMatchObject({ state: 'cancelled' })
    expect((await well(`GET ${path()}`))['scheduled_release']).toBeUndefined()
  })

  test('ends with a template that is deleted permanently', async () => {
    await approve()
    await schedule()
    await well(`DELETE ${path()}?permanent=true`)
    expect(await run()).toEqual({ done: { published: false } })
  })

  test('is cancelled when the project begins to publish on save', async () => {
    await approve()
    await schedule()
    await becomeDue()
    await setProject({ publishing: 'on_save' })
    expect(await run()).toEqual({ done: { published: false } })
    expect(await release()).toMatchObject({ state: 'cancelled' })
    await well(`PUT ${path()}`, { document: emailOf('Second') })
    expect((await well(`GET ${path()}/html`))['html']).toContain('Second')
  })

  test('is cancelled if the caller that scheduled it was revoked', async () => {
    const leaving = await newKey(`Leaving ${crypto.randomUUID()}`)
    await approve()
    await schedule()
    payload = { ...payload, caller: { ...payload.caller, actor: { ...payload.caller.actor, id: leaving.id } } }
    await call(`DELETE /v1/api-keys/${leaving.id}`)
    await becomeDue()
    expect(await run()).toMatchObject({ done: { published: false } })
    expect(await release()).toMatchObject({ state: 'cancelled' })
  })

  test('that bypassed the approval needs a caller that still may', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const { release: made } = (await well(`POST ${path()}/publish`, {
      publish_at: publishAt,
      bypass_approval: true,
    })) as {
      release: { number: number }
    }
    number = made.number
    const actor = { kind: 'api_key' as const, id: editor.id, name: 'Editor' }
    payload = {
      caller: { projectId: service.projects.a, companyId: '', actor, scopes: ['admin'] },
      templateId: id,
      number,
    }
    await becomeDue()
    expect(await run()).toMatchObject({ done: { published: false } })
    expect(await release()).toMatchObject({ state: 'cancelled', approval_bypassed: true })
  })
})
