import { type Node, type RichText, decodeEntities, richTextToPlain } from '../../email/document/index.ts'

const maxLength = 60

/** The given name, the first words of a text, or the kind. */
export function labelOf(node: Node, nameOf: (node: Node) => string): string {
  if (node.name !== undefined) return node.name
  const { text, label, alt, html } = node as Partial<Record<'text' | 'label' | 'alt' | 'html', unknown>>
  const said = Array.isArray(text) ? richTextToPlain(text as RichText) : [label, alt, wordsIn(html)].find(isText)
  const words = (said ?? '').replaceAll(/\s+/g, ' ').trim()
  if (words === '') return nameOf(node)
  return words.length > maxLength ? `${words.slice(0, maxLength)}…` : words
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Maximum characters of HTML that are searched for the first words. */
const searchedLength = 4000

// Only a label; approximate parsing is enough.
function wordsIn(html: unknown): string | undefined {
  if (typeof html !== 'string') return undefined
  const start = html.slice(0, searchedLength)
  return decodeEntities(
    start.replaceAll(/<(style|script|title)\b[^]*?(?:<\/\1[^>]*(?:>|$)|$)|<!--[^]*?(?:-->|$)|<[^>]*(?:>|$)/gi, ' '),
  ).trim()
}
