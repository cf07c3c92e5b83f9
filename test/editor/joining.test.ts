/** Backspace at the start of a text and Delete at its end, as users of other editors expect them. */
import { describe, expect, test } from 'bun:test'
import type { Block, Node, RichText, Section } from '../../src/email/document/index.ts'
import { areJoinable, joinTexts } from '../../src/editor/text/joined.ts'
import { printRichText } from '../support/print-rich-text.ts'
import { emailOf } from './page/emails.ts'
import { type OpenEditor, openAlone } from './page/open.ts'

const fields = [{ path: 'first_name', type: 'string', label: 'First name', sample: 'Ada' }]
const emailWith = (...blocks: object[]) =>
  emailOf(
    [
      {
        id: 'row',
        type: 'section',
        columns: [
          { id: 'left', type: 'column', blocks },
          { id: 'right', type: 'column', blocks: [{ id: 'other', type: 'text', text: '<p>Other column</p>' }] },
        ],
      },
    ],
    { fields },
  )
const text = (id: string, html: string, more: object = {}) => ({ id, type: 'text', text: html, ...more })
const heading = (id: string, html: string) => ({ id, type: 'heading', level: 1, text: html })
const list = (id: string, ...items: string[]) => ({ id, type: 'list', items: items.map((each) => ({ text: each })) })
const image = { id: 'image', type: 'image', src: '/cdn/picture.svg', alt: 'A picture' }

function print(node: Node): string {
  const { items, text: own, type } = node as Block
  const texts =
    type === 'list' ? (items as { text: RichText }[]).map((item) => item.text) : [own as RichText | undefined]
  return `${type} ${texts.map((each) => (each === undefined ? '' : printRichText(each))).join(' · ')}`.trim()
}

const blocksOf = (rows: readonly object[]) => (rows[0] as Section).columns[0]?.blocks ?? []

describe('the first line of a text at the end of the one above', () => {
  test.each<[string, object, object, string[]]>([
    [
      'keeps marks, merge fields and links of both',
      text('a', '<p><b>One</b></p>'),
      text('b', '<p><i>{{ first_name }}</i> <a href="https://example.com">two</a></p><p>three</p>'),
      ['text <p><b>One</b><i>{{ first_name }}</i> <a href="https://example.com">two</a></p>', 'text <p>three</p>'],
    ],
    [
      'belongs to the last item of a list',
      text('a', '<p>Intro</p><ul><li>one<ul><li>two</li></ul></li></ul>'),
      text('b', '<p>three</p>'),
      ['text <p>Intro</p><ul><li>one<ul><li>twothree</li></ul></li></ul>'],
    ],
    [
      'is the first item of a list',
      heading('a', 'Title'),
      text('b', '<ul><li>one<ul><li>two</li></ul></li><li>three</li></ul>'),
      ['heading <p>Titleone</p>', 'text <ul><li>two</li><li>three</li></ul>'],
    ],
    [
      'is an item of a list block',
      heading('a', 'Title'),
      list('b', 'one', 'two'),
      ['heading <p>Titleone</p>', 'list <p>two</p>'],
    ],
    ['leaves no empty list block', list('a', 'one', 'two'), list('b', 'three'), ['list <p>one</p> · <p>twothree</p>']],
    ['is the only line of an empty text', text('a', ''), text('b', '<p>two</p>'), ['text <p>two</p>']],
  ])('%s', (_, above, below, wanted) => {
    const [upper, lower] = blocksOf(emailWith(above, below).rows) as [Block, Block]
    const joined = joinTexts(upper, lower)
    const nodes = [
      { ...upper, ...joined.above },
      ...(joined.below === undefined ? [] : [{ ...lower, ...joined.below }]),
    ]
    expect(nodes.map(print)).toEqual(wanted)
  })

  test.each<[string, object]>([
    ['other readers', { when: { op: 'exists', path: 'first_name' } }],
    ['another kind of window', { hide: { mobile: true } }],
    ['an anchor, which links lead to', { anchor: 'below' }],
    ['a loop', { each: { in: 'first_name', as: 'item' } }],
  ])('is not moved to a text with %s', (_, more) => {
    const email = emailWith(text('a', '<p>one</p>'), text('b', '<p>two</p>', more), text('c', '<p>three</p>'))
    const [upper, lower] = blocksOf(email.rows) as [Block, Block]
    expect(areJoinable(email, upper, lower)).toBe(false)
  })

  test('is not moved away from its translation', () => {
    const email = emailWith(text('a', '<p>one</p>'), text('b', '<p>two</p>'))
    const [upper, lower] = blocksOf(email.rows) as [Block, Block]
    expect(areJoinable(email, upper, lower)).toBe(true)
    const translated = { ...email, translations: { default: 'en', locales: { de: { 'b.text': '<p>zwei</p>' } } } }
    expect(areJoinable(translated, upper, lower)).toBe(false)
  })
})

