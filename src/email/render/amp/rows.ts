import type { Block, Column, Group, Row, Section } from '../../document/index.ts'
import { inheritTextStyle } from '../html/inheritance.ts'
import { boxOf, hasBox, layered, textAround } from '../html/rows.ts'
import { type ComputedStyle, blankStyle, assignLayer } from '../style/computed-style.ts'
import { insetWidth } from '../style/declarations.ts'
import type { CleanAmp } from './amp-block-context.ts'
import type { AmpPage } from './amp-page.ts'
import { renderAmpColumns } from './columns.ts'

/** Width, inherited text style, and whether the row is in a group. */
export interface AmpWidth {
  width: number
  around: ComputedStyle | undefined
  isInGroup: boolean
  cleanAmp: CleanAmp | undefined
}

/** Applies the loop and the condition of the row. */
export function renderAmpRow(page: AmpPage, row: Row, available: AmpWidth): string {
  if (row.parts?.amp === false) return ''
  if (row.type === 'module') {
    const { warnings } = page.values
    if (!warnings.isAbout(row.id)) {
      warnings.add('MODULE_NOT_EXPANDED', `Module ${row.ref.id} was not expanded before rendering.`, row.id)
    }
    return ''
  }
  if (row.hide?.desktop && row.hide.mobile) return ''
  const render = () =>
    page.grow(
      page.meter.size,
      page.node(row, row.type === 'group' ? renderGroup(page, row, available) : renderSection(page, row, available)),
    )
  const otherwise = row.each?.else
  if (otherwise === undefined) return page.values.around(row, { render })
  return page.values.around(row, {
    render,
    orElse: () => renderSection(page, fallbackSection(row, otherwise), available),
  })
}

function renderGroup(page: AmpPage, group: Group, available: AmpWidth): string {
  const style = layered(page, group, group.style)
  const inner = {
    ...available,
    width: Math.max(1, available.width - insetWidth(style)),
    around: inheritTextStyle(inheritTextStyle(available.around, { style: group.band }), group),
    isInGroup: true,
  }
  let rows = ''
  for (const row of group.rows) rows += renderAmpRow(page, row, inner)
  return inBand(page, group, (isInside) => {
    const attributes = paintBox(page, group, style, { frame: frameOf(page, available.width), isInside })
    return `<div${attributes}>${rows}</div>`
  })
}

function renderSection(page: AmpPage, section: Section, available: AmpWidth): string {
  const box = boxOf(page, section, available)
  const columns = renderAmpColumns(page, section.columns, {
    width: Math.max(1, available.width - insetWidth(box)),
    around: textAround(available.around, section),
    stack: section.stack,
    cleanAmp: available.cleanAmp,
  })
  return inBand(page, section, (isInside) => {
    const attributes = paintBox(page, section, box, { frame: frameOf(page, available.width), isInside })
    return `<div${attributes}>${columns}</div>`
  })
}

// Surrounds the result of `render` with the full-width band, if any; the band then has the classes of visibility.
function inBand(page: AmpPage, row: Section | Group, render: (isInside: boolean) => string): string {
  const { band } = row
  if (band === undefined || !hasBox(band)) return render(false)
  const style = assignLayer(blankStyle(), band)
  return `<div${paintBox(page, { hide: row.hide }, style, { frame: '' })}>${render(true)}</div>`
}

/** Box, width and visibility classes of a node. */
function paintBox(
  page: AmpPage,
  node: { hide?: Section['hide'] | undefined; mobile?: Section['mobile'] },
  style: ComputedStyle,
  { frame, isInside = false }: { frame: string; isInside?: boolean },
): string {
  const { desktop, mobile } = isInside ? {} : (node.hide ?? {})
  const { mobileWidth } = page.document.body
  const visibility = desktop ? 'display:block' : mobile ? 'display:none' : ''
  const limit = frame === '' || mobileWidth === undefined ? '' : `max-width:${mobileWidth}px`
  return page.paint(
    style,
    node.mobile,
    {
      box: true,
      cell: true,
      padding: 'padding',
      style: [desktop ? 'display:none' : '', frame].filter((one) => one !== '').join(';'),
      mobile: [visibility, limit].filter((one) => one !== '').join(';'),
    },
    page.backgroundOf(style),
  )
}

function frameOf(page: AmpPage, width: number): string {
  return `${page.document.body.align === 'left' ? '' : 'margin:0 auto;'}max-width:${width}px`
}

// Blocks that replace an empty loop keep the box of the row.
function fallbackSection(row: Section | Group, blocks: Block[]): Section {
  const column: Column = { id: `${row.id}-else`, type: 'column', width: { fr: 1 }, blocks }
  const { each: _each, when: _when, ...rest } = row
  return row.type === 'section'
    ? { ...(rest as Section), columns: [column] }
    : { id: row.id, type: 'section', stack: 'stack', columns: [column], ...(row.style && { box: row.style }) }
}
