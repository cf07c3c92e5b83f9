import { blockTypes } from '../../email/blocks/index.ts'
import type { NodeId, Operation } from '../../email/document/index.ts'
import { insertNode, newBlock } from '../actions/index.ts'
import { loadPanelWords } from '../locale/panels/index.ts'
import { type Editor, mayEdit } from '../state/index.ts'
import type { PickedImage } from './picked-image.ts'
import { createUploader } from './upload.ts'

/**
 * Uploads a dropped or pasted image; the block under the pointer shows it if it is an image block, otherwise a new
 * block after it. Failures are reported.
 */
export async function takeImage(editor: Editor, file: File, at: NodeId | undefined): Promise<void> {
  if (editor.readOnly.peek()) return
  const words = await loadPanelWords(editor.config.locale)
  const uploader = createUploader({ editor, words })
  editor.announce(words.t('picture.uploading', { name: file.name }))
  const picked = await uploader.upload(file)
  const state = uploader.state.peek()
  if (state.kind === 'failed') editor.problem.value = { message: state.message, at: performance.now() }
  if (picked === undefined) return
  if (setImage(editor, at, { label: words.t('picture.upload'), picked })) return
  const { src, operations, alt } = picked
  const image = { ...newBlock('image'), src, ...(alt === undefined ? {} : { alt }) }
  if (at !== undefined) editor.selection.value = at
  insertNode(editor, image, undefined, operations)
}

/** Shows an image in the block, and describes it if nothing else does; false if the block has no image that may be changed. */
export function setImage(
  editor: Editor,
  at: NodeId | undefined,
  { label, picked: { src, operations, alt } }: { label: string; picked: PickedImage },
): boolean {
  const target = imageIn(editor, at)
  if (target === undefined) return false
  const node: object = editor.outline.peek().entries.get(target.id)?.node ?? {}
  const described = alt !== undefined && 'alt' in node && node.alt === '' ? { alt } : {}
  const set: Operation = { op: 'set', id: target.id, props: { [target.prop]: src, ...described } }
  editor.change(label, [...operations, set], { select: target.id })
  return true
}

/** The image property that the type of a node declares. */
function imageIn(editor: Editor, id: NodeId | undefined): { id: NodeId; prop: string } | undefined {
  const outline = editor.outline.peek()
  const type = outline.entries.get(id ?? '')?.node.type
  const field = blockTypes.get(type ?? '')?.fields.find(({ kind }) => kind === 'image')
  if (id === undefined || field === undefined || !mayEdit(outline, id)) return undefined
  return { id, prop: field.prop }
}