interface Case {
  act: string
  blocks: object[]
  /** Block and end at which the caret is. */
  at: [string, 'Home' | 'End']
  keys: string[]
  email: string[]
  selected: string
  /** Undo steps until the email is as before; default 1. */
  steps?: number
}

const cases: readonly Case[] = [
  {
    act: 'Backspace joins a text with the heading above, and typing goes on between them',
    blocks: [heading('a', 'Good'), text('b', '<p><b>news</b></p>')],
    at: ['b', 'Home'],
    keys: ['Backspace', '-'],
    email: ['heading <p>Good-<b>news</b></p>'],
    selected: 'a',
    steps: 2,
  },
  {
    act: 'Delete joins the text below, and typing goes on between them',
    blocks: [heading('a', 'Good'), text('b', '<p>{{ first_name }}</p><p>more</p>')],
    at: ['a', 'End'],
    keys: ['Delete', ','],
    email: ['heading <p>Good,{{ first_name }}</p>', 'text <p>more</p>'],
    selected: 'a',
    steps: 2,
  },
  {
    act: 'Backspace takes the first item of a list to the text above',
    blocks: [text('a', '<p>Good</p>'), list('b', 'news', 'and more')],
    at: ['b', 'Home'],
    keys: ['Backspace'],
    email: ['text <p>Goodnews</p>', 'list <p>and more</p>'],
    selected: 'a',
  },
  {
    act: 'Delete at the end of an item joins the next one, then the text below',
    blocks: [list('a', 'one', 'two'), text('b', '<p>three</p>')],
    at: ['a', 'End'],
    keys: ['Delete', 'End', 'Delete'],
    email: ['list <p>onetwothree</p>'],
    selected: 'a',
    steps: 2,
  },
  {
    act: 'Backspace below an image selects it',
    blocks: [image, text('b', '<p>news</p>')],
    at: ['b', 'Home'],
    keys: ['Backspace'],
    email: ['image', 'text <p>news</p>'],
    selected: 'image',
    steps: 0,
  },
  {
    act: 'Delete above an image selects it, and deletes it then',
    blocks: [text('a', '<p>news</p>'), image],
    at: ['a', 'End'],
    keys: ['Delete', 'Delete'],
    email: ['text <p>news</p>'],
    selected: 'a',
  },
  {
    act: 'Backspace removes an empty text above',
    blocks: [text('a', '<p>one</p>'), text('empty', ''), text('b', '<p>two</p>')],
    at: ['b', 'Home'],
    keys: ['Backspace', '!'],
    email: ['text <p>one</p>', 'text <p>!two</p>'],
    selected: 'b',
    steps: 2,
  },
  {
    act: 'Delete in an empty text removes it and goes on below',
    blocks: [text('empty', ''), text('b', '<p>two</p>')],
    at: ['empty', 'End'],
    keys: ['Delete', '!'],
    email: ['text <p>!two</p>'],
    selected: 'b',
    steps: 2,
  },
  {
    act: 'Delete at the end of a column goes on in the next one',
    blocks: [text('a', '<p>one</p>')],
    at: ['a', 'End'],
    keys: ['Delete'],
    email: ['text <p>one</p>'],
    selected: 'other',
    steps: 0,
  },
  {
    act: 'Backspace at the start of the email stays',
    blocks: [text('a', '<p>one</p>')],
    at: ['a', 'Home'],
    keys: ['Backspace', '!'],
    email: ['text <p>!one</p>'],
    selected: 'a',
  },
  {
    act: 'a locked text is not joined',
    blocks: [text('a', '<p>one</p>', { lock: { content: true } }), text('b', '<p>two</p>')],
    at: ['b', 'Home'],
    keys: ['Backspace'],
    email: ['text <p>one</p>', 'text <p>two</p>'],
    selected: 'a',
    steps: 0,
  },
]

