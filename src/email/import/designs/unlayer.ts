import type { BackgroundImage } from '../../document/index.ts'
import { type Design, type DesignTextStyle, reportLeft } from './design.ts'
import { readUnlayerContent } from './unlayer-content.ts'
import {
  type DesignPart,
  borderOf,
  bordersOf,
  colorIn,
  paddingIn,
  partOf,
  partsOf,
  pixelsIn,
  styleFrom,
  textIn,
} from './values.ts'

/** Detects an Unlayer design: a `body` with values and rows; each row has cells and columns of contents. */
export function isUnlayer(design: DesignPart): boolean {
  const body = partOf(design['body'])
  return Array.isArray(body['rows']) && partsOf(body['rows']).every((row) => Array.isArray(row['columns']))
}

/** Content width in px. */
export function unlayerWidth(design: DesignPart): number {
  const values = partOf(partOf(design['body'])['values'])
  return Math.min(900, Math.max(320, Math.round(pixelsIn(values['contentWidth']) ?? 500)))
}

const bodyMembers =
  'textColor backgroundColor backgroundImage contentWidth contentAlign fontFamily preheaderText linkStyle htmlTitle accessibilityTitle borderRadius contentVerticalAlign _styleGuide'.split(
    ' ',
  )

export function readUnlayer(design: DesignPart, reading: Design): DesignPart {
  const body = partOf(design['body'])
  const values = partOf(body['values'])
  const family = partOf(values['fontFamily'])
  const font = reading.font(family['value'], family['url'])
  const links = partOf(values['linkStyle'])
  const text = styleFrom({ font, color: colorIn(values['textColor']), size: 14, lineHeight: 1.4 })
  const linkColor = colorIn(links['linkColor'])
  const look = {
    font: font ?? 'arial, helvetica, sans-serif',
    color: colorIn(values['textColor']) ?? '#000000',
    link: linkColor ?? '#0000ee',
  }
  const background = colorIn(values['backgroundColor'])
  const backgroundImage = readBackground(partOf(values['backgroundImage']), reading)
  const preheader = reading.text(values['preheaderText'])
  const title = textIn(values['htmlTitle'] ?? values['accessibilityTitle']) ?? ''
  const popup = Object.keys(values).filter((name) => name.startsWith('popup'))
  reportLeft(reading, 'The body', values, [...bodyMembers, ...popup])
  const rows = [...partsOf(body['headers']), ...partsOf(body['rows']), ...partsOf(body['footers'])]
  return {
    schema: 'svc.email/1',
    meta: { title: title.slice(0, 1000), ...(preheader === '' ? {} : { preheader }) },
    theme: {
      ...(text === undefined ? {} : { text }),
      link: { ...(linkColor === undefined ? {} : { color: linkColor }), underline: links['linkUnderline'] !== false },
    },
    body: {
      width: reading.width,
      ...(background === undefined ? {} : { background }),
      ...(backgroundImage === undefined ? {} : { backgroundImage }),
      ...(values['contentAlign'] === 'left' ? { align: 'left' } : {}),
    },
    rows: rows.map((row) => readRow(row, reading, look)),
  }
}

function readBackground(image: DesignPart, reading: Design): BackgroundImage | undefined {
  const src = reading.readImageUrl(image['url'])
  if (src === '') return undefined
  const size = textIn(image['size'])
  const repeat = image['repeat'] === true ? 'repeat' : textIn(image['repeat'])
  const [x, y] = Array.isArray(image['customPosition']) ? image['customPosition'].map(textIn) : []
  const custom = x !== undefined && y !== undefined ? `${x} ${y}` : undefined
  const position = custom ?? textIn(image['position']) ?? (image['center'] === false ? undefined : 'center')
  const isPosition =
    position !== undefined &&
    /^(?:left|center|right|top|bottom|\d{1,3}%)(?: (?:left|center|right|top|bottom|\d{1,3}%))?$/.test(position)
  return {
    src,
    size:
      image['cover'] === true || size === 'cover'
        ? ('cover' as const)
        : size === 'contain'
          ? ('contain' as const)
          : ('auto' as const),
    ...(isPosition ? { position } : {}),
    repeat: repeat === 'repeat' || repeat === 'repeat-x' || repeat === 'repeat-y' ? repeat : ('no-repeat' as const),
  }
}

const rowMembers =
  'displayCondition backgroundColor columnsBackgroundColor backgroundImage padding anchor hideDesktop hideMobile noStackMobile _override _styleGuide border'.split(
    ' ',
  )

