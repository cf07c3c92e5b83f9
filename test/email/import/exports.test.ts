import { expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type Block, type Column, readDocument } from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'

function read(html: string) {
  const { document, report } = importHtml({ html: `<!doctype html><html>${html}</html>` }, blockTypes)
  const result = readDocument(document, blockTypes)
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  const sections = result.document.rows.flatMap((row) =>
    row.type === 'group' ? row.rows : row.type === 'section' ? [row] : [],
  )
  return { blocks: sections.flatMap(({ columns }) => blocksOf(columns)), report }
}

function blocksOf(columns: readonly Column[]): Block[] {
  return columns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'columns' ? blocksOf(block['columns'] as Column[]) : [block])),
  )
}

const page = (inner: string, css = '') =>
  `<head><style>${css}</style></head><body style="margin:0"><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0"><tr><td style="padding:0">${inner}</td></tr></table></body>`

test('an image that fills a box has the width and alignment of the box', () => {
  const { blocks } = read(
    page(
      '<div align="center"><div style="max-width:81.25px"><img src="https://example.com/a.png" width="81.25" style="display:block;width:100%;height:auto" alt="A"></div></div>',
    ),
  )
  expect(blocks).toMatchObject([{ type: 'image', width: 81, style: { align: 'center' } }])
})

test('an image as wide as its column keeps its width on phones, unless it is fluid', () => {
  const columns = (name: string) =>
    page(
      `<table width="600" cellpadding="0" cellspacing="0"><tr><td class="column" width="300"><p>Words</p></td><td class="column" width="300"><div class="${name}" style="max-width:300px"><img src="https://example.com/a.png" style="display:block;width:100%" alt=""></div></td></tr></table>`,
      '@media (max-width:620px){.column{display:block!important;width:100%!important}.grows{max-width:100%!important}}',
    )
  expect(read(columns('stays')).blocks[1]).toMatchObject({ width: 300, mobile: { width: 300 } })
  expect(read(columns('grows')).blocks[1]).toMatchObject({ width: 300, mobile: { width: '100%' } })
})

test('padded links in a row are a menu, with their separator', () => {
  const link = (label: string) =>
    `<a href="https://example.com/${label}" style="display:inline-block;padding:5px 15px;color:#3319e2;font-size:14px;text-decoration:none">${label}</a>`
  const { blocks, report } = read(
    page(`<div style="text-align:center">${link('News')}<span>|</span>${link('Shop')}</div>`),
  )
  expect(blocks).toMatchObject([
    {
      type: 'menu',
      separator: '|',
      items: [{ label: 'News' }, { label: 'Shop', href: 'https://example.com/Shop' }],
      style: { align: 'center', color: '#3319e2', innerPadding: [5, 15, 5, 15] },
    },
  ])
  expect(report.words_kept).toBe(1)
})

test('small images, each in its own table or box, are centered icons', () => {
  const icon = (name: string, gap: number) =>
    `<table align="left" width="32" style="display:inline-block;margin-right:${gap}px" cellpadding="0" cellspacing="0"><tr><td><a href="https://example.com/${name}"><img src="https://example.com/${name}.png" alt="${name}" width="32" style="display:block"></a></td></tr></table>`
  const { blocks } = read(
    page(
      `<div align="center"><div style="display:table;max-width:110px">${icon('x', 15)}${icon('github', 0)}</div></div>`,
    ),
  )
  expect(blocks).toMatchObject([
    {
      type: 'icons',
      size: 32,
      items: [{ alt: 'x', href: 'https://example.com/x' }, { alt: 'github' }],
      style: { align: 'center', innerPadding: [0, 7.5, 0, 7.5] },
    },
  ])
  const boxes = (name: string) =>
    `<div style="display:inline-block;padding-right:10px"><a href="https://example.com/${name}"><img src="https://example.com/${name}.png" alt="" width="24"></a></div>`
  expect(read(page(`<div style="text-align:center">${boxes('a')}${boxes('b')}</div>`)).blocks).toMatchObject([
    { type: 'icons', size: 24, style: { align: 'center' } },
  ])
})

