import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, type Row, readDocument } from '../../../src/email/document/index.ts'
import { type BlockType, RenderedRows, renderHtml } from '../../../src/email/render/index.ts'

const section = (id: string, color: string) => ({
  id,
  type: 'section',
  columns: [{ type: 'column', blocks: [{ type: 'text', text: `<p>${id}</p>`, mobile: { color } }] }],
})
const rows = ['#111111', '#222222', '#333333'].map((color, index) => section(`row${index}`, color))
const read = readDocument({ schema: 'svc.email/1', meta: { title: 'Test', lang: 'en' }, rows }, blockTypes)
if ('issues' in read) throw new Error(JSON.stringify(read.issues))
const email = read.document

const render = (document: EmailDocument, rendered?: RenderedRows) =>
  renderHtml(document, blockTypes, { mode: 'editor', target: 'sample', ...(rendered && { rendered }) })

describe('the rows cached by the editor', () => {
  const steps: [what: string, document: EmailDocument][] = [
    ['drawn again', email],
    ['without the first row, whose class the others move up to', { ...email, rows: email.rows.slice(1) }],
    ['in another order', { ...email, rows: email.rows.toReversed() }],
    [
      'with a row changed',
      { ...email, rows: [{ ...email.rows[0], hide: { mobile: true } } as Row, ...email.rows.slice(1)] },
    ],
    ['with another theme', { ...email, theme: { ...email.theme, text: { ...email.theme.text, size: 21 } } }],
    ['as in the beginning', email],
  ]
  test.each(steps)('give the same HTML as without a cache: %s', (_, document) => {
    const rendered = new RenderedRows()
    render(email, rendered)
    const [fresh, again] = [render(document), render(document, rendered)]
    expect(again).toEqual(fresh)
    expect(render(email, rendered)).toEqual(render(email))
  })

  test('are rendered without the page around them', () => {
    const { frame = '', html = '', rows: own = [] } = render(email)
    const end = '</div></body></html>'
    expect(`${frame.slice(0, -end.length)}${own.join('')}${end}`).toBe(html)
  })

  test('are not rendered again when another row changes', () => {
    const rendered = new RenderedRows()
    render(email, rendered)
    const asked: string[] = []
    const watched = new Map(
      [...blockTypes].map(([name, type]): [string, BlockType] => [
        name,
        { ...type, html: (block, context) => (asked.push(block.id), type.html(block, context)) },
      ]),
    )
    const [first, ...others] = email.rows
    const changed = structuredClone(first) as Row
    renderHtml({ ...email, rows: [changed, ...others] }, watched, { mode: 'editor', target: 'sample', rendered })
    expect(asked).toHaveLength(1)
  })
})
