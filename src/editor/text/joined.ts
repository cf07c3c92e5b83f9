import { Selection } from 'prosemirror-state'
import {
  type Block,
  type EmailDocument,
  type ListItem,
  type Node,
  type RichText,
  type Run,
  isEqual,
} from '../../email/document/index.ts'
import { docToRich, isBlankDoc, richToDoc } from './mapping.ts'

/** The first line of a text, moved to the end of the text above it. */
export interface Joined {
  above: Record<string, unknown>
  /** Undefined if nothing is left of it. */
  below: Record<string, unknown> | undefined
  /** Where both meet. */
  caret: { prop: string; position: number }
}

/** True for blocks of text, as opposed to labels, cells and images. */
export function isTextBlock({ type }: Node): boolean {
  return type === 'text' || type === 'heading' || type === 'list'
}

/** True for texts, headings and lists whose words the same recipients get, in the same language. */
export function areJoinable({ translations }: EmailDocument, above: Node, below: Node): boolean {
  const keys = Object.values(translations?.locales ?? {}).flatMap(Object.keys)
  const isPlain = (node: Node) =>
    isTextBlock(node) && node.each === undefined && !keys.some((key) => key.startsWith(`${node.id}.`))
  const hasSameReaders = (['when', 'hide', 'parts'] as const).every((name) => isEqual(above[name], below[name]))
  return isPlain(above) && isPlain(below) && below.anchor === undefined && hasSameReaders
}

/** The rich text of a block, or those of its items. */
export function textsOf(node: Node): RichText[] {
  const { items, text } = node as Block
  return node.type === 'list' ? (items as { text: RichText }[]).map((item) => item.text) : [(text ?? []) as RichText]
}

/** True for a text, heading or list without content. */
export function isBlankText(node: Node): boolean {
  return textsOf(node).every((text) => isBlankDoc(richToDoc(text)))
}

/** Properties of a block with the texts. */
export function propsWithTexts({ type }: Node, texts: readonly RichText[]): Record<string, unknown> {
  return type === 'list' ? { items: texts.map((text) => ({ text })) } : { text: texts[0] ?? [] }
}

export function joinTexts(above: Node, below: Node): Joined {
  const before = textsOf(above)
  const { line, rest } = takeLine(below)
  const last = before.at(-1) ?? []
  const prop = above.type === 'list' ? `items.${Math.max(before.length - 1, 0)}.text` : 'text'
  return {
    above: propsWithTexts(above, [...before.slice(0, -1), joinLine(last, line)]),
    below: rest.length === 0 ? undefined : propsWithTexts(below, rest),
    caret: { prop, position: endOf(last) },
  }
}

/** Position of the end of a text, as the text editor counts. */
export function endOf(text: RichText): number {
  return Selection.atEnd(richToDoc(text)).head
}

/** Adds runs to the last line of a text; marks and links of both are kept. */
export function joinLine(text: RichText, line: readonly Run[]): RichText {
  const parts = text.length === 0 ? [{ type: 'paragraph' as const, runs: [] }] : text
  const last = parts.at(-1)
  const joined = last?.type === 'list' ? { ...last, items: joinItem(last.items, line) } : withLine(last, line)
  return docToRich(richToDoc([...parts.slice(0, -1), ...(joined === undefined ? [] : [joined])]))
}

function withLine<Part extends { runs: Run[] }>(part: Part | undefined, line: readonly Run[]): Part | undefined {
  return part && { ...part, runs: [...part.runs, ...line] }
}

function joinItem(items: readonly ListItem[], line: readonly Run[]): ListItem[] {
  const last = items.at(-1) ?? { runs: [] }
  const { list } = last
  const joined =
    list === undefined ? withLine(last, line) : { ...last, list: { ...list, items: joinItem(list.items, line) } }
  return [...items.slice(0, -1), joined as ListItem]
}

/** The first line of a block, and its texts without it. */
function takeLine(node: Node): { line: Run[]; rest: RichText[] } {
  const [first = [], ...others] = textsOf(node)
  const [part, ...parts] = first
  if (part?.type === 'list') {
    const [item, ...items] = part.items
    const left = [...(item?.list?.items ?? []), ...items]
    const rest = left.length === 0 ? parts : [{ ...part, items: left }, ...parts]
    return { line: item?.runs ?? [], rest: rest.length === 0 ? others : [rest, ...others] }
  }
  return { line: part?.runs ?? [], rest: parts.length === 0 ? others : [parts, ...others] }
}
