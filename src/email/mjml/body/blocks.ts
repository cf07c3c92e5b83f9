import type { LooseBlock } from '../loose.ts'
import type { Element } from '../source/element.ts'
import { readPaint } from '../values/backgrounds.ts'
import { readAccordion } from '../blocks/accordion.ts'
import { readButton } from '../blocks/button.ts'
import { readCarousel } from '../blocks/carousel.ts'
import { readDivider } from '../blocks/divider.ts'
import { keepHtml, readRaw } from '../blocks/html.ts'
import { readImage } from '../blocks/image.ts'
import { readNavbar } from '../blocks/navbar.ts'
import { readSocial } from '../blocks/social.ts'
import { readSpacer } from '../blocks/spacer.ts'
import { readTable } from '../blocks/table.ts'
import { readText } from '../blocks/text.ts'
import { extractTags } from './template-tags.ts'
import type { Slot, Reading } from '../reading/reading.ts'

/** Reads one component as blocks. */
type ReadComponent = (reading: Reading, element: Element, slot: Slot) => LooseBlock[]

const readers: Readonly<Record<string, ReadComponent>> = {
  'mj-accordion': readAccordion,
  'mj-button': readButton,
  'mj-carousel': readCarousel,
  'mj-divider': readDivider,
  'mj-image': readImage,
  'mj-navbar': readNavbar,
  'mj-raw': readRaw,
  'mj-social': readSocial,
  'mj-spacer': readSpacer,
  'mj-table': readTable,
  'mj-text': readText,
}

/** The blocks of a column, with conditions and loops as the template tags around them say. */
export function readBlocks(reading: Reading, children: readonly Element[], slot: Slot): LooseBlock[] {
  const wrap = (blocks: LooseBlock[]) => ({
    type: 'columns',
    columns: [{ type: 'column', width: { fr: 1 }, blocks }],
    stack: 'stack',
  })
  return extractTags<LooseBlock>(reading, children, {
    read: (child) => readComponent(reading, child, slot),
    // Columns nest once: what holds columns already cannot be put into others.
    wrap: (blocks) => (slot.isNested || blocks.some(({ type }) => type === 'columns') ? undefined : wrap(blocks)),
  })
}

function readComponent(reading: Reading, element: Element, slot: Slot): LooseBlock[] {
  const read = Object.hasOwn(readers, element.name) ? readers[element.name] : undefined
  if (read !== undefined) return behind(reading, element, slot, read(reading, element, slot))
  if (element.name === 'mj-include') {
    reading.warn(
      'MJML_INCLUDE',
      `mj-include reads no files here: put the content of ${JSON.stringify(element.attributes['path'] ?? '')} in its place.`,
      element,
    )
    return []
  }
  reading.warn('MJML_COMPONENT', `${element.name} is not known here; it is kept as HTML.`, element)
  return [keepHtml(reading, element, element.source)]
}

/** Types that render their own box: what is behind their cell needs a column around them. */
const boxed = new Set(['button', 'image', 'video'])

// container-background-color is that of the cell around a block.
function behind(reading: Reading, element: Element, slot: Slot, blocks: LooseBlock[]): LooseBlock[] {
  const background = readPaint(reading.attributesOf(element, slot)['container-background-color'])
  if (background === undefined) return blocks
  if (!blocks.some((block) => boxed.has(block.type))) {
    return blocks.map((block) => ({ ...block, style: { ...block.style, background } }))
  }
  if (slot.isNested) {
    reading.warn('MJML_VALUE', `The background behind ${element.name} is left out.`, element)
    return blocks
  }
  const column = { type: 'column', width: { fr: 1 }, style: { background }, blocks }
  return [{ type: 'columns', columns: [column], stack: 'stack' }]
}
