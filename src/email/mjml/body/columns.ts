import type { Box, ColumnWidth, Style } from '../../document/index.ts'
import type { InputColumn, InputSection } from '../input-nodes.ts'
import type { Element } from '../source/element.ts'
import { readPaint } from '../values/colors.ts'
import { type Attributes, addBoxes, noBox, readLength, readNumber, round, within } from '../values/lengths.ts'
import { borderOf, frameOf, roundingOf, widthIn } from '../reading/boxes.ts'
import { readBlocks } from './blocks.ts'
import type { Slot, Reading } from '../reading/reading.ts'
import { extractTags, readControlTags } from './template-tags.ts'

/** The columns of a section by line: columns that exceed the width wrap to the next line. */
export interface ColumnLines {
  lines: InputColumn[][]
  stack: InputSection['stack']
}

interface Sized {
  element: Element
  attributes: Attributes
  /** Share of the row in percent. */
  share: number
  width: ColumnWidth
}

/** `attributes` are those of the section. Blocks outside of a column get one. */
export function readColumns(
  reading: Reading,
  children: readonly Element[],
  attributes: Attributes,
  slot: Slot,
): ColumnLines {
  const parts = withColumns(reading, children)
  const sized = measure(
    reading,
    parts.filter(({ name }) => name !== 'mj-raw'),
    slot,
  )
  const [only] = sized
  if (sized.length === 1 && only?.element.name === 'mj-group' && only.share >= 100) {
    if (readPaint(only.attributes['background-color']) === undefined) {
      return { lines: [groupColumns(reading, only, slot)], stack: 'keep' }
    }
  }
  const isBackwards = isAgainst(reading, attributes) && sized.length > 1
  const gutters = guttersOf(attributes, sized, slot, isBackwards)
  const read = (element: Element) => {
    const at = sized.findIndex((one) => one.element === element)
    const one = sized[at]
    if (one === undefined) return []
    const column = readOne(reading, one, slot)
    const gutter = gutters[at]
    return [gutter === undefined ? column : withGutter(reading, column, gutter, element)]
  }
  const columns = extractTags<InputColumn>(reading, parts, { read, wrap: () => undefined })
  const lines = breakLines(sized, columns).map((line) => (isBackwards ? line.toReversed() : line))
  return { lines: lines.map((line) => nestSurplus(line)), stack: isBackwards ? 'reverse' : 'stack' }
}

function withColumns(reading: Reading, children: readonly Element[]): Element[] {
  const out: Element[] = []
  let implicitColumn: Element | undefined
  for (const child of children) {
    if (child.name === 'mj-column' || child.name === 'mj-group') {
      out.push(child)
      implicitColumn = undefined
      continue
    }
    if (child.name === 'mj-raw' && readControlTags(child.content) !== undefined) {
      out.push(child)
      implicitColumn = undefined
      continue
    }
    if (implicitColumn === undefined) {
      if (child.name !== 'mj-raw') {
        reading.warn('MJML_PLACE', `${child.name} is outside of an mj-column; one was added.`, child)
      }
      implicitColumn = { ...child, name: 'mj-column', attributes: {}, children: [], content: '' }
      out.push(implicitColumn)
    }
    implicitColumn.children.push(child)
  }
  return out
}

function measure(reading: Reading, elements: readonly Element[], slot: Slot): Sized[] {
  const count = elements.length
  const all = elements.map((element) => ({ element, attributes: reading.attributesOf(element, slot) }))
  const areEqual = all.every(({ attributes }) => !attributes['width'])
  return all.map(({ element, attributes }) => {
    const given = attributes['width']
    const px = readLength(given, slot.width)
    if (areEqual || !given || px === undefined || px <= 0) {
      const share = 100 / count
      return { element, attributes, share, width: areEqual ? { fr: 1 } : { pct: round(within(share, 1, 100)) } }
    }
    const share = (px / slot.width) * 100
    const width: ColumnWidth = given.includes('%')
      ? { pct: within(readNumber(given) ?? 100, 1, 100) }
      : { px: within(px, 1, 2000) }
    return { element, attributes, share, width }
  })
}

function readOne(reading: Reading, one: Sized, slot: Slot): InputColumn {
  const px = (one.share * slot.width) / 100
  return one.element.name === 'mj-group' ? readGroup(reading, one, slot, px) : readColumn(reading, one, slot, px)
}

function readColumn(reading: Reading, { element, attributes, width }: Sized, slot: Slot, px: number): InputColumn {
  reading.ignore(element, attributes['direction'] === 'rtl' ? attributes : {}, ['direction'])
  const outer: Style = { ...frameOf(reading, element, attributes, px) }
  const background = readPaint(attributes['background-color'])
  if (background !== undefined) outer.background = background
  const inner = hasPadding(attributes) ? innerStyle(reading, element, attributes, px) : {}
  const inside = reading.inside(element, attributes, slot, widthIn(inner, widthIn(outer, px)))
  const isFramed = Object.keys(inner).length > 0 && !slot.isNested
  if (Object.keys(inner).length > 0 && !isFramed) Object.assign(outer, { ...inner, ...outer })
  const blocks = readBlocks(reading, element.children, isFramed ? { ...inside, isNested: true } : inside)
  const column: InputColumn = {
    type: 'column',
    ...reading.common(attributes, element),
    width,
    align: alignOf(attributes),
    blocks: isFramed
      ? [{ type: 'columns', columns: [{ type: 'column', width: { fr: 1 }, style: inner, blocks }], stack: 'stack' }]
      : blocks,
  }
  if (Object.keys(outer).length > 0) column.style = outer
  return column
}

