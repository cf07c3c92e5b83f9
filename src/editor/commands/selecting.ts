import { type NodeId, childrenOf, rootId } from '../../email/document/index.ts'
import { blockAfter, nameOf } from '../actions/index.ts'
import { type Editor, type Outline, selectTogether, selectedIds } from '../state/index.ts'

/** Selects the node beside the selection among what people see: blocks and rows, in reading order; columns are skipped. */
export function select(editor: Editor, where: 'next' | 'previous' | 'left' | 'right' | 'first' | 'last'): void {
  const outline = editor.outline.peek()
  const stops = outline.order.filter((id) => outline.entries.get(id)?.node.type !== 'column')
  const id = targetOf(outline, stops, editor.selection.peek(), where)
  if (id === undefined) return
  editor.selection.value = id
  say(editor, stops)
}

/** Selects what is around the selection; nothing, when that is the email. */
export function selectAround(editor: Editor): void {
  const parent = editor.outline.peek().entries.get(editor.selection.peek() ?? '')?.parent
  editor.selection.value = parent === rootId ? undefined : parent
  if (editor.selection.peek() !== undefined) say(editor, editor.outline.peek().order)
}

/** Takes the block or row behind or before the last one chosen into the selection, or gives it up on the way back. */
export function selectMore(editor: Editor, by: 1 | -1): void {
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

/** Selects everything beside the selection; once that is so, or without one, all rows. */
export function selectAllBeside(editor: Editor): void {
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
  // From a column, which is no stop itself, into what it holds.
  if (at === -1) return stops.find((id) => outline.entries.get(id)?.parent === from)
  return stops[at + (where === 'next' ? 1 : -1)]
}

// The block at the same height in the column beside; from a column, that column.
function beside(outline: Outline, from: NodeId, step: number): NodeId | undefined {
  const entry = outline.entries.get(from)
  if (entry?.node.type === 'column') return entry.siblings[entry.index + step]?.id
  const column = outline.entries.get(entry?.parent ?? '')
  const next = column?.siblings[column.index + step]
  if (entry === undefined || next === undefined || column?.node.type !== 'column') return undefined
  const blocks = childrenOf(next) ?? []
  return (blocks[Math.min(entry.index, blocks.length - 1)] ?? next).id
}

function say(editor: Editor, stops: readonly NodeId[]): void {
  const id = editor.selection.peek() ?? ''
  const node = editor.outline.peek().entries.get(id)?.node
  if (node === undefined) return
  const at = { name: nameOf(editor, node), at: stops.indexOf(id) + 1, count: stops.length }
  editor.announce(editor.words.t('said.selected', at))
}
