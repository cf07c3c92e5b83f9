import { describe, expect, test } from 'bun:test'
import { createSaver } from '../../../src/editor/saving/saver.ts'
import { type KeptEdits, createOfflineStore } from '../../../src/editor/saving/offline-store.ts'
import { undoRestored } from '../../../src/editor/saving/restoring.ts'
import { sendLeft } from '../../../src/editor/saving/send-left.ts'
import { outlineOf } from '../../../src/editor/state/index.ts'
import type { Operation } from '../../../src/email/document/index.ts'
import { welcomeEmail } from '../page/emails.ts'
import { headless } from '../page/headless.ts'
import { EmailService } from '../page/service.ts'
import { LateDatabase, MemoryDatabase } from '../page/storage.ts'

const labelled = (id: string, label: string): Operation[] => [{ op: 'set', id, props: { label } }]
const removal = (id: string): Operation[] => [{ op: 'remove', id }]

const ownEmail = { pluginId: 'svc_pk_test', emailId: 'welcome', userId: '42' }

const free = { userId: '42', lock: { held: true, holder: null, isOtherWindow: false, expiresAt: null } }

const leftIn = (storage: MemoryDatabase) =>
  createOfflineStore({ of: ownEmail, database: storage, now: () => Date.now() + 120_000 }).left()

async function open(
  service = new EmailService(welcomeEmail()),
  ahead: readonly Operation[] = [],
  storage = new MemoryDatabase(),
) {
  const planned: { run: () => void; ms: number }[] = []
  const store = createOfflineStore({ of: ownEmail, database: storage })
  const editor = await headless(service.document, { api: service.api })
  const saver = createSaver({
    editor,
    base: { revision: service.revision, document: service.document },
    ahead,
    store,
    later(run, ms) {
      const plan = { run, ms }
      planned.push(plan)
      return () => void planned.splice(planned.indexOf(plan), 1)
    },
    now: () => new Date(0),
  })
  return { service, editor, saver, store, storage, planned }
}

