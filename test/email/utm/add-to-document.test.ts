/** Campaign parameters in the links of documents. */
import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { decodeEntities, readDocument } from '../../../src/email/document/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { type Utm, addUtmToDocument, utmProblem } from '../../../src/email/utm/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { read } from '../esp/everything.ts'

const utm: Utm = { source: 'news', medium: 'email', content: '{{ tier }}' }
const tier = 'a b&c'

function hrefsOf(blocks: object[], data?: object): string[] {
  const document = addUtmToDocument(read(blocks), utm)
  const { html = '' } = renderEmail(document, blockTypes, data === undefined ? {} : { data })
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => decodeEntities(href))
}

const query = 'utm_source=news&utm_medium=email&utm_content='
const link = 'https://x.example/?q=1'
const filled = `${link}&${query}a%20b%26c`

/** One row: the block, and the URLs of its links with data. */
const rows: [fact: string, block: object, hrefs: string[]][] = [
  ['a button, also for Outlook', { type: 'button', label: 'Go', href: link }, [filled, filled]],
  ['an image', { type: 'image', src: 'https://x.example/i.png', alt: 'A', href: link }, [filled]],
  ['a menu', { type: 'menu', items: [{ label: 'A', href: link }] }, [filled]],
  [
    'a text',
    { type: 'text', text: `<p><a href="${link}">A</a> <a href="mailto:a@x.example">B</a></p>` },
    [filled, 'mailto:a@x.example'],
  ],
  ['authored HTML', { type: 'html', html: `<a href="${link}">A</a>` }, [filled]],
  ['authored HTML in single quotes', { type: 'html', html: `<a href='${link}'>A</a>` }, [filled]],
  [
    'the alternative of a loop',
    {
      type: 'text',
      text: '<p>A</p>',
      each: { in: 'none', as: 'item', else: [{ type: 'text', text: `<p><a href="${link}">A</a></p>` }] },
    },
    [filled],
  ],
  [
    'a URL from the data',
    { type: 'button', label: 'Go', href: '{{ place }}' },
    ['https://y.example/', 'https://y.example/'],
  ],
  [
    'links with a role',
    { type: 'text', text: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' },
    ['https://u.example/'],
  ],
]

test.each(rows)('%s', (_fact, block, hrefs) => {
  const data = { tier, place: 'https://y.example/', unsubscribe_url: 'https://u.example/' }
  const found = hrefsOf([block], data)
  expect([...new Set(found)]).toEqual([...new Set(hrefs)])
})

test('without data, tags are Liquid that encodes its values', () => {
  expect(hrefsOf([{ type: 'button', label: 'Go', href: link }])[0]).toBe(`${link}&${query}{{ tier | url_encode }}`)
})

test('the plain text has the same URLs', () => {
  const document = addUtmToDocument(read([{ type: 'button', label: 'Go', href: link }]), utm)
  expect(renderEmail(document, blockTypes, { data: { tier } }).text).toContain(filled)
})

test('every web link of the starters has the parameters once, and nothing else changes', () => {
  const plain: Utm = { source: 'news' }
  let count = 0
  for (const { document: given, key } of starters) {
    const found = readDocument(given, blockTypes)
    if (!('document' in found)) throw new Error(`${key} cannot be read`)
    const [before = '', after = ''] = [found.document, addUtmToDocument(found.document, plain)].map(
      (document) => renderEmail(document, blockTypes).html ?? '',
    )
    expect(after.replaceAll(/[?&](?:amp;)?utm_source=news/g, '')).toBe(before)
    const links = [...after.matchAll(/<(?:a|v:\w+) [^>]*href="(https?:[^"]*)"/g)].map(([, href = '']) => href)
    expect(links.filter((href) => href.split('utm_source=news').length !== 2)).toEqual([])
    count += links.length
  }
  expect(count).toBeGreaterThan(3)
})

describe('values that no link can contain', () => {
  test.each([
    ['an open tag', '{{ a'],
    ['a system link', '{{ unsubscribe_url }}'],
    ['a tag of another language', '{{ "*|A|*" | native }}'],
    ['a quotation mark in a text', `{{ a | default: "it's" }}`],
  ])('%s', (_fact, value) => expect(utmProblem(value)).toBeString())

  test.each(['a b', '{ {', '{{ a.b | default: "c d" | upcase }}-x'])('%s is none', (value) =>
    expect(utmProblem(value)).toBeUndefined(),
  )
})
