import { readBox } from '../../css/values.ts'
import type { Box } from '../boxes/box.ts'
import { type Element, type Node, findElement, textOf } from '../../tree/dom.ts'
import { readLink } from '../urls.ts'
import { type InheritedStyle, styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import { writtenText } from '../written.ts'
import { isButton } from './atoms.ts'
import { leafBox } from './raw.ts'
import { round, textStyle } from './text.ts'

interface Item {
  label: string
  href: string
  inherited: InheritedStyle
  padding: ReturnType<typeof readBox>
}

const maxSeparatorLength = 5

/**
 * Converts links in one line to a menu, if all have spacing around them and the same separator or none; undefined otherwise.
 */
export function readMenu(
  page: Page,
  nodes: readonly Node[],
  place: { element: Element; inherited: InheritedStyle; width: number },
): Box | undefined {
  const items: Item[] = []
  const separators: string[] = []
  for (const node of nodes) {
    if (node.kind === 'text') {
      if (node.text.trim() !== '') return undefined
      continue
    }
    if (regionOf(node) !== undefined) return undefined
    const item = node.name === 'a' ? itemOf(page, node, place.inherited) : undefined
    if (item !== undefined) items.push(item)
    else {
      const separator = separatorOf(node)
      if (separator === undefined) return undefined
      separators.push(separator)
    }
  }
  const [first] = items
  const [separator] = separators
  if (first === undefined || items.length < 2 || items.length > 20) return undefined
  if (separators.length > 0 && (separators.length !== items.length - 1 || new Set(separators).size > 1))
    return undefined
  if (
    !items.every(
      ({ inherited }) => inherited.color === first.inherited.color && inherited.size === first.inherited.size,
    )
  )
    return undefined
  const { align: _align, ...text } = textStyle(first.inherited)
  const innerPadding = first.padding.map((side) => Math.min(1000, Math.max(0, round(side, 2))))
  const align = place.inherited.align
  const draft = {
    type: 'menu',
    items: items.map(({ label, href }) => ({ label, href })),
    ...(separator === undefined ? {} : { separator }),
  }
  const style = {
    ...text,
    innerPadding: innerPadding as never,
    align: align === undefined || align === 'justify' ? 'left' : align,
  } as const
  return leafBox(place.element, draft, { width: place.width, style })
}

function itemOf(page: Page, anchor: Element, around: InheritedStyle): Item | undefined {
  const css = cssOf(page, anchor).base
  if (css['display'] !== 'inline-block' || isButton(page, anchor)) return undefined
  const padding = readBox('padding', (name) => css[name], 0, around.size)
  if (padding[1] + padding[3] < 4) return undefined
  if (findElement(anchor, ({ name }) => name === 'img' || name === 'br') !== undefined) return undefined
  const label = writtenText(page, anchor)?.replace(/\s+/g, ' ').trim()
  const link = readLink(page, anchor.attributes)
  if (label === undefined || label === '' || label.length > 200 || link === 'unsupported' || link?.role !== undefined)
    return undefined
  return { label, href: link?.href ?? '', inherited: styleInside(anchor, css, around, page.isQuirky), padding }
}

function separatorOf(element: Element): string | undefined {
  const separator = textOf(element).trim()
  const isWords =
    element.name === 'span' &&
    separator !== '' &&
    separator.length <= maxSeparatorLength &&
    !/[\p{L}\p{N}\uf8f0]/u.test(separator)
  return isWords ? separator : undefined
}
