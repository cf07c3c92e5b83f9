import type { Box, Style } from '../../document/index.ts'
import { keepHtml } from '../reading/keep-html.ts'
import type { InputColumn, InputGroup, InputRow, InputSection } from '../input-nodes.ts'
import type { Element } from '../source/element.ts'
import { type Attributes, noBox, readLength, readBox, readNumber, round, within } from '../values/lengths.ts'
import { frameOf, readBackground, widthIn } from '../reading/boxes.ts'
import { readColumns } from './columns.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import { extractTags } from './template-tags.ts'
import { readPaint } from '../values/colors.ts'
import { readBlocks } from './blocks.ts'

/** The rows of mj-body or, without nested wrappers, of a mj-wrapper. */
export function readRows(reading: Reading, children: readonly Element[], slot: Slot, isInWrapper = false): InputRow[] {
  return extractTags<InputRow>(reading, children, {
    read: (child) => readRow(reading, child, slot, isInWrapper),
    wrap: (rows) =>
      isInWrapper || rows.some((row) => row.type === 'group')
        ? undefined
        : { type: 'group', rows: rows as InputSection[] },
  })
}

function readRow(reading: Reading, element: Element, slot: Slot, isInWrapper: boolean): InputRow[] {
  switch (element.name) {
    case 'mj-section':
      return readSection(reading, element, slot, isInWrapper)
    case 'mj-wrapper':
      if (!isInWrapper) return [readWrapper(reading, element, slot)]
      reading.warn('MJML_PLACE', 'Nested mj-wrapper: the box styles of the inner one were ignored.', element)
      return readRows(reading, element.children, slot, true)
    case 'mj-hero':
      return [readHero(reading, element, slot)]
    case 'mj-raw':
      return element.content === '' ? [] : [plainSection(keepHtml(reading, element, element.content))]
    case 'mj-include':
      reading.warn(
        'MJML_INCLUDE',
        `mj-include is not supported: insert the content of ${JSON.stringify(element.attributes['path'] ?? '')} in its place.`,
        element,
      )
      return []
    default:
      return readWithoutSection(reading, element, slot)
  }
}

function plainSection(block: InputColumn['blocks'][number]): InputSection {
  return { type: 'section', stack: 'stack', columns: [{ type: 'column', width: { fr: 1 }, blocks: [block] }] }
}

// Columns and blocks without a section get one without padding.
function readWithoutSection(reading: Reading, element: Element, slot: Slot): InputRow[] {
  const { lines, stack } = readColumns(reading, [element], {}, slot)
  reading.warn('MJML_PLACE', `${element.name} is outside of an mj-section; one was added.`, element)
  return lines.map((columns) => ({ type: 'section', stack, columns }))
}

function readSection(reading: Reading, element: Element, slot: Slot, isInWrapper: boolean): InputRow[] {
  const attributes = reading.attributesOf(element, slot)
  const background = readBackground(reading, element, attributes)
  const frame = frameOf(reading, element, attributes, slot.width)
  const isFullWidth = attributes['full-width'] === 'full-width'
  const inside = reading.inside(element, attributes, slot, widthIn(frame, slot.width))
  const { lines, stack } = readColumns(reading, element.children, attributes, inside)
  const filled = lines.map((columns) => align(columns, attributes, inside.width))
  const common = reading.common(attributes, element)
  const box = isFullWidth ? frame : { ...background, ...frame }
  const band = isFullWidth && Object.keys(background).length > 0 ? { band: background } : {}
  const withBox = (style: Style) => (Object.keys(style).length === 0 ? {} : { box: style })
  if (filled.length <= 1) {
    const columns = filled[0] ?? [{ type: 'column', width: { fr: 1 }, blocks: [] }]
    return [{ type: 'section', ...common, ...band, ...withBox(box), stack, columns }]
  }
  const isPlain = box.backgroundImage === undefined && box.border === undefined && box.radius === undefined
  if (isPlain || isInWrapper || isFullWidth) {
    return filled.map((columns, at) => ({
      type: 'section',
      ...common,
      ...band,
      ...withBox({ ...box, padding: edgeOf(box.padding, at === 0, at === filled.length - 1) }),
      stack,
      columns,
    }))
  }
  const rows = filled.map((columns): InputSection => ({ type: 'section', stack, columns }))
  return [{ type: 'group', ...common, style: box, rows }]
}

