/** Acts of people who write lists, links and cells, drag over letters, and fill in the settings. */
import { expect } from 'bun:test'
import { type Act, type Newcomer, column, empty, pair, section, whole } from './newcomer.ts'

const bullets = [
  section(
    'row',
    column(
      'column',
      { id: 'list', type: 'text', text: '<ul><li>One</li><li>Two</li></ul>' },
      { id: 'after', type: 'divider' },
    ),
  ),
]
const numbers = [
  section(
    'row',
    column('column', { id: 'list', type: 'text', text: '<ol><li>One</li><li>Two</li><li>Three</li></ol><p>End</p>' }),
  ),
]
const linked = [
  section(
    'row',
    column('column', { id: 'words', type: 'text', text: '<p>See <a href="https://example.com/x">a link</a></p>' }),
  ),
]
const cells = [
  section(
    'row',
    column('column', {
      id: 'table',
      type: 'table',
      rows: [
        ['Name', 'Price'],
        ['Tea', '3'],
      ],
    }),
  ),
]
const code = [section('row', column('column', { id: 'code', type: 'html', html: '<p>Own code</p>' }))]

const menu = [
  section(
    'row',
    column('column', {
      id: 'menu',
      type: 'menu',
      items: [
        { label: 'Home', href: '' },
        { label: 'About', href: '' },
      ],
    }),
  ),
]

/** The caret at the end of the only text. */
async function goToEnd(person: Newcomer, id: string): Promise<void> {
  await person.click(id)
  await person.caret()
  await person.type('<ControlOrMeta+End>')
}

async function expectJson(person: Newcomer, part: string): Promise<void> {
  await person.page.waitForFunction((wanted) => JSON.stringify(window.editor.document.peek()).includes(wanted), part)
}

/** Presses the pointer at the start of a text and moves it by px to the right. */
async function dragOver(person: Newcomer, words: string, from: number, to: number): Promise<void> {
  const box = await person.frame.getByText(words).boundingBox()
  const [left, y] = [box?.x ?? 0, (box?.y ?? 0) + 12]
  await person.page.mouse.move(left + from, y)
  await person.page.mouse.down()
  await person.page.mouse.move(left + to, y, { steps: 6 })
  await person.page.mouse.up()
  await person.caret()
}

async function linkField(person: Newcomer, ...keys: string[]) {
  await person.select('go')
  const field = person.page.locator('[data-field="href"] input').first()
  await field.click()
  await person.type('<ControlOrMeta+a>', ...keys)
  return field
}

/** Drops content of another program on the text of the email. */
async function drop(person: Newcomer, { file = '', plain = '' }: { file?: string; plain?: string }): Promise<void> {
  await person.frame.evaluate(
    ([name, words]) => {
      const data = new DataTransfer()
      if (name !== '') data.items.add(new File(['x'], name, { type: 'application/octet-stream' }))
      else data.setData('text/plain', words)
      const target = document.querySelector('[data-n="words"]')
      target?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    },
    [file, plain] as const,
  )
}

/** Selects the word "sale". */
async function selectWord(person: Newcomer): Promise<void> {
  const box = await person.frame.getByText('The sale begins').boundingBox()
  await person.page.mouse.dblclick((box?.x ?? 0) + 40, (box?.y ?? 0) + 12)
  await person.caret()
}

/** The link of the word "sale", typed into its popover, which stays open. */
async function typeLink(person: Newcomer, ...typed: string[]): Promise<void> {
  await selectWord(person)
  await person.type('<ControlOrMeta+k>')
  await person.page.getByRole('dialog', { name: 'Link' }).waitFor()
  await person.type(...typed)
}

async function linkWord(person: Newcomer, typed: string): Promise<void> {
  await typeLink(person, typed, '<Enter>')
  await person.caret()
}

