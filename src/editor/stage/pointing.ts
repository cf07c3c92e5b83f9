import { batch } from '@preact/signals'
import { isTyped } from '../commands/index.ts'
import { positionsOf, startTyping } from '../typing/index.ts'
import { markListening } from '../startup/early-input.ts'
import { type Editor, selectedIds, toggleSelected } from '../state/index.ts'
import type { Canvas } from '../canvas/index.ts'
import { listenToPresses } from './presses.ts'

/** Shorter movements of a pressed pointer are a click. */
const dragPx = 4

/** Pointer listeners on the document of the frame; their number is independent of the length of the email. */
export function listenInFrame(editor: Editor, canvas: Canvas): void {
  const { document } = canvas
  /** In px of the frame. */
  let pressedAt = { left: 0, top: 0 }

  document.addEventListener('pointerover', ({ target, altKey, pointerType }) => {
    // A finger does not hover.
    if (pointerType === 'touch') return
    const id = canvas.idAt(target)
    // Alt selects the column, which its blocks cover.
    editor.hovered.value = altKey ? editor.outline.peek().entries.get(id ?? '')?.parent : id
  })
  document.addEventListener('pointerleave', () => (editor.hovered.value = undefined))
  document.addEventListener('pointerdown', ({ clientX, clientY }) => (pressedAt = { left: clientX, top: clientY }))

  function select({ target, altKey, shiftKey, ctrlKey, button }: MouseEvent): void {
    const id = altKey ? editor.hovered.peek() : canvas.idAt(target)
    if (id !== undefined && id === editor.editing.peek()) return
    batch(() => {
      editor.editing.value = undefined
      if (shiftKey && id !== undefined) return toggleSelected(editor, id)
      // A context menu inside a multiple selection applies to all of it.
      if ((button === 2 || ctrlKey) && id !== undefined && selectedIds(editor).includes(id)) return
      editor.together.value = undefined
      editor.selection.value = id
    })
    focusPaper(canvas)
  }

  function openMenu({ clientX, clientY }: MouseEvent): void {
    focusPaper(canvas)
    const { left, top } = canvas.frame.getBoundingClientRect()
    const scale = canvas.scale.peek()
    editor.menu.value = { left: left + clientX * scale, top: top + clientY * scale }
  }

  /** In edited text, the browser's menu is more useful: spelling, paste. */
  function isEdited({ target }: MouseEvent): boolean {
    const id = canvas.idAt(target)
    return id !== undefined && id === editor.editing.peek()
  }

  const stage = canvas.frame.closest<HTMLElement>('.canvas')
  if (stage !== null)
    listenToPresses(stage, {
      onPress({ target }) {
        if (target === stage) editor.selection.value = undefined
      },
    })
  listenToPresses(document, {
    onPress: select,
    onLongPress(event) {
      if (isEdited(event)) return false
      select(event)
      openMenu(event)
      return true
    },
  })
  // Shift selects blocks here; the browser would also select text.
  document.addEventListener('mousedown', (event) => {
    if (event.shiftKey && canvas.idAt(event.target) !== editor.editing.peek()) event.preventDefault()
  })
  document.addEventListener('click', (event) => {
    event.preventDefault()
    const id = canvas.idAt(event.target)
    if (id === undefined || id === editor.editing.peek()) return
    focusPaper(canvas)
    if (!event.altKey && !event.shiftKey) typeAt(editor, canvas, event, pressedAt)
  })
  document.addEventListener('dblclick', (event) => {
    if (canvas.idAt(event.target) !== editor.editing.peek()) editor.run('edit')
  })
  document.addEventListener('contextmenu', (event) => {
    if (isEdited(event)) return
    event.preventDefault()
    openMenu(event)
  })
  document.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('dragstart', (event) => event.preventDefault())
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    const file = [...(event.dataTransfer?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (file !== undefined) void dropImage(editor, file, canvas.idAt(event.target))
  })
  markListening(editor, 'frame')
}

async function dropImage(editor: Editor, file: File, id: string | undefined): Promise<void> {
  const { takeImage } = await import('../images/take-image.ts')
  await takeImage(editor, file, id)
}

// A press on text starts typing there, and a press that moves over letters selects them; the label of a button requires
// a second press.
function typeAt(editor: Editor, canvas: Canvas, event: MouseEvent, pressedAt: { left: number; top: number }): void {
  const { target, clientX, clientY, detail } = event
  const id = canvas.idAt(target)
  const node = editor.outline.peek().entries.get(id ?? '')?.node
  const cell = id === undefined ? undefined : canvas.elementOf(id)
  if (id === undefined || node === undefined || cell === undefined || !isTyped(editor, node)) return
  const textTarget = positionsOf(node).find((each) => each.find(cell)?.contains(target as Element))
  if (textTarget === undefined || (textTarget.kind === 'line' && detail < 2)) return
  const isMoved = Math.hypot(clientX - pressedAt.left, clientY - pressedAt.top) >= dragPx
  const point = { left: clientX, top: clientY }
  startTyping(editor, { id, point, clicks: detail, pressedAt: isMoved ? pressedAt : undefined })
}

// Keys and announcements belong to the region that contains the frame. Its focus ring is shown for keyboard focus
// only.
function focusPaper(canvas: Canvas): void {
  const paper = canvas.frame.closest<HTMLElement>('[role="application"]')
  if (paper === null) return
  paper.dataset['pointed'] = ''
  addEventListener('keydown', () => delete paper.dataset['pointed'], { capture: true, once: true })
  paper.focus({ preventScroll: true })
}
