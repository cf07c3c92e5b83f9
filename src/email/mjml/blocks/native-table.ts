import { type RichText, type Style, parseRichText } from '../../document/index.ts'
import { readDeclarations } from '../head/style-rules.ts'
import type { LooseBlock } from '../loose.ts'
import { type FragmentElement, isBlank, parseFragment, printFragments } from '../text/fragment.ts'
import { readBox } from '../values/lengths.ts'

interface Cell {
  value: RichText
  padding: string
  align: 'left' | 'center' | 'right' | undefined
}

type TableParts = Pick<LooseBlock, 'rows'> & {
  head?: RichText[]
  columns: object[]
  innerPadding: Style['innerPadding']
}

const maxRows = 500
const maxCells = 12

/** The rows of a mj-table as those of a table block; undefined when a cell or row looks in any way that a block does not say. */
export function readPlainTable(content: string): TableParts | undefined {
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
  // A cell of the head is in the middle unless it says otherwise.
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
