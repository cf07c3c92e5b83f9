import { describe, expect, test } from 'bun:test'
import { childrenOf, findNode } from '../../src/email/document/index.ts'
import { en } from '../../src/editor/locale/index.ts'
import { commands, keyTargetOf, pressKey } from '../../src/editor/commands/index.ts'
import { clipOf, insertNode, newBlock, newSection, pasteNodes } from '../../src/editor/actions/index.ts'
import {
  type CommandId,
  type Editor,
  selectTogether,
  selectedIds,
  toggleSelected,
} from '../../src/editor/state/index.ts'
import { emailOf, welcomeEmail } from './page/emails.ts'
import { headless } from './page/headless.ts'

const idsIn = (editor: Editor, id: string) => {
  const node = findNode(editor.document.peek(), id)
  return node === undefined ? [] : (childrenOf(node) ?? []).map((child) => child.id)
}
const rowsOf = (editor: Editor) => editor.document.peek().rows.map(({ id }) => id)

describe('moving', () => {
  test('goes up and down in a column, and over its edge into the next one in reading order', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'intro'
    editor.run('moveDown')
    expect(idsIn(editor, 'top')).toEqual(['title', 'go', 'intro'])
    expect(editor.announcement.peek()).toBe('Text moved to position 3 of 3')
    editor.run('moveDown')
    expect(idsIn(editor, 'left')).toEqual(['intro', 'first'])
    expect(editor.announcement.peek()).toBe('Text moved to Column 1, position 1 of 2')
    editor.run('moveUp')
    expect(idsIn(editor, 'top')).toEqual(['title', 'go', 'intro'])
  })
  test('goes across to the column beside, at the same height', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'first'
    editor.run('moveRight')
    expect(idsIn(editor, 'right')).toEqual(['first', 'second'])
    editor.run('moveRight')
    expect(editor.announcement.peek()).toBe('Already at the edge')
  })
  test('moves sections and columns as well', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'pair'
    editor.run('moveUp')
    expect(rowsOf(editor)).toEqual(['pair', 'hero', 'end'])
    editor.selection.value = 'left'
    editor.run('moveRight')
    expect(idsIn(editor, 'pair')).toEqual(['right', 'left'])
  })
})

describe('selecting', () => {
  test('walks blocks and sections in reading order, and across columns', async () => {
    const editor = await headless(welcomeEmail())
    const seen: (string | undefined)[] = []
    for (let step = 0; step < 6; step++) {
      editor.run('selectNext')
      seen.push(editor.selection.peek())
    }
    expect(seen).toEqual(['hero', 'title', 'intro', 'go', 'pair', 'first'])
    editor.run('selectRight')
    expect(editor.selection.peek()).toBe('second')
    expect(editor.announcement.peek()).toMatch(/^Text “.+” selected, \d+ of \d+, Section \d+/)
  })
  test('is left step by step: text editing, block, column, section, nothing', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'first'
    editor.editing.value = 'first'
    const seen: (string | undefined)[] = []
    for (let step = 0; step < 4; step++) {
      editor.run('escape')
      seen.push(editor.selection.peek())
    }
    expect(editor.editing.peek()).toBeUndefined()
    expect(seen).toEqual(['first', 'left', 'pair', undefined])
  })
})

describe('deleting and duplicating', () => {
  test('selects the next element; the last column is deleted with its section', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'intro'
    editor.run('delete')
    expect(editor.selection.peek()).toBe('go')
    editor.selection.value = 'foot'
    editor.run('delete')
    expect(rowsOf(editor)).toEqual(['hero', 'pair'])
  })
  test('gives copies ids of their own all the way down, and keeps to six columns', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'pair'
    editor.run('duplicate')
    const ids = [...editor.outline.peek().order]
    expect(new Set(ids).size).toBe(ids.length)
    expect(rowsOf(editor)).toHaveLength(4)
    editor.selection.value = 'left'
    for (let copies = 0; copies < 6; copies++) editor.run('duplicate')
    expect(idsIn(editor, 'pair')).toHaveLength(6)
    expect(editor.problem.peek()?.message).toBe('A section can have up to six columns')
  })
})

describe('inserting', () => {
  test('adds after the selected block, into the selected column, or at the end', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'title'
    insertNode(editor, { ...newBlock('spacer'), id: 'one' })
    expect(idsIn(editor, 'top')).toEqual(['title', 'one', 'intro', 'go'])
    editor.selection.value = 'right'
    insertNode(editor, { ...newBlock('spacer'), id: 'two' })
    expect(idsIn(editor, 'right')).toEqual(['second', 'two'])
    editor.selection.value = undefined
    insertNode(editor, { ...newBlock('spacer'), id: 'three' })
    expect(idsIn(editor, 'foot')).toEqual(['line', 'three'])
    insertNode(editor, { ...newSection([1, 2]), id: 'wide' })
    expect(rowsOf(editor)).toEqual(['hero', 'pair', 'end', 'wide'])
  })
  test('creates a section for a block where only sections are allowed', async () => {
    const editor = await headless(emailOf([]))
    insertNode(editor, { ...newBlock('heading'), id: 'first' })
    expect(editor.document.peek().rows[0]?.type).toBe('section')
    expect(editor.selection.peek()).toBe('first')
  })
})

