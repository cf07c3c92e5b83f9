import { type RichText, type Style, decodeEntities, parseRichText } from '../../document/index.ts'
import {
  type Attributes,
  type BlockMjml,
  type Element,
  type FragmentElement,
  type InputBlock,
  type Reading,
  type Slot,
  cssOf,
  cssOfStyle,
  isBlank,
  keepHtml,
  lookOf,
  noBox,
  parseFragment,
  printFragments,
  readBox,
  readDeclarations,
  readNumber,
  tagProblem,
  withoutTags,
} from '../../mjml/index.ts'

export const tableMjml: BlockMjml = { components: { 'mj-table': { read: readTable } } }

// A table block if its rows are plain, otherwise the HTML that mjml renders, with its styles.
function readTable(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const attributes = reading.attributesOf(element, slot)
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  const native = readNative(reading, element, { attributes, slot })
  if (native !== undefined) {
    const { innerPadding, ...parts } = native
    const { align: _align, ...look } = cssOfStyle({ ...lookOf(attributes, reading.head.fonts), weight: 400 })
    const style: Style = { ...look, padding, innerPadding: innerPadding ?? noBox, border: noLine }
    return [reading.block({ type: 'table', ...parts }, style, attributes, element)]
  }
  const { align: _align, 'font-weight': _weight, ...look } = attributes
  const width = widthOf(attributes)
  const spacing = readNumber(attributes['cellspacing']) ?? 0
  const css = [
    cssOf(look),
    ...safe('table-layout', attributes['table-layout']),
    ...safe('width', attributes['width']),
    ...safe('border', attributes['border']),
    `border-collapse:${spacing > 0 ? 'separate' : 'collapse'}`,
  ]
  const role = attributes['role'] === undefined ? '' : ' role="presentation"'
  const html = `<table${role} cellpadding="${readNumber(attributes['cellpadding']) ?? 0}" cellspacing="${spacing}" border="0"${width} style="${css.join(';')}">${element.content}</table>`
  const align = attributes['align'] === 'center' || attributes['align'] === 'right' ? attributes['align'] : undefined
  return [keepHtml(reading, element, html, { padding, ...(align === undefined ? {} : { align }) }, attributes)]
}

const noLine = { width: 0, style: 'solid', color: '#d0d7de' } as const

// Undefined for a table with features that a table block lacks: a width or borders of its own, cell rules in the
// head.
function readNative(
  { head }: Reading,
  { content }: Element,
  { attributes, slot }: { attributes: Attributes; slot: Slot },
): ReturnType<typeof readPlainTable> {
  const { align, border, cellpadding, cellspacing, role, width } = attributes
  const isPlain =
    align === 'left' && border === 'none' && cellpadding === '0' && cellspacing === '0' && width === '100%'
  if (!isPlain || role !== undefined || attributes['table-layout'] === 'fixed') return undefined
  const table = [...slot.path, { name: 'table', classes: [] }, { name: 'tr', classes: [] }]
  const isStyled = ['td', 'th'].some(
    (name) => Object.keys(head.rules.declared([...table, { name, classes: [] }])).length > 0,
  )
  if (isStyled || tagProblem(decodeEntities(withoutTags(content))) !== undefined) return undefined
  return readPlainTable(content)
}

function widthOf({ width = '100%' }: Attributes): string {
  const number = readNumber(width)
  return number === undefined ? '' : ` width="${number}${width.includes('%') ? '%' : ''}"`
}

function safe(property: string, value: string | undefined): string[] {
  return value === undefined || /[;"<>{}]/.test(value) ? [] : [`${property}:${value}`]
}

interface Cell {
  value: RichText
  padding: string
  align: 'left' | 'center' | 'right' | undefined
}

type TableParts = Pick<InputBlock, 'rows'> & {
  head?: RichText[]
  columns: object[]
  innerPadding: Style['innerPadding']
}

const maxRows = 500
const maxCells = 12

/** Rows of a table block; undefined if a cell or row has a style that the block cannot represent. */
function readPlainTable(content: string): TableParts | undefined {
  const rows = rowsIn(parseFragment(content))
  const [first] = rows ?? []
  if (rows === undefined || first === undefined || rows.length > maxRows) return undefined
  const hasHead = rows.length > 1 && first.every(({ name }) => name === 'th')
  const body = hasHead ? rows.slice(1) : rows
  if (first.length > maxCells || rows.some((row) => row.length !== first.length)) return undefined
  if (body.some((row) => row.some(({ name }) => name !== 'td'))) return undefined
  const cells = rows.map((row) => row.map(readCell))
  const read = cells.flat()
  if (read.some((cell) => cell === undefined)) return undefined
  const known = cells as Cell[][]
  const padding = known[0]?.[0]?.padding ?? ''
  if (known.some((row) => row.some((cell) => cell.padding !== padding))) return undefined
  const aligns = known.map((row) => row.map(({ align }) => align ?? 'left').join())
  if (new Set(hasHead ? aligns.slice(1) : aligns).size > 1 || (hasHead && aligns[0] !== aligns[1])) return undefined
  const values = known.map((row) => row.map(({ value }) => value))
  return {
    rows: hasHead ? values.slice(1) : values,
    columns: (known[0] ?? []).map(({ align }) => (align === undefined || align === 'left' ? {} : { align })),
    innerPadding: readBox({ padding: padding === '' ? '0' : padding }, 'padding', 0),
    ...(hasHead ? { head: values[0] as RichText[] } : {}),
  }
}

function rowsIn(root: FragmentElement | undefined): FragmentElement[][] | undefined {
  const rows: FragmentElement[][] = []
  const visit = (parent: FragmentElement): boolean =>
    parent.children.every((child) => {
      if (child.kind === 'text') return isBlank(child)
      if (Object.keys(child.attributes).length > 0) return false
      if (child.name === 'thead' || child.name === 'tbody') return visit(child)
      if (child.name !== 'tr') return false
      const cells = child.children.filter((cell) => !isBlank(cell))
      rows.push(cells.filter((cell): cell is FragmentElement => cell.kind === 'element'))
      return cells.every((cell) => cell.kind === 'element' && (cell.name === 'td' || cell.name === 'th'))
    })
  return root !== undefined && visit(root) && rows.length > 0 ? rows : undefined
}

function readCell({ attributes, children, name }: FragmentElement): Cell | undefined {
  const { align: old, style = '', ...others } = attributes
  const { padding = '', 'text-align': own, ...rest } = readDeclarations(style)
  if (Object.keys(others).length > 0 || Object.keys(rest).length > 0 || !isInline(children)) return undefined
  // Header cells are centered by default.
  const align = own ?? old ?? (name === 'th' ? 'center' : undefined)
  if (align !== undefined && align !== 'left' && align !== 'center' && align !== 'right') return undefined
  return { value: parseRichText(printFragments(children)), padding, align }
}

const inLine = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 's', 'br', 'sub', 'sup'])

function isInline(children: FragmentElement['children']): boolean {
  return children.every(
    (child) =>
      child.kind === 'text' ||
      (inLine.has(child.name) &&
        Object.keys(child.attributes).every((name) => child.name === 'a' && (name === 'href' || name === 'target')) &&
        isInline(child.children)),
  )
}
