import { clipOf, pasteNodes, readClip, removeAll, writeClip } from '../actions/index.ts'
import { type Editor, selectedIds } from '../state/index.ts'

/** Has the browser raise the event of a key that was not pressed. */
export function askClipboard(what: 'copy' | 'cut' | 'paste'): void {
  if (what !== 'paste') document.execCommand(what)
  else void readAsked()
}

// A button may read the clipboard where the browser asks and people allow it; text editors paste by key.
async function readAsked(): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => '')
  const data = new DataTransfer()
  data.setData('text/plain', text)
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
}

/** Copies, cuts and pastes nodes, in a window where nobody types. Answers whether the event was for the editor. */
export function handleClipboard(editor: Editor, event: ClipboardEvent): boolean {
  const data = event.clipboardData
  if (data === null || editor.mode.peek() !== 'visual') return false
  if (event.type === 'paste') return paste(editor, data)
  const ids = selectedIds(editor)
  const clip = clipOf(editor, ids)
  if (clip === undefined) return false
  writeClip(editor, clip, data)
  if (event.type === 'cut' && !editor.readOnly.peek()) removeAll(editor, ids)
  return true
}

function paste(editor: Editor, data: DataTransfer): boolean {
  if (editor.readOnly.peek()) return false
  const clip = readClip(data)
  if (clip !== undefined) {
    pasteNodes(editor, clip.nodes)
    return true
  }
  const html = data.getData('text/html')
  if (html === '' && data.getData('text/plain').trim() === '') return pastePicture(editor, data)
  void pasteWords(editor, { html, plain: data.getData('text/plain') })
  return true
}

function pastePicture(editor: Editor, data: DataTransfer): boolean {
  const file = [...data.files].find(({ type }) => type.startsWith('image/'))
  if (file === undefined) return false
  void import('../pictures/take-picture.ts').then(({ takePicture }) =>
    takePicture(editor, file, editor.selection.peek()),
  )
  return true
}

// Words, tables and pictures become blocks here; an email or a page goes through the importer of the service.
async function pasteWords(editor: Editor, copied: { html: string; plain: string }): Promise<void> {
  const { isLayout, readPasted } = await import('../pasting/index.ts')
  const { html } = copied
  if (!isLayout(html)) return pasteNodes(editor, readPasted(copied))
  try {
    const { document } = await editor.api.importHtml({ html, css: '' })
    pasteNodes(editor, document.rows)
  } catch (error) {
    editor.problem.value = { message: error instanceof Error ? error.message : String(error), at: performance.now() }
  }
}
