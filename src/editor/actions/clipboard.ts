import {
  type Node,
  type NodeId,
  type Operation,
  type RichText,
  type Translations,
  escapeHtml,
  richTextToPlain,
  settingTranslations,
  translationsOf,
  translationsOfCopies,
} from '../../email/document/index.ts'
import { type Editor, withNewIds } from '../state/index.ts'
import { nameOfAll, entriesOf } from './chosen.ts'
import { insertPosition, positionFor } from './insert.ts'

/** Clipboard type of nodes; plain text and HTML are added for other programs. */
const clipType = 'application/x-svc-nodes+json'
/** Nodes embedded in HTML: some clipboards keep only HTML, and without a key press only HTML can be read. */
const clipInHtml = /data-svc-nodes="([^"]*)"/

export interface Clip {
  svc: 'nodes/1'
  nodes: Node[]
  /** Those of the nodes, for documents in the same languages. */
  translations?: CopiedTranslations
}

type CopiedTranslations = Pick<Translations, 'locales' | 'sources'>

/** Undefined if there is nothing to copy. */
export function clipOf(editor: Editor, ids: readonly NodeId[]): Clip | undefined {
  const nodes = entriesOf(editor.outline.peek(), ids).map(({ node }) => node)
  const translations = translationsOf(nodes, editor.document.peek().translations)
  if (nodes.length === 0) return undefined
  return { svc: 'nodes/1', nodes, ...(translations === undefined ? {} : { translations }) }
}

/** The clip can be pasted in any window of this editor, and in other programs. */
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

/** Undefined if the clipboard contains no nodes. */
export function readClip(data: DataTransfer): Clip | undefined {
  try {
    const text = data.getData(clipType) || decodeURIComponent(clipInHtml.exec(data.getData('text/html'))?.[1] ?? '')
    if (text === '') return undefined
    const clip = JSON.parse(text) as Partial<Clip> | null
    if (clip?.svc !== 'nodes/1' || !Array.isArray(clip.nodes) || clip.nodes.length === 0) return undefined
    const { nodes, translations } = clip
    return { svc: 'nodes/1', nodes, ...(areTranslations(translations) ? { translations } : {}) }
  } catch {
    return undefined
  }
}

/** Inserts copies after the selection, or at the end; wraps them in a section if required. */
export function pasteNodes(editor: Editor, nodes: readonly Node[], translations?: CopiedTranslations): void {
  const copies = nodes.map((node) => withNewIds(node))
  const [first] = copies
  if (first === undefined) return
  const position = insertPosition(editor, first)
  const operations: Operation[] = [
    { op: 'insert', ...position, nodes: copies.map((node) => positionFor(node, position.parent)) },
  ]
  const known = editor.document.peek().translations
  const copied = known && translations && translationsOfCopies(known, translations, { nodes, copies })
  if (copied !== undefined) operations.push(settingTranslations(copied))
  editor.change(editor.words.t('change.paste'), operations, { select: first.id })
  editor.announce(editor.words.t('said.pasted'))
}

function plainOf(node: Node): string {
  const { text, label, alt } = node as { text?: unknown; label?: unknown; alt?: unknown }
  if (Array.isArray(text)) return richTextToPlain(text as RichText)
  return [text, label, alt].find((one): one is string => typeof one === 'string') ?? ''
}

// The clipboard may hold anything; the document validates the values.
function areTranslations(given: unknown): given is CopiedTranslations {
  const { locales, sources = {} } = Object(given) as Partial<CopiedTranslations>
  const isByLocale = (one: unknown) =>
    typeof one === 'object' &&
    one !== null &&
    Object.values(one).every((values) => typeof values === 'object' && values)
  return isByLocale(locales) && isByLocale(sources)
}
