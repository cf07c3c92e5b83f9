import { blockTypes } from '../../email/blocks/index.ts'
import type { NodeId, Operation } from '../../email/document/index.ts'
import { insertNode, newBlock } from '../actions/index.ts'
import { loadPanelWords } from '../locale/panels/index.ts'
import { type Editor, mayEdit } from '../state/index.ts'
import { pickAsset } from './picked-image.ts'
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
  const asset = await uploader.upload(file)
  const state = uploader.state.peek()
  if (state.kind === 'failed') editor.problem.value = { message: state.message, at: performance.now() }
  if (asset === undefined) return
  const { src, operations, alt } = pickAsset(asset)
  const target = imageIn(editor, at)
  if (target !== undefined) {
    const set: Operation = { op: 'set', id: target.id, props: { [target.prop]: src } }
    editor.change(words.t('picture.upload'), [...operations, set], { select: target.id })
    return
  }
  const image = { ...newBlock('image'), src, ...(alt === undefined ? {} : { alt }) }
  if (at !== undefined) editor.selection.value = at
  insertNode(editor, image, undefined, operations)
}

/** The image property that the type of a node declares. */
function imageIn(editor: Editor, id: NodeId | undefined): { id: NodeId; prop: string } | undefined {
  const outline = editor.outline.peek()
  const type = outline.entries.get(id ?? '')?.node.type
  const field = blockTypes.get(type ?? '')?.fields.find(({ kind }) => kind === 'image')
  if (id === undefined || field === undefined || !mayEdit(outline, id)) return undefined
  return { id, prop: field.prop }
}
