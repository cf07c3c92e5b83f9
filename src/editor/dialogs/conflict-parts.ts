import { type Node, type Operation, isEqual, richTextToPlain } from '../../email/document/index.ts'
import { nameOf } from '../actions/index.ts'
import { cutText, isRich, labelOf, textIn } from '../fields/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'
import type { EditPart } from '../saving/merging.ts'
import type { Editor } from '../state/index.ts'

/** What a part of a conflict is called. */
export function titleOf(editor: Editor, { id, mine, theirs }: EditPart): string {
  const node = mine ?? theirs
  return id === undefined || node === undefined ? editor.words.t('conflict.email') : nameOf(editor, node)
}

/** What one side made of a part, in a line or two. */
export function statedOf(editor: Editor, words: PanelWords, part: EditPart, side: 'mine' | 'theirs'): string {
  const { t } = editor.words
  const node = part[side]
  if (part.id === undefined) return side === 'mine' ? settingsIn(part.operations) : ''
  if (node === undefined) return t('conflict.gone')
  const other = part[side === 'mine' ? 'theirs' : 'mine']
  const props = part.operations.flatMap((operation) => (operation.op === 'set' ? Object.keys(operation.props) : []))
  if (props.length === 0 && other !== undefined) return side === 'mine' ? t('conflict.moved') : textIn(node)
  const said = props.map((prop) => valueIn(words, node, other, prop)).filter((line) => line !== '')
  return cutText(said.length === 0 ? textIn(node) : said.join(' · '))
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

function settingsIn(operations: readonly Operation[]): string {
  return operations
    .flatMap((operation) => (operation.op === 'settings' ? Object.values(operation.props) : []))
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : [value]))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ')
}
