import { describe, expect, test } from 'bun:test'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import type { List, RichText } from '../../src/email/document/index.ts'
import { parseRichText } from '../../src/email/document/index.ts'
import { printRichText } from '../support/print-rich-text.ts'
import {
  clearStyles,
  linkAround,
  nestItems,
  stylesAt,
  setAlign,
  setLevel,
  setLink,
  setListSpacing,
  setValue,
  toggleFlag,
  toggleList,
} from '../../src/editor/text/commands.ts'
import { completeUrl } from '../../src/editor/fields/index.ts'
import { docToRich, richToDoc } from '../../src/editor/text/mapping.ts'
import { positionsOf, propsWith, valueAt } from '../../src/editor/typing/targets.ts'

/** A text whose selection is between two bars, or at one. */
function textOf(html: string): EditorState {
  const doc = richToDoc(parseRichText(html))
  const bars: number[] = []
  doc.descendants((node, at) => {
    for (const { index } of (node.text ?? '').matchAll(/\|/g)) bars.push(at + index)
  })
  const [from = 1, to = from + 1] = bars
  const state = EditorState.create({ doc })
  const tr = state.tr
  if (bars.length > 1) tr.delete(to, to + 1)
  tr.delete(from, from + 1)
  tr.setSelection(TextSelection.create(tr.doc, from, bars.length > 1 ? to - 1 : from))
  return state.apply(tr)
}

function richAfter(html: string, commands: readonly Command[]): RichText {
  let state = textOf(html)
  for (const command of commands) command(state, (tr) => (state = state.apply(tr)))
  return docToRich(state.doc)
}

const after = (html: string, ...commands: Command[]) => printRichText(richAfter(html, commands))
const listAfter = (html: string, ...commands: Command[]) => richAfter(html, commands)[0] as List

