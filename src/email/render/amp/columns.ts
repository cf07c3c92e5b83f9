import type { Scope } from '../../data/index.ts'
import type { Column } from '../../document/index.ts'
import { columnSizes } from '../html/column-widths.ts'
import { inheritTextStyle } from '../html/inheritance.ts'
import { type ComputedStyle, blankStyle, assignLayer } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import type { AmpPage } from './amp-page.ts'
import { type AmpRowPlace, renderAmpBlocks } from './blocks.ts'

/** A column instance after loop and condition, with its data. */
interface AmpColumnContext {
  column: Column
  scope: Scope
}

/** Columns stack on phones unless `stack` is `keep`. */
export function renderAmpColumns(page: AmpPage, columns: readonly Column[], place: AmpRowPlace): string {
  const all = unrollColumns(page, columns)
  const shown = all.filter(({ column }) => !column.hide?.desktop)
  const sizes = columnSizes(
    shown.map(({ column }) => column),
    place.width,
  )
  const [only] = all
  if (all.length === 1 && only !== undefined && sizes[0]?.percent === '100') {
    return renderStanding(page, only, { width: place.width, css: '', mobile: '', place })
  }
  const align = shown.find(({ column }) => column.align !== undefined && column.align !== 'top')?.column.align ?? 'top'
  let inner = ''
  let at = 0
  for (const standing of all) {
    const size = standing.column.hide?.desktop ? undefined : sizes[at++]
    const own = standing.column.align ?? align
    const css = `width:${size?.percent ?? '100'}%${own === 'top' ? '' : `;align-self:${own === 'middle' ? 'center' : 'flex-end'}`}`
    const mobile = place.stack === 'keep' ? '' : 'width:100%'
    inner += renderStanding(page, standing, { width: size?.px ?? place.width, css, mobile, place })
  }
  if (inner === '') return ''
  const isFull = sizes.reduce((sum, { px }) => sum + px, 0) >= place.width
  const row = `display:flex;align-items:flex-start${isFull ? '' : ';justify-content:center'}`
  return `<div${page.classOf(row, narrow[place.stack])}>${inner}</div>`
}

const narrow: Readonly<Record<AmpRowPlace['stack'], string>> = {
  stack: 'display:block',
  reverse: 'flex-direction:column-reverse',
  keep: '',
}

interface ColumnPlace {
  width: number
  css: string
  mobile: string
  place: AmpRowPlace
}

function renderStanding(page: AmpPage, { column, scope }: AmpColumnContext, at: ColumnPlace): string {
  const { values } = page
  const outer = values.scope
  values.scope = scope
  const render = () => page.node(column, renderColumn(page, column, at))
  const html = isLater(page) ? values.around(column, { render }) : render()
  values.scope = outer
  return html
}

function renderColumn(page: AmpPage, column: Column, { css, mobile, place, width }: ColumnPlace): string {
  const style = columnStyle(page, column)
  const { desktop, mobile: phone } = column.hide ?? {}
  const attributes = page.paint(
    style,
    column.mobile,
    {
      box: true,
      cell: true,
      padding: 'padding',
      style: desktop ? joined(css, 'display:none') : css,
      mobile: joined(mobile, desktop ? 'display:block' : phone ? 'display:none' : ''),
    },
    page.backgroundOf(style),
  )
  const inner = {
    width: Math.max(1, width - insetWidth(style)),
    around: inheritTextStyle(place.around, column),
    cleanAmp: place.cleanAmp,
    renderColumns: renderAmpColumns,
  }
  const blocks = renderAmpBlocks(page, column.blocks, inner)
  return attributes === '' ? blocks : `<div${attributes}>${blocks}</div>`
}

function columnStyle(page: AmpPage, column: Column): ComputedStyle {
  const style = blankStyle()
  for (const layer of page.classes(column)) assignLayer(style, layer)
  return assignLayer(style, column.style, column.dark)
}

// True if the ESP or AMP evaluates loops and conditions.
function isLater({ values }: AmpPage): boolean {
  return values.target === 'passthrough' || values.isTemplate
}

/** Unrolls loops and evaluates conditions, as far as the data is known. */
function unrollColumns(page: AmpPage, columns: readonly Column[]): AmpColumnContext[] {
  const { values } = page
  const outer = values.scope
  return columns.flatMap((column) => {
    if (column.parts?.amp === false || (column.hide?.desktop && column.hide.mobile)) return []
    if (isLater(page)) return [{ column, scope: outer }]
    const included: AmpColumnContext[] = []
    const include = (one: Column) => {
      included.push({ column: one, scope: values.scope })
      return ''
    }
    const otherwise = column.each?.else
    const orElse = otherwise === undefined ? {} : { orElse: () => include({ ...column, blocks: otherwise }) }
    values.around(column, { render: () => include(column), ...orElse })
    return included
  })
}

function joined(first: string, second: string): string {
  return [first, second].filter((one) => one !== '').join(';')
}
