import { type Node, type NodeId, type RichText, escapeHtml, richTextToPlain } from '../../email/document/index.ts'
import { type Editor, withNewIds } from '../state/index.ts'
import { nameOfAll, entriesOf } from './chosen.ts'
import { insertPosition, positionFor } from './insert.ts'

/** Type under which nodes lie on the clipboard, beside the words that other programs take. */
const clipType = 'application/x-svc-nodes+json'
/** Where they lie in the HTML, which is all that some clipboards keep and all that may be read without a key. */
const clipInHtml = /data-svc-nodes="([^"]*)"/

/** What was copied. */
export interface Clip {
  svc: 'nodes/1'
  nodes: Node[]
}

/** What copying nodes puts on the clipboard; undefined for nothing. */
export function clipOf(editor: Editor, ids: readonly NodeId[]): Clip | undefined {
  const nodes = entriesOf(editor.outline.peek(), ids).map(({ node }) => node)
  return nodes.length === 0 ? undefined : { svc: 'nodes/1', nodes }
}

/** Writes a clip so that this editor, in any window, and other programs can take it. */
export function writeClip(editor: Editor, clip: Clip, data: DataTransfer): void {
  const words = clip.nodes.map(plainOf).filter(Boolean)
  const paragraphs = words.map((text) => `<p>${escapeHtml(text)}</p>`).join('')
  const json = JSON.stringify(clip)
  data.setData(clipType, json)
  data.setData('text/plain', words.join('\n\n'))
  data.setData('text/html', `<div data-svc-nodes="${encodeURIComponent(json)}">${paragraphs}</div>`)
  const entries = entriesOf(
    editor.outline.peek(),
    clip.nodes.map(({ id }) => id),
  )
  editor.announce(editor.words.t('said.copied', { name: nameOfAll(editor, entries) }))
}

/** The clip on a clipboard; undefined when something else is on it. */
export function readClip(data: DataTransfer): Clip | undefined {
  try {
    const text = data.getData(clipType) || decodeURIComponent(clipInHtml.exec(data.getData('text/html'))?.[1] ?? '')
    if (text === '') return undefined
    const clip = JSON.parse(text) as Partial<Clip> | null
    return clip?.svc === 'nodes/1' && Array.isArray(clip.nodes) && clip.nodes.length > 0 ? (clip as Clip) : undefined
  } catch {
    return undefined
  }
}

/** Puts copies behind the selection, or at the end; what does not fit there gets a section of its own. */
export function pasteNodes(editor: Editor, nodes: readonly Node[]): void {
  const copies = nodes.map((node) => withNewIds(node))
  const [first] = copies
  if (first === undefined) return
  const position = insertPosition(editor, first)
  editor.change(
    editor.words.t('change.paste'),
    [{ op: 'insert', ...position, nodes: copies.map((node) => positionFor(node, position.parent)) }],
    { select: first.id },
  )
  editor.announce(editor.words.t('said.pasted'))
}

function plainOf(node: Node): string {
  const { text, label, alt } = node as { text?: unknown; label?: unknown; alt?: unknown }
  if (Array.isArray(text)) return richTextToPlain(text as RichText)
  return [text, label, alt].find((one): one is string => typeof one === 'string') ?? ''
}