describe('several at once', () => {
  const press = (editor: Editor, ...ids: CommandId[]) => {
    for (const id of ids) editor.run(id)
  }

  test('are chosen with Shift, moved, copied and deleted as one entry of the log each', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'title'
    press(editor, 'selectMoreNext')
    expect(selectedIds(editor)).toEqual(['title', 'intro'])
    expect(editor.announcement.peek()).toBe('2 selected')
    press(editor, 'moveDown')
    expect(idsIn(editor, 'top')).toEqual(['go', 'title', 'intro'])
    expect(selectedIds(editor)).toEqual(['title', 'intro'])
    press(editor, 'moveDown')
    expect([idsIn(editor, 'top'), idsIn(editor, 'left')]).toEqual([['go'], ['title', 'intro', 'first']])
    press(editor, 'undo', 'undo')
    expect(idsIn(editor, 'top')).toEqual(['title', 'intro', 'go'])

    editor.selection.value = 'title'
    press(editor, 'selectMoreNext', 'duplicate')
    const copies = idsIn(editor, 'top').slice(2, 4)
    expect(selectedIds(editor)).toEqual(copies)
    expect(editor.history.peek().undoLabel).toBe('Duplicate 2 elements')
    press(editor, 'delete')
    expect(idsIn(editor, 'top')).toEqual(['title', 'intro', 'go'])
    expect(editor.selection.peek()).toBe('go')
  })

  test('may be in different columns; nested elements move with their ancestor', async () => {
    const editor = await headless(welcomeEmail())
    for (const id of ['go', 'first', 'second', 'pair']) toggleSelected(editor, id)
    expect(selectedIds(editor)).toEqual(['go', 'pair'])
    const clip = clipOf(editor, selectedIds(editor))
    expect(clip?.nodes.map(({ id }) => id)).toEqual(['go', 'pair'])
    press(editor, 'moveUp')
    expect(editor.announcement.peek()).toBe('Already at the edge')
    press(editor, 'hide')
    expect(editor.history.peek().undoLabel).toBe('Hide 2 elements on phones')
    press(editor, 'escape')
    expect(selectedIds(editor)).toEqual(['pair'])
    for (const id of ['left', 'right']) toggleSelected(editor, id)
    toggleSelected(editor, 'pair')
    press(editor, 'delete')
    expect(editor.document.peek().rows.map(({ id }) => id)).toEqual(['hero', 'end'])
  })

  test('are replaced by an ancestor or descendant that is selected later', async () => {
    const editor = await headless(welcomeEmail())
    selectTogether(editor, ['end', 'hero', 'title'])
    expect([selectedIds(editor), editor.selection.peek()]).toEqual([['hero', 'end'], 'hero'])
    toggleSelected(editor, 'title')
    expect([selectedIds(editor), editor.selection.peek()]).toEqual([['title', 'end'], 'title'])
  })

  test('are locked and unlocked together, by those who may take a lock back', async () => {
    const others = await headless(welcomeEmail())
    others.selection.value = 'title'
    press(others, 'lock')
    expect(others.outline.peek().entries.get('title')?.node.lock).toBeUndefined()
    const editor = await headless(welcomeEmail(), { mayUnlock: true })
    selectTogether(editor, ['title', 'intro'])
    press(editor, 'lock')
    expect(editor.history.peek().undoLabel).toBe('Lock 2 elements')
    press(editor, 'delete')
    expect(idsIn(editor, 'top')).toEqual(['title', 'intro', 'go'])
    press(editor, 'undo', 'redo', 'lock', 'delete')
    expect(idsIn(editor, 'top')).toEqual(['go'])
  })

  test('are all siblings, then all rows; none moves if one is locked', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'intro'
    press(editor, 'selectAll')
    expect(selectedIds(editor)).toEqual(['title', 'intro', 'go'])
    press(editor, 'selectAll')
    expect(selectedIds(editor)).toEqual(['hero', 'pair', 'end'])
    editor.change('Lock', [{ op: 'set', id: 'pair', props: { lock: { remove: true } } }])
    selectTogether(editor, ['hero', 'pair'])
    press(editor, 'delete')
    expect(editor.document.peek().rows.length).toBe(3)
    expect(editor.problem.peek()?.message).toBe('Section is locked and cannot be deleted')
  })
})

