import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, operationsBetween, readDocument } from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'

const cdnUrl = 'https://cdn.example.com'
const documents = starters.map(({ key, document }) => ({ key, document: read(document) }))

function read(input: unknown): EmailDocument {
  const result = readDocument(input, blockTypes)
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  return result.document
}

function render(document: EmailDocument, mode: 'production' | 'editor'): string {
  return renderEmail(document, blockTypes, { mode, cdnUrl, outputs: ['html'] }).html ?? ''
}

function readBack(html: string, base: EmailDocument): EmailDocument {
  return read(importHtml({ html, base, cdnUrl }, blockTypes).document)
}

describe.each(documents)('the HTML of $key', ({ document }) => {
  test.each(['production', 'editor'] as const)('gives the same document back, in %s', (mode) => {
    const back = readBack(render(document, mode), document)
    expect(operationsBetween(document, back)).toEqual([])
    expect(render(back, mode)).toBe(render(document, mode))
  })

  test('is imported without the document like any HTML, with every word', () => {
    const { document: loose, report } = importHtml({ html: render(document, 'production') }, blockTypes)
    expect(report).toMatchObject({ source: 'svc', words_kept: 1 })
    read(loose)
  })
})

const small = read({
  meta: { title: 'T', lang: 'en' },
  rows: [
    {
      id: 'top',
      type: 'section',
      columns: [
        {
          id: 'left',
          blocks: [
            { id: 'hello', type: 'text', text: '<p>Hello <b>there</b></p>' },
            { id: 'go', type: 'button', label: 'Go', href: 'https://example.com/a' },
            { id: 'picture', type: 'image', src: 'https://example.com/a.png', alt: 'A', width: 200 },
          ],
        },
      ],
    },
  ],
})

describe('changed rendered HTML', () => {
  const changes: [string, (html: string) => string, unknown][] = [
    ['words', (html) => html.replaceAll('>there<', '>everybody<'), { op: 'set', id: 'hello' }],
    [
      'an address',
      (html) => html.replaceAll('https://example.com/a"', 'https://example.com/b"'),
      { op: 'set', id: 'go', props: { href: 'https://example.com/b' } },
    ],
    ['a label', (html) => html.replaceAll('>Go<', '>Go on<'), { op: 'set', id: 'go', props: { label: 'Go on' } }],
    [
      'an alternative text',
      (html) => html.replace('alt="A"', 'alt="Another"'),
      { op: 'set', id: 'picture', props: { alt: 'Another' } },
    ],
    [
      'a new mark',
      (html) => html.replace('<strong>there</strong>', '<strong>there</strong>, <em>friend</em>'),
      { op: 'set', id: 'hello' },
    ],
  ]
  test.each(changes)('%s: one operation on the node', (_, change, operation) => {
    for (const mode of ['editor', 'production'] as const) {
      const html = change(render(small, mode))
      const operations = operationsBetween(small, readBack(html, small))
      expect(operations).toHaveLength(1)
      expect(operations[0]).toMatchObject(operation as object)
    }
  })

  test('a block removed from the HTML is removed, and nothing else', () => {
    const html = render(small, 'editor')
    const row = /<tr><td[^>]* data-n="go".*?<\/td><\/tr>/.exec(html.replace(/<!--.*?-->/g, ''))?.[0] ?? ''
    const without = html.replace(/<!--.*?-->/g, '').replace(row, '')
    expect(operationsBetween(small, readBack(without, small))).toMatchObject([{ op: 'remove', id: 'go' }])
  })
})
