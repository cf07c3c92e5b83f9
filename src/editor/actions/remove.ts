import { type NodeId, rootId } from '../../engines/document/index.ts'
import { type Editor, mayDuplicate, mayRemove, withNewIds } from '../state/index.ts'
import { fitsInto, nameOf } from './place.ts'

/** Takes a node away; the last column of a section goes with its section. Selects what stands next. */
export function removeNode(editor: Editor, id: NodeId): void {
  const outline = editor.outline.peek()
  const spot = outline.spots.get(id)
  if (spot === undefined) return
  if (spot.node.type === 'column' && spot.siblings.length === 1) return removeNode(editor, spot.parent)
  const name = nameOf(editor, spot.node)
  if (!mayRemove(outline, id)) return editor.announce(editor.words.t('said.locked', { name }))
  const next = spot.siblings[spot.index + 1] ?? spot.siblings[spot.index - 1]
  const select = next?.id ?? (spot.parent === rootId ? undefined : spot.parent)
  const options = select === undefined ? {} : { select }
  editor.change(editor.words.t('change.delete', { name }), [{ op: 'remove', id }], options)
  editor.announce(editor.words.t('said.deleted', { name }))
}

/** Puts a copy behind a node and selects it. */
export function duplicateNode(editor: Editor, id: NodeId): void {
  const outline = editor.outline.peek()
  const spot = outline.spots.get(id)
  if (spot === undefined) return
  const name = nameOf(editor, spot.node)
  if (!mayDuplicate(outline, id)) return editor.announce(editor.words.t('said.locked', { name }))
  const copy = withNewIds(spot.node)
  if (!fitsInto(outline, copy, spot.parent)) return editor.announce(editor.words.t('drag.full'))
  editor.change(
    editor.words.t('change.duplicate', { name }),
    [{ op: 'insert', parent: spot.parent, index: spot.index + 1, nodes: [copy] }],
    { select: copy.id },
  )
  editor.announce(editor.words.t('said.duplicated', { name }))
}