function edgeOf(padding: Box = noBox, isFirst: boolean, isLast: boolean): Box {
  return [isFirst ? padding[0] : 0, padding[1], isLast ? padding[2] : 0, padding[3]]
}

// Columns narrower than the row are centered; with text-align, an empty column fills the other side.
function align(columns: InputColumn[], attributes: Attributes, rowWidth: number): InputColumn[] {
  const side = attributes['text-align']
  if (side !== 'left' && side !== 'right') return columns
  const taken = columns.reduce((sum, { width = { fr: 1 } }) => {
    return sum + ('fr' in width ? rowWidth : 'px' in width ? width.px : (width.pct * rowWidth) / 100)
  }, 0)
  const left = ((rowWidth - taken) * 100) / rowWidth
  if (left < 1 || columns.length >= 6) return columns
  const empty: InputColumn = { type: 'column', width: { pct: Math.floor(left * 1000) / 1000 }, blocks: [] }
  return side === 'left' ? [...columns, empty] : [empty, ...columns]
}

function readWrapper(reading: Reading, element: Element, slot: Slot): InputGroup {
  const attributes = reading.attributesOf(element, slot)
  const background = readBackground(reading, element, attributes)
  const frame = frameOf(reading, element, attributes, slot.width)
  const isFullWidth = attributes['full-width'] === 'full-width'
  const inside = reading.inside(element, attributes, slot, widthIn(frame, slot.width))
  const gap = readLength(attributes['gap'], inside.width) ?? 0
  const rows = readRows(reading, element.children, inside, true).flatMap((row) =>
    row.type === 'group' ? row.rows : [row],
  )
  const style = isFullWidth ? frame : { ...background, ...frame }
  const group: InputGroup = {
    type: 'group',
    ...reading.common(attributes, element),
    rows: gap > 0 ? rows.map((row, at) => (at === 0 ? row : withGap(row, gap))) : rows,
  }
  if (Object.keys(style).length > 0) group.style = style
  if (isFullWidth && Object.keys(background).length > 0) group.band = background
  return group
}

function withGap(row: InputSection, gap: number): InputSection {
  return { ...row, band: { ...row.band, padding: [gap, 0, 0, 0] } }
}

/** mj-hero: a section over an image, with its declared height or that of its image. */
function readHero(reading: Reading, element: Element, slot: Slot): InputSection {
  const attributes = reading.attributesOf(element, slot)
  const box: Style = {
    ...readBackground(reading, element, attributes, true),
    ...frameOf(reading, element, attributes, slot.width),
  }
  const valign = attributes['vertical-align']
  if (valign === 'middle' || valign === 'bottom') box.valign = valign
  const isFluid = attributes['mode'] === 'fluid-height'
  const [wide, high] = [readNumber(attributes['background-width']), readNumber(attributes['background-height'])]
  const ratio = wide !== undefined && high !== undefined && wide > 0 ? Math.round((high / wide) * 100) / 100 : 0
  const height = isFluid ? ratio * slot.width : (readNumber(attributes['height']) ?? 0)
  if (height > 0) box.minHeight = round(within(height, 0, 2000))
  const inner: Style = {}
  const background = readPaint(attributes['inner-background-color'])
  if (background !== undefined) inner.background = background
  const inside = reading.inside(element, attributes, slot, widthIn(box, slot.width))
  const padding = readBox(attributes, 'inner-padding', inside.width)
  if (padding !== undefined) inner.padding = padding
  const width = readNumber(attributes['width'])
  const column: InputColumn = {
    type: 'column',
    width: width === undefined || width <= 0 || width >= inside.width ? { fr: 1 } : { px: width },
    blocks: readBlocks(reading, element.children, { ...inside, width: widthIn(inner, width ?? inside.width) }),
  }
  if (Object.keys(inner).length > 0) column.style = inner
  const section: InputSection = {
    type: 'section',
    ...reading.common(attributes, element),
    box,
    stack: 'stack',
    columns: [column],
  }
  if (isFluid && height > 0) section.mobile = { minHeight: Math.round(ratio * 375) }
  return section
}
