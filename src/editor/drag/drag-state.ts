import { type Signal, signal } from '@preact/signals'
import type { NodeId } from '../../email/document/index.ts'
import type { Box } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'

/** What is in the hand, and where it would land. */
export interface Carried {
  label: string
  icon: string
  /** Of the pointer, in px of the window. */
  x: number
  y: number
  /** Why it cannot land here; undefined where it can. */
  refused: string | undefined
  /** The line where it would land, in px of the email. */
  line: Box | undefined
  /** What it would land in. */
  home: Box | undefined
  /** The node that is carried, when it is in the email already. */
  id: NodeId | undefined
}

export type DragState = Signal<Carried | undefined>

const states = new WeakMap<Editor, DragState>()

/** What is being dragged in an editor. */
export function dragState(editor: Editor): DragState {
  const known = states.get(editor) ?? signal<Carried | undefined>(undefined)
  states.set(editor, known)
  return known
}
