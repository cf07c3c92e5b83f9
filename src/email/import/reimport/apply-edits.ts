import { type Marks, type RichText, type Run, type Theme, parseRichText } from '../../document/index.ts'
import { plainLinkColor } from '../../render/index.ts'
import { readColor } from '../css/values.ts'
import type { InputNode } from '../html/rows/style.ts'
import { wordsOf } from './compared-page.ts'
import type { Edit } from './find-edits.ts'
import { withStyleEdit } from './style-edits.ts'

/** Applies each edit to the first property with the old value; skips edits that match no property. */
export function applyEdits(node: InputNode, edits: readonly Edit[], cdnUrl: string, place?: 'band'): InputNode {
  const withoutCdn = (text: string) =>
    cdnUrl !== '' && text.startsWith(`${cdnUrl}/cdn/`) ? text.slice(cdnUrl.length) : text
  return edits.reduce((edited, edit) => {
    if (edit.kind === 'content') return edited
    if (!isReplaceable(edit)) return edit.kind === 'style' ? withStyleEdit(edited, edit, place) : edited
    const replaced = replaceIn(edited, withoutCdn(edit.from), withoutCdn(edit.to))
    return edit.kind === 'style' && replaced === edited ? withStyleEdit(edited, edit, place) : replaced
  }, node)
}

/** True if the edit changes content: words, URLs, markup. */
export function isContent(edit: Edit): boolean {
  return edit.kind === 'text' || edit.kind === 'content' || (edit.kind === 'attribute' && contents.has(edit.name))
}

const contents = new Set(['href', 'src', 'alt', 'title', 'poster', 'action', 'placeholder', 'value'])
const others = new Set(['id', 'name', 'width', 'height', 'background', 'aria-label'])

// Only values that are found unchanged in the document: `top`, for example, occurs in many properties.
function isReplaceable(edit: Edit): boolean {
  if (edit.kind === 'attribute') return contents.has(edit.name) || others.has(edit.name)
  return edit.kind !== 'style' || (readColor(edit.from) !== undefined && edit.to !== '')
}

/** Replaces the rich text of a block with the content of our own HTML; returns the same node if it has no rich text. */
export function withContent(node: InputNode, html: string, theme: Theme): InputNode {
  if (!Array.isArray(node['text'])) return node
  const named = colorsIn(node, theme)
  const each = (runs: readonly Run[]): Run[] => runs.map((run) => ('break' in run ? run : unpainted(run, theme, named)))
  const text = parseRichText(html).map((part) => (part.type === 'list' ? part : { ...part, runs: each(part.runs) }))
  return text.length === 0 ? node : { ...node, text: text satisfies RichText }
}

const structural = new Set(['id', 'type', 'blocks', 'columns', 'fallback', 'each', 'when'])

// Replaces the value in the first property with the old value.
function replaceIn(node: InputNode, from: string, to: string): InputNode {
  if (wordsOf(from) === '') return node
  let isDone = false
  const visit = (one: unknown): unknown => {
    if (isDone) return one
    if (typeof one === 'string' && wordsOf(one) === wordsOf(from)) {
      isDone = true
      return one === from ? to : to.trim()
    }
    if (typeof one === 'number' && String(one) === from && /^\d+(?:\.\d+)?$/.test(to)) {
      isDone = true
      return Number(to)
    }
    if (Array.isArray(one)) return one.map(visit)
    return typeof one === 'object' && one !== null ? record(one as InputNode) : one
  }
  const record = (one: InputNode): InputNode =>
    Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [name, one === node && structural.has(name) ? inner : visit(inner)]),
    )
  const replaced = record(node)
  return isDone ? replaced : node
}

// Removes styles that the renderer adds to every link and piece of code, and restores the color names.
function unpainted<Kind extends Run & Marks>(run: Kind, theme: Theme, named: ReadonlyMap<string, string>): Kind {
  const out = { ...run }
  if (out.link !== undefined) {
    const { underline, ...link } = out.link
    if (underline === (theme.link?.underline ?? true)) out.link = link
    if (out.color?.toLowerCase() === valueOf(theme.link?.color ?? plainLinkColor, theme)) delete out.color
    if (theme.link?.underline !== false) delete out.underline
  }
  const name = out.color === undefined ? undefined : named.get(out.color.toLowerCase())
  if (name !== undefined) out.color = name
  if (out.code) delete out.font
  return out
}

// Theme colors that a node refers to, keyed by value.
function colorsIn(node: InputNode, theme: Theme): Map<string, string> {
  const names = JSON.stringify(node).match(/\$color\.[A-Za-z][\w-]*/g) ?? []
  return new Map(names.map((name) => [valueOf(name, theme), name]))
}

function valueOf(color: string, { colors }: Theme): string {
  const name = color.startsWith('$color.') ? color.slice('$color.'.length) : ''
  return (Object.hasOwn(colors, name) ? (colors[name]?.light ?? color) : color).toLowerCase()
}
