import { readLength, readPercent } from '../../css/values.ts'
import { isBlank, type Element } from '../../tree/dom.ts'
import { type Box, cellOf, insets } from '../boxes/box.ts'
import { isSized, naturalWidth } from '../boxes/content-width.ts'
import { readMetrics } from '../boxes/metrics.ts'
import { styleInside } from '../inherited-style.ts'
import { type Page, cssOf } from '../page.ts'
import { regionOf } from '../regions.ts'
import type { Container } from './container.ts'

/** An item of a flex container; lengths in px. */
interface Item {
  element: Element
  /** Its outer width. */
  width: number
  grow: number
  /** An automatic margin takes the free space on that side. */
  pushes: { left: boolean; right: boolean }
}

/**
 * Arranges the items of a flex container side by side, in the widths that CSS gives them (CSS Flexbox 1, 9). Undefined for a
 * container whose items are below each other, or that has words of its own.
 */
export function flexRow(
  page: Page,
  element: Element,
  container: Container,
  build: (item: Element, width: number, align: 'right' | undefined) => Box,
): Box | undefined {
  const { base: css, narrow } = cssOf(page, element)
  if (!/^(?:inline-)?flex$/.test(css['display'] ?? '') || !isRow(css)) return undefined
  const elements = itemsOf(page, element)
  if (elements === undefined || elements.length < 2) return undefined
  const items = elements.map((item) => itemOf(page, item, container))
  const gap = readLength((css['column-gap'] ?? css['gap'])?.split(/\s+/).at(-1)) ?? 0
  const free = container.width - gap * (items.length - 1) - items.reduce((sum, { width }) => sum + width, 0)
  // What does not fit is below in a container that wraps.
  if (free < -2 && css['flex-wrap']?.startsWith('wrap') === true) return undefined
  const widths = free < 0 ? shrunk(items, free) : grown(items, free)
  const left = Math.max(0, container.width - gap * (items.length - 1) - widths.reduce((sum, width) => sum + width, 0))
  const before = spacesBefore(items, left, css['justify-content'] ?? '')
  const after = Math.max(0, left - before.reduce((sum, space) => sum + space, 0))
  // Half of a space belongs to each of its neighbors, so that columns have their shares on phones, too.
  const spaceAt = (index: number) => (index < 1 || index >= items.length ? 0 : (gap + (before[index] ?? 0)) / 2)
  const children = items.map((item, index) => {
    const [start, end] = [spaceAt(index), spaceAt(index + 1)]
    const isAtEnd = index === items.length - 1 && after < 1 && start > gap
    const width = (widths[index] ?? item.width) + (isAtEnd ? start : 0)
    const box = cellOf(build(item.element, width, isAtEnd ? 'right' : undefined))
    const onPhones = (space: number) => Math.min(space, Math.max(gap / 2, maxPhoneSpace))
    return {
      ...box,
      valign: valignOf(css['align-items']),
      padding: {
        wide: [0, end, 0, isAtEnd ? 0 : start],
        narrow: [0, onPhones(end), 0, isAtEnd ? 0 : onPhones(start)],
      } satisfies Box['padding'],
      width: width + end + (isAtEnd ? 0 : start),
    }
  })
  const stacks = narrow !== undefined && !isRow({ ...css, ...narrow })
  return {
    kind: 'row',
    element,
    face: {},
    padding: { wide: [0, after, 0, before[0] ?? 0], narrow: insets(0).narrow },
    margin: insets(0),
    width: container.width,
    isFluid: true,
    children,
    stacking: stacks ? 'stack' : 'keep',
    isSealed: true,
  }
}

/** Px between items that is kept on phones, where the free space is gone. */
const maxPhoneSpace = 4

function isRow(css: Readonly<Record<string, string>>): boolean {
  const direction = css['flex-direction'] ?? css['flex-flow'] ?? 'row'
  return (css['display'] ?? '').endsWith('flex') && !/column|reverse/.test(direction)
}

function itemsOf(page: Page, { children }: Element): Element[] | undefined {
  const shown = children.filter((child) =>
    child.kind === 'text' ? !isBlank(child.text) : cssOf(page, child).base['display'] !== 'none',
  )
  const elements = shown.filter((child): child is Element => child.kind === 'element')
  const isPlain = elements.every((child) => regionOf(child) === undefined && child.name !== 'br')
  return isPlain && elements.length === shown.length ? elements : undefined
}

function itemOf(page: Page, element: Element, container: Container): Item {
  const css = cssOf(page, element).base
  const inherited = styleInside(element, css, container.inherited, page.isQuirky)
  const { width: declared, margin } = readMetrics(page, element, inherited, container.width)
  const natural = naturalWidth(page, element, inherited)
  const own = isSized(page, element, natural) ? natural : natural * 1.05 + 2
  const [grow, basis] = flexOf(css, container.width)
  const width = Math.min(container.width, basis ?? declared ?? own)
  return {
    element,
    width: width + margin.wide[1] + margin.wide[3],
    grow,
    pushes: { left: css['margin-left'] === 'auto', right: css['margin-right'] === 'auto' },
  }
}

/** How much an item grows, and the width in px that it starts from. */
function flexOf(css: Readonly<Record<string, string>>, container: number): [number, number | undefined] {
  const parts = (css['flex'] ?? '').split(/\s+/).filter((part) => part !== '')
  const numbers = parts.filter((part) => /^[\d.]+$/.test(part)).map(Number)
  const basis = css['flex-basis'] ?? parts.find((part) => /[a-z%]$/.test(part)) ?? (numbers.length > 0 ? '0' : 'auto')
  const percent = readPercent(basis)
  const px = percent === undefined ? (basis === '0' ? 0 : readLength(basis)) : (percent * container) / 100
  const grow = Number(css['flex-grow'] ?? numbers[0] ?? (parts[0] === 'auto' ? 1 : 0))
  return [Number.isFinite(grow) ? grow : 0, px]
}

function shrunk(items: readonly Item[], free: number): number[] {
  const total = items.reduce((sum, { width }) => sum + width, 0)
  return items.map(({ width }) => Math.max(20, width + (free * width) / Math.max(1, total)))
}

function grown(items: readonly Item[], free: number): number[] {
  const total = items.reduce((sum, { grow }) => sum + grow, 0)
  return items.map(({ grow, width }) => Math.max(20, width + (total === 0 ? 0 : (free * grow) / Math.max(1, total))))
}

/** Free space in px before each item. */
function spacesBefore(items: readonly Item[], free: number, justify: string): number[] {
  const pushing = items.reduce((sum, { pushes }) => sum + Number(pushes.left) + Number(pushes.right), 0)
  if (pushing > 0) {
    const each = free / pushing
    return items.map(
      ({ pushes }, index) => each * (Number(pushes.left) + Number(items[index - 1]?.pushes.right ?? false)),
    )
  }
  const count = items.length
  const shares = /between/.test(justify)
    ? [0, 1 / (count - 1)]
    : /evenly/.test(justify)
      ? [1 / (count + 1), 1 / (count + 1)]
      : /around/.test(justify)
        ? [1 / (2 * count), 1 / count]
        : [/center/.test(justify) ? 0.5 : /end|right/.test(justify) ? 1 : 0, 0]
  return items.map((_, index) => free * (shares[index === 0 ? 0 : 1] ?? 0))
}

function valignOf(align: string | undefined): 'top' | 'middle' | 'bottom' {
  return /center/.test(align ?? '') ? 'middle' : /end/.test(align ?? '') ? 'bottom' : 'top'
}
