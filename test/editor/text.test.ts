import { describe, expect, test } from 'bun:test'
import type { Frame, Page } from 'playwright-core'
import type { Block, EmailDocument, RichText, Section } from '../../src/email/document/index.ts'
import { richTextToPlain } from '../../src/email/document/index.ts'
import { printRichText } from '../support/print-rich-text.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { emailOf } from './page/emails.ts'
import { type OpenEditor, openAlone } from './page/open.ts'

const fields = [
  { path: 'first_name', type: 'string', label: 'First name', sample: 'Ada' },
  { path: 'company.name', type: 'string', label: 'Company', sample: 'Analytical Engines' },
]
const theme = { colors: { brand: { light: '#aa0066', dark: '#ff88cc' } } }

function emailWith(...blocks: object[]): EmailDocument {
  const ids = blocks.map((block, index) => ({ id: `b${index}`, ...block }))
  return emailOf([{ type: 'section', columns: [{ type: 'column', blocks: ids }] }], { fields, theme })
}

const blockOf = async (editor: OpenEditor, index: number) => {
  const { rows } = await editor.document()
  return (rows[0] as Section).columns[0]?.blocks[index] as Block
}
const htmlOf = async (editor: OpenEditor, index: number) =>
  printRichText((await blockOf(editor, index))['text'] as RichText)
const caretIn = (frame: Frame, id: string) => frame.locator(`[data-n="${id}"] [data-typing]`).waitFor()
const cellsOf = (block: Block) => (block['rows'] as RichText[][]).map((row) => row.map(richTextToPlain))
const entries = (page: Page) =>
  page.evaluate(() => {
    let count = 0
    for (; window.editor.history.peek().canUndo; count++) window.editor.undo()
    for (let again = count; again > 0; again--) window.editor.redo()
    return count
  })

/** Pastes as a browser does it where the caret is. */
async function paste(frame: Frame, kinds: Record<string, string>): Promise<void> {
  const page = frame.page()
  const before = await page.evaluateHandle(() => [window.editor.document.peek(), window.editor.problem.peek()])
  await frame.evaluate((given) => {
    const data = new DataTransfer()
    for (const [kind, text] of Object.entries(given)) data.setData(kind, text)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
    document.querySelector('[data-typing]')?.dispatchEvent(event)
  }, kinds)
  // What reads HTML comes with the first of it.
  await page.waitForFunction(
    ([document, problem]) => window.editor.document.peek() !== document || window.editor.problem.peek() !== problem,
    before,
  )
}

