import { type Block, type EmailDocument, type Node, type NodeId, type RichText, rootId } from './model.ts'
import { decodeEntities } from './rich-text/entities.ts'
import { richTextToPlain } from './rich-text/plain.ts'
import { scanHtml } from './rich-text/tokens.ts'
import { walkNodes } from './walk.ts'

/** One row of the flat list of nodes. */
export interface BlockSummary {
  id: NodeId
  type: string
  /** JSON Pointer into the document. */
  path: string
  /** Id of the parent; `root` for the document itself. */
  parent_id: NodeId
  /** Beginning of its text, at most 200 characters. */
  text?: string
}

const summaryLength = 200

/** Every node of the document as a flat list in reading order. */
export function listBlocks(document: EmailDocument): BlockSummary[] {
  const summaries: BlockSummary[] = []
  for (const { node, parent, path } of walkNodes(document)) {
    const text = summarizeNode(node)
    const summary: BlockSummary = { id: node.id, type: node.type, path, parent_id: parent?.id ?? rootId }
    if (text !== '') summary.text = text
    summaries.push(summary)
  }
  return summaries
}

/** Beginning of a node's own text, on one line of at most 200 characters; empty without text. */
export function summarizeNode(node: Node): string {
  const words = nodeWords(node).join(' ').replace(/\s+/g, ' ').trim()
  return words.length > summaryLength ? `${words.slice(0, summaryLength - 1).toWellFormed()}…` : words
}

/** Searchable text of a document: subject, preheader, texts, labels, alternative texts. */
export function documentText(document: EmailDocument): string {
  const { preheader, subject } = document.meta
  const words = [subject ?? '', preheader ?? '']
  for (const { node } of walkNodes(document)) words.push(...nodeWords(node))
  return words.filter((one) => one !== '').join('\n')
}

// Independent of block types, so that text in unknown types is found, too.
const wordKeys = new Set(
  'text label labels alt title caption description price compareAtPrice buttonLabel submitLabel consent expiredText summary code'.split(
    ' ',
  ),
)
const nodeKeys = new Set(
  'id type name classes style mobile dark hide parts when each lock ref columns blocks fallback'.split(' '),
)

function nodeWords(node: Node): string[] {
  if (node.type === 'section' || node.type === 'column' || node.type === 'group') return []
  const words: string[] = []
  for (const [key, value] of Object.entries(node as Block)) {
    if (!nodeKeys.has(key)) collect(value, key, words, 0)
  }
  return words
}

function collect(value: unknown, key: string, words: string[], depth: number): void {
  if (typeof value === 'string') {
    if (wordKeys.has(key)) words.push(value)
    else if (key === 'html') words.push(withoutMarkup(value))
  } else if (isRichText(value)) words.push(richTextToPlain(value))
  else if (Array.isArray(value) && depth < 8) for (const item of value) collect(item, key, words, depth + 1)
  else if (typeof value === 'object' && value !== null && depth < 8) {
    for (const [inner, member] of Object.entries(value))
      collect(member, wordKeys.has(key) ? key : inner, words, depth + 1)
  }
}

export function isRichText(value: unknown): value is RichText {
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  if (typeof first !== 'object' || first === null || !('type' in first)) return false
  return (first.type === 'paragraph' && 'runs' in first) || (first.type === 'list' && 'items' in first)
}

function withoutMarkup(html: string): string {
  const words: string[] = []
  scanHtml(html, {
    text: (raw) => words.push(decodeEntities(raw)),
    open: () => words.push(' '),
    close: () => words.push(' '),
  })
  return words.join('').replace(/\s+/g, ' ').trim()
}
