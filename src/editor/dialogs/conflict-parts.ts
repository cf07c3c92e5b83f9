import { blockTypes } from '../../engines/blocks/index.ts'
import { type Node, type Operation, type RichText, isEqual, richTextToPlain } from '../../engines/document/index.ts'
import { nameOf } from '../actions/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'
import type { Part } from '../saving/merging.ts'
import type { Editor } from '../state/index.ts'

/** Longest text shown of a part. */
const longest = 160

/** What a part of a conflict is called. */
export function titleOf(editor: Editor, { id, mine, theirs }: Part): string {
  const node = mine ?? theirs
  return id === undefined || node === undefined ? editor.words.t('conflict.email') : nameOf(editor, node)
}

/** What one side made of a part, in a line or two. */
export function saidOf(editor: Editor, words: PanelWords, part: Part, side: 'mine' | 'theirs'): string {
  const { t } = editor.words
  const node = part[side]
  if (part.id === undefined) return side === 'mine' ? settingsIn(part.operations) : ''
  if (node === undefined) return t('conflict.gone')
  const other = part[side === 'mine' ? 'theirs' : 'mine']
  const props = part.operations.flatMap((operation) => (operation.op === 'set' ? Object.keys(operation.props) : []))
  if (props.length === 0 && other !== undefined) return side === 'mine' ? t('conflict.moved') : textIn(node)
  const said = props.map((prop) => valueIn(words, node, other, prop)).filter((line) => line !== '')
  return cut(said.length === 0 ? textIn(node) : said.join(' · '))
}

function valueIn(words: PanelWords, node: Node, other: Node | undefined, prop: string): string {
  const value = (node as Record<string, unknown>)[prop]
  if (isRich(value)) return richTextToPlain(value).trim()
  const label = labelOf(words, node, prop)
  if (typeof value === 'string' || typeof value === 'number') return `${label}: ${value}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return label
  const before = ((other as Record<string, unknown> | undefined)?.[prop] ?? {}) as Record<string, unknown>
  const members = Object.entries(value as Record<string, unknown>).filter(([key, own]) => !isEqual(own, before[key]))
  const lines = members.map(([key, own]) => {
    const name = labelOf(words, node, `${prop}.${key}`)
    return typeof own === 'object' ? name : `${name}: ${String(own)}`
  })
  return lines.join(', ') || label
}

function labelOf(words: PanelWords, node: Node, prop: string): string {
  const field = blockTypes.get(node.type)?.fields.find((each) => each.prop === prop)
  return field === undefined ? prop.replace(/^.*\./, '') : words.label(field.label)
}

// The words of a node, or of what is in it.
function textIn(node: Node): string {
  const texts: string[] = []
  const visit = (value: unknown): void => {
    if (isRich(value)) texts.push(richTextToPlain(value).trim())
    else if (Array.isArray(value)) for (const one of value) visit(one)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        if ((key === 'label' || key === 'alt' || key === 'title') && typeof one === 'string') texts.push(one)
        else visit(one)
      }
    }
  }
  visit(node)
  return cut(texts.filter((text) => text !== '').join(' · '))
}

function settingsIn(operations: readonly Operation[]): string {
  return operations
    .flatMap((operation) => (operation.op === 'settings' ? Object.values(operation.props) : []))
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : [value]))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ')
}

function isRich(value: unknown): value is RichText {
  const kinds = ['paragraph', 'list']
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => kinds.includes((part as { type?: string } | null)?.type ?? ''))
  )
}

function cut(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ')
  return plain.length > longest ? `${plain.slice(0, longest).trimEnd()}…` : plain
}
