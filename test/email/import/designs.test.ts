import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { blockImports } from '../../../src/email/blocks/import.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { listBlocks, readDocument } from '../../../src/email/document/index.ts'
import { importDesign } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { cleanHtml } from '../../../src/email/sanitize/index.ts'

function read(design: unknown) {
  const imported = importDesign(design, blockImports)
  if (imported === undefined) throw new Error('no known editor')
  const result = readDocument(imported.document, blockTypes, { cleanHtml: (html) => cleanHtml(html).html })
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  const { html = '' } = renderEmail(result.document, blockTypes, { outputs: ['html'] })
  return { ...imported, document: result.document, html, types: listBlocks(result.document).map(({ type }) => type) }
}

const unlayer = {
  counters: {},
  schemaVersion: 16,
  body: {
    rows: [
      {
        cells: [2, 1],
        columns: [
          {
            contents: [
              {
                type: 'heading',
                values: {
                  headingType: 'h2',
                  text: 'Hello <b>Ada</b>',
                  fontSize: '24px',
                  containerPadding: '10px',
                  color: '#123456',
                },
              },
              {
                type: 'text',
                values: {
                  text: '<p>Read {{first_name}} <a href="https://example.com/a">more</a></p>',
                  containerPadding: '10px',
                },
              },
              {
                type: 'button',
                values: {
                  text: '<span>Go <b>on</b></span>',
                  href: { name: 'web', values: { href: 'https://example.com/b' } },
                  buttonColors: { color: '#ffffff', backgroundColor: '#3aaee0' },
                  padding: '10px 20px',
                  borderRadius: '4px',
                },
              },
              {
                type: 'divider',
                values: {
                  width: '80%',
                  border: { borderTopWidth: '2px', borderTopStyle: 'dashed', borderTopColor: '#BBBBBB' },
                },
              },
            ],
            values: { backgroundColor: '#fafafa', padding: '5px' },
          },
          {
            contents: [
              {
                type: 'image',
                values: {
                  src: { url: 'https://example.com/a.png', width: 120, height: 60 },
                  altText: 'A',
                  action: { name: 'web', values: { href: 'https://example.com/c' } },
                },
              },
              {
                type: 'menu',
                values: {
                  menu: { items: [{ text: 'Shop', link: { name: 'web', values: { href: 'https://example.com/d' } } }] },
                  separator: '|',
                },
              },
              { type: 'social', values: { icons: { icons: [{ name: 'Twitter', url: 'https://x.com/a' }] } } },
              { type: 'html', values: { html: '<table><tr><td>Raw words</td></tr></table>' } },
              { type: 'hologram', values: {} },
            ],
            values: {},
          },
        ],
        values: {
          noStackMobile: true,
          hideDesktop: false,
          displayCondition: { before: '{% if a %}', after: '{% endif %}' },
        },
      },
    ],
    values: {
      contentWidth: '620px',
      backgroundColor: '#eeeeee',
      preheaderText: 'Soon',
      linkStyle: { linkColor: '#0000ee', linkUnderline: true },
      fontFamily: { value: 'arial,helvetica,sans-serif' },
    },
  },
}