async function place({ frame, page }: OpenEditor, [id, end]: Case['at']): Promise<void> {
  await page.getByRole('application', { name: 'Email' }).focus()
  await page.evaluate((wanted) => (window.editor.selection.value = wanted), id)
  await page.keyboard.press('Enter')
  await frame.locator(`[data-n="${id}"] [data-typing]`).waitFor()
  await page.keyboard.press(end)
}

test('keys at the edges of texts join, select and remove, each as one undo step', async () => {
  const editor = await openAlone({ document: emailWith() })
  const { page } = editor
  const columnNow = async () => blocksOf((await editor.document()).rows).map(print)
  for (const { act, at, blocks, email, keys, selected, steps = 1 } of cases) {
    await page.evaluate(() => {
      window.editor.editing.value = undefined
      window.editor.selection.value = undefined
    })
    const removed = blocksOf((await editor.document()).rows).map(({ id }) => ({ op: 'remove' as const, id }))
    const nodes = blocksOf(emailWith(...blocks).rows)
    await editor.change([...removed, { op: 'insert', parent: 'left', index: 0, nodes }])
    const before = await columnNow()
    await place(editor, at)
    for (const key of keys) await page.keyboard.press(key)
    expect([act, await columnNow(), await page.evaluate(() => window.editor.selection.peek())]).toEqual([
      act,
      email,
      selected,
    ])
    for (let step = 0; step < steps; step++) await page.evaluate(() => window.editor.undo())
    expect([act, await columnNow()]).toEqual([act, before])
    await page.evaluate(() => (window.editor.editing.value = undefined))
    expect([act, await editor.fidelity()]).toEqual([act, 'equal'])
  }
  expect(editor.complaints).toEqual([])
  await page.close()
})

test('undo by a call of the page right after a letter leaves the canvas whole', async () => {
  const editor = await openAlone({ document: emailWith(heading('a', 'Good'), text('b', '<p>news</p>')) })
  const { page } = editor
  await place(editor, ['b', 'Home'])
  await page.keyboard.press('Backspace')
  await editor.frame.locator('[data-n="a"] [data-typing]:focus, [data-n="a"] :focus [data-typing]').waitFor()
  await page.evaluate(async () => {
    const canvas = document.querySelector('iframe')?.contentDocument
    canvas?.execCommand('insertText', false, '-')
    // The letter is read in a microtask; its rendering waits for the next frame.
    while (!JSON.stringify(window.editor.document.peek()).includes('-news')) await Promise.resolve()
    window.editor.undo()
    window.editor.undo()
  })
  expect(blocksOf((await editor.document()).rows).map(print)).toEqual(['heading <p>Good</p>', 'text <p>news</p>'])
  await page.evaluate(() => (window.editor.editing.value = undefined))
  expect(await editor.fidelity()).toBe('equal')
  expect(editor.complaints).toEqual([])
  await page.close()
})

test('a Backspace that is held down stays in its column', async () => {
  const editor = await openAlone({ document: emailWith(text('a', '<p>one</p>')) })
  const { page } = editor
  await place(editor, ['other', 'End'])
  for (let press = 0; press < 30; press++) await page.keyboard.down('Backspace')
  await page.keyboard.up('Backspace')
  expect(blocksOf((await editor.document()).rows).map(print)).toEqual(['text <p>one</p>'])
  await page.close()
})

test('users who may change texts only go to the text above', async () => {
  const editor = await openAlone({ document: emailWith(text('a', '<p>one</p>'), text('b', '<p>two</p>')) })
  const { page } = editor
  await page.evaluate(() => (window.editor.textOnly.value = true))
  await place(editor, ['b', 'Home'])
  await page.keyboard.press('Backspace')
  await page.keyboard.type('!')
  expect(blocksOf((await editor.document()).rows).map(print)).toEqual(['text <p>one!</p>', 'text <p>two</p>'])
  await page.close()
})
