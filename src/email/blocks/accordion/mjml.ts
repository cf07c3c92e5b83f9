import { type RichText, type Style, parseRichText, readColor } from '../../document/index.ts'
import {
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  borderOf,
  classesInside,
  cssOfStyle,
  lookOf,
  noBox,
  oneLine,
  readBox,
} from '../../mjml/index.ts'

export const accordionMjml: BlockMjml = { components: { 'mj-accordion': { read: readAccordion } } }

interface Item {
  title: string
  text: RichText
}

function readAccordion(reading: Reading, element: Element, slot: Slot): InputBlock[] {
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
  return [reading.block({ type: 'accordion', items: items.slice(0, 20) }, style, attributes, element)]
}

function contentOf(part: Element, name: string): string {
  return part.children.find((child) => child.name === name)?.content ?? ''
}