describe('unavailable commands', () => {
  const whyNot = (editor: Editor, id: CommandId) => editor.commands.peek().get(id)?.refusal?.(editor)
  const moves = ['moveUp', 'moveDown', 'moveLeft', 'moveRight'] as const

  test('have a reason in menus, and announce it when run', async () => {
    const editor = await headless(welcomeEmail())
    const lock = (id: string, lock: object | null) => editor.change('Lock', [{ op: 'set', id, props: { lock } }])
    const refused = (...ids: CommandId[]) => ids.map((id) => whyNot(editor, id))
    editor.selection.value = 'intro'
    expect(refused('cut', 'delete', 'duplicate', 'hide', 'moveUp', 'moveDown')).toEqual(Array(6))
    expect(refused('moveLeft')).toEqual(['Already at the edge'])
    lock('intro', { remove: true })
    expect(refused('cut', 'delete')).toEqual(Array(2).fill('Text is locked and cannot be deleted'))
    expect(refused('duplicate', 'hide', 'moveUp')).toEqual(Array(3))
    editor.selection.value = 'hero'
    expect(refused('delete')).toEqual(['Text is locked and cannot be deleted'])
    editor.selection.value = 'top'
    expect(refused('delete')).toEqual(['Text is locked and cannot be deleted'])
    editor.run('delete')
    expect(editor.problem.peek()?.message).toBe('Text is locked and cannot be deleted')

    editor.selection.value = 'go'
    lock('go', { move: true, duplicate: true, content: true })
    expect(refused(...moves)).toEqual(Array(4).fill('Button is locked in position'))
    expect(refused('duplicate', 'hide', 'delete')).toEqual([
      'Button is locked and cannot be duplicated',
      'The content of Button is locked',
      undefined as never,
    ])
    for (const id of [...moves, 'duplicate', 'hide'] as const) editor.run(id)
    expect(idsIn(editor, 'top')).toEqual(['title', 'intro', 'go'])
    expect(editor.outline.peek().entries.get('go')?.node.hide).toBeUndefined()
  })

  test('name the section if its content is locked', async () => {
    const editor = await headless(welcomeEmail())
    editor.change('Lock', [{ op: 'set', id: 'pair', props: { lock: { content: true } } }])
    editor.selection.value = 'first'
    for (const id of ['delete', 'duplicate', 'hide', 'moveRight'] as const)
      expect(whyNot(editor, id)).toBe('The content of Section is locked')
    editor.selection.value = 'go'
    expect(whyNot(editor, 'moveDown')).toBe('Already at the edge')
    editor.run('moveDown')
    expect([editor.announcement.peek(), idsIn(editor, 'top').at(-1)]).toEqual(['Already at the edge', 'go'])
    selectTogether(editor, ['title', 'first'])
    expect(whyNot(editor, 'delete')).toBe('The content of Section is locked')
  })

  test('also explain edges and full sections', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'left'
    expect(['moveUp', 'delete', 'duplicate'].map((id) => whyNot(editor, id as CommandId))).toEqual([
      'Already at the edge',
      undefined,
      undefined,
    ])
    for (let copies = 0; copies < 4; copies++) editor.run('duplicate')
    expect(whyNot(editor, 'duplicate')).toBe('A section can have up to six columns')
  })
})

test('content copied in one email can be pasted repeatedly in another', async () => {
  const [from, to] = [await headless(welcomeEmail()), await headless(emailOf([]))]
  const clip = clipOf(from, ['pair'])
  pasteNodes(to, clip?.nodes ?? [])
  pasteNodes(to, clip?.nodes ?? [])
  expect(rowsOf(to)).toHaveLength(2)
  expect(to.problem.peek()).toBeUndefined()
})

describe('keys', () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
    ({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }) as KeyboardEvent

  test('every command has a name, and no key has two in one place', async () => {
    const keys = commands.flatMap((command) => command.keys ?? [])
    expect(new Set(keys).size).toBe(keys.length)
    expect(commands.filter(({ label }) => !Object.hasOwn(en, label))).toEqual([])
  })
  test('depend on the focused region', async () => {
    const editor = await headless(welcomeEmail())
    editor.selection.value = 'go'
    const typed = pressKey(editor, press('Backspace'), 'typing', 'other')
    const panel = pressKey(editor, press('Delete'), 'panel', 'other')
    expect([typed, panel]).toEqual([false, false])
    expect(pressKey(editor, press('d', { ctrlKey: true }), 'canvas', 'other')).toBe(true)
    expect(idsIn(editor, 'top')).toHaveLength(4)
    expect(pressKey(editor, press('z', { metaKey: true }), 'panel', 'apple')).toBe(true)
    expect(idsIn(editor, 'top')).toHaveLength(3)
    expect(keyTargetOf(null, true)).toBe('canvas')
  })
})
