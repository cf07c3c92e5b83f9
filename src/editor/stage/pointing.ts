import { batch } from '@preact/signals'
import { isTyped, pasteData } from '../commands/index.ts'
import { type Start, positionsOf, startTyping } from '../typing/index.ts'
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
  let pressed: EventTarget | null = null

  document.addEventListener('pointerover', ({ target, altKey, pointerType }) => {
    // A finger does not hover.
    if (pointerType === 'touch') return
    const id = canvas.idAt(target)
    // Alt selects the column, which its blocks cover.
    editor.hovered.value = altKey ? editor.outline.peek().entries.get(id ?? '')?.parent : id
  })
  document.addEventListener('pointerleave', () => (editor.hovered.value = undefined))
  document.addEventListener('pointerdown', ({ target, clientX, clientY }) => {
    pressedAt = { left: clientX, top: clientY }
    pressed = target
  })

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
    const isMoved = Math.hypot(event.clientX - pressedAt.left, event.clientY - pressedAt.top) >= dragPx
    // Dragged out of a text, the pointer clicks what contains both ends; the letters are those of the text.
    const isOut = isMoved && canvas.idAt(pressed) !== canvas.idAt(event.target)
    const target = isOut ? pressed : event.target
    const id = canvas.idAt(target)
    if (id === undefined || id === editor.editing.peek()) return
    focusPaper(canvas)
    if (!event.altKey && !event.shiftKey)
      typeAt(editor, canvas, event, { target, pressedAt: isMoved ? pressedAt : undefined })
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
    const data = event.dataTransfer
    const id = canvas.idAt(event.target)
    // Of a file that is no image, the user is told.
    const files = [...(data?.files ?? [])]
    const file = files.find(({ type }) => type.startsWith('image/')) ?? files[0]
    if (file !== undefined) return void dropImage(editor, file, id)
    if (data === null) return
    batch(() => {
      editor.editing.value = undefined
      editor.selection.value = id
    })
    pasteData(editor, data)
  })
  markListening(editor, 'frame')
}

async function dropImage(editor: Editor, file: File, id: string | undefined): Promise<void> {
  const { takeImage } = await import('../images/take-image.ts')
  await takeImage(editor, file, id)
}

// A press on text starts typing there, and a press that moves over letters selects them; the label of a button requires
// a second press.
function typeAt(
  editor: Editor,
  canvas: Canvas,
  event: MouseEvent,
  { target, pressedAt }: { target: EventTarget | null; pressedAt: Start['pressedAt'] },
): void {
  const { clientX, clientY, detail } = event
  const id = canvas.idAt(target)
  const node = editor.outline.peek().entries.get(id ?? '')?.node
  const cell = id === undefined ? undefined : canvas.elementOf(id)
  if (id === undefined || node === undefined || cell === undefined || !isTyped(editor, node)) return
  const textTarget = positionsOf(node).find((each) => each.find(cell)?.contains(target as Element))
  if (textTarget === undefined || (textTarget.kind === 'line' && detail < 2)) return
  const point = { left: clientX, top: clientY }
  startTyping(editor, { id, point, clicks: detail, pressedAt })
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
