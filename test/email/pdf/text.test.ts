/** What a reader finds, copies and hears of a PDF, as poppler reads it. */
import { describe, expect, test } from 'bun:test'
import { PDFDocument, PDFRawStream, decodePDFRawStream } from 'pdf-lib'
import type { DisplayItem } from '../../../src/email/layout/index.ts'
import { starters } from '../../../src/surfaces/templates/index.ts'
import { htmlOf, layOut } from '../../support/layout.ts'
import { hasPoppler, pdfOf, textOf } from '../../support/pdf.ts'

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** The text of a display list: lines and paragraphs apart, the runs of a line together. */
function textIn(items: readonly DisplayItem[]): string {
  let text = ''
  let last: { paragraph: number; baseline: number } | undefined
  for (const item of items) {
    if (item.kind === 'group') text += ` ${textIn(item.items)}`
    if (item.kind !== 'text') continue
    const isOneLine = last?.paragraph === item.paragraph && last.baseline === item.baseline
    text += isOneLine ? item.text : ` ${item.text}`
    last = item
  }
  return text
}

describe.skipIf(!hasPoppler)('the text of a PDF', () => {
  for (const { key, document } of starters) {
    for (const page of ['long', 'A4'] as const) {
      test(`of ${key} has every word of the email, ${page}`, async () => {
        const html = htmlOf(document)
        const { displayList } = await layOut(html, { width: 640, scheme: 'light' })
        const { bytes, missing } = await pdfOf(html, { page })
        const read = words(await textOf(bytes))
        // Columns may come one after the other; the words of the whole are the same.
        expect(read.toSorted()).toEqual(words(textIn(displayList.items)).toSorted())
        expect(missing).toEqual([])
      })
    }
  }

  test('is in the order in which the email is read', async () => {
    const document = starters.find(({ key }) => key === 'newsletter')?.document
    const read = await textOf((await pdfOf(htmlOf(document))).bytes)
    const places = [
      'Journeys',
      'The night train',
      'Dear Jonas',
      'A lighthouse for one',
      'Three small things',
      'Preferences',
    ]
    const found = places.map((place) => read.replaceAll(/\s+/g, ' ').indexOf(place))
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(found).not.toContain(-1)
  })

  const lines = {
    'Arabic that needs ligatures': ['rtl', 'الإسلام سلام لا إله'],
    'Hebrew in brackets': ['rtl', 'שלום עולם (בדיקה) ועוד מילה'],
    'Hindi with conjuncts and vowels that stand before': ['ltr', 'हिन्दी में स्वागत है क्षत्रिय प्रकार'],
    'Thai with marks above each other': ['ltr', 'ภาษาไทย น้ำ ทดสอบ'],
    'emoji of several parts': ['ltr', 'Hi 😀 👩‍👩‍👧‍👦 🇫🇷 👍🏽 ok ✅'],
    'letters that join, and signs': ['ltr', 'office flow affinity “quotes” — ﬁ … €'],
    Greek: ['ltr', 'Καλημέρα κόσμε'],
    Cyrillic: ['ltr', 'Привет, мир'],
  } as const
  for (const [name, [dir, text]] of Object.entries(lines)) {
    test(`extracts as ${name}`, async () => {
      const { bytes, missing } = await pdfOf(`<body style="font:20px Arial"><p dir="${dir}">${text}</p></body>`)
      expect((await textOf(bytes)).trim()).toBe(text)
      expect(missing).toEqual([])
    })
  }

  test('extracts a bidirectional line, except for the position of its spaces', async () => {
    const text = 'مرحبا بكم في النشرة 2024 من SVC Mail أهلا'
    const { bytes } = await pdfOf(`<body style="font:20px Arial"><p dir="rtl">${text}</p></body>`)
    // poppler puts the spaces beside turned words on their other side.
    expect((await textOf(bytes)).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  })

  test('has a letter for every code: dots and marks of letters are not text', async () => {
    const { bytes } = await pdfOf('<body style="font:20px Arial"><p dir="rtl">بيت تين ثوب شين</p><p>น้ำ</p></body>')
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    const maps = document.context.enumerateIndirectObjects().flatMap(([, object]) => {
      const read = object instanceof PDFRawStream ? new TextDecoder().decode(decodePDFRawStream(object).decode()) : ''
      return read.includes('begincmap') ? [read] : []
    })
    // Codes are given in their order, from 1 on: none is left out of its map.
    for (const map of maps) {
      const [, entries = ''] = map.split('endcodespacerange')
      const codes = [...entries.matchAll(/^<([0-9a-f]{4})> </gm)].map(([, code = '']) => Number.parseInt(code, 16))
      expect(codes).toEqual(codes.map((_, index) => index + 1))
    }
    expect(maps.length).toBeGreaterThan(1)
  })

  test('keeps the position of a bold word in a right-to-left line', async () => {
    const { bytes } = await pdfOf(
      '<body style="font:20px Arial"><p dir="rtl">مرحبا بكم <b>في خدمة</b> البريد</p></body>',
    )
    expect((await textOf(bytes)).trim()).toBe('مرحبا بكم في خدمة البريد')
  })

  test('has no spaces in letter-spaced words', async () => {
    const { bytes } = await pdfOf('<body style="font:20px Arial;letter-spacing:4px">office hours</body>')
    expect((await textOf(bytes)).trim()).toBe('office hours')
  })

  test('reports letters without a glyph, and still extracts them', async () => {
    const { bytes, missing } = await pdfOf('<body style="font:20px Arial">中文 and more</body>')
    expect(missing).toEqual(['中', '文'])
    expect((await textOf(bytes)).trim()).toBe('中文 and more')
  })
})
