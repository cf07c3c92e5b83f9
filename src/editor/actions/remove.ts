import { type NodeId, type Operation, rootId } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'
import { nameOfAll, entriesOf, withEmptied } from './chosen.ts'
import { isRefused, whyNotRemoved } from './refusals.ts'

/**
 * Removes nodes in one undo step, a section together with its last column, and selects the next node. One locked node
 * blocks the removal of all.
 */
export function removeNodes(editor: Editor, ids: readonly NodeId[]): void {
  const outline = editor.outline.peek()
  const gone = withEmptied(outline, ids)
  const entries = entriesOf(outline, gone)
  const last = entries.at(-1)
  if (last === undefined || isRefused(editor, whyNotRemoved(editor, ids))) return
  const name = nameOfAll(editor, entries)
  const stays = ({ id }: { id: NodeId }) => !gone.includes(id)
  const next = last.siblings.slice(last.index + 1).find(stays) ?? last.siblings.slice(0, last.index).findLast(stays)
  const select = next?.id ?? (last.parent === rootId ? undefined : last.parent)
  const operations = gone.map((id): Operation => ({ op: 'remove', id }))
  editor.change(editor.words.t('change.delete', { name }), operations, select === undefined ? {} : { select })
  editor.announce(editor.words.t('said.deleted', { name }))
}
