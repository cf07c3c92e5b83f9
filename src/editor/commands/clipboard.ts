import { copyIcon, cutIcon, pasteIcon } from '../../ui/icons/index.ts'
import { platformOf, printShortcut } from '../../ui/keys.ts'
import { clipOf, isRefused, pasteNodes, readClip, removeNodes, whyNotRemoved, writeClip } from '../actions/index.ts'
import { type Command, type Editor, selectedIds } from '../state/index.ts'

export const clipboardCommands: readonly Command[] = [
  {
    id: 'copy',
    label: 'command.copy',
    icon: copyIcon,
    keys: ['Mod+C'],
    enabled: ({ selection }) => selection.value !== undefined,
    run: () => fireClipboardEvent('copy'),
  },
  {
    id: 'cut',
    label: 'command.cut',
    icon: cutIcon,
    keys: ['Mod+X'],
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    refusal: (editor) => whyNotRemoved(editor, selectedIds(editor)),
    run: () => fireClipboardEvent('cut'),
  },
  {
    id: 'paste',
    label: 'command.paste',
    icon: pasteIcon,
    keys: ['Mod+V'],
    enabled: ({ readOnly }) => !readOnly.value,
    run: (editor) => void pasteRequested(editor),
  },
]

/** Makes the browser fire the clipboard event, as its shortcut would. */
function fireClipboardEvent(kind: 'copy' | 'cut'): void {
  document.execCommand(kind)
}

/**
 * Pastes through the asynchronous clipboard API; if the browser or the user denies it, a notice names the shortcut
 * instead.
 */
async function pasteRequested(editor: Editor): Promise<void> {
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
  pasteData(editor, data)
}

/** Copies, cuts and pastes nodes while no text is edited. Returns true if the editor handled the event. */
export function handleClipboard(editor: Editor, event: ClipboardEvent): boolean {
  const data = event.clipboardData
  if (data === null || editor.mode.peek() !== 'visual') return false
  if (event.type === 'paste') return pasteData(editor, data)
  const ids = selectedIds(editor)
  const clip = clipOf(editor, ids)
  if (clip === undefined) return false
  const isCut = event.type === 'cut' && !editor.readOnly.peek()
  if (isCut && isRefused(editor, whyNotRemoved(editor, ids))) return true
  writeClip(editor, clip, data)
  if (isCut) removeNodes(editor, ids)
  return true
}

/** Inserts copied or dragged content after the selection; false if there is none, or the email may not be changed. */
export function pasteData(editor: Editor, data: DataTransfer): boolean {
  if (editor.readOnly.peek()) return false
  const clip = readClip(data)
  if (clip !== undefined) {
    pasteNodes(editor, clip.nodes, clip.translations)
    return true
  }
  const html = data.getData('text/html')
  const plain = data.getData('text/plain')
  // Browsers add an img element to a copied image.
  if (plain.trim() === '' && pasteImage(editor, data)) return true
  if (html === '' && plain.trim() === '') return false
  void pasteText(editor, { html, plain })
  return true
}

function pasteImage(editor: Editor, data: DataTransfer): boolean {
  const file = [...data.files].find(({ type }) => type.startsWith('image/'))
  if (file === undefined) return false
  void import('../images/take-image.ts').then(({ takeImage }) => takeImage(editor, file, editor.selection.peek()))
  return true
}

// Text, tables and images become blocks here; a whole email or page goes through the importer of the service.
async function pasteText(editor: Editor, copied: { html: string; plain: string }): Promise<void> {
  const { isLayout, readPasted } = await import('../pasting/index.ts')
  const { uploadEmbedded } = await import('../images/embedded-images.ts')
  const html = await uploadEmbedded(editor, copied.html)
  if (!isLayout(html)) return pasteNodes(editor, readPasted({ ...copied, html }))
  try {
    const { document } = await editor.api.importHtml({ html, css: '' })
    pasteNodes(editor, document.rows)
  } catch (error) {
    editor.problem.value = { message: error instanceof Error ? error.message : String(error), at: performance.now() }
  }
}
