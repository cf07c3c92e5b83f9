/** Who edits an email: editor sessions among each other, and beside the API. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { type TestDesk, type Host, openTestService } from './host.ts'

type Status = {
  held: boolean
  holder: object | null
  isOtherWindow: boolean
  expiresAt: string | null
  revision: number
}

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
    const nobody = { held: false, holder: null, isOtherWindow: false, expiresAt: null, revision: 0 }
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
    expect(await take(viewer, { force: true })).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } })
  })
})