describe('saving', () => {
  test('sends changes as one request after a pause', async () => {
    const { editor, planned, saver, service } = await open()
    editor.change('Label', labelled('go', 'A'))
    editor.change('Label', labelled('go', 'AB'))
    editor.change('Delete', removal('line'))
    expect(editor.saving.peek()).toEqual({ kind: 'unsaved', changes: 2 })
    expect(planned).toHaveLength(1)
    await saver.flush()
    expect(service.saves).toBe(1)
    expect(service.document).toEqual(editor.document.peek())
    expect(editor.saving.peek().kind).toBe('saved')
    expect(saver.base.revision).toBe(2)
  })

  test('sends successive settings as the last ones, unless a member is removed', async () => {
    const { editor, saver, service } = await open()
    const setting = (props: Record<string, unknown>) => editor.change('Settings', [{ op: 'settings', props }])
    setting({ translations: { default: 'en', locales: { pt: {} } } })
    setting({ translations: { locales: { pt: { 'go.label': 'C' } } } })
    setting({ meta: { title: 'New' } })
    setting({ translations: { locales: { pt: { 'go.label': 'Co' } }, sources: { pt: { 'go.label': '1' } } } })
    expect(editor.saving.peek()).toEqual({ kind: 'unsaved', changes: 1 })
    setting({ assets: { logo: { url: '/cdn/a/logo.png', width: 10, height: 10, mime: 'image/png' } } })
    setting({ assets: { logo: null } })
    setting({ translations: null })
    setting({ translations: { default: 'de', locales: { fr: {} } } })
    expect(editor.saving.peek()).toEqual({ kind: 'unsaved', changes: 3 })
    await saver.flush()
    expect(service.saves).toBe(1)
    expect(service.document).toEqual(editor.document.peek())
    expect(service.document.translations).toEqual({ default: 'de', locales: { fr: {} } })
  })

  test('sends local state with the first change, never alone', async () => {
    const german: Operation[] = [{ op: 'settings', props: { meta: { lang: 'de' } } }]
    const { editor, saver, service } = await open(undefined, german)
    await saver.flush()
    expect(service.saves).toBe(0)
    editor.change('Label', labelled('go', 'A'))
    await saver.flush()
    expect(service.saves).toBe(1)
    expect(service.document.meta.lang).toBe('de')
  })

  test('sends undo and redo like any change', async () => {
    const { editor, saver, service } = await open()
    editor.change('Delete', removal('hero'))
    await saver.flush()
    editor.undo()
    await saver.flush()
    expect(service.document).toEqual(welcomeEmail())
  })

  test('merges changes of others elsewhere in the email below pending ones', async () => {
    const { editor, saver, service } = await open()
    service.others(labelled('go', 'Theirs'))
    editor.change('Delete', removal('line'))
    const sent = saver.flush()
    editor.change('Insert', [
      { op: 'insert', parent: 'left', index: 0, nodes: [{ id: 'new', type: 'divider' } as never] },
    ])
    await sent
    await saver.flush()
    expect(service.document).toEqual(editor.document.peek())
    expect(JSON.stringify(service.document)).toContain('Theirs')
    expect(editor.outline.peek().entries.has('new')).toBe(true)
    expect(editor.history.peek().canUndo).toBe(true)
    editor.undo()
    await saver.flush()
    expect(service.document).toEqual(editor.document.peek())
  })

  test('keeps everything while there is no network, also over a reload, and sends it when it is back', async () => {
    const { editor, planned, saver, service, storage } = await open()
    service.failing = ['NETWORK_ERROR', 'NETWORK_ERROR']
    editor.change('Delete', removal('line'))
    await saver.flush()
    expect(editor.saving.peek()).toEqual({ kind: 'offline', changes: 1 })
    editor.change('Label', labelled('go', 'Kept'))
    const [left] = await leftIn(storage)
    expect(left?.revision).toBe(1)
    expect(left?.edits.flatMap(({ operations }) => operations)).toEqual([...removal('line'), ...labelled('go', 'Kept')])
    expect(planned.at(-1)?.ms).toBe(1000)
    await saver.flush()
    expect(planned.at(-1)?.ms).toBe(2000)
    await saver.flush()
    expect(editor.saving.peek().kind).toBe('saved')
    expect(service.document).toEqual(editor.document.peek())
    expect(storage.entries.length).toBe(0)
  })

  test('goes on after the host page gave a new token', async () => {
    const { editor, saver, service } = await open()
    service.failing = ['PLUGIN_AUTH_EXPIRED']
    editor.change('Label', labelled('go', 'Typed'))
    await saver.flush()
    expect(editor.saving.peek()).toEqual({ kind: 'signedOut', changes: 1 })
    await saver.flush()
    expect(service.document).toEqual(editor.document.peek())
  })

  test('requests a choice for conflicts, and keeps mine', async () => {
    const { editor, saver, service, storage } = await open()
    service.others(labelled('go', 'Theirs'))
    editor.change('Label', labelled('go', 'Mine'))
    await saver.flush()
    expect(editor.saving.peek()).toEqual({ kind: 'conflict', changes: 1 })
    expect(editor.open.peek()).toBe('conflict')
    editor.change('Delete', removal('line'))
    expect((await leftIn(storage))[0]?.edits).toHaveLength(2)
    await saver.settle('mine')
    expect(service.document).toEqual(editor.document.peek())
    expect(JSON.stringify(service.document)).toContain('Mine')
    expect(editor.saving.peek().kind).toBe('saved')
  })

  test('or uses theirs', async () => {
    const { editor, saver, service } = await open()
    service.others(removal('go'))
    editor.change('Label', labelled('go', 'Mine'))
    await saver.flush()
    await saver.settle('theirs')
    expect(editor.document.peek()).toEqual(service.document)
    expect(editor.outline.peek().entries.has('go')).toBe(false)
  })

  test('waits a while and tries again when the service is broken', async () => {
    const { editor, planned, saver, service } = await open()
    service.failing = ['INTERNAL']
    editor.change('Label', labelled('go', 'Again'))
    await saver.flush()
    expect(editor.saving.peek()).toEqual({ kind: 'failed', changes: 1, message: 'Broken' })
    planned.at(-1)?.run()
    await saver.flush()
    expect(editor.saving.peek().kind).toBe('saved')
  })
})

