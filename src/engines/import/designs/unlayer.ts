import type { Design } from './design.ts'
import { readUnlayerContent } from './unlayer-content.ts'
import { type Part, colorIn, fontIn, paddingIn, partOf, partsOf, pixelsIn, styleFrom, textIn } from './values.ts'
import { borderOf } from './values.ts'

/** Whether JSON is the design of Unlayer: rows of cells and columns of contents below a body with values. */
export function isUnlayer(design: Part): boolean {
  const body = partOf(design['body'])
  return Array.isArray(body['rows']) && partsOf(body['rows']).every((row) => Array.isArray(row['columns']))
}

/** Width of the content of an Unlayer design in px. */
export function unlayerWidth(design: Part): number {
  const values = partOf(partOf(design['body'])['values'])
  return Math.min(900, Math.max(320, Math.round(pixelsIn(values['contentWidth']) ?? 500)))
}

/** The document of an Unlayer design. */
export function readUnlayer(design: Part, reading: Design): Part {
  const body = partOf(design['body'])
  const values = partOf(body['values'])
  const font = fontIn(partOf(values['fontFamily'])['value'])
  const links = partOf(values['linkStyle'])
  const text = styleFrom({ font, color: colorIn(values['textColor']), size: 14, lineHeight: 1.4 })
  const linkColor = colorIn(links['linkColor'])
  const look = {
    font: font ?? 'arial, helvetica, sans-serif',
    color: colorIn(values['textColor']) ?? '#000000',
    link: linkColor ?? '#0000ee',
  }
  const background = colorIn(values['backgroundColor'])
  const preheader = reading.text(values['preheaderText'])
  const rows = [...partsOf(body['headers']), ...partsOf(body['rows']), ...partsOf(body['footers'])]
  return {
    schema: 'svc.email/1',
    meta: { title: '', ...(preheader === '' ? {} : { preheader }) },
    theme: {
      ...(text === undefined ? {} : { text }),
      link: { ...(linkColor === undefined ? {} : { color: linkColor }), underline: links['linkUnderline'] !== false },
    },
    body: {
      width: reading.width,
      ...(background === undefined ? {} : { background }),
      ...(values['contentAlign'] === 'left' ? { align: 'left' } : {}),
    },
    rows: rows.map((row) => readRow(row, reading, look)),
  }
}

/** How text looks unless a content says otherwise. */
export interface UnlayerLook {
  font: string
  color: string
  link: string
}

function readRow(row: Part, reading: Design, look: UnlayerLook): Part {
  const values = partOf(row['values'])
  const cells = Array.isArray(row['cells'])
    ? row['cells'].map((cell) => (typeof cell === 'number' && cell > 0 ? cell : 1))
    : []
  const columns = partsOf(row['columns']).slice(0, 6)
  const section: Part = {
    type: 'section',
    stack: values['noStackMobile'] === true ? 'keep' : 'stack',
    columns: columns.map((column, index) => readColumn(column, cells[index] ?? 1, { reading, look })),
  }
  if (partsOf(row['columns']).length > 6)
    reading.warnings.add('COLUMNS_LOST', 'A row has more than six columns; the others were left out.')
  const image = partOf(values['backgroundImage'])
  const src = reading.picture(image['url'])
  const picture =
    src === '' ? undefined : { src, size: image['cover'] === true ? ('cover' as const) : ('auto' as const) }
  const isWide = image['fullWidth'] !== false
  const band = styleFrom({
    background: colorIn(values['backgroundColor']),
    backgroundImage: isWide ? picture : undefined,
  })
  const box = styleFrom({
    background: colorIn(values['columnsBackgroundColor']),
    backgroundImage: isWide ? undefined : picture,
    padding: paddingIn(values['padding']),
  })
  if (band !== undefined) section['band'] = band
  if (box !== undefined) section['box'] = box
  return hidden(section, values, reading)
}

function readColumn(column: Part, share: number, { reading, look }: { reading: Design; look: UnlayerLook }): Part {
  const values = partOf(column['values'])
  const line = partOf(values['border'])
  const style = styleFrom({
    background: colorIn(values['backgroundColor']),
    padding: paddingIn(values['padding']),
    border: borderOf(line['borderTopWidth'], line['borderTopStyle'], line['borderTopColor']),
    radius: pixelsIn(values['borderRadius']),
  })
  const blocks = partsOf(column['contents']).flatMap((content) => {
    const own = partOf(content['values'])
    return readUnlayerContent(textIn(content['type']) ?? '', own, reading, look).map((block) =>
      hidden(block, own, reading),
    )
  })
  return { type: 'column', width: { fr: share }, blocks, ...(style === undefined ? {} : { style }) }
}

// What is shown where and when, the same on rows and contents.
function hidden(node: Part, values: Part, { warnings }: Design): Part {
  if (values['hideDesktop'] === true) node['hide'] = { desktop: true }
  else if (values['hideMobile'] === true || partOf(partOf(values['_override'])['mobile'])['hideMobile'] === true)
    node['hide'] = { mobile: true }
  const condition = partOf(values['displayCondition'])
  const [before, after] = [textIn(condition['before']), textIn(condition['after'])]
  if (before !== undefined && after !== undefined && before !== '') {
    node['when'] = { op: 'native', target: 'unlayer', before: before.slice(0, 2000), after: after.slice(0, 2000) }
    warnings.add('NATIVE_CONDITION', 'A display condition is kept in the words of its mailing system.')
  }
  return node
}
