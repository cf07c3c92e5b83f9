import { batch } from '@preact/signals'
import { isTyped } from '../commands/index.ts'
import { positionsOf, startTyping } from '../typing/index.ts'
import { startListening } from '../startup/early-input.ts'
import { type Editor, selectedIds, toggleSelected } from '../state/index.ts'
import type { Canvas } from '../canvas/index.ts'

/** Hears what is pointed at in the frame: a handful of listeners on its document, however long the email. */
export function listenInFrame(editor: Editor, canvas: Canvas): void {
  const { document } = canvas

  document.addEventListener('pointerover', ({ target, altKey }) => {
    const id = canvas.idAt(target)
    // With Alt one points at the column, which its blocks cover.
    editor.hovered.value = altKey ? editor.outline.peek().entries.get(id ?? '')?.parent : id
  })
  document.addEventListener('pointerleave', () => (editor.hovered.value = undefined))
  document.addEventListener('pointerdown', ({ target, altKey, shiftKey, ctrlKey, button }) => {
    const id = altKey ? editor.hovered.peek() : canvas.idAt(target)
    if (id !== undefined && id === editor.editing.peek()) return
    batch(() => {
      editor.editing.value = undefined
      if (shiftKey && id !== undefined) return toggleSelected(editor, id)
      // Whoever requests the menu requests that of all that is chosen.
      if ((button === 2 || ctrlKey) && id !== undefined && selectedIds(editor).includes(id)) return
      editor.together.value = undefined
      editor.selection.value = id
    })
    focusPaper(canvas)
  })
  // Shift chooses blocks here, and would select words besides.
  document.addEventListener('mousedown', (event) => {
    if (event.shiftKey && canvas.idAt(event.target) !== editor.editing.peek()) event.preventDefault()
  })
  document.addEventListener('click', (event) => {
    event.preventDefault()
    const id = canvas.idAt(event.target)
    if (id === undefined || id === editor.editing.peek()) return
    focusPaper(canvas)
    if (!event.altKey && !event.shiftKey) typeAt(editor, canvas, event)
  })
  document.addEventListener('dblclick', (event) => {
    if (canvas.idAt(event.target) !== editor.editing.peek()) editor.run('edit')
  })
  document.addEventListener('contextmenu', (event) => {
    // The browser knows more about words that somebody types: how they are spelt, and what was copied elsewhere.
    const id = canvas.idAt(event.target)
    if (id !== undefined && id === editor.editing.peek()) return
    event.preventDefault()
    focusPaper(canvas)
    const { left, top } = canvas.frame.getBoundingClientRect()
    const scale = canvas.scale.peek()
    editor.menu.value = { left: left + event.clientX * scale, top: top + event.clientY * scale }
  })
  document.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('dragstart', (event) => event.preventDefault())
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    const file = [...(event.dataTransfer?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (file !== undefined) void dropImage(editor, file, canvas.idAt(event.target))
  })
  startListening(editor, 'frame')
}

async function dropImage(editor: Editor, file: File, id: string | undefined): Promise<void> {
  const { takeImage } = await import('../images/take-image.ts')
  await takeImage(editor, file, id)
}

// A press on the words of a text types there at once; the label of a button requests a second press.
function typeAt(editor: Editor, canvas: Canvas, { target, clientX, clientY, detail }: MouseEvent): void {
  const id = canvas.idAt(target)
  const node = editor.outline.peek().entries.get(id ?? '')?.node
  const cell = id === undefined ? undefined : canvas.elementOf(id)
  if (id === undefined || node === undefined || cell === undefined || !isTyped(editor, node)) return
  const textTarget = positionsOf(node).find((each) => each.find(cell)?.contains(target as Element))
  if (textTarget === undefined || (textTarget.kind === 'line' && detail < 2)) return
  startTyping(editor, { id, point: { left: clientX, top: clientY }, clicks: detail })
}

// Keys are heard, and the selection is spoken of, by the region that holds the frame. It shows its ring to those who came by key.
function focusPaper(canvas: Canvas): void {
  const paper = canvas.frame.closest<HTMLElement>('[role="application"]')
  if (paper === null) return
  paper.dataset['pointed'] = ''
  addEventListener('keydown', () => delete paper.dataset['pointed'], { capture: true, once: true })
  paper.focus({ preventScroll: true })
}
