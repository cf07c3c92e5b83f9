import { type Node, type NodeId, childrenOf, rootId } from '../../email/document/index.ts'
import { chevronUpIcon } from '../../ui/icons/index.ts'
import { blockAfter, labelOf, nameOf } from '../actions/index.ts'
import {
  type Command,
  type Editor,
  type Outline,
  type OutlineEntry,
  selectedIds,
  selectTogether,
} from '../state/index.ts'

export const selectingCommands: readonly Command[] = [
  {
    id: 'selectNext',
    label: 'command.selectNext',
    keys: ['ArrowDown'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => select(editor, 'next'),
  },
  {
    id: 'selectPrevious',
    label: 'command.selectPrevious',
    keys: ['ArrowUp'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => select(editor, 'previous'),
  },
  {
    id: 'selectLeft',
    label: 'command.selectLeft',
    keys: ['ArrowLeft'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => select(editor, 'left'),
  },
  {
    id: 'selectRight',
    label: 'command.selectRight',
    keys: ['ArrowRight'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => select(editor, 'right'),
  },
  {
    id: 'selectFirst',
    label: 'command.selectFirst',
    keys: ['Home'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => select(editor, 'first'),
  },
  {
    id: 'selectLast',
    label: 'command.selectLast',
    keys: ['End'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => select(editor, 'last'),
  },
  {
    id: 'selectParent',
    label: 'command.selectParent',
    icon: chevronUpIcon,
    keys: ['Shift+Enter'],
    enabled: ({ selection }) => selection.value !== undefined,
    run: (editor) => selectParent(editor),
  },
  {
    id: 'selectMoreNext',
    label: 'command.selectMoreNext',
    keys: ['Shift+ArrowDown'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => selectMore(editor, 1),
  },
  {
    id: 'selectMorePrevious',
    label: 'command.selectMorePrevious',
    keys: ['Shift+ArrowUp'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => selectMore(editor, -1),
  },
  {
    id: 'selectAll',
    label: 'command.selectAll',
    keys: ['Mod+A'],
    enabled: ({ document }) => document.value.rows.length > 0,
    run: (editor) => selectSiblings(editor),
  },
]

/** Selects the next node in a direction. Rows and blocks are visited in reading order; columns are skipped. */
function select(editor: Editor, where: 'next' | 'previous' | 'left' | 'right' | 'first' | 'last'): void {
  const outline = editor.outline.peek()
  const stops = outline.order.filter((id) => outline.entries.get(id)?.node.type !== 'column')
  const id = targetOf(outline, stops, editor.selection.peek(), where)
  if (id === undefined) return
  editor.selection.value = id
  announceSelection(editor, stops)
}

/** Clears the selection if the parent is the email. */
function selectParent(editor: Editor): void {
  const parent = editor.outline.peek().entries.get(editor.selection.peek() ?? '')?.parent
  editor.selection.value = parent === rootId ? undefined : parent
  if (editor.selection.peek() !== undefined) announceSelection(editor, editor.outline.peek().order)
}

/** Extends the selection to the next or previous block or row, or shrinks it if that one is selected already. */
function selectMore(editor: Editor, by: 1 | -1): void {
  const outline = editor.outline.peek()
  const [id, ids] = [editor.selection.peek(), selectedIds(editor)]
  if (id === undefined) return select(editor, by === 1 ? 'next' : 'previous')
  const entry = outline.entries.get(id)
  const next = entry?.siblings[entry.index + by]?.id ?? blockAfter(outline, id, by)
  if (next === undefined) return editor.announce(editor.words.t('said.end'))
  const others = ids.filter((each) => each !== (ids.includes(next) ? id : next))
  selectTogether(editor, [...others.filter((each) => each !== next), next])
  reportCount(editor)
}

/** Selects all siblings of the selection; all rows if these are selected already or without a selection. */
function selectSiblings(editor: Editor): void {
  const outline = editor.outline.peek()
  const siblings = outline.entries.get(editor.selection.peek() ?? '')?.siblings ?? []
  const rows = editor.document.peek().rows
  const all = siblings.length > 0 && selectedIds(editor).length < siblings.length ? siblings : rows
  selectTogether(
    editor,
    all.map(({ id }) => id),
  )
  reportCount(editor)
}

function reportCount(editor: Editor): void {
  editor.announce(editor.words.t('said.together', { count: selectedIds(editor).length }))
}

function targetOf(
  outline: Outline,
  stops: readonly NodeId[],
  from: NodeId | undefined,
  where: 'next' | 'previous' | 'left' | 'right' | 'first' | 'last',
): NodeId | undefined {
  if (where === 'first' || (from === undefined && where !== 'last')) return stops[0]
  if (where === 'last' || from === undefined) return stops.at(-1)
  if (where === 'left' || where === 'right') return beside(outline, from, where === 'left' ? -1 : 1)
  const at = stops.indexOf(from)
  // Columns are skipped; continue with the first block.
  if (at === -1) return stops.find((id) => outline.entries.get(id)?.parent === from)
  return stops[at + (where === 'next' ? 1 : -1)]
}

// The block at the same index in the adjacent column; from a column, that column.
function beside(outline: Outline, from: NodeId, step: number): NodeId | undefined {
  const entry = outline.entries.get(from)
  if (entry?.node.type === 'column') return entry.siblings[entry.index + step]?.id
  const column = outline.entries.get(entry?.parent ?? '')
  const next = column?.siblings[column.index + step]
  if (entry === undefined || next === undefined || column?.node.type !== 'column') return undefined
  const blocks = childrenOf(next) ?? []
  return (blocks[Math.min(entry.index, blocks.length - 1)] ?? next).id
}

function announceSelection(editor: Editor, stops: readonly NodeId[]): void {
  const id = editor.selection.peek() ?? ''
  const node = editor.outline.peek().entries.get(id)?.node
  if (node === undefined) return
  const at = { name: describeNode(editor, node), at: stops.indexOf(id) + 1, count: stops.length }
  editor.announce([editor.words.t('said.selected', at), ...positionOf(editor, id)].join(', '))
}

/** Kind, level and words: `Heading 2 “Pull up a chair”`; kinds alone sound alike. */
function describeNode(editor: Editor, node: Node): string {
  const kind = nameOf(editor, node)
  const { level } = node as { level?: unknown }
  const words = labelOf(node, () => '')
  const entry = editor.outline.peek().entries.get(node.id)
  const number = isNumbered(entry) ? entry.index + 1 : node.type === 'heading' ? (level ?? 2) : undefined
  const name = number === undefined || node.name !== undefined ? kind : `${kind} ${String(number)}`
  return words === '' || words === name ? name : `${name} “${words}”`
}

/** Section, and column if there are several, with their numbers, from the outside in. */
function positionOf(editor: Editor, id: NodeId): string[] {
  const { entries } = editor.outline.peek()
  const positions: string[] = []
  for (let entry = entries.get(entries.get(id)?.parent ?? ''); entry !== undefined; entry = entries.get(entry.parent)) {
    if (isNumbered(entry)) positions.unshift(`${nameOf(editor, entry.node)} ${entry.index + 1}`)
  }
  return positions
}

/** A section, or one of several columns. */
function isNumbered(entry: OutlineEntry | undefined): entry is OutlineEntry {
  return entry?.node.type === 'section' || (entry?.node.type === 'column' && entry.siblings.length > 1)
}