function readRow(row: DesignPart, reading: Design, look: DesignTextStyle): DesignPart {
  const values = partOf(row['values'])
  const mobile = partOf(partOf(values['_override'])['mobile'])
  const cells = Array.isArray(row['cells'])
    ? row['cells'].map((cell) => (typeof cell === 'number' && cell > 0 ? cell : 1))
    : []
  const columns = partsOf(row['columns']).slice(0, 6)
  const section: DesignPart = {
    type: 'section',
    stack: (mobile['noStackMobile'] ?? values['noStackMobile']) === true ? 'keep' : 'stack',
    columns: columns.map((column, index) => readColumn(column, cells[index] ?? 1, { reading, look })),
  }
  if (partsOf(row['columns']).length > 6)
    reading.warnings.add('COLUMNS_LOST', 'A row has more than six columns; the rest were not imported.')
  reportLeft(reading, 'A row', values, rowMembers)
  reportLeft(reading, 'A row on mobile', mobile, ['padding', 'hideMobile', 'noStackMobile'])
  const image = partOf(values['backgroundImage'])
  const imageUrl = readBackground(image, reading)
  const isWide = image['fullWidth'] !== false
  const band = styleFrom({
    background: colorIn(values['backgroundColor']),
    backgroundImage: isWide ? imageUrl : undefined,
  })
  const box = styleFrom({
    background: colorIn(values['columnsBackgroundColor']),
    backgroundImage: isWide ? undefined : imageUrl,
    padding: paddingIn(values['padding']),
    border: bordersIn(values['border']),
  })
  if (band !== undefined) section['band'] = band
  if (box !== undefined) section['box'] = box
  const narrow = styleFrom({ padding: paddingIn(mobile['padding']) })
  if (narrow !== undefined) section['mobile'] = narrow
  return hidden(section, values, reading)
}

function bordersIn(value: unknown) {
  const line = partOf(value)
  return bordersOf((side) =>
    borderOf(line[`border${side}Width`], line[`border${side}Style`], line[`border${side}Color`]),
  )
}

function readColumn(
  column: DesignPart,
  share: number,
  { reading, look }: { reading: Design; look: DesignTextStyle },
): DesignPart {
  const values = partOf(column['values'])
  const mobile = partOf(partOf(values['_override'])['mobile'])
  reportLeft(reading, 'A column', values, ['backgroundColor', 'padding', 'border', 'borderRadius', '_override'])
  reportLeft(reading, 'A column on mobile', mobile, ['padding', 'backgroundColor', 'border', 'borderRadius'])
  const style = styleFrom({
    background: colorIn(values['backgroundColor']),
    padding: paddingIn(values['padding']),
    border: bordersIn(values['border']),
    radius: pixelsIn(values['borderRadius']),
  })
  const narrow = styleFrom({
    background: colorIn(mobile['backgroundColor']),
    padding: paddingIn(mobile['padding']),
    border: bordersIn(mobile['border']),
    radius: pixelsIn(mobile['borderRadius']),
  })
  const blocks = partsOf(column['contents']).flatMap((content) => {
    const own = partOf(content['values'])
    return readUnlayerContent(textIn(content['type']) ?? '', own, reading, look).map((block, index) =>
      hidden(block, own, reading, index),
    )
  })
  return {
    type: 'column',
    width: { fr: share },
    blocks,
    ...(style === undefined ? {} : { style }),
    ...(narrow === undefined ? {} : { mobile: narrow }),
  }
}

// Visibility and anchors, which rows and contents store alike. An anchor belongs to the first block of a content.
function hidden(node: DesignPart, values: DesignPart, reading: Design, index = 0): DesignPart {
  if (values['hideDesktop'] === true) node['hide'] = { desktop: true }
  else if (values['hideMobile'] === true || partOf(partOf(values['_override'])['mobile'])['hideMobile'] === true)
    node['hide'] = { mobile: true }
  const anchor = index === 0 ? reading.anchor(values['anchor']) : undefined
  if (anchor !== undefined) node['anchor'] = anchor
  const condition = partOf(values['displayCondition'])
  const [before, after] = [textIn(condition['before']), textIn(condition['after'])]
  if (before !== undefined && after !== undefined && before !== '') {
    node['when'] = { op: 'native', target: 'unlayer', before: before.slice(0, 2000), after: after.slice(0, 2000) }
    reading.warnings.add('NATIVE_CONDITION', 'A display condition was kept in the syntax of its ESP.')
  }
  return node
}
