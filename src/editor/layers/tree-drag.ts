import { signal } from '@preact/signals'
import type { NodeId } from '../../email/document/index.ts'
import {
  type InsertPosition,
  fitsInto,
  isRefused,
  moveAllTo,
  moveTo,
  isAtPosition,
  lockRefusal,
} from '../actions/index.ts'
import { followPointer } from '../drag/index.ts'
import { type Editor, type Outline, selectTogether, selectedIds } from '../state/index.ts'

export type DropZone = 'before' | 'inside' | 'after'

/** Position of a node dropped on a line; it counts the node itself. */
export function dropPosition(outline: Outline, id: NodeId, target: NodeId, part: DropZone): InsertPosition | undefined {
  const [moved, over] = [outline.entries.get(id), outline.entries.get(target)]
  if (moved === undefined || over === undefined || id === target) return undefined
  if (part === 'inside') {
    const children = [...outline.entries.values()].filter(({ parent }) => parent === target)
    return fitsInto(outline, moved.node, target) ? { parent: target, index: children.length } : undefined
  }
  const position = { parent: over.parent, index: part === 'before' ? over.index : over.index + 1 }
  return fitsInto(outline, moved.node, position.parent) ? position : undefined
}

export interface Hint {
  id: NodeId
  part: DropZone
}

export const dropHint = signal<Hint | undefined>(undefined)

/** Drags a line of the tree; a press without movement stays a click. */
export function dragLine(editor: Editor, event: PointerEvent, id: NodeId): void {
  const tree = (event.currentTarget as HTMLElement).closest('[role="tree"]')
  if (tree === null) return
  const held = lockRefusal(editor, [id], 'move')
  let position: InsertPosition | undefined
  const update = (x: number, y: number) => {
    const hint = held === undefined ? hintAt(tree, x, y) : undefined
    const found = hint === undefined ? undefined : landing(editor, id, hint)
    position = found?.position
    dropHint.value = found?.hint
  }
  followPointer(event, {
    begin: () => {
      if (isRefused(editor, held)) return
      if (!selectedIds(editor).includes(id)) selectTogether(editor, [id])
    },
    move: update,
    drop(x, y) {
      update(x, y)
      dropHint.value = undefined
      const ids = selectedIds(editor)
      if (position !== undefined && ids.length > 1) return moveAllTo(editor, ids, position)
      if (position === undefined || isAtPosition(editor, id, position)) return
      const entry = editor.outline.peek().entries.get(id)
      const isAfter = entry !== undefined && entry.parent === position.parent && entry.index < position.index
      moveTo(editor, id, isAfter ? { ...position, index: position.index - 1 } : position)
    },
    cancel: () => (dropHint.value = undefined),
  })
}

// Inside if the node is allowed there, otherwise beside; undefined if neither is allowed.
function landing(
  editor: Editor,
  id: NodeId,
  { id: over, part }: Hint,
): { position: InsertPosition; hint: Hint } | undefined {
  const outline = editor.outline.peek()
  const parts: DropZone[] = part === 'inside' ? ['inside', 'after'] : [part, 'inside']
  for (const tried of parts) {
    const position = dropPosition(outline, id, over, tried)
    if (position !== undefined) return { position, hint: { id: over, part: tried } }
  }
  return undefined
}

function hintAt(tree: Element, x: number, y: number): Hint | undefined {
  const line = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-line]')
  const id = line?.dataset['line']
  if (line == null || id === undefined || !tree.contains(line)) return undefined
  const { top, height } = line.getBoundingClientRect()
  const share = (y - top) / height
  return { id, part: share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside' }
}