describe('changes that the service rejects', () => {
  const inserted = (id: string): Operation[] => [
    { op: 'insert', parent: 'left', index: 0, nodes: [{ id, type: 'divider' } as never] },
  ]
  const typed = (words: string): Operation[] => [{ op: 'set', id: 'first', props: { text: `<p>${words}</p>` } }]

  test('are undone with a message, and everything else is saved', async () => {
    const { editor, saver, service, storage } = await open()
    editor.change('Insert', inserted('new'))
    editor.change('Text', typed('Typed'))
    editor.change('Both', [{ op: 'set', id: 'second', props: { text: '<p>Words</p>', style: { size: 40 } } }])
    service.access = 'edit_text'
    await saver.flush()
    expect(editor.saving.peek()).toMatchObject({ kind: 'saved', undone: 2 })
    expect(editor.problem.peek()?.message).toContain('2 changes were not accepted')
    expect(editor.document.peek()).toEqual(service.document)
    for (const words of ['Typed', 'Words']) expect(JSON.stringify(service.document)).toContain(words)
    expect(editor.outline.peek().entries.has('new')).toBe(false)
    expect(storage.entries.length).toBe(0)
  })

  test('are kept and shown as unsaved if nothing can be saved any more', async () => {
    const { editor, saver, service, storage } = await open()
    editor.change('Text', typed('Typed'))
    service.access = 'view'
    await saver.flush()
    expect(editor.saving.peek()).toMatchObject({ kind: 'refused', changes: 1 })
    expect(JSON.stringify(editor.document.peek())).toContain('Typed')
    expect(await leftIn(storage)).toHaveLength(1)
    service.access = 'edit'
    await saver.flush()
    expect(editor.saving.peek().kind).toBe('saved')
    expect(JSON.stringify(service.document)).toContain('Typed')
  })

  test('are saved together with changes that make them valid', async () => {
    const { editor, planned, saver, service } = await open()
    service.failing = ['DOCUMENT_TOO_LARGE']
    editor.change('Insert', inserted('new'))
    await saver.flush()
    expect(editor.saving.peek()).toMatchObject({ kind: 'failed' })
    editor.change('Delete', removal('first'))
    planned.at(-1)?.run()
    await saver.flush()
    expect(editor.saving.peek().kind).toBe('saved')
    expect(service.revision).toBe(2)
    expect(editor.document.peek()).toEqual(service.document)
  })
})

