/** Links, bookmarks, tags and what a PDF says of itself, read back by pdf-lib. */
import { describe, expect, test } from 'bun:test'
import { PDFDocument, PDFName } from 'pdf-lib'
import { starters } from '../../../src/surfaces/templates/index.ts'
import { htmlOf } from '../../support/layout.ts'
import { bookmarksOf, linksOf, pdfOf, rolesOf } from '../../support/pdf.ts'

const page = (inner: string) => `<body style="margin:0;font:16px/24px Arial">${inner}</body>`

describe('links', () => {
  test('have one area per line, however many words are bold', async () => {
    const words = 'and it goes on for so many words that there is no room on one line of an email for all of them'
    const { bytes } = await pdfOf(
      page(`<p style="margin:0">Read <a href="https://a.example/?x=(1)">this <b>bold</b> link ${words}</a>.</p>`),
    )
    const links = await linksOf(bytes)
    expect(links.map(({ uri }) => uri)).toEqual(['https://a.example/?x=(1)', 'https://a.example/?x=(1)'])
    const [first, second] = links.map(({ rect }) => rect)
    expect(first?.[1]).toBeGreaterThanOrEqual(second?.[3] ?? Number.NaN)
  })

  test('cover the whole button, and images', async () => {
    const button =
      '<a href="https://b.example" style="display:inline-block;padding:12px 40px;background:#246;color:#fff">Go</a>'
    const image =
      '<a href="https://c.example"><img src="https://cdn.example.com/cdn/starters/welcome-mark.png" width="100" height="80" alt="Mark"></a>'
    const [go, mark, ...others] = await linksOf((await pdfOf(page(button + image))).bytes)
    expect(others).toEqual([])
    // 0.75 points a px: the padding belongs to the button.
    expect((go?.rect[2] ?? 0) - (go?.rect[0] ?? 0)).toBeGreaterThan(60 * 0.75 + 15)
    expect((go?.rect[3] ?? 0) - (go?.rect[1] ?? 0)).toBeGreaterThan(40 * 0.75)
    expect(mark?.uri).toBe('https://c.example/')
    expect((mark?.rect[2] ?? 0) - (mark?.rect[0] ?? 0)).toBeCloseTo(75)
  })

  test('have only allowed schemes, in ASCII', async () => {
    const hrefs = [
      'javascript:alert(1)',
      '#top',
      'file:///etc/passwd',
      '{{ url }}',
      'https://münchen.example/ä b',
      'mailto:a@b.example',
      'tel:+49',
    ]
    const { bytes } = await pdfOf(page(hrefs.map((href) => `<p><a href="${href}">x</a></p>`).join('')))
    expect((await linksOf(bytes)).map(({ uri }) => uri)).toEqual([
      'https://xn--mnchen-3ya.example/%C3%A4%20b',
      'mailto:a@b.example',
      'tel:+49',
    ])
  })

  for (const { key, document } of starters) {
    test(`of ${key} are complete`, async () => {
      const html = htmlOf(document)
      const wanted = [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/g)].map(
        ([, href = '']) => new URL(href.replaceAll('&amp;', '&')).href,
      )
      const found = (await linksOf((await pdfOf(html)).bytes)).map(({ uri }) => uri)
      expect(new Set(found)).toEqual(new Set(wanted))
    })
  }
})

test('headings are nested bookmarks, across line breaks too', async () => {
  const { bytes } = await pdfOf(
    page('<h1>One <i>and</i> only</h1><h2>Two<br>lines</h2><h2>Three</h2><h4>Deep</h4><h1>Last & “best”</h1>'),
  )
  expect(await bookmarksOf(bytes)).toEqual(['One and only', ' Two lines', ' Three', '  Deep', 'Last & “best”'])
})

test('screen readers get headings, paragraphs, links and alternative texts, but no decoration', async () => {
  const mark = 'https://cdn.example.com/cdn/starters/welcome-mark.png'
  const { bytes } = await pdfOf(
    page(
      `<h1>Title</h1><p>Read <a href="https://a.example">this</a></p><p><img src="${mark}" alt="Our mark"><img src="${mark}" alt=""></p>`,
    ),
  )
  expect(await rolesOf(bytes)).toBe('Document(H1 P(Link) Figure“Our mark”)')
})

test('a right-to-left line has its logical order for screen readers', async () => {
  const { bytes } = await pdfOf(
    page('<p dir="rtl">أول <a href="https://a.example">ثان</a> ثالث <b>رابع</b></p><h2>End</h2>'),
  )
  expect(await rolesOf(bytes)).toBe('Document(P(Link) H2)')
})

test('a file has its title and language, but neither producer nor date', async () => {
  const { bytes } = await pdfOf(page('x'), { title: 'Grüße 🌱', language: 'de-CH' })
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(document.getTitle()).toBe('Grüße 🌱')
  expect(String(document.catalog.get(PDFName.of('Lang')))).toBe('(de-CH)')
  expect([document.getAuthor(), document.getProducer(), document.getCreator()]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(document.getCreationDate()).toBeUndefined()
})

test('the same email gives the same bytes', async () => {
  const html = htmlOf(starters[0]?.document)
  expect(Buffer.compare((await pdfOf(html)).bytes, (await pdfOf(html)).bytes)).toBe(0)
})

test('embedded fonts contain only the used glyphs', async () => {
  const { bytes } = await pdfOf(page('A few words in one font, <b>and in another</b>.'))
  expect(bytes.length).toBeLessThan(12_000)
})