describe('a command on the selected text', () => {
  test.each<[string, string, Command, string]>([
    ['makes it bold', '<p>One |two| three</p>', toggleFlag('bold'), '<p>One <b>two</b> three</p>'],
    ['makes it plain where all is bold', '<p><b>One |two|</b></p>', toggleFlag('bold'), '<p><b>One </b>two</p>'],
    ['makes all bold where some is', '<p><b>|One</b> two|</p>', toggleFlag('bold'), '<p><b>One two</b></p>'],
    ['lowers what was raised', '<p>m<sup>|2|</sup></p>', toggleFlag('sub'), '<p>m<sub>2</sub></p>'],
    ['colours it', '<p>|One|</p>', setValue('color', '#ff0000'), '<p><span style="color:#ff0000">One</span></p>'],
    [
      'takes its colour away',
      '<p><span style="color:#f00">|One|</span></p>',
      setValue('color', undefined),
      '<p>One</p>',
    ],
    [
      'links it',
      '<p>See |this|.</p>',
      setLink({ href: 'https://a.example' }, ''),
      '<p>See <a href="https://a.example">this</a>.</p>',
    ],
    [
      'unlinks all of the link around the caret',
      '<p><a href="https://a.example">Go <b>th|ere</b></a></p>',
      setLink(undefined, ''),
      '<p>Go <b>there</b></p>',
    ],
    [
      'writes the words of a link where nothing is selected',
      '<p>See |</p>',
      setLink({ role: 'unsubscribe' }, 'Leave'),
      '<p>See <a data-role="unsubscribe">Leave</a></p>',
    ],
    ['makes paragraphs a list', '<p>|One</p><p>Two|</p>', toggleList(false), '<ul><li>One</li><li>Two</li></ul>'],
    [
      'makes a heading an item without level',
      '<h2 style="text-align:right">|One|</h2>',
      toggleList(true),
      '<ol><li>One</li></ol>',
    ],
    [
      'joins the list above',
      '<ul><li>One</li></ul><p>|Two|</p>',
      toggleList(false),
      '<ul><li>One</li><li>Two</li></ul>',
    ],
    ['numbers a list', '<ul><li>|One</li><li>Two|</li></ul>', toggleList(true), '<ol><li>One</li><li>Two</li></ol>'],
    ['takes items out of a list', '<ul><li>|One|</li></ul>', toggleList(false), '<p>One</p>'],
    [
      'makes a heading of it',
      '<p style="text-align:center">|One|</p>',
      setLevel(2),
      '<h2 style="text-align:center">One</h2>',
    ],
    [
      'aligns its paragraphs',
      '<p>|One</p><p>Two|</p><p>Three</p>',
      setAlign('right'),
      '<p style="text-align:right">One</p><p style="text-align:right">Two</p><p>Three</p>',
    ],
    [
      'clears all looks',
      '<h1 style="text-align:right">|<b><i>One</i></b> <a href="https://a.example">two</a>|</h1>',
      clearStyles,
      '<p>One two</p>',
    ],
  ])('%s', (_, html, command, wanted) => {
    expect(after(html, command)).toBe(wanted)
  })

  test('keeps kind and spacing of a list in the list that nested items start', () => {
    const list = listAfter('<ol><li>One</li><li>T|wo</li><li>Three</li></ol>', setListSpacing(8), nestItems)
    expect(list).toMatchObject({ ordered: true, spacing: 8, items: [{ list: { ordered: true, spacing: 8 } }, {}] })
    const joined = listAfter('<ul><li>One<ol><li>In</li></ol></li><li>T|wo</li></ul>', setListSpacing(8), nestItems)
    expect(joined).toMatchObject({ ordered: false, spacing: 8, items: [{ list: { ordered: true } }] })
    expect(joined.items[0]?.list).not.toHaveProperty('spacing')
  })

  test('sets the item spacing of the innermost list, and removes it', () => {
    const html = '<ul><li>One<ul><li>I|n</li></ul></li></ul>'
    const inner = listAfter(html, setListSpacing(4))
    expect(inner).not.toHaveProperty('spacing')
    expect(inner.items[0]?.list?.spacing).toBe(4)
    expect(listAfter(html, setListSpacing(4), setListSpacing(undefined))).toEqual(listAfter(html))
    expect(after('<p>O|ne</p>', setListSpacing(4))).toBe('<p>One</p>')
  })

  test('is shown by what all of the selection has', () => {
    const looks = stylesAt(textOf('<ol><li><b><span style="font-size:20px">|One</span> <i>two|</i></b></li></ol>'))
    expect([...looks.flags]).toEqual(['bold'])
    expect(looks).toMatchObject({ values: { size: 20 }, list: 'ordered' })
  })

  test('finds the whole link around the caret, and none beside it', () => {
    const around = linkAround(textOf('<p>See <a href="https://a.example">th|<b>is</b></a> now</p>'))
    expect(around).toEqual({ link: { href: 'https://a.example' }, from: 5, to: 9 })
    expect(linkAround(textOf('<p>Se|e <a href="https://a.example">this</a></p>'))).toBeUndefined()
  })
})

test.each([
  ['example.com', 'https://example.com'],
  ['example.com/a?b=c', 'https://example.com/a?b=c'],
  ['ada@example.com', 'mailto:ada@example.com'],
  ['https://example.com', 'https://example.com'],
  ['{{ address }}', '{{ address }}'],
  ['#top', '#top'],
])('the address %p means %p', (typed, wanted) => {
  expect(completeUrl(typed)).toBe(wanted)
})

describe('the texts of a block', () => {
  const cell = (text: string): RichText => [{ type: 'paragraph', runs: [{ text }] }]

  test('are found in reading order', () => {
    const props = (node: object) => positionsOf({ id: 'x', type: 'text', ...node }).map(({ prop }) => prop)
    expect(props({ type: 'table', caption: 'C', head: [cell('A')], rows: [[cell('1')], [cell('2')]] })).toEqual([
      'caption',
      'head.0',
      'rows.0.0',
      'rows.1.0',
    ])
    expect(props({ type: 'accordion', items: [{ title: 'Q', text: cell('A') }] })).toEqual([
      'items.0.title',
      'items.0.text',
    ])
    expect(props({ type: 'image' })).toEqual([])
    expect(props({ type: 'list', items: [{ text: cell('A') }], each: { in: 'items', as: 'item' } })).toEqual([])
  })

  test('are written with their surrounding properties', () => {
    const table = { id: 'x', type: 'table', rows: [[cell('1'), cell('2')], [cell('3')]] }
    const props = propsWith(table, 'rows.0.1', cell('new'))
    expect(props).toEqual({ rows: [[cell('1'), cell('new')], [cell('3')]] })
    expect(valueAt(props, 'rows.0.1')).toEqual(cell('new'))
  })
})
