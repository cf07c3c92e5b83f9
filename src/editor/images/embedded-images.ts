import { findImages, moveImages } from '../../email/import/index.ts'
import { loadPanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'
import { createUploader, mayUpload } from './upload.ts'

/** Images with URLs that only the program or the page knows from which they were copied. */
const unreachable = /<img\b[^<>]*\bsrc\s?=\s?["']?(?:data|file|blob|cid|content|webkit-fake-url):/gi
/** URLs of the images of Google Docs, which expire. */
const expiring = /(?<=\bsrc=["'])https:\/\/[\w-]{1,40}\.googleusercontent\.com\/[^"'<>\s]{1,2000}/gi

/**
 * Uploads the images that pasted HTML embeds as data URLs or links by URLs that expire, and returns the HTML with their new
 * URLs. The user is notified of those that cannot be uploaded, such as `file:` ones, and of those that stay linked.
 */
export async function uploadEmbedded(editor: Editor, html: string): Promise<string> {
  return copyExpiring(editor, await uploadData(editor, html))
}

async function uploadData(editor: Editor, html: string): Promise<string> {
  const images = findImages(html)
  if (images.length === 0 && html.search(unreachable) < 0) return html
  const uploader = createUploader({ editor, words: await loadPanelWords(editor.config.locale) })
  const urls = new Map<number, string>()
  for (const { start, format, bytes } of images) {
    const type = `image/${format}`
    const file = new File([bytes as Uint8Array<ArrayBuffer>], `image.${format.replace(/\W.*/, '')}`, { type })
    const picked = await uploader.upload(file)
    if (picked !== undefined) urls.set(start, picked.url ?? picked.src)
  }
  const moved = moveImages(html, images, ({ start }) => urls.get(start))
  const count = moved.match(unreachable)?.length ?? 0
  if (count > 0) {
    const state = uploader.state.peek()
    const reason = state.kind === 'failed' ? ` ${state.message}` : ''
    const message = editor.words.t('said.imagesNotPasted', { count }) + reason
    editor.problem.value = { message, at: performance.now() }
  }
  return moved
}

// Only the service can read them, so they stay linked if the host page stores the images.
async function copyExpiring(editor: Editor, html: string): Promise<string> {
  const sources = [...new Set(html.match(expiring))]
  if (sources.length === 0) return html
  const mayCopy = mayUpload(editor) && editor.config.uploadImage !== true
  const urls = new Map<string, string>()
  const copy = async (source: string) => {
    const { url } = await editor.api.importAsset(source.replaceAll('&amp;', '&'))
    urls.set(source, url)
  }
  if (mayCopy) await Promise.allSettled(sources.map(copy))
  const count = sources.length - urls.size
  if (count > 0) {
    const words = await loadPanelWords(editor.config.locale)
    editor.problem.value = { message: words.t('picture.linked', { count }), at: performance.now() }
  }
  return html.replaceAll(expiring, (source) => urls.get(source) ?? source)
}
