import type { Style } from '../../document/index.ts'
import { readDeclarations } from '../css/parse-sheet.ts'
import { type InheritedStyle, applyText, plainStyle } from '../html/inherited-style.ts'
import { type Element, elementsOf, findElement, textOf } from '../tree/dom.ts'
import { parseHtml } from '../tree/parse-html.ts'
import { addLonghands } from '../css/shorthands.ts'

const bold = new Set(['b', 'strong'])
const slanted = new Set(['i', 'em'])
const maxDepth = 20

/**
 * The text style of a label that editors store as HTML: declarations of the elements that enclose the whole label. Contains
 * only declared properties; `size` is the surrounding font size in px.
 */
export function labelStyle(html: string, size: number): Style {
  const style: Style = {}
  const { root } = parseHtml(html)
  let look: InheritedStyle = { ...plainStyle, size }
  let at: Element = findElement(root, ({ name }) => name === 'body') ?? root
  for (let depth = 0; depth < maxDepth; depth++) {
    const [only, other] = elementsOf(at).filter(({ name }) => name !== 'br')
    if (only === undefined || other !== undefined || textOf(only).trim() !== textOf(at).trim()) return style
    const css: Record<string, string> = {}
    const declared = readDeclarations(only.attributes['style'] ?? '')
    for (const [name, value] of Object.entries({ ...declared.normal, ...declared.important }))
      addLonghands(css, name, value)
    if (bold.has(only.name)) css['font-weight'] ??= 'bold'
    if (slanted.has(only.name)) css['font-style'] ??= 'italic'
    const around = look
    look = { ...around }
    applyText(look, css, around)
    if (css['font-size'] !== undefined && look.size >= 1) style.size = Math.min(200, look.size)
    if (css['font-weight'] !== undefined) style.weight = look.weight
    if (css['font-style'] !== undefined) style.italic = look.italic
    if (css['font-family'] !== undefined && look.font !== undefined) style.font = look.font
    if (css['color'] !== undefined) style.color = look.color
    at = only
  }
  return style
}
