import type { Box } from '../boxes/box.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import type { Element } from '../../tree/dom.ts'
import { leafBox } from './raw.ts'

const largest = 64

/** Converts a row of small images, such as links to social networks, to one block; undefined for anything else. */
export function readIcons(
  objects: readonly { kind: string }[],
  boxes: readonly Box[],
  { element, inherited, width }: { element: Element; inherited: InheritedStyle; width: number },
): Box | undefined {
  if (objects.length < 2 || objects.length > 20 || objects.some((object) => object.kind !== 'image')) return undefined
  const sizes = boxes.map((box) => Number(box.draft?.['width'] ?? Number.NaN))
  const [size = 0] = sizes
  if (!sizes.every((one) => one === size) || size < 8 || size > largest) return undefined
  if (boxes.some(({ style }) => style?.border !== undefined || (style?.radius ?? 0) > 0)) return undefined
  const items = boxes.map(({ draft }) => ({
    src: draft?.['src'] ?? '',
    alt: draft?.['alt'] ?? '',
    ...(draft?.['href'] === undefined ? {} : { href: draft['href'] }),
  }))
  const align = inherited.align === 'justify' ? 'left' : (inherited.align ?? 'left')
  return leafBox(element, { type: 'icons', items, size }, { width, style: { align } })
}
