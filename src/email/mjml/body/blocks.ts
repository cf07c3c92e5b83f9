import type { InputBlock } from '../input-nodes.ts'
import type { Element } from '../source/element.ts'
import { readPaint } from '../values/colors.ts'
import { keepHtml } from '../reading/keep-html.ts'
import { extractTags } from './template-tags.ts'
import type { Slot, Reading } from '../reading/reading.ts'

/** Reads the blocks of a column, with conditions and loops from the surrounding template tags. */
export function readBlocks(reading: Reading, children: readonly Element[], slot: Slot): InputBlock[] {
  const wrap = (blocks: InputBlock[]) => ({
    type: 'columns',
    columns: [{ type: 'column', width: { fr: 1 }, blocks }],
    stack: 'stack',
  })
  return extractTags<InputBlock>(reading, children, {
    read: (child) => readComponent(reading, child, slot),
    // Columns blocks nest once: one that already contains another cannot be wrapped.
    wrap: (blocks) => (slot.isNested || blocks.some(({ type }) => type === 'columns') ? undefined : wrap(blocks)),
  })
}

function readComponent(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const read = reading.options.readers.get(element.name)
  if (read !== undefined) return withCellBackground(reading, element, slot, read(reading, element, slot))
  if (element.name === 'mj-include') {
    reading.warn(
      'MJML_INCLUDE',
      `mj-include is not supported: insert the content of ${JSON.stringify(element.attributes['path'] ?? '')} in its place.`,
      element,
    )
    return []
  }
  reading.warn('MJML_COMPONENT', `${element.name} is not supported; it was kept as HTML.`, element)
  return [keepHtml(reading, element, element.source)]
}

// container-background-color applies to the cell around a block.
function withCellBackground(reading: Reading, element: Element, slot: Slot, blocks: InputBlock[]): InputBlock[] {
  const background = readPaint(reading.attributesOf(element, slot)['container-background-color'])
  if (background === undefined) return blocks
  if (!blocks.some((block) => reading.options.paintingBackground.has(block.type))) {
    return blocks.map((block) => ({ ...block, style: { ...block.style, background } }))
  }
  if (slot.isNested) {
    reading.warn('MJML_VALUE', `The background of ${element.name} was ignored.`, element)
    return blocks
  }
  const column = { type: 'column', width: { fr: 1 }, style: { background }, blocks }
  return [{ type: 'columns', columns: [column], stack: 'stack' }]
}
