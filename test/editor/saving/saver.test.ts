import { describe, expect, test } from 'bun:test'
import { createSaver } from '../../../src/editor/saving/saver.ts'
import { createShelf } from '../../../src/editor/saving/shelf.ts'
import type { Operation } from '../../../src/engines/document/index.ts'
import { welcomeEmail } from '../page/emails.ts'
import { headless } from '../page/headless.ts'
import { EmailService } from '../page/service.ts'

const labelled = (id: string, label: string): Operation[] => [{ op: 'set', id, props: { label } }]
const removal = (id: string): Operation[] => [{ op: 'remove', id }]

async function open(service = new EmailService(welcomeEmail()), ahead: readonly Operation[] = []) {
  const planned: { run: () => void; ms: number }[] = []
  const stored = new Map<string, string>()
  const shelf = createShelf('welcome', () => ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }))
  const editor = await headless(service.document, { api: service.api })
  const saver = createSaver({
    editor,
    base: { revision: service.revision, document: service.document },
    ahead,
    shelf,
    later(run, ms) {
      const plan = { run, ms }
      planned.push(plan)
      return () => void planned.splice(planned.indexOf(plan), 1)
    },
    now: () => new Date(0),
  })
  return { service, editor, saver, shelf, planned }
}

describe('saving', () => {
  test('sends what was done, once things are quiet, as one request', async () => {
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

  test('says with the first change, and never alone, what is here already', async () => {
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

  test('takes in what others did elsewhere in the email, below what is still waiting', async () => {
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
    expect(editor.outline.peek().spots.has('new')).toBe(true)
    expect(editor.history.peek().canUndo).toBe(true)
    editor.undo()
    await saver.flush()
    expect(service.document).toEqual(editor.document.peek())
  })

  test('keeps everything while there is no network, also over a reload, and sends it when it is back', async () => {
    const { editor, planned, saver, service, shelf } = await open()
    service.failing = ['NETWORK_ERROR', 'NETWORK_ERROR']
    editor.change('Delete', removal('line'))
    await saver.flush()
    expect(editor.saving.peek()).toEqual({ kind: 'offline', changes: 1 })
    editor.change('Label', labelled('go', 'Kept'))
    expect(shelf.read()).toEqual({ revision: 1, operations: [...removal('line'), ...labelled('go', 'Kept')] })
    expect(planned.at(-1)?.ms).toBe(1000)
    await saver.flush()
    expect(planned.at(-1)?.ms).toBe(2000)
    await saver.flush()
    expect(editor.saving.peek().kind).toBe('saved')
    expect(service.document).toEqual(editor.document.peek())
    expect(shelf.read()).toBeUndefined()
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

  test('asks where others changed the same, and keeps mine', async () => {
    const { editor, saver, service, shelf } = await open()
    service.others(labelled('go', 'Theirs'))
    editor.change('Label', labelled('go', 'Mine'))
    await saver.flush()
    expect(editor.saving.peek()).toEqual({ kind: 'conflict', changes: 1 })
    expect(editor.open.peek()).toBe('conflict')
    editor.change('Delete', removal('line'))
    expect(shelf.read()?.operations).toHaveLength(1)
    await saver.settle('mine')
    expect(service.document).toEqual(editor.document.peek())
    expect(JSON.stringify(service.document)).toContain('Mine')
    expect(editor.saving.peek().kind).toBe('saved')
  })

  test('or takes theirs', async () => {
    const { editor, saver, service } = await open()
    service.others(removal('go'))
    editor.change('Label', labelled('go', 'Mine'))
    await saver.flush()
    await saver.settle('theirs')
    expect(editor.document.peek()).toEqual(service.document)
    expect(editor.outline.peek().spots.has('go')).toBe(false)
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
