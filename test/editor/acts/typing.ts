/** Acts of people who type, select, drag and change their mind. */
import { expect } from 'bun:test'
import { type Act, empty, pair, whole } from './newcomer.ts'

export const typingActs: readonly Act[] = [
  {
    act: 'type in the middle of a word',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<Home>', '<ArrowRight>', '<ArrowRight>', 'XX')
    },
    email: 'heading Good news, text ThXXe sale begins today, button Shop',
    selected: 'text',
  },
  {
    act: 'select all in a text and type over it',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<ControlOrMeta+a>', 'New')
    },
    email: 'heading Good news, text New, button Shop',
    selected: 'text',
  },
  {
    act: 'Tab in a text, then go on typing',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', '<Tab>')
      await person.select('words')
      await person.type('<Enter>')
      await person.caret()
      await person.type('<End>', '.')
    },
    email: 'heading Good news, text The sale begins today ., button Shop',
    selected: 'text',
  },
  {
    act: 'press Undo in the bar after typing and go on typing',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' maybe')
      await person.page.getByRole('button', { name: /^Undo/ }).click()
      await person.click('words')
      await person.caret()
      await person.type('<End>', '!')
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
    selected: 'text',
  },
  {
    act: 'press two tiles one after the other',
    rows: empty,
    async run(person) {
      await person.tile('Heading').click()
      await person.caret()
      await person.type('Title')
      await person.tile('Text').click()
      await person.caret()
      await person.type('Body')
    },
    email: 'heading Title, text Body',
    selected: 'text',
  },
  {
    act: 'press a layout, then a tile',
    rows: [],
    async run(person) {
      await person.page.getByRole('button', { name: '2 columns: 1 : 1' }).first().click()
      await person.tile('Text').click()
      await person.caret()
      await person.type('Left')
    },
    email: 'text Left | ',
    selected: 'text',
  },
  {
    act: 'Backspace on a selected block, then undo and redo',
    async run(person) {
      await person.select('go')
      await person.type('<Backspace>', '<ControlOrMeta+z>', '<ControlOrMeta+y>')
    },
    email: 'heading Good news, text The sale begins today',
    selected: 'text',
  },
  {
    act: 'type letters while a button is selected',
    async run(person) {
      await person.select('go')
      await person.type('abc')
    },
    email: `${whole}abc`,
    selected: 'button',
  },
  {
    act: 'double click a button and rename it',
    async run(person) {
      const at = await person.point('go', 0.5)
      await person.page.mouse.dblclick(at.x, at.y)
      await person.caret()
      await person.type('<ControlOrMeta+a>', 'Buy', '<Escape>')
    },
    email: 'heading Good news, text The sale begins today, button Buy',
    selected: 'button',
  },
  {
    act: 'triple click a text and type over it',
    async run(person) {
      await person.click('words', 3)
      await person.caret()
      await person.type('All new')
    },
    email: 'heading Good news, text All new, button Shop',
    selected: 'text',
  },
  {
    act: 'drag over letters and press Delete',
    async run(person) {
      await person.click('title')
      await person.caret()
      const box = await person.frame.locator('[data-n="title"]').first().boundingBox()
      const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
      await person.page.mouse.move((box?.x ?? 0) + 1, y)
      await person.page.mouse.down()
      await person.page.mouse.move((box?.x ?? 0) + 590, y, { steps: 6 })
      await person.page.mouse.up()
      await person.type('<Delete>', 'Hi')
    },
    email: 'heading Hi, text The sale begins today, button Shop',
    selected: 'heading',
  },
  {
    act: 'Enter at the end of a heading, and go on',
    async run(person) {
      await person.click('title')
      await person.caret()
      await person.type('<End>', '<Enter>', 'Below')
    },
    email: 'heading Good news, text Below, text The sale begins today, button Shop',
    selected: 'text',
  },
  {
    act: 'Delete at the end of a heading joins the words behind it',
    async run(person) {
      await person.click('title')
      await person.caret()
      await person.type('<End>', '<Delete>')
    },
    email: 'heading Good newsThe sale begins today, button Shop',
    selected: 'heading',
  },
  {
    act: 'Backspace at the start of a text joins it with the words above, and go on',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<Home>', '<Backspace>')
      await person.caret()
      await person.type(': ')
    },
    email: 'heading Good news: The sale begins today, button Shop',
    selected: 'heading',
  },
  {
    act: 'ArrowDown at the end of a text goes on in the next block',
    async run(person) {
      await person.click('title')
      await person.caret()
      await person.type('<End>', '<ArrowDown>', '<End>', '!')
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
    selected: 'text',
  },
  {
    act: 'search the palette and press Enter',
    async run(person) {
      await person.select('words')
      await person.page.getByRole('searchbox', { name: 'Search blocks' }).click()
      await person.type('divid', '<Enter>')
    },
    email: 'heading Good news, text The sale begins today, divider, button Shop',
    selected: 'divider',
  },
  {
    act: 'cut a text while typing and paste it at its end',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type(
        '<Home>',
        '<Shift+ArrowRight>',
        '<Shift+ArrowRight>',
        '<Shift+ArrowRight>',
        '<Shift+ArrowRight>',
      )
      await person.type('<ControlOrMeta+x>', '<End>', '<ControlOrMeta+v>')
      await person.frame.locator('[data-typing]', { hasText: 'todayThe' }).waitFor()
    },
    email: 'heading Good news, text sale begins todayThe, button Shop',
    selected: 'text',
  },
  {
    act: 'copy a section and paste it',
    rows: pair,
    async run(person) {
      await person.select('pair')
      await person.type('<ControlOrMeta+c>', '<ControlOrMeta+v>')
    },
    email: 'text Left words | text Right words / text Left words | text Right words / divider',
    selected: 'section',
  },
  {
    act: 'select several with Shift and delete them',
    async run(person) {
      await person.select('title')
      await person.type('<Shift+ArrowDown>', '<Delete>')
    },
    email: 'button Shop',
    selected: 'button',
  },
  {
    act: 'delete everything, then type',
    async run(person) {
      await person.select('row')
      await person.type('<Delete>', 'Fresh')
      await person.caret()
    },
    email: 'text Fresh',
    selected: 'text',
  },
  {
    act: 'drag a tile and let it go over the settings',
    async run(person) {
      const box = await person.page.locator('.shell-inspector').boundingBox()
      await person.drag(person.tile('Text'), { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 300 })
    },
    email: whole,
    selected: undefined,
    focus: 'rail',
  },
  {
    act: 'begin a drag and press Escape',
    async run(person) {
      const box = await person.tile('Divider').boundingBox()
      const at = await person.point('words', 0.5)
      await person.page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
      await person.page.mouse.down()
      await person.page.mouse.move(at.x, at.y, { steps: 5 })
      await person.type('<Escape>')
      await person.page.mouse.up()
    },
    email: whole,
    selected: undefined,
    focus: 'rail',
  },
  {
    act: 'paste an address over selected words',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<ControlOrMeta+a>')
      await person.paste({ 'text/plain': 'https://example.com/paste' })
      expect(JSON.stringify(await person.document)).toContain('https://example.com/paste')
    },
    email: whole,
    selected: 'text',
  },
  {
    act: 'paste plain lines into a text',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' ')
      await person.paste({ 'text/plain': 'a\nb' })
      await person.caret()
    },
    email: 'heading Good news, text The sale begins today a b, button Shop',
    selected: 'text',
  },
  {
    act: 'type a merge tag by hand',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' {{ name }}', '<Escape>')
    },
    email: 'heading Good news, text The sale begins today {{ name }}, button Shop',
    selected: 'text',
  },
  {
    act: 'switch to the phone while typing and go on',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' a')
      await person.page.getByRole('radio', { name: 'Phone' }).click({ force: true })
      await person.click('words')
      await person.caret()
      await person.type('<End>', 'b')
    },
    email: 'heading Good news, text The sale begins today ab, button Shop',
    selected: 'text',
  },
  {
    act: 'open the menu of a block and close it, then Delete',
    async run(person) {
      await person.select('go')
      await person.type('<Shift+F10>')
      await person.page.getByRole('menu').waitFor()
      await person.type('<Escape>')
      await person.page.getByRole('menu').waitFor({ state: 'detached' })
      await person.type('<Delete>')
    },
    email: 'heading Good news, text The sale begins today',
    selected: 'text',
  },
  {
    act: 'right click a block and duplicate it',
    async run(person) {
      const at = await person.point('go', 0.5)
      await person.page.mouse.click(at.x, at.y, { button: 'right' })
      await person.page.getByRole('menuitem', { name: /^Duplicate/ }).click()
    },
    email: `${whole}, button Shop`,
    selected: 'button',
  },
  {
    act: 'rename a button in the settings, then undo there',
    async run(person) {
      await person.select('go')
      const label = person.page.locator('[data-field="label"] input').first()
      await label.fill('Other')
      await person.page.getByRole('application', { name: 'Email' }).focus()
      await person.type('<ControlOrMeta+z>')
    },
    email: whole,
    selected: 'button',
  },
  {
    act: 'move a block down past the last row',
    async run(person) {
      await person.select('go')
      await person.type('<Alt+ArrowDown>', '<Alt+ArrowDown>')
    },
    email: whole,
    selected: 'button',
  },
]