// inner-* is rendered only in a column with padding: without it mjml renders a single box.
function hasPadding(attributes: Attributes): boolean {
  return ['', '-top', '-right', '-bottom', '-left'].some((side) => attributes[`padding${side}`] !== undefined)
}

function innerStyle(reading: Reading, element: Element, attributes: Attributes, width: number): Style {
  const style: Style = {}
  const background = readPaint(attributes['inner-background-color'])
  if (background !== undefined) style.background = background
  const border = borderOf(reading, element, attributes, 'inner-border')
  if (border !== undefined) style.border = border
  return { ...style, ...roundingOf(reading, element, attributes['inner-border-radius'], width) }
}

function alignOf(attributes: Attributes): 'top' | 'middle' | 'bottom' {
  const align = attributes['vertical-align']
  return align === 'middle' || align === 'bottom' ? align : 'top'
}

// A group beside other columns becomes a column with nested columns.
function readGroup(reading: Reading, one: Sized, slot: Slot, px: number): InputColumn {
  const { element, attributes, width } = one
  const inside = { ...reading.inside(element, attributes, slot, px), isNested: true }
  const background = readPaint(attributes['background-color'])
  const columns = groupColumns(reading, { ...one, share: 100 }, inside)
  return {
    type: 'column',
    ...reading.common(attributes, element),
    width,
    align: alignOf(attributes),
    ...(background === undefined ? {} : { style: { background } }),
    blocks: columns.length === 0 ? [] : [{ type: 'columns', columns, stack: 'keep' }],
  }
}

// On phones, columns of a group keep their share, including those in px.
function groupColumns(reading: Reading, { element, attributes }: Sized, slot: Slot): InputColumn[] {
  const children = element.children.filter((child) => child.name === 'mj-column')
  for (const child of element.children) {
    if (child.name !== 'mj-column')
      reading.warn('MJML_PLACE', `${child.name} is not allowed in mj-group and was ignored.`, child)
  }
  const columns = measure(reading, children, slot).map((one) => {
    const width = 'px' in one.width ? { pct: round(within(one.share, 1, 100)) } : one.width
    return readColumn(reading, { ...one, width }, slot, (one.share * slot.width) / 100)
  })
  if (columns.length > 6)
    reading.warn('MJML_LIMIT', 'A row has at most six columns; the rest of the mj-group were ignored.', element)
  const included = columns.slice(0, 6)
  return isAgainst(reading, attributes) ? included.toReversed() : included
}

// mjml columns are left-to-right by default, regardless of the email's direction.
function isAgainst({ options }: Reading, attributes: Attributes): boolean {
  return (attributes['direction'] === 'rtl') !== options.isRtl
}

function breakLines(sized: readonly Sized[], columns: readonly InputColumn[]): InputColumn[][] {
  const lines: InputColumn[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const [at, column] of columns.entries()) {
    const share = sized[at]?.share ?? 100
    if (used + share > 100.05) {
      lines.push([])
      used = 0
    }
    lines.at(-1)?.push(column)
    used += share
  }
  return lines
}

// A section has at most six columns: further ones are nested, unless a column already contains columns.
function nestSurplus(line: InputColumn[]): InputColumn[] {
  if (line.length <= 6) return line
  const each = Math.ceil(line.length / 6)
  const out: InputColumn[] = []
  for (let at = 0; at < line.length; at += each) {
    const some = line.slice(at, at + each)
    const pct = some.reduce((sum, { width = { fr: 1 } }) => sum + ('pct' in width ? width.pct : 100 / line.length), 0)
    out.push({
      type: 'column',
      width: { pct: round(within(pct, 1, 100)) },
      align: 'top',
      blocks: [{ type: 'columns', columns: some.map((one) => ({ ...one, width: { fr: 1 } })), stack: 'stack' }],
    })
  }
  return out
}

const phoneWidth = 375

interface Gutter {
  desktop: Box
  phone: Box
  share: number
}

// Half of the gutter on each side with a neighbor; the columns shrink by the same amount (mjml 5.3).
function guttersOf(attributes: Attributes, sized: readonly Sized[], { width }: Slot, isBackwards: boolean): Gutter[] {
  const gutter = readLength(attributes['gutter'], width)
  const count = sized.length
  if (gutter === undefined || gutter <= 0 || count < 2) return []
  return sized.map(({ share }, at) => {
    const isFirst = isBackwards ? at === count - 1 : at === 0
    const isLast = isBackwards ? at === 0 : at === count - 1
    const half = gutter / 2
    const desktop: Box = [0, isLast ? 0 : half, 0, isFirst ? 0 : half]
    const row = Math.round((half * phoneWidth) / width)
    const phone: Box = [at === 0 ? 0 : row, 0, at === count - 1 ? 0 : row, 0]
    const own = desktop[1] + desktop[3] - (gutter * (count - 1)) / count
    return { desktop, phone, share: share + (own / width) * 100 }
  })
}

function withGutter(reading: Reading, column: InputColumn, gutter: Gutter, element: Element): InputColumn {
  const { style = {} } = column
  if (style.background !== undefined || style.border !== undefined) {
    reading.warn('MJML_VALUE', 'The gutter is rendered inside the column, on its background.', element)
  }
  const padding = style.padding ?? noBox
  return {
    ...column,
    width: { pct: round(within(gutter.share, 1, 100)) },
    style: { ...style, padding: addBoxes(padding, gutter.desktop) },
    mobile: { padding: addBoxes(padding, gutter.phone) },
  }
}
