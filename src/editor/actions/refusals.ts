import type { NodeId } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type Editor, type LockedAction, type BlockingLock, findBlockingLock } from '../state/index.ts'
import { entriesOf, withEmptied } from './chosen.ts'
import { type Direction, stepOf } from './neighbor.ts'
import { nameOf } from './position.ts'

/**
 * User-visible reason that an action is refused; undefined if it is allowed. One locked node blocks the action for
 * all.
 */
export function lockRefusal(editor: Editor, ids: readonly NodeId[], what: LockedAction): string | undefined {
  const outline = editor.outline.value
  // Checked before locks, because the user cannot change the access level.
  if (editor.textOnly.value && what !== 'content' && what !== 'text') return editor.words.t('level.textOnly')
  for (const id of ids) {
    const blocking = findBlockingLock(outline, id, what)
    if (blocking !== undefined) return messageOf(editor, blocking)
  }
  return undefined
}

export function whyNotRemoved(editor: Editor, ids: readonly NodeId[]): string | undefined {
  return lockRefusal(editor, withEmptied(editor.outline.value, ids), 'remove')
}

/** Refused by a lock or by the maximum number of columns. */
export function whyNotDuplicated(editor: Editor, ids: readonly NodeId[]): string | undefined {
  const held = lockRefusal(editor, ids, 'duplicate')
  if (held !== undefined) return held
  const columns = entriesOf(editor.outline.value, ids).filter(({ node }) => node.type === 'column')
  const isFull = columns.some(({ parent, siblings }) => {
    const copies = columns.filter((other) => other.parent === parent).length
    return siblings.length + copies > limits.sectionColumns
  })
  return isFull ? editor.words.t('drag.full') : undefined
}

/** Refused by a lock or at the edge of the email. */
export function whyNotMoved(editor: Editor, ids: readonly NodeId[], direction: Direction): string | undefined {
  const held = lockRefusal(editor, ids, 'move')
  if (held !== undefined) return held
  const outline = editor.outline.value
  return stepOf(outline, entriesOf(outline, ids), direction) === undefined ? editor.words.t('said.end') : undefined
}

/** Reports a refusal to the user; returns false if there is none. */
export function isRefused(editor: Editor, why: string | undefined): why is string {
  if (why === undefined) return false
  // The edge is visible, so a screen reader message is enough; a lock is not, so it needs a notice.
  if (why === editor.words.t('said.end')) editor.announce(why)
  else editor.problem.value = { message: why, at: performance.now() }
  return true
}

function messageOf(editor: Editor, { node, lock }: BlockingLock): string {
  return editor.words.t(`locked.${lock}`, { name: nameOf(editor, node) })
}
