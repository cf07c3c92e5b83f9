import { describe, expect, test } from 'bun:test'
import { createDeferredApply } from '../../../src/editor/state/index.ts'
import { apply } from '../../../src/editor/boot/editing.ts'
import { type Block, applyOperations, findNode } from '../../../src/email/document/index.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { emailOf, welcomeEmail } from '../page/emails.ts'
import { headless } from '../page/headless.ts'

const label = (text: string) => [{ op: 'set', id: 'go', props: { label: text } } as const]

describe('a change', () => {
  test('is undone and redone with its selection and label', async () => {
    const editor = await headless(welcomeEmail())
    const start = editor.document.peek()
    editor.selection.value = 'intro'
    editor.change('Delete Button', [{ op: 'remove', id: 'go' }], { select: 'title' })
    expect(editor.selection.peek()).toBe('title')
    expect(editor.history.peek()).toEqual({ canUndo: true, canRedo: false, undoLabel: 'Delete Button' })
    editor.undo()
    expect(editor.document.peek()).toEqual(start)
    expect(editor.selection.peek()).toBe('intro')
    expect(editor.history.peek().redoLabel).toBe('Delete Button')
    editor.redo()
    expect(findNode(editor.document.peek(), 'go')).toBeUndefined()
    expect(editor.selection.peek()).toBe('title')
  })

  test('merges with the last one of the same key within a second, and only then', async () => {
    const clock = { now: 0 }
    const editor = await headless(welcomeEmail(), { clock })
    for (const text of ['G', 'Go', 'Go!']) {
      editor.change('Label', label(text), { key: 'label:go' })
      clock.now += 300
    }
    clock.now += 1000
    editor.change('Label', label('Later'), { key: 'label:go' })
    const shown = () => (findNode(editor.document.peek(), 'go') as Block)['label']
    editor.undo()
    expect(shown()).toBe('Go!')
    editor.undo()
    expect(shown()).toBe('Get started')
    expect(editor.history.peek().canUndo).toBe(false)
    editor.redo()
    expect(shown()).toBe('Go!')
  })

  test('is one entry for a gesture, however long it takes', async () => {
    const clock = { now: 0 }
    const editor = await headless(welcomeEmail(), { clock })
    for (const text of ['G', 'Go', 'Go!']) {
      editor.change('Label', label(text), { key: 'drag:1', isGesture: true })
      clock.now += 60_000
    }
    editor.undo()
    expect((findNode(editor.document.peek(), 'go') as Block)['label']).toBe('Get started')
    expect(editor.history.peek().canUndo).toBe(false)
  })

  test('that comes after an undo begins an entry of its own, even under the same key', async () => {
    const editor = await headless(welcomeEmail())
    editor.change('Label', label('A'), { key: 'k' })
    editor.change('Other', [{ op: 'set', id: 'go', props: { fullWidth: true } }])
    editor.undo()
    editor.change('Label', label('B'), { key: 'k' })
    editor.undo()
    expect((findNode(editor.document.peek(), 'go') as Block)['label']).toBe('A')
  })

  test('that the document forbids is reported and changes nothing', async () => {
    const editor = await headless(welcomeEmail())
    const before = editor.document.peek()
    editor.change('Move', [
      { op: 'set', id: 'go', props: { label: 'Half' } },
      { op: 'move', id: 'hero', parent: 'top', index: 0 },
    ])
    expect(editor.document.peek()).toBe(before)
    expect(editor.problem.peek()?.message).toContain('cannot be moved into itself')
    expect(editor.history.peek().canUndo).toBe(false)
  })

  test('that a lock forbids is reported and not applied', async () => {
    const editor = await headless(
      emailOf([
        {
          type: 'section',
          columns: [{ type: 'column', blocks: [{ id: 'a', type: 'divider', lock: { remove: true } }] }],
        },
      ]),
    )
    editor.change('Delete', [{ op: 'remove', id: 'a' }])
    expect(findNode(editor.document.peek(), 'a')).toBeDefined()
    expect(editor.problem.peek()).toBeDefined()
  })

  test('is not applied while the editor is read-only', async () => {
    const editor = await headless(welcomeEmail(), { readOnly: true })
    editor.change('Label', label('No'))
    expect((findNode(editor.document.peek(), 'go') as Block)['label']).toBe('Get started')
  })

  test('keeps the newest five hundred', async () => {
    const editor = await headless(welcomeEmail())
    for (let count = 0; count < 520; count++) editor.change('Label', label(`Label ${count}`))
    let undone = 0
    for (; editor.history.peek().canUndo; undone++) editor.undo()
    expect(undone).toBe(500)
    expect((findNode(editor.document.peek(), 'go') as Block)['label']).toBe('Label 19')
  })

  test('that comes before the code that checks it waits for it, in order', () => {
    const late = createDeferredApply()
    const seen: string[] = []
    late.when(() => seen.push('first'))
    late.when(() => seen.push('second'))
    expect(seen).toEqual([])
    late.arrive(apply)
    expect(seen).toEqual(['first', 'second'])
  })
})

test('emitted operations give the same document elsewhere', async () => {
  const editor = await headless(welcomeEmail())
  let copy = editor.document.peek()
  editor.observe(({ operations }) => {
    const applied = applyOperations(copy, operations, blockTypes)
    if ('document' in applied) copy = applied.document
  })
  editor.selection.value = 'go'
  for (const command of ['duplicate', 'moveUp', 'undo', 'redo', 'delete', 'undo', 'undo', 'hide'] as const)
    editor.run(command)
  expect(copy).toEqual(editor.document.peek())
})