describe('changes that a closed window could not save', () => {
  test('are sent once before the email is opened again, whatever the result of the last request', async () => {
    const { editor, saver, service, storage } = await open()
    service.losing = 1
    editor.change('Delete', removal('line'))
    await saver.flush()
    editor.change('Label', labelled('go', 'Kept'))
    const [left] = await leftIn(storage)
    const store = createOfflineStore({ of: ownEmail, database: storage, now: () => Date.now() + 120_000 })
    expect(await sendLeft(await store.left(), service.api, { ...free, revision: 1 })).toMatchObject({
      isChanged: true,
      left: undefined,
    })
    expect(left?.edits).toHaveLength(2)
    expect(service.document).toEqual(editor.document.peek())
    expect(storage.entries.length).toBe(0)
  })

  test('are reported as restored unless they had been saved, and can be undone where nobody changed them since', async () => {
    const { editor, saver, service, storage } = await open()
    editor.change('Delete', removal('line'))
    service.losing = 1
    await saver.flush()
    const opening = { ...free, revision: 2 }
    const store = () => createOfflineStore({ of: ownEmail, database: storage, now: () => Date.now() + 120_000 })
    expect(await sendLeft(await store().left(), service.api, opening)).toMatchObject({ isChanged: true, restored: [] })

    const next = await open(service, [], storage)
    next.editor.change('Label', labelled('go', 'Kept'))
    next.editor.change('Delete', removal('first'))
    const { restored } = await sendLeft(await store().left(), service.api, opening)
    expect(restored).toMatchObject([{ count: 2, at: expect.any(Number) }])
    service.others(labelled('go', 'Theirs'))
    const later = await open(service, [], storage)
    expect(await undoRestored(later.editor, restored)).toBe(1)
    await later.saver.flush()
    expect(JSON.stringify(service.document)).toContain('Theirs')
    expect(outlineOf(service.document).entries.has('first')).toBe(true)
    later.editor.undo()
    expect(outlineOf(later.editor.document.peek()).entries.has('first')).toBe(false)
  })

  test('are a conflict if others changed the same since', async () => {
    const { editor, service, storage } = await open()
    editor.change('Label', labelled('go', 'Mine'))
    service.others(labelled('go', 'Theirs'))
    const store = createOfflineStore({ of: ownEmail, database: storage, now: () => Date.now() + 120_000 })
    const { left } = await sendLeft(await store.left(), service.api, { ...free, revision: 1 })
    expect(storage.entries.length).toBe(1)
    const later = await open(service)
    await later.saver.restore(left as KeptEdits)
    expect(later.editor.saving.peek()).toEqual({ kind: 'conflict', changes: 1 })
    expect(later.editor.open.peek()).toBe('conflict')
    expect(JSON.stringify(later.editor.document.peek())).toContain('Mine')
    expect(later.saver.ancestor).toEqual(welcomeEmail())
    await later.saver.settle('mine')
    expect(JSON.stringify(service.document)).toContain('Mine')
  })

  test('are offered to the same user in the same email only, for 30 days, and not while the window is open', async () => {
    const { editor, storage } = await open()
    editor.change('Label', labelled('go', 'Kept'))
    const leftFor = (of: Partial<typeof ownEmail>, days = 1) =>
      createOfflineStore({
        of: { ...ownEmail, ...of },
        database: storage,
        now: () => Date.now() + days * 86_400_000,
      }).left()
    expect(await leftFor({ userId: '7' })).toEqual([])
    expect(await leftFor({ emailId: 'other' })).toEqual([])
    expect(await leftFor({ pluginId: 'svc_pk_other' })).toEqual([])
    const held = { request: async () => Promise.reject(new DOMException('Timed out', 'AbortError')) } as never
    expect(await createOfflineStore({ of: ownEmail, database: storage, locks: held }).left()).toEqual([])
    expect(await leftFor({})).toHaveLength(1)
    expect(await leftFor({}, 31)).toEqual([])
    expect(storage.entries.length).toBe(0)
    for (let at = 0; at < 60; at++) storage.put(`window ${at}`, { at: Date.now(), text: '' })
    await leftFor({}, 0)
    expect(storage.entries).toHaveLength(50)
  })

  test('are not stored by a browser without storage, and the user is notified while they cannot be sent', async () => {
    const { editor, saver, service, storage } = await open(undefined, [], new MemoryDatabase(10))
    service.failing = ['NETWORK_ERROR']
    editor.change('Label', labelled('go', 'Only here'))
    await saver.flush()
    expect(storage.entries.length).toBe(0)
    expect(editor.problem.peek()?.message).toContain('Keep this window open')
    await saver.flush()
    expect(JSON.stringify(service.document)).toContain('Only here')
  })
})

test('edits of a closed window are found when the browser opens the database after the editor has looked for them', async () => {
  const storage = new LateDatabase()
  createOfflineStore({ of: ownEmail, database: storage }).write({
    revision: 3,
    edits: [{ id: 'edt_1', operations: labelled('go', 'Kept') }],
  })
  const next = createOfflineStore({ of: ownEmail, database: storage, now: () => Date.now() + 120_000 })
  expect(await next.left()).toEqual([])
  const { promise: taken, resolve } = Promise.withResolvers<KeptEdits>()
  next.onClosed(resolve)
  storage.open()
  expect(await taken).toMatchObject({ revision: 3, edits: [{ id: 'edt_1' }] })
})
