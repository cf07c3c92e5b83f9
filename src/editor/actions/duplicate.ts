import { batch } from '@preact/signals'
import type { Node, NodeId, Operation } from '../../email/document/index.ts'
import { type Editor, selectTogether, withNewIds } from '../state/index.ts'
import { areInARow, nameOfAll, entriesOf } from './chosen.ts'
import { isRefused, whyNotDuplicated } from './refusals.ts'

/** Puts copies behind nodes, behind all of them where they follow each other, and selects the copies. */
export function duplicateNodes(editor: Editor, ids: readonly NodeId[]): void {
  const entries = entriesOf(editor.outline.peek(), ids)
  const last = entries.at(-1)
  if (last === undefined || isRefused(editor, whyNotDuplicated(editor, ids))) return
  const name = nameOfAll(editor, entries)
  const copies = entries.map(({ node }) => withNewIds(node))
  // From the last on, so that those before it stay where they are counted.
  const operations: Operation[] = areInARow(entries)
    ? [{ op: 'insert', parent: last.parent, index: last.index + 1, nodes: copies }]
    : entries
        .map(({ parent, index }, at): Operation => {
          return { op: 'insert', parent, index: index + 1, nodes: [copies[at] as Node] }
        })
        .reverse()
  const select = copies.at(-1)?.id ?? last.node.id
  batch(() => {
    editor.change(editor.words.t('change.duplicate', { name }), operations, { select })
    selectTogether(
      editor,
      copies.map(({ id }) => id),
    )
  })
  editor.announce(editor.words.t('said.duplicated', { name }))
}