test('a button without a link is a button', () => {
  const { blocks } = read(
    page('<div><span style="display:inline-block;background:#3319e2;color:#fff;padding:4px 15px">SALE</span></div>'),
  )
  expect(blocks).toMatchObject([{ type: 'button', label: 'SALE', href: '', style: { background: '#3319e2' } }])
})

test('a button has the width of its label or its percentage, and can be wider on phones', () => {
  const cell = (inner: string) => `<table width="100%"><tr><td align="center">${inner}</td></tr></table>`
  const css =
    '@media (max-width:600px){a.go{display:block!important;font-size:20px!important}a.share{width:60%!important}}'
  const face = 'background:#6fa8dc;border-radius:20px;display:inline-block'
  const { blocks } = read(
    page(
      cell(
        `<span style="${face};width:auto"><a class="go" href="https://example.com/" style="color:#fff;padding:10px 20px;display:inline-block;background:#6fa8dc">Go</a></span>`,
      ) +
        `<div align="center"><a class="share" href="https://example.com/b" style="box-sizing:border-box;display:inline-block;width:35%;background-color:#da5345;color:#fff;text-align:center"><span style="display:block;padding:10px 20px">On</span></a></div>`,
      css,
    ),
  )
  expect(blocks[0]).toMatchObject({ type: 'button', mobile: { width: '100%', size: 20 } })
  expect(blocks[0]).not.toHaveProperty('fullWidth')
  expect(blocks[1]).toMatchObject({ type: 'button', style: { width: '35%' }, mobile: { width: '60%' } })
})

test('mobile overrides of a box apply to the text inside it, except text with its own size', () => {
  const { blocks } = read(
    page(
      '<h1 class="big" style="font-size:30px;margin:0"><div><div>Title</div></div></h1><div class="big" style="font-size:30px"><div style="font-size:12px">Small</div></div>',
      '@media (max-width:480px){.big{font-size:26px!important}}',
    ),
  )
  expect(blocks[0]).toMatchObject({ mobile: { size: 26 } })
  expect(blocks[1]).not.toHaveProperty('mobile')
})

test('images in separate files and attachments become image blocks, and the report names what to upload', () => {
  const urls = {
    'images/a.png': 'https://upload.invalid/images/a.png',
    '../my logo.png': 'https://upload.invalid/my%20logo.png',
    'C:\\mail\\a.png': 'https://upload.invalid/mail/a.png',
    'file:///C:/mail/a.png': 'https://upload.invalid/mail/a.png',
    'cid:image001.png@01DA': 'https://upload.invalid/image001.png@01DA',
  }
  for (const [given, src] of Object.entries(urls)) {
    const { blocks, report } = read(page(`<img src="${given}" alt="A" width="200">`))
    expect(blocks).toMatchObject([{ type: 'image', src, alt: 'A', width: 200 }])
    expect(report.warnings.map(({ code }) => code)).toEqual(['IMAGES_TO_UPLOAD'])
    expect(report.warnings[0]?.message).toContain(given)
    expect(report).toMatchObject({ images_kept: 1, native_share: 1 })
  }
  const { report } = read(
    page('<div style="background:#333333 url(bg/hero.jpg) no-repeat;color:#ffffff;padding:40px">Words</div>'),
  )
  expect(report.warnings).toMatchObject([{ code: 'IMAGES_TO_UPLOAD', message: expect.stringContaining('bg/hero.jpg') }])
  const many = Array.from({ length: 25 }, (_, index) => `<img src="i/${index}.png" alt="" width="20">`).join('<br>')
  const { warnings } = read(page(many)).report
  expect(warnings.map(({ code }) => code)).toEqual(['IMAGES_TO_UPLOAD'])
  expect(warnings[0]?.message).toContain('i/19.png and 5 more.')
})

test('a base URL completes the URLs of images in separate files', () => {
  const based = `<base href="https://example.com/export/">${page('<img src="images/a.png" alt="A" width="200">')}`
  expect(read(based).blocks).toMatchObject([{ type: 'image', src: 'https://example.com/export/images/a.png' }])
})
