import type { BackgroundImage } from '../../document/index.ts'
import { readBeefreeModule } from './beefree-module.ts'
import { type Design, type DesignTextStyle, reportLeft } from './design.ts'
import {
  type DesignPart,
  borderIn,
  borderOf,
  bordersOf,
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

/** Detects a Beefree design in its full format (`page.rows`) or its simple one (`template.rows`). */
export function isBeefree(design: DesignPart): boolean {
  const rows = partOf(design['page'])['rows'] ?? partOf(design['template'])['rows']
  return Array.isArray(rows) && partsOf(rows).every((row) => Array.isArray(row['columns']))
}

/** Content width in px. */
export function beefreeWidth(design: DesignPart): number {
  const settings = partOf(partOf(design['template'])['settings'])
  const content = partOf(partOf(partOf(design['page'])['body'])['content'])
  const width = pixelsIn(settings['width']) ?? pixelsIn(partOf(content['computedStyle'])['messageWidth']) ?? 600
  return Math.min(900, Math.max(320, Math.round(width)))
}

export function readBeefree(design: DesignPart, reading: Design): DesignPart {
  return Array.isArray(partOf(design['page'])['rows'])
    ? readFull(partOf(design['page']), reading)
    : readSimple(partOf(design['template']), reading)
}

function readFull(page: DesignPart, reading: Design): DesignPart {
  const body = partOf(page['body'])
  const container = partOf(partOf(body['container'])['style'])
  const content = partOf(body['content'])
  const linkColor = colorIn(partOf(content['computedStyle'])['linkColor'])
  const style = partOf(content['style'])
  for (const one of partsOf(body['webFonts'])) reading.font(one['fontFamily'], one['url'])
  const computedBody = partOf(content['computedStyle'])
  reportLeft(reading, 'The page', computedBody, ['align', 'linkColor', 'messageBackgroundColor', 'messageWidth'])
  const look = {
    font: fontIn(style['font-family']) ?? 'Arial, Helvetica, sans-serif',
    color: textIn(style['color']) ?? '#000000',
    link: linkColor ?? '#0068a5',
  }
  return documentOf({
    title: textIn(page['title']) ?? '',
    background: colorIn(container['background-color']),
    contentBackground: colorIn(computedBody['messageBackgroundColor']),
    align: computedBody['align'] === 'left' ? 'left' : undefined,
    linkColor,
    font: look.font,
    reading,
    rows: partsOf(page['rows']).map((row) => {
      const inner = partOf(row['content'])
      const computed = partOf(inner['computedStyle'])
      const columns = partsOf(row['columns'])
      const total = columns.reduce((sum, column) => sum + (numberIn(column['grid-columns']) || 1), 0)
      const valign = textIn(computed['verticalAlign'])
      reportLeft(reading, 'A row', computed, rowComputed)
      reportLeft(reading, 'A row', partOf(inner['style']), rowStyles)
      reportLeft(reading, 'A row', partOf(partOf(row['container'])['style']), rowStyles)
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
            valign: valign === 'middle' || valign === 'bottom' ? valign : undefined,
            reading,
            look,
          }),
        ),
        reading,
      })
    }),
  })
}

const rowComputed =
  'hideContentOnMobile hideContentOnDesktop rowColStackOnMobile rowReverseColStackOnMobile verticalAlign'.split(' ')
const rowStyles =
  'background-color background-image background-position background-repeat background-size border-radius border-top border-right border-bottom border-left padding-top padding-right padding-bottom padding-left color width'.split(
    ' ',
  )

function readSimple(template: DesignPart, reading: Design): DesignPart {
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

interface BeefreeDocument {
  title: string
  background: string | undefined
  contentBackground?: string | undefined
  align?: 'left' | undefined
  linkColor: string | undefined
  font: string
  reading: Design
  rows: DesignPart[]
}

function documentOf({
  title,
  background,
  contentBackground,
  align,
  linkColor,
  font,
  reading,
  rows,
}: BeefreeDocument): DesignPart {
  return {
    schema: 'svc.email/1',
    meta: { title: title.slice(0, 1000) },
    theme: { text: { font }, ...(linkColor === undefined ? {} : { link: { color: linkColor } }) },
    body: {
      width: reading.width,
      ...(background === undefined ? {} : { background }),
      ...(contentBackground === undefined ? {} : { contentBackground }),
      ...(align === undefined ? {} : { align }),
    },
    rows,
  }
}

interface Row {
  band: DesignPart
  box: DesignPart
  stack: 'stack' | 'reverse' | 'keep'
  hide: 'mobile' | 'desktop' | undefined
  condition: DesignPart
  columns: DesignPart[]
  reading: Design
}

function rowOf({ band, box, stack, hide, condition, columns, reading }: Row): DesignPart {
  const row: DesignPart = { type: 'section', stack, columns: columns.slice(0, 6) }
  if (columns.length > 6)
    reading.warnings.add('COLUMNS_LOST', 'A row has more than six columns; the rest were not imported.')
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
    reading.warnings.add('NATIVE_CONDITION', 'A display condition was kept in the syntax of its ESP.')
  }
  return row
}

function faceOf(style: DesignPart, reading: Design) {
  const address = /url\(\s*['"]?([^'")]+)/i.exec(textIn(style['background-image']) ?? '')?.[1]
  const src = reading.readImageUrl(address)
  const radius = pixelsIn(style['border-radius'])
  const width = style['border-width']
  return styleFrom({
    background: colorIn(style['background-color']),
    backgroundImage: src === '' ? undefined : { src, ...placeOf(style) },
    padding: paddingOf(style),
    radius: radius === 0 ? undefined : radius,
    border:
      bordersOf((side) => borderIn(style[`border-${side.toLowerCase()}`])) ??
      borderOf(width, 'solid', style['border-color']),
  })
}

function placeOf(style: DesignPart): Omit<BackgroundImage, 'src'> {
  const position = textIn(style['background-position'])?.trim()
  const repeat = textIn(style['background-repeat'])?.trim()
  const size = textIn(style['background-size'])?.trim()
  const isPosition =
    position !== undefined && /^(?:left|center|right|top|bottom)(?: (?:left|center|right|top|bottom))?$/.test(position)
  return {
    size: size === 'cover' || size === 'contain' ? size : 'auto',
    // Documents put the horizontal keyword first.
    ...(isPosition ? { position: position.replace(/^(top|bottom|center) (left|right|center)$/, '$2 $1') } : {}),
    repeat: repeat === 'repeat' || repeat === 'repeat-x' || repeat === 'repeat-y' ? repeat : 'no-repeat',
  }
}

interface ColumnParts {
  share: number
  style: DesignPart
  modules: DesignPart[]
  valign?: 'middle' | 'bottom' | undefined
  reading: Design
  look: DesignTextStyle
}

function columnOf({ share, style, modules, valign, reading, look }: ColumnParts): DesignPart {
  const face = faceOf(style, reading)
  const blocks = modules.flatMap((module) => readBeefreeModule(module, reading, look))
  return {
    type: 'column',
    width: { fr: Math.max(0.01, Math.round(share * 1000) / 100) },
    ...(valign === undefined ? {} : { align: valign }),
    blocks,
    ...(face === undefined ? {} : { style: face }),
  }
}