describe('typing in the canvas', () => {
  test('a user clicks, types, formats, adds links and lists, and undoes it', async () => {
    const editor = await openAlone({
      document: emailWith({ type: 'text', text: '<p>We are glad that you are here.</p>' }, { type: 'divider' }),
    })
    const { complaints, fidelity, frame, page } = editor
    await frame.getByText('We are glad').click({ position: { x: 2, y: 8 } })
    await caretIn(frame, 'b0')
    await page.keyboard.press('End')
    await page.keyboard.type(' Sixty letters in a row are one entry of the log, no more than that.')
    expect(await htmlOf(editor, 0)).toBe(
      '<p>We are glad that you are here. Sixty letters in a row are one entry of the log, no more than that.</p>',
    )
    expect(await entries(page)).toBe(1)
    await page.keyboard.press('ControlOrMeta+z')
    await frame.getByText(/^We are glad that you are here\.$/).waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await frame.getByText(/no more than that\.$/).waitFor()

    await page.keyboard.press('Enter')
    await page.keyboard.type('- one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Hello {{fir')
    await page.getByRole('option', { name: 'First name' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.keyboard.type('!')
    expect(await htmlOf(editor, 0)).toEndWith(
      '<ul><li>one<ul><li>two</li></ul></li></ul><p>Hello {{ first_name }}!</p>',
    )

    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('ControlOrMeta+b')
    await page.getByRole('button', { name: 'Bold', pressed: true }).waitFor()
    await page.getByRole('button', { name: 'Italic' }).click()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('textbox', { name: 'URL' }).waitFor()
    await page.keyboard.type('javascript:alert(1)')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a valid URL.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: 'URL' }).fill('example.com/hello')
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(await htmlOf(editor, 0)).toEndWith(
      '<p><a href="https://example.com/hello"><b><i>Hello {{ first_name }}!</i></b></a></p>',
    )
    await page.getByRole('button', { name: 'Font, size and color' }).click()
    await page.getByRole('dialog', { name: 'Font, size and color' }).getByLabel('Size').fill('22')
    await page.keyboard.press('Enter')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await htmlOf(editor, 0)).toContain('font-size:22px')

    await frame.locator('[data-tag]').click()
    await page.getByRole('textbox', { name: 'If empty' }).fill('friend')
    await page.getByRole('combobox', { name: 'Format' }).selectOption('upper')
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await htmlOf(editor, 0)).toContain('{{ first_name | default: &quot;friend&quot; | upcase }}')
    await frame.getByText('ADA').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => window.editor.editing.peek())).toBeUndefined()
    expect(await page.evaluate(() => window.editor.selection.peek())).toBe('b0')
    expect(await fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('every kind of text is edited in place, and looks as it is sent', async () => {
    const cell = (text: string) => `<p>${text}</p>`
    const editor = await openAlone({
      document: emailWith(
        { type: 'heading', text: 'Welcome', level: 1 },
        { type: 'list', items: [{ text: 'First' }, { text: 'Last' }] },
        { type: 'table', head: [cell('Item'), cell('Price')], rows: [[cell('Tea'), cell('3')]] },
        { type: 'button', label: 'Go {{ first_name }}', href: 'https://example.com' },
        { type: 'accordion', items: [{ title: 'Why?', text: '<p>Because.</p>' }] },
      ),
    })
    const { complaints, fidelity, frame, page } = editor
    const before = await editor.document()
    await frame.getByText('Welcome').click()
    await caretIn(frame, 'b0')
    await page.keyboard.press('Escape')
    expect(await editor.document()).toEqual(before)
    expect(await fidelity()).toBe('equal')

    await frame.getByText('First').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Second')
    await page.keyboard.press('Escape')
    expect(
      ((await blockOf(editor, 1))['items'] as { text: RichText }[]).map(({ text }) => printRichText(text)),
    ).toEqual(['<p>First</p>', '<p>Second</p>', '<p>Last</p>'])
    await frame.getByText('Price').click()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('4')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Coffee')
    await page.keyboard.press('Escape')
    const { rows } = (await blockOf(editor, 2)) as { rows?: RichText[][] }
    expect(rows?.map((row) => row.map(printRichText))).toEqual([
      ['<p>Tea</p>', '<p>4</p>'],
      ['<p>Coffee</p>', ''],
    ])
    await frame.getByText('Go Ada').dblclick()
    await caretIn(frame, 'b3')
    await page.keyboard.press('End')
    await page.keyboard.type(' now')
    await page.keyboard.press('Enter')
    expect((await blockOf(editor, 3))['label']).toBe('Go {{ first_name }} now')
    await frame.getByText('Because.').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' Really.')
    await page.keyboard.press('Escape')
    expect(await fidelity()).toBe('equal')

    await frame.getByText('Welcome').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('/')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.type('Below the heading')
    expect((await blockOf(editor, 1))['type']).toBe('text')
    expect(await htmlOf(editor, 1)).toBe('<p>Below the heading</p>')
    await page.keyboard.press('Escape')
    await page.keyboard.type('Anew: ')
    expect(await htmlOf(editor, 1)).toContain('Anew')
    await page.keyboard.press('Escape')
    expect(await fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a copied text keeps merge tags, links, styles and the spacing of its list', async () => {
    const link = { href: 'https://example.com/a' }
    const text: RichText = [
      {
        type: 'paragraph',
        runs: [
          { text: 'See ', color: '$color.brand' },
          { text: 'this', link, size: 20 },
        ],
      },
      {
        type: 'list',
        ordered: true,
        items: [{ runs: [{ tag: { path: 'first_name', fallback: 'you' }, bold: true }] }, { runs: [{ text: 'Last' }] }],
      },
    ]
    const editor = await openAlone({
      document: emailWith(
        { type: 'text', text },
        { type: 'text', text: '<p>Here</p>' },
        { type: 'heading', text: 'Title' },
      ),
    })
    const { complaints, fidelity, frame, page } = editor
    await frame.getByText('Last').click()
    await caretIn(frame, 'b0')
    const spacing = page.getByRole('button', { name: 'Item spacing' })
    await spacing.click()
    await page.getByRole('spinbutton', { name: 'Item spacing' }).click()
    await page.getByRole('group', { name: 'Common values' }).getByRole('button', { name: '12', exact: true }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('PageDown')
    const spaced = [text[0], { ...text[1], spacing: 8 }]
    expect((await blockOf(editor, 0))['text']).toEqual(spaced)
    // Out of the popover, then out of the toolbar.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+c')
    await frame.getByText('Here').click()
    await caretIn(frame, 'b1')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+v')
    expect((await blockOf(editor, 1))['text']).toEqual(spaced)
    await frame.getByText('Title').click()
    await caretIn(frame, 'b2')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+v')
    expect(await htmlOf(editor, 2)).toContain('<br><b>{{ first_name | default: &quot;you&quot; }}</b><br>Last')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+x')
    expect(await htmlOf(editor, 2)).toBe('<p></p>')
    await page.keyboard.press('Escape')
    expect(await fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('pasted content is sanitized, and nothing in it executes', async () => {
    const editor = await openAlone({ document: emailWith({ type: 'text', text: '<p>Start</p>' }) })
    const { complaints, frame, page } = editor
    const again = async () => {
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
    }
    await frame.getByText('Start').click()
    await caretIn(frame, 'b0')
    await again()
    await paste(frame, { 'text/html': word, 'text/plain': 'Title' })
    expect(await htmlOf(editor, 0)).toBe('<h1>Title</h1><p>A <b>bold</b> word</p><ul><li>one</li><li>two</li></ul>')
    await again()
    await paste(frame, {
      'text/html':
        '<img src=x onerror="parent.hit=1"><svg onload="parent.hit=1"></svg><script>parent.hit=1</script><p onclick="parent.hit=1">Safe <a href="javascript:parent.hit=1">words</a></p>',
    })
    expect(await htmlOf(editor, 0)).toBe('<p>Safe words</p>')
    await again()
    await paste(frame, { 'text/plain': 'One\nline\n\nTwo' })
    expect(await htmlOf(editor, 0)).toBe('<p>One<br>line</p><p>Two</p>')
    await again()
    await paste(frame, {
      'text/html':
        '<p>Look</p><img src="https://example.invalid/a.png" alt="A"><table><tr><td>1</td><td>2</td></tr></table>',
    })
    expect(await htmlOf(editor, 0)).toBe('<p>Look</p>')
    expect(await blockOf(editor, 1)).toMatchObject({ type: 'image', src: 'https://example.invalid/a.png', alt: 'A' })
    expect(cellsOf(await blockOf(editor, 2))).toEqual([['1', '2']])
    expect(await blockOf(editor, 2)).not.toHaveProperty('head')
    const kept = await editor.document()
    await paste(frame, { 'text/html': `<p>${'long '.repeat(250_000)}</p>`, 'text/plain': 'long '.repeat(250_000) })
    await page.getByText('The text is too long').first().waitFor()
    expect(await editor.document()).toEqual(kept)
    expect(await page.evaluate(() => (window as Window & { hit?: number }).hit)).toBeUndefined()
    expect(complaints.filter((complaint) => !/example\.invalid|ERR_/.test(complaint))).toEqual([])
    await page.close()
  })

  test('content copied from spreadsheets becomes a table, or fills cells of one', async () => {
    const editor = await openAlone({ document: emailWith({ type: 'text', text: '<p>Start</p>' }) })
    const { complaints, frame, page } = editor
    await frame.getByText('Start').click()
    await caretIn(frame, 'b0')
    await paste(frame, { 'text/html': sheet, 'text/plain': 'Item\tPrice\nTea\t3,50' })
    const table = await blockOf(editor, 1)
    expect(table).toMatchObject({ type: 'table', columns: [{}, { align: 'right' }] })
    expect((table['head'] as RichText[]).map(richTextToPlain)).toEqual(['Item', 'Price'])
    expect(cellsOf(table)).toEqual([['Tea', '3,50']])
    await frame.getByText('Tea').click()
    await caretIn(frame, table.id)
    await paste(frame, { 'text/plain': 'Coffee\t4\t*\nMilk\t1\t-' })
    expect(cellsOf(await blockOf(editor, 1))).toEqual([
      ['Coffee', '4', '*'],
      ['Milk', '1', '-'],
    ])
    expect(await entries(page)).toBe(2)
    await page.keyboard.press('Escape')
    await page.evaluate(
      (html) => {
        const data = new DataTransfer()
        data.setData('text/html', html)
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      `<p>Before</p>${sheet.replaceAll(/<!--\w+-->/g, '')}`,
    )
    await page.waitForFunction(() => JSON.stringify(window.editor.document.peek()).includes('Before'))
    expect(await Promise.all([2, 3].map(async (at) => (await blockOf(editor, at)).type))).toEqual(['text', 'table'])
    expect(await editor.fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('Arabic is typed right to left, composed characters are kept, and read-only text accepts no input', async () => {
    const editor = await openAlone({
      document: { ...emailWith({ type: 'text', text: '<p>مرحبا</p>' }), meta: { title: 'T', lang: 'ar', dir: 'rtl' } },
      config: { locale: 'ar' },
    })
    const { complaints, fidelity, frame, page } = editor
    await frame.getByText('مرحبا').click()
    await caretIn(frame, 'b0')
    await page.keyboard.press('End')
    await page.keyboard.type(' بكم')
    expect(await htmlOf(editor, 0)).toBe('<p>مرحبا بكم</p>')
    const ime = await page.context().newCDPSession(page)
    await ime.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
    expect(await htmlOf(editor, 0)).toBe('<p>مرحبا بكم</p>')
    await ime.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
    await ime.send('Input.insertText', { text: '日本' })
    await frame.getByText('日本').waitFor()
    await page.waitForFunction(() => JSON.stringify(window.editor.document.peek()).includes('日本'))
    expect(await accessibilityFaults(page)).toEqual([])
    await page.evaluate(() => (window.editor.viewOnly.value = true))
    await frame.locator('[data-typing]').waitFor({ state: 'detached' })
    await frame.getByText('日本').click()
    await page.keyboard.type('x')
    expect(await htmlOf(editor, 0)).toBe('<p>مرحبا بكم日本</p>')
    expect(await fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('arrow keys at the edge of a text move to the neighbor', async () => {
    const two = (left: object, right: object) => ({
      type: 'section',
      columns: [left, right].map((block) => ({ type: 'column', width: { fr: 1 }, blocks: [block] })),
    })
    const editor = await openAlone({
      document: emailOf([
        two({ id: 'a', type: 'text', text: '<p>One line</p>' }, { id: 'b', type: 'text', text: '<p>Beside it</p>' }),
        two(
          {
            id: 'c',
            type: 'table',
            rows: [
              ['1', '2'],
              ['3', '4'],
            ],
          },
          { id: 'd', type: 'text', text: '<p>Below</p>' },
        ),
        { type: 'section', columns: [{ type: 'column', blocks: [{ id: 'e', type: 'divider' }] }] },
      ]),
    })
    const { complaints, frame, page } = editor
    const typed = (id: string) => caretIn(frame, id)
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await frame.getByText('One line').click()
    await typed('a')
    await press('Home', 'ArrowLeft')
    expect(await page.evaluate(() => window.editor.editing.peek())).toBe('a')
    await press('End', 'ArrowRight')
    await typed('b')
    await page.keyboard.type('And ')
    await press('ArrowDown')
    await typed('d')
    await press('End', 'ArrowUp')
    await typed('b')
    await press('Home', 'ArrowLeft')
    await typed('a')
    await page.keyboard.type('!')
    await press('Home', 'ArrowDown')
    await typed('c')
    await page.keyboard.type('x')
    await press('ArrowDown')
    await page.keyboard.type('y')
    await press('ArrowDown')
    await page.waitForFunction(() => window.editor.selection.peek() === 'e')
    expect(await page.evaluate(() => window.editor.editing.peek())).toBeUndefined()
    await press('ArrowUp', 'ArrowUp')
    expect(await page.evaluate(() => window.editor.selection.peek())).toBe('d')
    const words = JSON.stringify((await editor.document()).rows)
    for (const said of ['One line!', 'And Beside it', 'x1', '3y']) expect(words).toContain(said)
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a composition is one undo step, dead keys and emoji are complete, and a canceled one leaves nothing', async () => {
    const editor = await openAlone({ document: emailWith({ type: 'text', text: '<p>Start</p>' }, { type: 'divider' }) })
    const { complaints, frame, page } = editor
    const shows = (words: string) =>
      page.waitForFunction((html) => JSON.stringify(window.editor.document.peek().rows).includes(html), `"${words}"`)
    await frame.getByText('Start').click()
    await caretIn(frame, 'b0')
    await page.keyboard.press('Home')
    const ime = await page.context().newCDPSession(page)
    const compose = (text: string) =>
      ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    for (const text of ['n', 'に', 'にほ', 'にほん']) await compose(text)
    await ime.send('Input.insertText', { text: '日本' })
    await shows('日本Start')
    await page.keyboard.press('ControlOrMeta+z')
    await shows('Start')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await shows('日本Start')
    await compose('´')
    await ime.send('Input.insertText', { text: 'é' })
    await shows('日本éStart')
    await compose('ka')
    await compose('')
    await page.keyboard.insertText('👩‍👩‍👧')
    await page.keyboard.type('!')
    await shows('日本é👩‍👩‍👧!Start')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await shows('日本éStart')
    // Someone else changes another block while a word is composed.
    await compose('か')
    await editor.change([{ op: 'set', id: 'b1', props: { style: { padding: [4, 4, 4, 4] } } }])
    await compose('かな')
    await ime.send('Input.insertText', { text: '仮名' })
    await shows('日本é仮名Start')
    await page.keyboard.press('Escape')
    expect(await editor.fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('changes of others to text and style are applied while typing', async () => {
    const editor = await openAlone({ document: emailWith({ type: 'text', text: '<p>Here</p>' }) })
    const { change, frame, page } = editor
    await frame.getByText('Here').click()
    await caretIn(frame, 'b0')
    await page.keyboard.press('End')
    await change([{ op: 'set', id: 'b0', props: { text: [{ type: 'paragraph', runs: [{ text: 'There' }] }] } }])
    await frame.getByText('There').waitFor()
    await change([{ op: 'set', id: 'b0', props: { style: { size: 30, padding: [8, 24, 8, 24] } } }])
    await frame.waitForFunction(() => {
      const text = document.querySelector('[data-typing]')
      return text !== null && getComputedStyle(text).fontSize === '30px'
    })
    await page.keyboard.type(' and here')
    expect(await htmlOf(editor, 0)).toBe('<p>There and here</p>')
    await change([{ op: 'remove', id: 'b0' }])
    expect(await page.evaluate(() => window.editor.editing.peek())).toBeUndefined()
    expect(await editor.fidelity()).toBe('equal')
    await page.close()
  })
})

const sheet = `<table border=0 width=192><!--StartFragment--><col width=64><tr height=20><td style='font-weight:700'>Item</td><td style='font-weight:700'>Price</td></tr><tr><td>Tea</td><td align=right x:num="3.5">3,50</td></tr><!--EndFragment--></table>`

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0cm;font-size:11.0pt}</style></head><body lang=EN-US><!--StartFragment-->
<h1 style='color:#2F5496'><span lang=EN-US>Title<o:p></o:p></span></h1>
<p class=MsoNormal><span style='font-family:"Calibri",sans-serif;color:#444'>A <b>bold</b> word<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>one<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>two<o:p></o:p></p>
<!--EndFragment--></body></html>`

test('a typed letter is on the screen before panels and rows with it render, and the next control key or click sees it', async () => {
  const { complaints, document, fidelity, frame, page } = await openAlone({
    document: emailWith(
      { id: 'words', type: 'text', text: '<p>Hello</p>' },
      { id: 'go', type: 'button', label: 'Go', href: 'https://example.com' },
    ),
  })
  await page.evaluate(() => (window.editor.selection.value = 'go'))
  const label = page.getByRole('complementary', { name: 'Settings' }).getByRole('textbox', { name: 'Label' })
  await label.waitFor()
  const shown = await label.evaluate((input: HTMLInputElement) => {
    const canvas = window.document.querySelector('iframe')?.contentDocument
    const read = () => canvas?.querySelector('[data-n="go"] a')?.textContent
    input.value = 'Go on'
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    const first = [JSON.stringify(window.editor.document.peek()).includes('"Go on"'), read()]
    input.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    return [...first, read()]
  })
  expect(shown).toEqual([true, 'Go', 'Go on'])
  // Keys faster than frames: the settings follow, and the email stays equal to what is sent.
  await frame.getByText('Hello').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and welcome')
  await page.waitForFunction(() => window.document.querySelector('textarea')?.value === 'Hello and welcome')
  await page.keyboard.press('Escape')
  expect(JSON.stringify((await document()).rows)).toContain('Hello and welcome')
  expect(await fidelity()).toBe('equal')
  expect(complaints).toEqual([])
  await page.close()
})

test('spaces at the ends of pasted words are kept, also where HTML has lost them', async () => {
  const editor = await openAlone({
    document: emailWith(
      { type: 'text', text: '<p>Hello</p>' },
      { type: 'button', label: 'Go', href: 'https://example.com' },
    ),
  })
  const { frame, page } = editor
  await frame.getByText('Hello').click()
  await caretIn(frame, 'b0')
  await page.keyboard.press('End')
  await paste(frame, { 'text/plain': ' world' })
  await paste(frame, { 'text/html': '<meta charset="utf-8"><b>and all</b>', 'text/plain': ' and all ' })
  await paste(frame, { 'text/plain': 'others\n' })
  await paste(frame, { 'text/html': '<span> </span>', 'text/plain': ' ' })
  await paste(frame, { 'text/html': '<p>x</p><p>y</p>', 'text/plain': ' x\n\ny' })
  expect(await htmlOf(editor, 0)).toBe('<p>Hello world <b>and all</b> others x</p><p>y</p>')
  await frame.getByText('Go').dblclick()
  await caretIn(frame, 'b1')
  await page.keyboard.press('End')
  await paste(frame, { 'text/plain': ' now\n' })
  expect((await blockOf(editor, 1))['label']).toBe('Go now')
  await page.close()
})

test('dragged words are moved in their text as one undo step, with Ctrl copied, and dropped outside they stay', async () => {
  const editor = await openAlone({
    document: emailWith({ type: 'text', text: '<p>one two <b>three</b> four</p>' }, { type: 'heading', text: 'Title' }),
  })
  const { frame, page } = editor
  await frame.getByText('one two').click()
  await caretIn(frame, 'b0')
  const boxOf = (words: string) =>
    frame.locator('[data-typing]').evaluate((element, wanted) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const at = node.nodeValue?.indexOf(wanted) ?? -1
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + wanted.length)
        const { left, right, top, height } = range.getBoundingClientRect()
        range.setStart(element, 0)
        return { left, right, middle: top + height / 2, before: range.toString().length - wanted.length }
      }
      throw new Error(`No ${wanted}`)
    }, words)
  const paper = await (await frame.frameElement()).boundingBox()
  const [dx, dy] = [paper?.x ?? 0, paper?.y ?? 0]
  const drag = async (words: string, to: { x: number; y: number }, key?: 'Control') => {
    const { left, right, middle, before } = await boxOf(words)
    const x = dx + (left + right) / 2
    await page.mouse.click(dx + left - 1, dy + middle)
    await page.keyboard.press('Home')
    for (let at = 0; at < before; at++) await page.keyboard.press('ArrowRight')
    for (let at = 0; at < words.length; at++) await page.keyboard.press('Shift+ArrowRight')
    await page.mouse.move(x, dy + middle)
    await page.mouse.down()
    await page.mouse.move(x + 12, dy + middle, { steps: 4 })
    if (key !== undefined) await page.keyboard.down(key)
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await page.mouse.up()
    if (key !== undefined) await page.keyboard.up(key)
  }
  const start = async () => {
    const { left, middle } = await boxOf('one')
    return { x: dx + left, y: dy + middle }
  }
  await drag('three', await start())
  expect(await htmlOf(editor, 0)).toBe('<p><b>three</b>one two &#32;four</p>')
  expect(await entries(page)).toBe(1)
  await drag('four', await start(), 'Control')
  expect(await htmlOf(editor, 0)).toBe('<p><b>three</b>fourone two &#32;four</p>')
  const title = await frame.getByText('Title').boundingBox()
  await drag('two', { x: (title?.x ?? 0) + 5, y: (title?.y ?? 0) + 5 })
  expect(await htmlOf(editor, 0)).toBe('<p><b>three</b>fourone two &#32;four</p>')
  expect((await blockOf(editor, 1))['text']).toEqual([{ type: 'paragraph', runs: [{ text: 'Title' }] }])
  await page.close()
})
