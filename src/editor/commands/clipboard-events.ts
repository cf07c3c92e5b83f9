import { clipOf, isRefused, pasteNodes, readClip, removeNodes, whyNotRemoved, writeClip } from '../actions/index.ts'
import { platformOf, printShortcut } from '../../ui/keys/index.ts'
import { type Editor, selectedIds } from '../state/index.ts'

/** Has the browser raise the event of a key that was not pressed. */
export function readClipboard(what: 'copy' | 'cut'): void {
  document.execCommand(what)
}

/** Pastes without a key, where the browser asks people and they allow it; else tells them the key. */
export async function pasteRequested(editor: Editor): Promise<void> {
  const data = new DataTransfer()
  try {
    const [item] = await navigator.clipboard.read()
    for (const type of ['text/html', 'text/plain']) {
      if (item?.types.includes(type)) data.setData(type, await (await item.getType(type)).text())
    }
  } catch {
    const keys = printShortcut('Mod+V', platformOf(navigator))
    editor.problem.value = { message: editor.words.t('said.pasteByKey', { keys }), at: performance.now() }
  }
  paste(editor, data)
}

/** Copies, cuts and pastes nodes, in a window where nobody types. Answers whether the event was for the editor. */
export function handleClipboard(editor: Editor, event: ClipboardEvent): boolean {
  const data = event.clipboardData
  if (data === null || editor.mode.peek() !== 'visual') return false
  if (event.type === 'paste') return paste(editor, data)
  const ids = selectedIds(editor)
  const clip = clipOf(editor, ids)
  if (clip === undefined) return false
  const isCut = event.type === 'cut' && !editor.readOnly.peek()
  if (isCut && isRefused(editor, whyNotRemoved(editor, ids))) return true
  writeClip(editor, clip, data)
  if (isCut) removeNodes(editor, ids)
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
  if (html === '' && data.getData('text/plain').trim() === '') return pasteImage(editor, data)
  void pasteWords(editor, { html, plain: data.getData('text/plain') })
  return true
}

function pasteImage(editor: Editor, data: DataTransfer): boolean {
  const file = [...data.files].find(({ type }) => type.startsWith('image/'))
  if (file === undefined) return false
  void import('../images/take-image.ts').then(({ takeImage }) => takeImage(editor, file, editor.selection.peek()))
  return true
}

// Words, tables and images become blocks here; an email or a page goes through the importer of the service.
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
