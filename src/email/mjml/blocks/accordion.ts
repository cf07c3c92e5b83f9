import { blockTypes } from '../../blocks/index.ts'
import { type RichText, type Style, parseRichText, readColor } from '../../document/index.ts'
import { borderOf } from '../reading/boxes.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import { classesInside } from '../head/attributes.ts'
import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { oneLine } from '../source/one-line.ts'
import { noBox, readBox } from '../values/lengths.ts'
import { lookOf, cssOfStyle } from '../values/styles.ts'

interface Item {
  title: string
  text: RichText
}

/** mj-accordion: titles and texts; without such a block they stand open one below the other. */
export function readAccordion(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const attributes = reading.attributesOf(element, slot)
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  const inside = { ...slot, classes: classesInside(element, slot.classes) }
  const parts = element.children.filter((child) => child.name === 'mj-accordion-element')
  const items: Item[] = parts.map((part) => ({
    title: oneLine(contentOf(part, 'mj-accordion-title')),
    text: parseRichText(contentOf(part, 'mj-accordion-text')),
  }))
  const style: Style = { padding }
  const border = borderOf(reading, element, attributes)
  if (border !== undefined) style.border = border
  const text = parts[0]?.children.find((child) => child.name === 'mj-accordion-text')
  if (text !== undefined) {
    const own = reading.attributesOf(text, inside)
    Object.assign(
      style,
      cssOfStyle(lookOf({ 'font-family': attributes['font-family'] ?? '', ...own }, reading.head.fonts)),
    )
    const background = readColor(own['background-color'] ?? '')
    if (background !== undefined) style.background = background
  }
  if (blockTypes.has('accordion')) {
    return [reading.block({ type: 'accordion', items: items.slice(0, 20) }, style, attributes, element)]
  }
  reading.warn('MJML_COMPONENT', 'The parts of mj-accordion stand open one below the other.', element)
  const open = items.flatMap(({ title, text: body }): RichText => [
    { type: 'paragraph', runs: [{ text: title, bold: true }] },
    ...body,
  ])
  return [reading.block({ type: 'text', text: open }, style, attributes, element)]
}

function contentOf(part: Element, name: string): string {
  return part.children.find((child) => child.name === name)?.content ?? ''
}
