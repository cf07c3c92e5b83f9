import * as Type from '@sinclair/typebox'
import { type RichText, type Style, richText, taggedText } from '../../document/index.ts'
import { type BlockOf, type HtmlContext, defineBlock, textProperties } from '../../render/index.ts'
import { mobileAlign } from '../paint.ts'
import { renderRepeated } from '../repeated.ts'
import { alignField, colorFields, paddingField, typeFields } from '../style-fields.ts'
import { tableToText } from './table-text.ts'

const side = Type.Union([Type.Literal('left'), Type.Literal('center'), Type.Literal('right')])

const schema = Type.Object({
  head: Type.Optional(Type.Array(richText(), { maxItems: 12 })),
  rows: Type.Array(Type.Array(richText(), { maxItems: 12 }), { maxItems: 500 }),
  columns: Type.Optional(
    Type.Array(
      Type.Object(
        { width: Type.Optional(Type.String({ pattern: '^\\d{1,4}(px|%)$' })), align: Type.Optional(side) },
        { additionalProperties: false },
      ),
      { maxItems: 12 },
    ),
  ),
  caption: Type.Optional(taggedText()),
  rowHeads: Type.Optional(Type.Boolean()),
})

type Table = BlockOf<typeof schema>

const cell = (text: string): RichText => [{ type: 'paragraph', runs: [{ text }] }]

/**
 * A data table. `each` repeats rows of its body: rows that use the loop variable are repeated, the others appear once
 * (a total below the items); if none uses it, all are repeated. `style.border` is the line below each row,
 * `style.innerPadding` the padding of a cell. With `rowHeads` the first cell is the header of its row.
 */
export const table = defineBlock({
  type: 'table',
  label: 'Table',
  icon: 'M12 3v18M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2zM3 9h18M3 15h18',
  schema,
  defaults: {
    head: [cell('Item'), cell('Price')],
    rows: [
      [cell('First'), cell('€ 10')],
      [cell('Second'), cell('€ 20')],
    ],
    columns: [{}, { align: 'right' as const }],
    style: { padding: [8, 24, 8, 24] },
  },
  fields: [
    { prop: 'caption', label: 'Caption', kind: 'text', group: 'content' },
    { prop: 'head', label: 'Header row', kind: 'list', group: 'content' },
    { prop: 'rows', label: 'Rows', kind: 'list', group: 'content' },
    { prop: 'rowHeads', label: 'First column is a header', kind: 'switch', group: 'content' },
    {
      prop: 'columns',
      label: 'Columns',
      kind: 'list',
      group: 'layout',
      item: [
        { prop: 'width', label: 'Width', kind: 'text', placeholder: '25%' },
        { prop: 'align', label: 'Alignment', kind: 'align' },
      ],
    },
    ...typeFields,
    ...colorFields,
    { prop: 'style.border', label: 'Row border', kind: 'border', group: 'style' },
    { prop: 'style.innerPadding', label: 'Cell padding', kind: 'box', group: 'layout' },
    alignField,
    paddingField,
  ],
  element: (_block, theme) => [
    theme.text,
    { innerPadding: [8, 8, 8, 8], border: { width: 1, style: 'solid', color: '#d0d7de' } },
  ],
  box: 'own',
  // Cells have their own alignment: a centered section must not center numbers.
  inherits: textProperties.filter((property) => property !== 'align'),
  repeats: 'inside',
  html: (block, context) => renderTable(block, context),
  amp: (block, context) => {
    if (!context.isTemplate || block.each === undefined) return renderTable(block, context)
    // Between table rows browsers take mustache for misplaced text, and move it out of the table.
    context.warn('AMP_TEMPLATE_LIMITS', 'Inside a list AMP cannot repeat the rows of a table; use columns or a list.')
    return ''
  },
  text: (block, context) => {
    const head = (block.head ?? []).map((value) => context.inline(value))
    // Rows are rendered to JSON lines and split again, so that rows of a loop contain the data of their iteration.
    const body = renderRepeated(
      block.rows,
      block.each,
      context,
      (row) => JSON.stringify(row.map((value) => context.inline(value))),
      '\n',
    )
    const caption = block.caption === undefined ? '' : context.wrap(context.plain(block.caption))
    const table = tableToText(
      { head, body: body === '' ? [] : body.split('\n'), aligns: (block.columns ?? []).map((one) => one.align) },
      { width: context.width, wrap: (text, indent) => context.wrap(text, indent) },
    )
    return caption === '' ? table : `${caption}\n\n${table}`
  },
})

