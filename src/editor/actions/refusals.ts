import type { NodeId } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type Editor, type LockedAction, type Hold, holdOn } from '../state/index.ts'
import { entriesOf, withEmptied } from './chosen.ts'
import { type Direction, stepOf } from './neighbour.ts'
import { nameOf } from './position.ts'

/** Why something is not done to nodes, as people read it; undefined where it is. One that is held holds all. */
export function whyHeld(editor: Editor, ids: readonly NodeId[], what: LockedAction): string | undefined {
  const outline = editor.outline.value
  // The level is notified before any lock: nobody can take that away here.
  if (editor.textOnly.value && what !== 'content' && what !== 'text') return editor.words.t('level.textOnly')
  for (const id of ids) {
    const hold = holdOn(outline, id, what)
    if (hold !== undefined) return statedOf(editor, hold)
  }
  return undefined
}

/** Why nodes do not go away. */
export function whyNotRemoved(editor: Editor, ids: readonly NodeId[]): string | undefined {
  return whyHeld(editor, withEmptied(editor.outline.value, ids), 'remove')
}

/** Why there is no second one of nodes: a lock, or as many columns as there may be. */
export function whyNotDuplicated(editor: Editor, ids: readonly NodeId[]): string | undefined {
  const held = whyHeld(editor, ids, 'duplicate')
  if (held !== undefined) return held
  const columns = entriesOf(editor.outline.value, ids).filter(({ node }) => node.type === 'column')
  const isFull = columns.some(({ parent, siblings }) => {
    const copies = columns.filter((other) => other.parent === parent).length
    return siblings.length + copies > limits.sectionColumns
  })
  return isFull ? editor.words.t('drag.full') : undefined
}

/** Why nodes do not go one step on: a lock, or there is nowhere to go. */
export function whyNotMoved(editor: Editor, ids: readonly NodeId[], direction: Direction): string | undefined {
  const held = whyHeld(editor, ids, 'move')
  if (held !== undefined) return held
  const outline = editor.outline.value
  return stepOf(outline, entriesOf(outline, ids), direction) === undefined ? editor.words.t('said.end') : undefined
}

/** Tells somebody who tried all the same; answers whether there was anything to tell. */
export function isRefused(editor: Editor, why: string | undefined): why is string {
  if (why === undefined) return false
  // Whoever is at an end sees that; that something is locked is seen too late.
  if (why === editor.words.t('said.end')) editor.announce(why)
  else editor.problem.value = { message: why, at: performance.now() }
  return true
}

function statedOf(editor: Editor, { node, lock }: Hold): string {
  return editor.words.t(`locked.${lock}`, { name: nameOf(editor, node) })
}
