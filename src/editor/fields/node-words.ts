import { blockTypes } from '../../email/blocks/index.ts'
import { type Node, type RichText, richTextToPlain } from '../../email/document/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'

/** Maximum length of a text shown for a node. */
const maxLength = 160

/** Text of a node or its children, truncated to a line or two; empty if there is none. */
export function textIn(node: Node): string {
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
  return cutText(texts.filter((text) => text !== '').join(' · '))
}

/** Label of a property such as `style.padding`: that of its field, or the last part of the name. */
export function labelOf(words: PanelWords, node: Node, prop: string): string {
  const field = blockTypes.get(node.type)?.fields.find((each) => each.prop === prop)
  return field === undefined ? prop.replace(/^.*\./, '') : words.label(field.label)
}

/** Label of a changed part of a node, by its JSON Pointer. */
export function labelOfChange(words: PanelWords, node: Node, path: string): string {
  const names = path.slice(1).split('/')
  const fields = blockTypes.get(node.type)?.fields ?? []
  for (let length = names.length; length > 0; length--) {
    const field = fields.find(({ prop }) => prop === names.slice(0, length).join('.'))
    if (field !== undefined) return words.label(field.label)
  }
  const key = groups[names[0] ?? '']
  return words.t(key ?? 'group.content')
}

const groups: Readonly<Record<string, Parameters<PanelWords['t']>[0]>> = {
  style: 'group.style',
  box: 'group.style',
  band: 'group.band',
  dark: 'inspector.inDarkMode',
  mobile: 'inspector.mobile',
  classes: 'advanced.classes',
  width: 'columns.width',
  align: 'group.style',
  stack: 'group.responsive',
  hide: 'group.responsive',
  when: 'group.conditions',
  each: 'repeat.on',
  parts: 'advanced.parts',
  lock: 'lock.title',
  name: 'advanced.name',
  anchor: 'advanced.anchor',
  ref: 'module.version',
}

/** True for rich text that is not empty. */
export function isRich(value: unknown): value is RichText {
  const kinds = ['paragraph', 'list']
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => kinds.includes((part as { type?: string } | null)?.type ?? ''))
  )
}

/** One line, truncated with an ellipsis. */
export function cutText(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ')
  return plain.length > maxLength ? `${plain.slice(0, maxLength).trimEnd()}…` : plain
}
