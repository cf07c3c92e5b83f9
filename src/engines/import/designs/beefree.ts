import { readBeefreeModule } from './beefree-module.ts'
import type { Design } from './design.ts'
import {
  type Part,
  colorIn,
  fontIn,
  paddingOf,
  numberIn,
  partOf,
  partsOf,
  pixelsIn,
  styleFrom,
  textIn,
} from './values.ts'

/** Whether JSON is a design of Beefree, in its full form (`page.rows`) or its simple one (`template.rows`). */
export function isBeefree(design: Part): boolean {
  const rows = partOf(design['page'])['rows'] ?? partOf(design['template'])['rows']
  return Array.isArray(rows) && partsOf(rows).every((row) => Array.isArray(row['columns']))
}

/** Width of the content of a Beefree design in px. */
export function beefreeWidth(design: Part): number {
  const settings = partOf(partOf(design['template'])['settings'])
  const content = partOf(partOf(partOf(design['page'])['body'])['content'])
  const width = pixelsIn(settings['width']) ?? pixelsIn(partOf(content['computedStyle'])['messageWidth']) ?? 600
  return Math.min(900, Math.max(320, Math.round(width)))
}

/** The document of a Beefree design. */
export function readBeefree(design: Part, reading: Design): Part {
  return Array.isArray(partOf(design['page'])['rows'])
    ? readFull(partOf(design['page']), reading)
    : readSimple(partOf(design['template']), reading)
}

function readFull(page: Part, reading: Design): Part {
  const body = partOf(page['body'])
  const container = partOf(partOf(body['container'])['style'])
  const content = partOf(body['content'])
  const linkColor = colorIn(partOf(content['computedStyle'])['linkColor'])
  const style = partOf(content['style'])
  const look = {
    font: fontIn(style['font-family']) ?? 'Arial, Helvetica, sans-serif',
    color: textIn(style['color']) ?? '#000000',
    link: linkColor ?? '#0068a5',
  }
  return documentOf({
    title: textIn(page['title']) ?? '',
    background: colorIn(container['background-color']),
    linkColor,
    font: look.font,
    reading,
    rows: partsOf(page['rows']).map((row) => {
      const inner = partOf(row['content'])
      const computed = partOf(inner['computedStyle'])
      const columns = partsOf(row['columns'])
      const total = columns.reduce((sum, column) => sum + (numberIn(column['grid-columns']) || 1), 0)
      return rowOf({
        band: partOf(partOf(row['container'])['style']),
        box: partOf(inner['style']),
        stack:
          computed['rowReverseColStackOnMobile'] === true
            ? 'reverse'
            : computed['rowColStackOnMobile'] === false
              ? 'keep'
              : 'stack',
        hide:
          computed['hideContentOnMobile'] === true
            ? 'mobile'
            : computed['hideContentOnDesktop'] === true
              ? 'desktop'
              : undefined,
        condition: partOf(partOf(row['container'])['displayCondition']),
        columns: columns.map((column) =>
          columnOf({
            share: (numberIn(column['grid-columns']) || 1) / Math.max(1, total),
            style: partOf(column['style']),
            modules: partsOf(column['modules']),
            reading,
            look,
          }),
        ),
        reading,
      })
    }),
  })
}

function readSimple(template: Part, reading: Design): Part {
  const settings = partOf(template['settings'])
  const metadata = partOf(template['metadata'])
  const linkColor = colorIn(settings['linkColor'])
  const look = { font: 'Arial, Helvetica, sans-serif', color: '#000000', link: linkColor ?? '#0068a5' }
  const document = documentOf({
    title: textIn(metadata['title']) ?? '',
    background: colorIn(settings['background-color']),
    linkColor,
    font: look.font,
    reading,
    rows: partsOf(template['rows']).map((row) =>
      rowOf({
        band: { 'background-color': row['background-color'], 'background-image': row['background-image'] },
        box: { 'background-color': row['contentAreaBackgroundColor'] ?? settings['contentAreaBackgroundColor'] },
        stack:
          row['rowReverseColStackOnMobile'] === true ? 'reverse' : row['colStackOnMobile'] === false ? 'keep' : 'stack',
        hide: undefined,
        condition: partOf(row['display-condition']),
        columns: partsOf(row['columns']).map((column) =>
          columnOf({
            share: Math.max(1, numberIn(column['weight']) || 1) / 12,
            style: column,
            modules: partsOf(column['modules']),
            reading,
            look,
          }),
        ),
        reading,
      }),
    ),
  })
  const meta = partOf(document['meta'])
  const [subject, preheader, lang] = [
    reading.text(metadata['subject']),
    reading.text(metadata['preheader']),
    textIn(metadata['lang']),
  ]
  if (subject !== '') meta['subject'] = subject
  if (preheader !== '') meta['preheader'] = preheader
  if (lang !== undefined && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(lang)) meta['lang'] = lang
  return document
}

interface Whole {
  title: string
  background: string | undefined
  linkColor: string | undefined
  font: string
  reading: Design
  rows: Part[]
}

function documentOf({ title, background, linkColor, font, reading, rows }: Whole): Part {
  return {
    schema: 'svc.email/1',
    meta: { title: title.slice(0, 1000) },
    theme: { text: { font }, ...(linkColor === undefined ? {} : { link: { color: linkColor } }) },
    body: { width: reading.width, ...(background === undefined ? {} : { background }) },
    rows,
  }
}

interface Row {
  band: Part
  box: Part
  stack: 'stack' | 'reverse' | 'keep'
  hide: 'mobile' | 'desktop' | undefined
  condition: Part
  columns: Part[]
  reading: Design
}

function rowOf({ band, box, stack, hide, condition, columns, reading }: Row): Part {
  const row: Part = { type: 'section', stack, columns: columns.slice(0, 6) }
  if (columns.length > 6)
    reading.warnings.add('COLUMNS_LOST', 'A row has more than six columns; the others were left out.')
  for (const [member, style] of [
    ['band', faceOf(band, reading)],
    ['box', faceOf(box, reading)],
  ] as const) {
    if (style !== undefined) row[member] = style
  }
  if (hide !== undefined) row['hide'] = { [hide]: true }
  const [before, after] = [textIn(condition['before']), textIn(condition['after'])]
  if (before !== undefined && after !== undefined && before !== '') {
    row['when'] = { op: 'native', target: 'beefree', before: before.slice(0, 2000), after: after.slice(0, 2000) }
    reading.warnings.add('NATIVE_CONDITION', 'A display condition is kept in the words of its mailing system.')
  }
  return row
}

function faceOf(style: Part, reading: Design) {
  const address = /url\(\s*['"]?([^'")]+)/i.exec(textIn(style['background-image']) ?? '')?.[1]
  const src = reading.picture(address)
  return styleFrom({
    background: colorIn(style['background-color']),
    backgroundImage: src === '' ? undefined : { src },
    padding: paddingOf(style),
    radius: pixelsIn(style['border-radius']),
  })
}

interface ColumnParts {
  share: number
  style: Part
  modules: Part[]
  reading: Design
  look: { font: string; color: string; link: string }
}

function columnOf({ share, style, modules, reading, look }: ColumnParts): Part {
  const face = faceOf(style, reading)
  const blocks = modules.flatMap((module) => readBeefreeModule(module, reading, look))
  return {
    type: 'column',
    width: { fr: Math.max(0.01, Math.round(share * 1000) / 100) },
    blocks,
    ...(face === undefined ? {} : { style: face }),
  }
}