function renderTable(block: Table, context: HtmlContext): string {
  const head = block.head ?? []
  // Header cells are bold unless the block has a weight; inherited weight does not count.
  const bold = cellsOf('th', block.style?.weight ?? 700, context)
  const top = head.length === 0 ? '' : `<thead>${renderRow(head, block, context, bold)}</thead>`
  const cells = cellsOf('td', context.style.weight, context)
  const names = block.rowHeads ? cellsOf('th', context.style.weight ?? 400, context, 'row') : cells
  const body = renderRepeated(block.rows, block.each, context, (row) => renderRow(row, block, context, cells, names))
  const face = context.style.background === undefined ? {} : { background: context.style.background }
  const paint = context.paint({
    of: { ...face, darkBackground: context.style.darkBackground },
    mobileOf: context.mobile.background === undefined ? {} : { background: context.mobile.background },
    box: true,
    style: 'border-collapse:collapse',
  })
  return `<table cellpadding="0" cellspacing="0" width="100%"${paint}>${renderCaption(block, context)}${top}<tbody>${body}</tbody></table>`
}

function renderCaption({ caption = '' }: Table, context: HtmlContext): string {
  const words = context.text(caption)
  if (words === '') return ''
  const { border: _line, background: _face, ...of } = context.style
  const side = context.style.align ?? (context.dir === 'rtl' ? 'right' : 'left')
  const paint = context.paint({
    of: { ...of, weight: 700 },
    mobileOf: withoutWeight(context.mobile),
    mobile: mobileAlign(context),
    text: true,
    padding: 'innerPadding',
    style: `text-align:${side}`,
  })
  return `<caption${paint}>${words}</caption>`
}

/** Element and attributes of one kind of cell. */
interface Cells {
  name: 'td' | 'th'
  scope: 'col' | 'row'
  /** Attributes; a cell in an aligned column keeps its alignment on phones. */
  paint(isAligned: boolean): string
}

function renderRow(
  row: readonly RichText[],
  block: Table,
  context: HtmlContext,
  cells: Cells,
  first: Cells = cells,
): string {
  let out = '<tr>'
  for (let at = 0; at < row.length; at++) {
    out += renderCell(row[at] ?? [], block.columns?.[at], at === 0 ? first : cells, context)
  }
  return `${out}</tr>`
}

// Painted at the first cell, so that a table without cells requests no classes.
function cellsOf(
  name: Cells['name'],
  weight: number | undefined,
  context: HtmlContext,
  scope: Cells['scope'] = 'col',
): Cells {
  let [aligned, free]: (string | undefined)[] = []
  const paint = (isAligned: boolean) =>
    isAligned || context.mobile.align === undefined
      ? (aligned ??= paintCell(weight, '', context))
      : (free ??= paintCell(weight, mobileAlign(context), context))
  return { name, scope, paint }
}

// In Word, text styles are not inherited into tables, so each cell has them.
function paintCell(weight: number | undefined, narrow: string, context: HtmlContext): string {
  const { background: _face, darkBackground: _dark, backgroundImage: _image, radius: _radius, ...of } = context.style
  if (of.border !== undefined) of.border = { ...of.border, sides: ['bottom'] }
  if (weight !== undefined) of.weight = weight
  const { background: _background, radius: _corners, border, ...mobile } = context.mobile
  const mobileOf: Style = border === undefined ? mobile : { ...mobile, border: { ...border, sides: ['bottom'] } }
  const style = 'vertical-align:top'
  return context.paint({ of, mobileOf, text: true, box: true, padding: 'innerPadding', style, mobile: narrow })
}

function withoutWeight({ weight: _weight, ...rest }: Style): Style {
  return rest
}

function renderCell(
  value: RichText,
  column: NonNullable<Table['columns']>[number] | undefined,
  { name, scope, paint }: Cells,
  context: HtmlContext,
): string {
  const start = context.dir === 'rtl' ? 'right' : 'left'
  const align = column?.align ?? context.style.align ?? (name === 'th' ? start : undefined)
  const width = column?.width === undefined ? '' : ` width="${column.width.replace('px', '')}"`
  // An empty corner cell is not a header.
  const names = name === 'th' && value.length > 0
  return `<${names ? `th scope="${scope}"` : 'td'}${align === undefined ? '' : ` align="${align}"`}${width}${paint(column?.align !== undefined)}>${context.inline(value)}</${names ? 'th' : 'td'}>`
}