const style = { 'padding-top': '10px', 'padding-bottom': '10px' }
const module = (type: string, descriptor: object) => ({
  type: `mailup-bee-newsletter-modules-${type}`,
  descriptor: { style, ...descriptor },
})
const beefree = {
  page: {
    title: 'News',
    body: {
      container: { style: { 'background-color': '#ffffff' } },
      content: { computedStyle: { messageWidth: '680px', linkColor: '#8a3c90' } },
    },
    rows: [
      {
        container: { style: { 'background-color': '#101010' } },
        content: { style: { 'background-color': '#fefefe' }, computedStyle: { rowColStackOnMobile: true } },
        columns: [
          {
            'grid-columns': 12,
            modules: [
              module('heading', {
                heading: { title: 'h1', text: 'Big words', style: { 'font-size': '38px', color: '#1e0e4b' } },
              }),
              module('paragraph', {
                paragraph: { html: '<p>Body <a href="https://example.com/p">text</a></p>', style: {} },
              }),
              module('image', { image: { src: 'https://example.com/b.png', alt: 'B', width: '340px', href: '' } }),
              module('button', {
                button: {
                  label: '<span>Buy</span>',
                  href: 'https://example.com/buy',
                  style: { 'background-color': '#7747ff', color: '#ffffff', 'border-radius': '4px' },
                },
              }),
              module('divider', { divider: { style: { 'border-top': '1px solid #dddddd' } } }),
            ],
          },
        ],
      },
    ],
  },
}
const simple = {
  template: {
    settings: { width: 600, linkColor: '#ff0000' },
    metadata: { subject: 'Hi {{ name }}', preheader: 'Soon', lang: 'en' },
    rows: [
      {
        name: 'one',
        columns: [
          {
            weight: 6,
            modules: [
              { type: 'title', text: 'Left', title: 'h2' },
              { type: 'list', html: '<ul><li>One</li><li>Two</li></ul>' },
            ],
          },
          {
            weight: 6,
            modules: [
              {
                type: 'icons',
                icons: [
                  {
                    image: 'https://example.com/i.png',
                    alt: 'I',
                    text: 'Icon',
                    height: '32px',
                    width: '32px',
                    textPosition: 'right',
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
}

describe('designs of other editors', () => {
  test('Unlayer: everything that documents can represent', () => {
    const { report, document, types, html } = read(unlayer)
    expect(report).toMatchObject({ source: 'unlayer', words_kept: 1, links_kept: 1, images_kept: 1 })
    expect(report.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['CONTENT_LOST', 'NATIVE_CONDITION']),
    )
    expect(types).toEqual(expect.arrayContaining(['heading', 'text', 'button', 'divider', 'image', 'menu', 'social']))
    expect(document).toMatchObject({ body: { width: 620, background: '#eeeeee' }, meta: { preheader: 'Soon' } })
    expect(document.rows[0]).toMatchObject({ stack: 'keep', when: { op: 'native', before: '{% if a %}' } })
    expect(html).toContain('{{ first_name }}')
    expect(html).toContain('{% if a %}')
  })

  test('Beefree, the full form', () => {
    const { report, document, types } = read(beefree)
    expect(report).toMatchObject({
      source: 'beefree',
      native_share: 1,
      words_kept: 1,
      links_kept: 1,
      images_kept: 1,
      warnings: [],
    })
    expect(document).toMatchObject({
      meta: { title: 'News' },
      body: { width: 680 },
      theme: { link: { color: '#8a3c90' } },
    })
    expect(types).toEqual(['section', 'column', 'heading', 'text', 'image', 'button', 'divider'])
  })

  test('Beefree, the simple form', () => {
    const { report, document, types } = read(simple)
    expect(report).toMatchObject({ source: 'beefree', words_kept: 1, images_kept: 1 })
    expect(document.meta).toMatchObject({ subject: 'Hi {{ name }}', preheader: 'Soon' })
    expect(types).toEqual(expect.arrayContaining(['heading', 'text', 'icons']))
  })

  test('other JSON is not a design', () => {
    const others = [undefined, null, 'x', 5, [], {}, { body: {} }, { page: { rows: 5 } }, { body: { rows: [{}] } }]
    for (const design of others) expect(importDesign(design, blockImports)).toBeUndefined()
  })

  test('reading never throws, whatever JSON a design contains', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (values, more, type) => {
        const contents = [
          { type, values },
          ...['text', 'heading', 'image', 'button', 'divider', 'html', 'menu', 'social', 'video', 'timer', 'table'].map(
            (known) => ({ type: known, values: more }),
          ),
        ]
        read({ body: { rows: [{ columns: [{ contents, values: more }], values }], values: more } })
        const modules = [
          'text',
          'heading',
          'image',
          'button',
          'divider',
          'spacer',
          'html',
          'social',
          'icons',
          'menu',
        ].map((known) => ({ type: known, descriptor: { [known]: values } }))
        read({ page: { rows: [{ columns: [{ modules, 'grid-columns': more }], content: values }], body: more } })
      }),
      { numRuns: 100 },
    )
  })
})

describe('details of saved designs', () => {
  const unlayerOf = (contents: object[], row: object = {}, body: object = {}) => ({
    body: {
      rows: [{ cells: [1], columns: [{ contents, values: {} }], values: row }],
      values: { contentWidth: '600px', ...body },
    },
  })
  const beefreeOf = (modules: object[], computedStyle: object = {}) => ({
    page: {
      body: {
        content: { computedStyle: { messageWidth: '600px', messageBackgroundColor: '#fafafa' } },
        webFonts: [{ fontFamily: "'Lora', serif", url: 'https://fonts.googleapis.com/css?family=Lora' }],
      },
      rows: [{ columns: [{ 'grid-columns': 12, modules }], content: { computedStyle } }],
    },
  })
  const blocksOf = ({ document }: ReturnType<typeof read>) =>
    document.rows.flatMap((row) => (row.type === 'section' ? row.columns : [])).flatMap(({ blocks }) => blocks)

  test('Unlayer: label style, button width in percent, and mobile overrides', () => {
    const got = read(
      unlayerOf([
        {
          type: 'button',
          values: {
            text: '<span style="font-size: 18px; line-height: 21.6px;"><strong>Go</strong></span>',
            href: { url: 'https://example.com/old', target: '_self' },
            size: { autoWidth: false, width: '40%' },
            _override: { mobile: { size: { autoWidth: false, width: '66%' }, textAlign: 'center' } },
          },
        },
        {
          type: 'text',
          values: {
            text: '<p style="font-size: 14px; line-height: 140%;"><span style="font-size: 28px; line-height: 39.2px;">Big</span></p>',
            containerPadding: '10px 80px',
            _override: { mobile: { containerPadding: '10px 20px', textAlign: 'center' } },
          },
        },
      ]),
    )
    expect(blocksOf(got)).toMatchObject([
      {
        type: 'button',
        href: 'https://example.com/old',
        style: { size: 18, weight: 700, width: '40%' },
        mobile: { width: '66%', align: 'center' },
      },
      {
        type: 'text',
        style: { size: 28, padding: [10, 80, 10, 80] },
        mobile: { align: 'center', padding: [10, 20, 10, 20] },
      },
    ])
    // Lines are as high as the words in them request: 39.2 px are those of the document's own text.
    expect(got.html).toContain('line-height:1.4')
    expect(got.report.warnings).toEqual([])
  })

  test('Unlayer: icons keep shape, color and distance, a line of no thickness is spacing, links are built from their parts', () => {
    const got = read(
      unlayerOf([
        {
          type: 'social',
          values: {
            icons: { iconType: 'circle-black', icons: [{ name: 'GitHub', url: 'https://example.com/g' }] },
            spacing: 16,
          },
        },
        {
          type: 'divider',
          values: { containerPadding: '5px', border: { borderTopWidth: '0px', borderTopColor: '#BBBBBB' } },
        },
        {
          type: 'image',
          values: {
            src: { url: 'https://example.com/a.png', width: 400 },
            anchor: 'offers',
            action: {
              name: 'email',
              values: { email: 'a@example.com', subject: 'Hi there', body: '' },
              attrs: { href: 'mailto:{{email}}?subject={{subject}}&body={{body}}' },
            },
          },
        },
      ]),
    )
    expect(blocksOf(got)).toMatchObject([
      { items: [{ network: 'github', color: '#000000' }], style: { innerPadding: [0, 8, 0, 8] } },
      { type: 'spacer', height: 10 },
      { type: 'image', anchor: 'offers', href: 'mailto:a@example.com?subject=Hi%20there' },
    ])
  })

  test('Unlayer: a timer ends at the local time of its time zone', () => {
    const got = read(
      unlayerOf([
        {
          type: 'timer',
          values: {
            width: { width: '75%', autoWidth: false },
            countdown: {
              endTime: '2030-07-28T00:19:30',
              timezone: 'America/Los_Angeles',
              digitColor: '#ffffff',
              backgroundColor: '#000000',
              countdownUrl: 'https://example.com/t',
              showLabels: false,
            },
          },
        },
      ]),
    )
    expect(blocksOf(got)).toMatchObject([
      { type: 'countdown', until: '2030-07-28T07:19:30.000Z', style: { color: '#ffffff', background: '#000000' } },
    ])
    expect(got.report.warnings).toMatchObject([{ code: 'PROPERTY_LOST' }])
  })

  // Digits of the service's image are as wide as the image that shows them: half of the natural size at half of the width.
  const digits = [
    { width: '50%', natural: '600px', size: '80px', expected: 20 },
    { width: '100%', natural: '600px', size: '80px', expected: 40 },
    { width: '100%', natural: '300px', size: '80px', expected: 40 },
    { width: '100%', natural: '600px', size: '200px', expected: 60 },
    { width: '25%', natural: '600px', size: '80px', expected: undefined },
  ]
  test.each(digits)('Unlayer: a timer of $width, $natural wide, has digits of $expected px', (timer) => {
    const values = {
      width: { width: timer.width, autoWidth: false },
      timer: { width: timer.natural, digitFontSize: timer.size },
      countdown: { endTime: '2030-07-28T00:19:30', digitColor: '#ffffff' },
    }
    const [block] = blocksOf(read(unlayerOf([{ type: 'timer', values }])))
    expect((block as { style?: { size?: number } }).style?.size).toBe(timer.expected as never)
  })

  test('Beefree: images at their rendered width and alignment, and invisible lines as spacing', () => {
    const got = read(
      beefreeOf(
        [
          module('image', {
            image: { src: 'https://example.com/b.png', alt: 'B', width: '900px' },
            computedStyle: { class: 'left fixedwidth fullwidthOnMobile', width: 338.5 },
          }),
          module('divider', { divider: { style: { 'border-top': '0px solid transparent', height: '20px' } } }),
          module('paragraph', {
            paragraph: {
              html: '<p>One</p><p>Two</p>',
              style: { 'font-family': "'Lora', serif" },
              computedStyle: { paragraphSpacing: '16px' },
              translations: { 'fr-FR': { html: '<p>Un</p>' } },
            },
          }),
          module('empty', {}),
        ],
        { verticalAlign: 'middle' },
      ),
    )
    expect(blocksOf(got)).toMatchObject([
      { type: 'image', width: 339, style: { align: 'left' }, mobile: { width: '100%' } },
      { type: 'spacer', height: 40 },
      { type: 'text' },
      { type: 'text', style: { padding: [16, 0, 10, 0] } },
    ])
    expect(got.html).toContain('16px')
    expect(got.document.body.contentBackground).toBe('#fafafa')
    expect(Object.values(got.document.theme.fonts)).toMatchObject([{ family: 'Lora' }])
    expect(got.report.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('fr-FR')])
  })

  test('content without a counterpart is reported', () => {
    const { report } = read(unlayerOf([{ type: 'html', values: { html: '<p>A</p>', sparkle: 'much' } }]))
    expect(report.warnings).toMatchObject([{ code: 'PROPERTY_LOST', message: expect.stringContaining('"sparkle"') }])
  })
})
