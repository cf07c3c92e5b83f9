/** Who edits an email: editor sessions among each other, and beside the API. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Caller } from '../../../src/platform/identity/index.ts'
import { lockRequestOf } from '../../../src/surfaces/templates/index.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { type TestDesk, type Host, openTestService } from './host.ts'

type Status = {
  held: boolean
  holder: object | null
  isOtherWindow: boolean
  expiresAt: string | null
  request: object | null
  revision: number
}

test.each([
  // Seconds since the request and since it was declined, the state, and the seconds that are left to decline it.
  [0, undefined, 'pending', 30],
  [12.5, undefined, 'pending', 18],
  [30, undefined, 'pending', 0],
  [119, undefined, 'pending', 0],
  [120, undefined, undefined, undefined],
  [20, 0, 'declined', 0],
  [139, 119, 'declined', 0],
  [140, 120, undefined, undefined],
  // The clock of another replica runs ahead.
  [-1, undefined, undefined, undefined],
])('a request of %d s ago, declined %d s ago, is %s', (age, declinedAge, state, secondsLeft) => {
  const nowMs = 1_000_000_000
  const at = nowMs - age * 1000
  const declinedAt = declinedAge === undefined ? null : nowMs - declinedAge * 1000
  const lockRequest = { kind: 'plugin_user', id: '2\u001ftab', name: 'Bob', at, declinedAt }
  const lock = { lockKind: 'plugin_user', lockId: '1', lockName: 'Ann', lockedAt: nowMs, lockExpiresAt: nowMs + 1000 }
  const caller = { actor: { kind: 'plugin_user', id: '2', seat: 'tab', name: 'Bob' } } as Caller
  const expected = state === undefined ? undefined : { name: 'Bob', isOwn: true, state, secondsLeft }
  expect(lockRequestOf({ ...lock, lockRequest }, caller, nowMs)).toEqual(expected as never)
  expect(lockRequestOf({ ...lock, lockRequest, lockExpiresAt: nowMs }, caller, nowMs)).toBeUndefined()
})

describe.each([...dialects])('the lock of an email on %s', (dialect) => {
  let service: TestService
  let host: Host

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_PLUGIN_RATE_LIMIT: '100000/900' } })
    // Of the project that the API keys of the tests belong to.
    const projectId = service.projects.a
    const { body } = await ask(service, { call: `POST /v1/projects/${projectId}/credentials/rotate` })
    const { plugin_id: pluginId, secret_key: secret } = body as { plugin_id: string; secret_key: string }
    host = { projectId, pluginId, secret }
  })

  const open = (emailId: string, userId: number, seat?: string) =>
    openTestService(service, host, { emailId, userId, ...(seat === undefined ? {} : { seat }) })
  const look = async (testService: TestDesk) => (await testService.call('GET /v1/plugin/lock')).body as Status
  const take = (testService: TestDesk, send: object = {}) => testService.call('PUT /v1/plugin/lock', send)
  const rename = (testService: TestDesk, baseRevision: number) =>
    testService.call('POST /v1/plugin/operations', {
      baseRevision,
      operations: [{ op: 'settings', props: { meta: { title: `After ${baseRevision}` } } }],
    })

  test('is read with the revision, says whose it is, and is nobody’s before the first save', async () => {
    const [ann, bob] = [await open('read', 1, 'window-one'), await open('read', 2)]
    const nobody = { held: false, holder: null, isOtherWindow: false, expiresAt: null, request: null, revision: 0 }
    expect(await look(bob)).toEqual(nobody)
    await rename(ann, 0)
    expect(await look(bob)).toEqual({ ...nobody, revision: 1 })
    await take(ann)
    expect(await look(ann)).toMatchObject({ held: true, holder: null, isOtherWindow: false, revision: 1 })
    const holder = { kind: 'plugin_user', id: '1', name: 'User 1' }
    expect(await look(bob)).toMatchObject({ held: false, holder, isOtherWindow: false, revision: 1 })
    expect(await look(await open('read', 1, 'window-two'))).toMatchObject({ held: false, holder, isOtherWindow: true })
    await rename(ann, 1)
    expect((await look(bob)).revision).toBe(2)
  })

  test('is taken over by another user who may edit; the first one then waits', async () => {
    const [ann, bob] = [await open('taken', 1), await open('taken', 2)]
    await rename(ann, 0)
    await take(ann)
    expect(await take(bob)).toMatchObject({ status: 200, body: { held: false, holder: { id: '1' } } })
    expect(await take(bob, { force: true })).toMatchObject({ status: 200, body: { held: true, revision: 1 } })
    expect(await rename(ann, 1)).toMatchObject({ status: 423, body: { code: 'LOCKED', holder: { id: '2' } } })
    expect(await look(ann)).toMatchObject({ held: false, holder: { id: '2' } })
    expect((await rename(bob, 1)).status).toBe(200)
    expect(await take(ann, { force: true })).toMatchObject({ body: { held: true, revision: 2 } })
  })

  test('is requested by another window, which gets it if the holder accepts or has gone, and waits if it declines', async () => {
    const [ann, bob, eve] = [await open('asked', 1), await open('asked', 2), await open('asked', 3)]
    const request = (testService: TestDesk) => take(testService, { handover: 'request' })
    const pending = { name: 'User 2', isOwn: false, state: 'pending', secondsLeft: expect.any(Number) }
    await rename(ann, 0)
    await take(ann)
    expect(await request(bob)).toMatchObject({ body: { held: false, request: { ...pending, isOwn: true } } })
    // One request at a time; renewing the lock keeps it.
    expect(await request(eve)).toMatchObject({ body: { held: false, request: pending } })
    expect(await take(ann)).toMatchObject({ body: { held: true, request: pending } })
    // Nobody but the holder responds.
    expect(await take(eve, { handover: 'accept' })).toMatchObject({ body: { held: false, holder: { id: '1' } } })
    expect(await take(bob, { handover: 'accept' })).toMatchObject({ body: { held: false, holder: { id: '1' } } })
    await rename(ann, 1)
    expect(await take(ann, { handover: 'accept' })).toMatchObject({ body: { held: false, holder: { id: '2' } } })
    expect(await look(bob)).toMatchObject({ held: true, request: null, revision: 2 })
    expect(await rename(ann, 2)).toMatchObject({ status: 423 })

    await request(ann)
    expect(await take(bob, { handover: 'decline' })).toMatchObject({ body: { held: true } })
    const declined = { name: 'User 1', isOwn: true, state: 'declined', secondsLeft: 0 }
    expect((await look(ann)).request).toEqual(declined)
    expect((await request(ann)).body).toMatchObject({ held: false, request: declined })

    // Closing the window withdraws its request, and a free lock needs none.
    expect((await ann.call('DELETE /v1/plugin/lock')).status).toBe(204)
    expect((await look(bob)).request).toBeNull()
    await request(eve)
    expect((await bob.call('DELETE /v1/plugin/lock')).status).toBe(204)
    expect(await look(eve)).toMatchObject({ held: false, holder: null, request: null })
    expect(await request(eve)).toMatchObject({ body: { held: true, request: null } })
    // A takeover voids it.
    await request(bob)
    await take(ann, { force: true })
    expect((await look(ann)).request).toBeNull()
    expect(await take(ann, { handover: 'wish' })).toMatchObject({
      status: 422,
      body: { details: '/handover: Must be one of: request, accept, decline.' },
    })
  })

  test('of an API key is not taken over without the level manage, and keeps no editor out once it is over', async () => {
    const ann = await open('by-key', 1)
    await rename(ann, 0)
    const { body } = await ann.call('GET /v1/plugin/document')
    const { templateId: id } = body as { templateId: string }
    expect((await ask(service, { call: `POST /v1/templates/${id}/lock`, send: {} })).status).toBe(200)
    expect(await take(ann, { force: true })).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } })
    expect((await ask(service, { call: `DELETE /v1/templates/${id}/lock` })).status).toBe(204)
    expect(await take(ann, { force: true })).toMatchObject({ status: 200, body: { held: true } })
    // Released, as an idle editor does it, it does not keep the API out.
    const edit = { call: `PUT /v1/templates/${id}`, send: { name: 'By the API' } }
    expect((await ask(service, edit)).status).toBe(423)
    expect((await ann.call('DELETE /v1/plugin/lock')).status).toBe(204)
    expect((await ask(service, edit)).status).toBe(200)
    expect((await look(ann)).revision).toBe(2)
  })

  test('is read by who may look, and taken over by nobody who may not edit', async () => {
    const templateId = await service.create({ name: 'Guarded', type: 'other' })
    const principal = (id: string) => ({ kind: 'plugin_user', id })
    const grants = [
      { principal: principal('1'), level: 'edit' },
      { principal: principal('2'), level: 'view' },
    ]
    const put = { call: `PUT /v1/templates/${templateId}/permissions`, send: { default: 'none', grants } }
    expect((await ask(service, put)).status).toBe(200)
    const [editor, viewer] = [await open(templateId, 1), await open(templateId, 2)]
    await take(editor)
    expect(await look(viewer)).toMatchObject({ held: false, holder: { id: '1' } })
    const denied = { status: 403, body: { code: 'PERMISSION_DENIED' } }
    expect(await take(viewer, { force: true })).toMatchObject(denied)
    expect(await take(viewer, { handover: 'request' })).toMatchObject(denied)
    expect((await viewer.call('DELETE /v1/plugin/lock')).status).toBe(204)
  })
})
