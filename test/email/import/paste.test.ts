import { expect, test } from 'bun:test'
import { type RichText, richTextToPlain } from '../../../src/email/document/index.ts'
import { printRichText } from '../../support/print-rich-text.ts'
import { cleanPaste } from '../../../src/email/import/index.ts'

function pasted(html: string): string {
  const result = cleanPaste(html)
  if (result.kind !== 'text') throw new Error('not text')
  return printRichText(result.text)
}

const item = (level: number, bullet: string, words: string) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${words}<o:p></o:p></span></p>`

test('Word: paragraphs with a list level become lists', () => {
  const html = `<html><body><!--StartFragment--><p class=MsoNormal><b><span style='font-size:14.0pt'>Plan</span></b><o:p></o:p></p>${item(1, '·', 'First')}${item(2, 'o', 'Below')}${item(1, '·', 'Second')}<p class=MsoNormal>After<o:p></o:p></p><!--EndFragment--></body></html>`
  expect(pasted(html)).toBe(
    '<p><b>Plan</b></p><ul><li>First<ul><li>Below</li></ul></li><li>Second</li></ul><p>After</p>',
  )
})

test('Word: tables, images and headings between two lists end the first list', () => {
  const cell = (words: string) => `<td><p class=MsoNormal>${words}<o:p></o:p></p></td>`
  const table = `<table border=1><tr>${cell('Plan')}${cell('Price')}</tr><tr>${cell('Small')}${cell('5')}</tr></table>`
  const kinds = (html: string) => {
    const result = cleanPaste(html)
    return result.kind === 'text' ? 'text' : result.blocks.map(({ type }) => type)
  }
  expect(kinds(`${item(1, '·', 'One')}${table}${item(1, '·', 'Two')}`)).toEqual(['text', 'table', 'text'])
  const image = '<img src="https://example.com/a.png" alt="A">'
  expect(kinds(`${item(1, '·', 'One')}${image}<p class=MsoNormal>After</p>`)).toContain('image')
  expect(pasted(`${item(1, '·', 'One')}<h2>Then</h2>${item(1, '·', 'Two')}`)).toBe(
    '<ul><li>One</li></ul><h2>Then</h2><ul><li>Two</li></ul>',
  )
})

test('Word: numbered items become an ordered list', () => {
  expect(pasted(`<!--StartFragment-->${item(1, '1.', 'One')}${item(1, '2.', 'Two')}<!--EndFragment-->`)).toBe(
    '<ol><li>One</li><li>Two</li></ol>',
  )
})

test('Google Docs: the bold element around everything is ignored, spans become marks', () => {
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-size:11pt;font-family:Arial;color:#000000;font-weight:700;">Bold</span><span style="font-size:11pt;"> and </span><a href="https://example.com/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">a link</span></a></p></b>'
  expect(pasted(html)).toBe('<p><b>Bold</b> and <a href="https://example.com/">a link</a></p>')
})

test('Google Docs: a list right in a list stays nested, with an image in the same piece or without', () => {
  const list = '<ul><li>one</li><ul><li>two nested</li></ul><li>three</li></ul>'
  const html = `<b style="font-weight:normal;" id="docs-internal-guid-1">${list}`
  const nested = '<ul><li>one<ul><li>two nested</li></ul></li><li>three</li></ul>'
  expect(pasted(`${html}</b>`)).toBe(nested)
  const result = cleanPaste(`${html}<p><img src="https://example.com/a.png" alt="A"></p></b>`)
  if (result.kind !== 'blocks') throw new Error('not blocks')
  expect(result.blocks.map(({ type }) => type)).toEqual(['text', 'image'])
  expect(printRichText(result.blocks[0]?.['text'] as RichText)).toBe(nested)
})

test('emoji that are images become text', () => {
  const gmail = '<img data-emoji="🎉" alt="🎉" src="https://fonts.example/emoji.png">'
  const family = '<img class="emoji" draggable="false" alt="👨‍👩‍👧‍👦" src="https://s.example/2.svg">'
  const slack = '<img data-stringify-emoji=":tada:" alt=":tada:" src="https://a.example/tada.png">'
  expect(pasted(`<p>Great ${gmail} job ${family} ${slack}</p>`)).toBe('<p>Great 🎉 job 👨‍👩‍👧‍👦 :tada:</p>')
  const flag = '<p>Our <img alt="Logo" src="https://example.com/a.png"></p>'
  expect(cleanPaste(flag).kind).toBe('blocks')
})

test('Outlook: empty paragraphs, classes and conditional comments are removed', () => {
  const html =
    '<!--[if gte mso 9]><xml>x</xml><![endif]--><p class="MsoNormal">Dear Ada,<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><p class="MsoNormal"><i>Yours</i></p>'
  const text = cleanPaste(html)
  expect(text.kind === 'text' && richTextToPlain(text.text)).toContain('Dear Ada,')
  expect(pasted(html)).not.toMatch(/class|xml|mso/i)
})

test('a table or an image becomes a block', () => {
  const result = cleanPaste('<p>Words</p><img src="https://example.com/a.png" alt="A" width="100">')
  expect(result).toMatchObject({ kind: 'blocks', blocks: [{ type: 'text' }, { type: 'image', alt: 'A' }] })
})

const words = (table: unknown) => {
  const { head, rows } = table as { head?: RichText[]; rows: RichText[][] }
  return [...(head === undefined ? [] : [head]), ...rows].map((row) => row.map((cell) => richTextToPlain(cell)))
}

test('tables of Excel, Word, Docs and Sheets become tables at their position in the text', () => {
  const docs = cleanPaste(
    `<b style="font-weight:normal" id="docs-internal-guid-1"><p>Before</p><div dir="ltr"><table style="border:none"><colgroup><col width="100"/></colgroup><tbody><tr><td style="border:solid #000 1pt"><p><span style="font-weight:700">A</span></p></td><td><p><b>B</b></p></td></tr><tr><td><p>1</p></td><td><p style="text-align:right">2</p></td></tr></tbody></table></div><p>After</p></b>`,
  )
  expect(docs).toMatchObject({ kind: 'blocks', blocks: [{ type: 'text' }, { type: 'table' }, { type: 'text' }] })
  if (docs.kind !== 'blocks') throw new Error('not blocks')
  expect(words(docs.blocks[1])).toEqual([
    ['A', 'B'],
    ['1', '2'],
  ])
  expect(docs.blocks[1]).toMatchObject({ columns: [{}, { align: 'right' }] })
  const merged = cleanPaste(
    `<table><tr><td rowspan="2" data-sheets-value='{"1":2,"2":"a > b"}'>a</td><td>b</td></tr><tr><td>c</td></tr><tr><td colspan=2>d</td></tr></table>`,
  )
  expect(merged.kind === 'blocks' && words(merged.blocks[0])).toEqual([
    ['a', 'b'],
    ['', 'c'],
    ['d', ''],
  ])
  // One column is words one below the other, and a table in a table is a layout.
  expect(cleanPaste('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>')).not.toMatchObject({
    blocks: [{ type: 'table' }],
  })
  const layout = '<table><tr><td><table><tr><td>1</td><td>2</td></tr></table></td><td>3</td></tr></table>'
  expect(JSON.stringify(cleanPaste(layout))).not.toContain('"table"')
})

test('scripts are removed', () => {
  expect(pasted('<p onclick="x()">Hi<script>alert(1)</script></p>')).toBe('<p>Hi</p>')
})
