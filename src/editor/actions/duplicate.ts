import { batch } from '@preact/signals'
import {
  type Node,
  type NodeId,
  type Operation,
  settingTranslations,
  translationsOfCopies,
} from '../../email/document/index.ts'
import { type Editor, selectTogether, withNewIds } from '../state/index.ts'
import { areInARow, nameOfAll, entriesOf } from './chosen.ts'
import { isRefused, whyNotDuplicated } from './refusals.ts'

/** Inserts copies after each node, or after the last one if they are adjacent, and selects the copies. */
export function duplicateNodes(editor: Editor, ids: readonly NodeId[]): void {
  const entries = entriesOf(editor.outline.peek(), ids)
  const last = entries.at(-1)
  if (last === undefined || isRefused(editor, whyNotDuplicated(editor, ids))) return
  const name = nameOfAll(editor, entries)
  const copies = entries.map(({ node }) => withNewIds(node))
  // In reverse order, so that earlier indexes stay valid.
  const operations: Operation[] = areInARow(entries)
    ? [{ op: 'insert', parent: last.parent, index: last.index + 1, nodes: copies }]
    : entries
        .map(({ parent, index }, at): Operation => {
          return { op: 'insert', parent, index: index + 1, nodes: [copies[at] as Node] }
        })
        .reverse()
  const { translations } = editor.document.peek()
  const nodes = entries.map(({ node }) => node)
  const copied = translations && translationsOfCopies(translations, translations, { nodes, copies })
  if (copied !== undefined) operations.push(settingTranslations(copied))
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
