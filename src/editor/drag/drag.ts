import type { Node, NodeId } from '../../email/document/index.ts'
import { moveAllTo, moveTo, nameOfAll, entriesOf, isAtPosition } from '../actions/index.ts'
import { type Canvas, canvasOf, type Box } from '../canvas/index.ts'
import { insertAndFocus } from '../commands/index.ts'
import { type Editor, selectedIds } from '../state/index.ts'
import { type DropTarget, type Landing, dropTargetsFor, landingAt } from './landing.ts'
import { followPointer } from './pointer.ts'
import { type Signal, signal } from '@preact/signals'

/** From the palette. */
export interface NewItem {
  make(): Node
  label: string
  icon: string
}

/** From the email. */
export interface DraggedNode {
  id: NodeId
  label: string
  icon: string
}

/** Starts dragging a new node; a press without movement stays a click. */
export function dragNew(editor: Editor, event: PointerEvent, { make, label, icon }: NewItem): void {
  const node = make()
  startDrag(editor, event, { node, label, icon, drop: ({ position }) => insertAndFocus(editor, node, position) })
}

/** Starts dragging a node of the email, with all nodes selected together with it. */
export function dragNode(editor: Editor, event: PointerEvent, { id, label, icon }: DraggedNode): void {
  const node = editor.outline.peek().entries.get(id)?.node
  if (node === undefined) return
  const ids = selectedIds(editor)
  const isOneOf = ids.length > 1 && ids.includes(id)
  const drop = ({ position }: Landing) => {
    if (isOneOf) return moveAllTo(editor, ids, position)
    if (isAtPosition(editor, id, position)) return
    const entry = editor.outline.peek().entries.get(id)
    const isAfter = entry !== undefined && entry.parent === position.parent && entry.index < position.index
    moveTo(editor, id, isAfter ? { ...position, index: position.index - 1 } : position)
  }
  startDrag(editor, event, {
    node,
    id,
    label: isOneOf ? nameOfAll(editor, entriesOf(editor.outline.peek(), ids)) : label,
    icon,
    drop,
  })
}

interface Load {
  node: Node
  id?: NodeId
  label: string
  icon: string
  drop(landing: Landing): void
}

const rows = new Set(['section', 'group', 'module'])

function startDrag(editor: Editor, event: PointerEvent, { node, id, label, icon, drop }: Load): void {
  const canvas = canvasOf(editor)
  if (canvas === undefined || editor.readOnly.peek() || editor.textOnly.peek()) return
  const state = dragState(editor)
  const stage = canvas.frame.closest<HTMLElement>('.canvas')
  const isRow = rows.has(node.type)
  let homes: DropTarget[] = []
  let landing: Landing | undefined

  function update(x: number, y: number): void {
    const at = pointIn(canvas as Canvas, stage, { x, y })
    landing = at === undefined ? undefined : landingAt(homes, at.x, at.y, isRow)
    const isHere = at !== undefined && landing === undefined
    const refused = isHere ? editor.words.t('drag.refused') : undefined
    state.value = { label, icon, x, y, refused, line: landing?.line, home: landing?.home, id }
  }

  followPointer(event, {
    begin() {
      editor.editing.value = undefined
      editor.hovered.value = undefined
      editor.sheet.value = undefined
      homes = measure(editor, canvas, node)
    },
    move(x, y) {
      const speed = stage === null ? 0 : edgeSpeed(stage.getBoundingClientRect(), x, y)
      if (speed !== 0) stage?.scrollBy({ top: speed, behavior: 'instant' })
      update(x, y)
    },
    drop(x, y) {
      update(x, y)
      state.value = undefined
      if (landing !== undefined) drop(landing)
    },
    cancel() {
      state.value = undefined
      editor.announce(editor.words.t('said.dragCanceled'))
    },
  })
}

function measure(editor: Editor, canvas: Canvas, node: Node): DropTarget[] {
  const elements = new Map<string, Element>()
  for (const element of canvas.document.querySelectorAll('[data-n]')) {
    const id = element.getAttribute('data-n') ?? ''
    if (!elements.has(id)) elements.set(id, element)
  }
  const boxOf = (id: string) => elements.get(id)?.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = canvas.document.documentElement
  return dropTargetsFor(editor.outline.peek(), node, boxOf, { left: 0, top: 0, width, height })
}

interface Point {
  x: number
  y: number
}

/**
 * Converts a point of the window to px of the email. The whole stage counts, because users drop into the empty space
 * below a short email. Undefined outside the stage.
 */
function pointIn({ frame, scale }: Canvas, stage: HTMLElement | null, { x, y }: Point): Point | undefined {
  const view = (stage ?? frame).getBoundingClientRect()
  if (x < view.left || x > view.right || y < view.top || y > view.bottom) return undefined
  const { left, top } = frame.getBoundingClientRect()
  return { x: (x - left) / scale.peek(), y: (y - top) / scale.peek() }
}

interface DraggedItem {
  label: string
  icon: string
  /** Pointer position in px of the window. */
  x: number
  y: number
  /** Reason that it cannot be dropped here; undefined if it can. */
  refused: string | undefined
  /** The drop line in px of the email. */
  line: Box | undefined
  home: Box | undefined
  /** Set if an existing node is dragged. */
  id: NodeId | undefined
}

export type DragState = Signal<DraggedItem | undefined>

const states = new WeakMap<Editor, DragState>()

export function dragState(editor: Editor): DragState {
  const known = states.get(editor) ?? signal<DraggedItem | undefined>(undefined)
  states.set(editor, known)
  return known
}

/** Height of the edge zones in which the stage scrolls, in px. */
const zone = 56
/** Px per frame at the edge. */
const fastest = 18

/** Px per frame to scroll for a pointer near the top or bottom edge; faster closer to the edge. */
export function edgeSpeed(
  view: { left: number; right: number; top: number; bottom: number },
  x: number,
  y: number,
): number {
  if (x < view.left || x > view.right) return 0
  const [above, below] = [view.top + zone - y, y - (view.bottom - zone)]
  if (above > 0) return -Math.ceil((Math.min(above, zone) / zone) ** 1.5 * fastest)
  return below > 0 ? Math.ceil((Math.min(below, zone) / zone) ** 1.5 * fastest) : 0
}