export const writingActs: readonly Act[] = [
  {
    act: 'Enter in a list makes the next point',
    rows: bullets,
    async run(person) {
      await goToEnd(person, 'list')
      await person.type('<Enter>', 'Three')
      await expectJson(person, '{"runs":[{"text":"Three"}]}]}')
    },
    email: 'text One Two Three, divider',
    selected: 'text',
  },
  {
    act: 'Enter twice leaves the list',
    rows: bullets,
    async run(person) {
      await goToEnd(person, 'list')
      await person.type('<Enter>', '<Enter>', 'After')
      await expectJson(person, '{"type":"paragraph","runs":[{"text":"After"}]}')
    },
    email: 'text One Two After, divider',
    selected: 'text',
  },
  {
    act: 'Tab in a list indents the point',
    rows: bullets,
    async run(person) {
      await goToEnd(person, 'list')
      await person.type('<Tab>', '!')
      await expectJson(person, '{"runs":[{"text":"One"}],"list":')
    },
    email: 'text One Two!, divider',
    selected: 'text',
  },
  {
    act: 'Backspace at the start of a point takes its bullet away',
    rows: bullets,
    async run(person) {
      await goToEnd(person, 'list')
      await person.type('<Home>', '<Backspace>', 'X')
      await expectJson(person, '{"type":"paragraph","runs":[{"text":"XTwo"}]}')
    },
    email: 'text One XTwo, divider',
    selected: 'text',
  },
  {
    act: 'Backspace twice joins the point with the one above, and the numbers go on',
    rows: numbers,
    async run(person) {
      await person.click('list')
      await person.caret()
      await person.type('<ControlOrMeta+Home>', '<ArrowDown>', '<Home>', '<Backspace>', '<Backspace>', ' ')
      await expectJson(person, '"items":[{"runs":[{"text":"One Two"}]},{"runs":[{"text":"Three"}]}]')
    },
    email: 'text One Two Three End',
    selected: 'text',
  },
  {
    act: 'Delete at the end of a point joins the next one',
    rows: numbers,
    async run(person) {
      await person.click('list')
      await person.caret()
      await person.type('<ControlOrMeta+Home>', '<End>', '<Delete>', ' ')
      await expectJson(person, '"items":[{"runs":[{"text":"One Two"}]},{"runs":[{"text":"Three"}]}]')
    },
    email: 'text One Two Three End',
    selected: 'text',
  },
  {
    act: 'Backspace in the paragraph after a list joins its last point',
    rows: numbers,
    async run(person) {
      await goToEnd(person, 'list')
      await person.type('<Home>', '<Backspace>', ' ')
      await expectJson(person, '{"runs":[{"text":"Three End"}]}')
    },
    email: 'text One Two Three End',
    selected: 'text',
  },
  {
    act: 'type a hyphen and a space for a list',
    rows: empty,
    async run(person) {
      await person.tile('Text').click()
      await person.caret()
      await person.type('- One', '<Enter>', 'Two')
      await expectJson(person, '"ordered":false,"items":[{"runs":[{"text":"One"}]}')
    },
    email: 'text One Two',
    selected: 'text',
  },
  {
    act: 'type a number for a list',
    rows: empty,
    async run(person) {
      await person.tile('Text').click()
      await person.caret()
      await person.type('1. One', '<Enter>', 'Two')
      await expectJson(person, '"ordered":true,"items":[{"runs":[{"text":"One"}]}')
    },
    email: 'text One Two',
    selected: 'text',
  },
  {
    act: 'Shift+Enter breaks the line',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', '<Shift+Enter>', 'next')
      await expectJson(person, '{"break":true},{"text":"next"}')
    },
    email: 'heading Good news, text The sale begins today next, button Shop',
    selected: 'text',
  },
  {
    act: 'select all twice in a text and delete',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<ControlOrMeta+a>', '<ControlOrMeta+a>', '<Delete>')
    },
    email: 'heading Good news, text, button Shop',
    selected: 'text',
  },
  {
    act: 'select all blocks, delete them, undo',
    async run(person) {
      await person.select('go')
      await person.type('<ControlOrMeta+a>', '<Delete>', '<ControlOrMeta+z>')
    },
    email: whole,
    selected: 'button',
  },
  {
    act: 'type emoji and delete the last one',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>')
      await person.page.keyboard.insertText(' 🎉👩‍👩‍👧')
      await person.type('<Backspace>', '!')
    },
    email: 'heading Good news, text The sale begins today 🎉!, button Shop',
    selected: 'text',
  },
  {
    act: 'cut a block and paste it into another column',
    rows: pair,
    async run(person) {
      await person.select('one')
      await person.type('<ControlOrMeta+x>')
      await person.select('two')
      await person.type('<ControlOrMeta+v>')
    },
    email: ' | text Right words, text Left words / divider',
    selected: 'text',
  },
  {
    act: 'drag a block into another column',
    rows: pair,
    async run(person) {
      await person.select('one')
      await person.drag(person.page.getByRole('button', { name: 'Drag to move' }), await person.point('two', 0.9))
    },
    email: ' | text Right words, text Left words / divider',
    selected: 'text',
  },
  {
    act: 'delete a column',
    rows: pair,
    async run(person) {
      await person.select('right')
      await person.type('<Delete>')
    },
    email: 'text Left words / divider',
    selected: 'column',
  },
  {
    act: 'type in a cell of a table',
    rows: cells,
    async run(person) {
      const box = await person.frame.getByText('Tea').boundingBox()
      await person.page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
      await person.caret()
      await person.type('<End>', '!')
      await expectJson(person, '"Tea!"')
    },
    email: 'table',
    selected: 'table',
  },
  {
    act: 'Tab in a cell goes to the next one',
    rows: cells,
    async run(person) {
      const box = await person.frame.getByText('Tea').boundingBox()
      await person.page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
      await person.caret()
      await person.type('<Tab>', '9')
      await expectJson(person, '"93"')
    },
    email: 'table',
    selected: 'table',
  },
  {
    act: 'drag over letters of a text without a click before, and type over them',
    async run(person) {
      await dragOver(person, 'The sale begins', 1, 62)
      await person.type('Big')
    },
    email: 'heading Good news, text Big begins today, button Shop',
    selected: 'text',
  },
  {
    act: 'drag backwards over letters of a heading without a click before, and delete them',
    async run(person) {
      await dragOver(person, 'Good news', 168, 82)
      await person.type('<Delete>')
    },
    email: 'heading Good, text The sale begins today, button Shop',
    selected: 'heading',
  },
  {
    act: 'type a URL in a text',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' see https://example.com/sale. Now')
      await expectJson(
        person,
        '{"text":"https://example.com/sale","link":{"href":"https://example.com/sale"}},{"text":". Now"}',
      )
    },
    email: 'heading Good news, text The sale begins today see https://example.com/sale. Now, button Shop',
    selected: 'text',
  },
  {
    act: 'paste a URL in a text and go on',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' ')
      await person.paste({ 'text/plain': 'https://example.com/sale' })
      await person.type(' now')
      await expectJson(person, '"link":{"href":"https://example.com/sale"}},{"text":" now"}')
    },
    email: 'heading Good news, text The sale begins today https://example.com/sale now, button Shop',
    selected: 'text',
  },
  {
    act: 'paste a page with a heading, a button and a line',
    async run(person) {
      await person.select('words')
      await person.paste({
        'text/html':
          '<h2>Head</h2><p>Words</p><p><a href="https://example.com" style="background:#f00;padding:10px;display:inline-block">Go</a></p><hr>',
        'text/plain': 'Head',
      })
    },
    email: 'heading Good news, text The sale begins today, text Head, text Words, button Go, divider, button Shop',
    selected: 'text',
  },
  {
    act: 'link a word without https://',
    async run(person) {
      await linkWord(person, 'example.com/sale')
      await expectJson(person, '{"text":"sale","link":{"href":"https://example.com/sale"}}')
    },
    email: whole,
    selected: 'text',
  },
  {
    act: 'link a word with an email address',
    async run(person) {
      await linkWord(person, 'shop@example.com')
      await expectJson(person, '{"text":"sale","link":{"href":"mailto:shop@example.com"}}')
    },
    email: whole,
    selected: 'text',
  },
  {
    act: 'double click a tile: one block',
    async run(person) {
      await person.select('words')
      await person.tile('Divider').dblclick()
    },
    email: 'heading Good news, text The sale begins today, divider, button Shop',
    selected: 'divider',
  },
  {
    act: 'drag over letters and let go over the next block, then type over them',
    async run(person) {
      const box = await person.frame.getByText('Good news').boundingBox()
      const below = await person.point('words', 0.5)
      await person.page.mouse.move((box?.x ?? 0) + 82, (box?.y ?? 0) + 20)
      await person.page.mouse.down()
      await person.page.mouse.move((box?.x ?? 0) + 60, below.y, { steps: 6 })
      await person.page.mouse.up()
      await person.caret()
      await person.type('!')
    },
    email: 'heading Good!, text The sale begins today, button Shop',
    selected: 'heading',
  },
  {
    act: 'paste plain text with a merge tag',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>')
      await person.paste({ 'text/plain': ', {{ first_name }} & {% friends %}' })
      await person.paste({ 'text/plain': ' {{ first_name }}!' })
      await expectJson(person, '{% friends %} "},{"tag":{"path":"first_name"}},{"text":"!"}')
    },
    email:
      'heading Good news, text The sale begins today, {{ first_name }} & {% friends %} {{ first_name }}!, button Shop',
    selected: 'text',
  },
  {
    act: 'drop a file that is no image: the user is told',
    async run(person) {
      await drop(person, { file: 'letter.docx' })
      await person.page.getByText('Choose a PNG').waitFor()
      await person.select('words')
    },
    email: whole,
    selected: 'text',
  },
  {
    act: 'drop words of another program',
    async run(person) {
      await drop(person, { plain: 'Dragged words' })
      await expectJson(person, 'Dragged words')
    },
    email: 'heading Good news, text The sale begins today, text Dragged words, button Shop',
    focus: 'none',
    selected: 'text',
  },
  {
    act: 'undo in the middle of a composed word, and go on: nothing waits for the end of a composition that was lost',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>')
      const input = await person.page.context().newCDPSession(person.page)
      await input.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 })
      await person.frame.getByText('にほ').waitFor()
      await person.type('<ControlOrMeta+z>')
      await input.send('Input.insertText', { text: '日本' })
      await person.type('!', '?')
      await expectJson(person, '日本!')
      await input.detach()
    },
    email: 'heading Good news, text The sale begins today日本!?, button Shop',
    selected: 'text',
  },
  {
    act: 'type a link and click outside: it is applied',
    async run(person) {
      await typeLink(person, 'example.com/sale')
      const stage = await person.page.locator('.canvas').boundingBox()
      await person.page.mouse.click((stage?.x ?? 0) + 12, (stage?.y ?? 0) + 500)
      await expectJson(person, '{"text":"sale","link":{"href":"https://example.com/sale"}}')
    },
    email: whole,
    selected: undefined,
  },
  {
    act: 'type a link, click in the same text and go on: the selected word is linked',
    async run(person) {
      await typeLink(person, 'example.com/sale')
      const box = await person.frame.getByText('begins today').boundingBox()
      await person.page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 1, (box?.y ?? 0) + 12)
      await person.page.getByRole('dialog', { name: 'Link' }).waitFor({ state: 'detached' })
      await person.type('<End>', '!')
      await expectJson(person, '{"text":"sale","link":{"href":"https://example.com/sale"}},{"text":" begins today!"}')
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
    selected: 'text',
  },
  {
    act: 'type words as a link and click outside: they are kept for the next try',
    async run(person) {
      await typeLink(person, 'my shop')
      const stage = await person.page.locator('.canvas').boundingBox()
      await person.page.mouse.click((stage?.x ?? 0) + 12, (stage?.y ?? 0) + 500)
      await person.page.getByText('Enter a valid URL.').waitFor()
      await typeLink(person)
      expect(await person.page.getByRole('textbox', { name: 'URL' }).inputValue()).toBe('my shop')
      await person.type('<ControlOrMeta+a>', 'example.com/shop', '<Enter>')
      await expectJson(person, '{"text":"sale","link":{"href":"https://example.com/shop"}}')
    },
    email: whole,
    selected: 'text',
  },
  {
    act: 'type a font size and click outside',
    async run(person) {
      await selectWord(person)
      await person.page.getByRole('button', { name: 'Font, size and color' }).click()
      await person.page.getByRole('dialog').getByLabel('Size').fill('31')
      const stage = await person.page.locator('.canvas').boundingBox()
      await person.page.mouse.click((stage?.x ?? 0) + 12, (stage?.y ?? 0) + 500)
      await expectJson(person, '{"text":"sale","size":31}')
    },
    email: whole,
    selected: undefined,
  },
  {
    act: 'type two braces where the email has no merge fields: a hint says so, and Escape closes it',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' {{')
      const hint = person.page.getByText('No merge fields yet.')
      await hint.waitFor()
      await person.type('<Escape>')
      await hint.waitFor({ state: 'detached' })
      await person.type('<Backspace>', '<Backspace>', 'now')
    },
    email: 'heading Good news, text The sale begins today now, button Shop',
    selected: 'text',
  },
  {
    act: 'type behind a link: the letters are not linked',
    rows: linked,
    async run(person) {
      await goToEnd(person, 'words')
      await person.type(' more')
      await expectJson(person, '{"href":"https://example.com/x"}},{"text":" more"}')
    },
    email: 'text See a link more',
    selected: 'text',
  },
  {
    act: 'remove a link',
    rows: linked,
    async run(person) {
      const box = await person.frame.getByText('a link').boundingBox()
      await person.page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 5)
      await person.caret()
      await person.type('<ControlOrMeta+k>')
      await person.page.getByRole('dialog', { name: 'Link' }).getByRole('button', { name: 'Remove' }).click()
      await expectJson(person, '{"text":"See a link"}')
    },
    email: 'text See a link',
    selected: 'text',
  },
  {
    act: 'type the link of a button without https://',
    async run(person) {
      const field = await linkField(person, 'shop.example.com/now')
      expect(await field.inputValue()).toBe('shop.example.com/now')
      await field.blur()
      await expectJson(person, '"href":"https://shop.example.com/now"')
      expect(await field.inputValue()).toBe('https://shop.example.com/now')
    },
    email: whole,
    focus: 'none',
    selected: 'button',
  },
  {
    act: 'type words as the link of a button: they are kept and explained, and the link stays',
    async run(person) {
      const field = await linkField(person, 'my shop')
      await field.blur()
      await person.page.locator('[data-field="href"] [role="alert"]').waitFor()
      await person.select('words')
      await person.select('go')
      await person.page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('[data-field="href"] input')?.value === 'my shop',
      )
      await expectJson(person, '"href":"https://example.com"')
    },
    email: whole,
    selected: 'button',
  },
  {
    act: 'type words as the link of one point of a menu: the next point does not have them',
    rows: menu,
    async run(person) {
      await person.select('menu')
      const field = person.page.locator('[data-field="href"] input')
      const point = (name: string) => person.page.locator('.svc-item-head', { hasText: name })
      await point('Home').click()
      await field.fill('my shop')
      await field.blur()
      await person.page.locator('[data-field="href"] [role="alert"]').waitFor()
      await point('About').click()
      await person.page.locator('.svc-item:nth-child(2) [data-field="href"] input').waitFor()
      expect(await field.inputValue()).toBe('')
      await point('Home').click()
      await person.page.locator('.svc-item:nth-child(1) [data-field="href"] input').waitFor()
      expect(await field.inputValue()).toBe('my shop')
    },
    email: 'menu',
    focus: 'inspector',
    selected: 'menu',
  },
  {
    act: 'type a merge field as the link of a button',
    async run(person) {
      await linkField(person, '{{ shop_url }}')
      await expectJson(person, '"href":"{{ shop_url }}"')
    },
    email: whole,
    focus: 'inspector',
    selected: 'button',
  },
  {
    act: 'press Enter on an HTML block and type',
    rows: code,
    async run(person) {
      await person.select('code')
      await person.type('<Enter>')
      await person.page.locator('[data-field="html"] textarea:focus').waitFor()
      await person.type('!')
      await expectJson(person, '"html":"<p>Own code</p>!"')
    },
    email: 'html',
    focus: 'inspector',
    selected: 'html',
  },
  {
    act: 'save while typing and go on',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' a', '<ControlOrMeta+s>', 'b')
    },
    email: 'heading Good news, text The sale begins today ab, button Shop',
    selected: 'text',
  },
  {
    act: 'press tiles and type at once, without waiting',
    rows: empty,
    async run(person) {
      await person.tile('Heading').click()
      await person.type('Quick')
      await person.tile('Button').click()
      await person.type('Press')
      await person.tile('Text').click()
      await person.type('Last')
      await person.caret()
    },
    email: 'heading Quick, button Press, text Last',
    selected: 'text',
  },
  {
    act: 'zoom in, click a text and type',
    async run(person) {
      const zoom = person.page.getByRole('button', { name: 'Zoom in' })
      await zoom.click()
      await person.click('words')
      await person.caret()
      await person.type('<End>', '!')
      await person.page.getByRole('button', { name: 'Zoom out' }).click()
      await person.click('words')
      await person.caret()
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
    selected: 'text',
  },
]
