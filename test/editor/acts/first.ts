/** Acts of the first minute: start, insert, paste, undo, move. */
import { expect } from 'bun:test'
import type { Section } from '../../../src/email/document/index.ts'
import { type Act, empty, pair, placeholder, png, whole } from './newcomer.ts'

export const firstActs: readonly Act[] = [
  {
    act: 'click the empty email and type',
    rows: [],
    async run(person) {
      await person.page.locator('.empty-email h2').click()
      await person.type('Dear reader')
      await person.caret()
    },
    email: 'text Dear reader',
    selected: 'text',
  },
  {
    act: 'click beside the empty email and type',
    rows: [],
    async run(person) {
      const stage = await person.page.locator('.canvas').boundingBox()
      await person.page.mouse.click((stage?.x ?? 0) + 12, (stage?.y ?? 0) + 400)
      await person.type('Dear reader')
      await person.caret()
    },
    email: 'text Dear reader',
    selected: 'text',
  },
  {
    act: 'start an empty email from a template',
    rows: [],
    async run(person) {
      const template = person.page.getByRole('button', { name: 'Letterhead' })
      await template.click()
      await template.waitFor({ state: 'detached' })
    },
    email: whole,
    selected: undefined,
  },
  {
    act: 'click an empty column and type',
    rows: empty,
    async run(person) {
      await person.page.locator('.empty-column').click({ position: { x: 20, y: 20 } })
      await person.type('First words')
      await person.caret()
    },
    email: 'text First words',
    selected: 'text',
  },
  ...(['Text', 'Heading', 'Button'] as const).map((name): Act => ({
    act: `press the tile ${name} and type`,
    rows: empty,
    async run(person) {
      await person.tile(name).click()
      await person.caret()
      await person.type('Hello big world')
    },
    email: `${name.toLowerCase()} Hello big world`,
    selected: name.toLowerCase(),
  })),
  ...(['Image', 'Divider', 'Spacer', 'Social links'] as const).map((name): Act => ({
    act: `press the tile ${name} and then Space`,
    rows: empty,
    async run(person) {
      await person.tile(name).click()
      await person.type('<Space>')
    },
    email: { Image: 'image none', Divider: 'divider', Spacer: 'spacer', 'Social links': 'social' }[name],
    selected: { Image: 'image', Divider: 'divider', Spacer: 'spacer', 'Social links': 'social' }[name],
  })),
  {
    act: 'drop a tile far below the last row and type',
    rows: pair,
    async run(person) {
      const stage = await person.page.locator('.canvas').boundingBox()
      await person.drag(person.tile('Text'), {
        x: (stage?.x ?? 0) + (stage?.width ?? 0) / 2,
        y: (stage?.y ?? 0) + (stage?.height ?? 0) - 20,
      })
      await person.caret()
      await person.type('Goodbye')
    },
    email: 'text Left words | text Right words / divider / text Goodbye',
    selected: 'text',
  },
  {
    act: 'press a tile while a section of two columns is selected',
    rows: pair,
    async run(person) {
      await person.select('pair')
      await person.tile('Button').click()
    },
    email: 'text Left words | text Right words / button Learn more / divider',
    selected: 'button',
  },
  {
    act: 'Enter on a button, then a new label',
    async run(person) {
      await person.select('go')
      await person.type('<Enter>')
      await person.caret()
      await person.type('<Shift+Home>', 'Buy now', '<Enter>')
    },
    email: 'heading Good news, text The sale begins today, button Buy now',
    selected: 'button',
  },
  {
    act: 'Enter on an image without an image',
    rows: placeholder,
    async run(person) {
      await person.select('image')
      await person.type('<Enter>')
      await person.page.getByRole('dialog').waitFor()
      await person.type('<Escape>')
      await person.page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    email: 'image none',
    selected: 'image',
  },
  {
    act: 'Enter on a section',
    async run(person) {
      await person.select('row')
      await person.type('<Enter>')
      await person.page.waitForFunction(() => document.activeElement?.closest('[data-region="inspector"]') != null)
    },
    email: whole,
    focus: 'inspector',
    selected: 'section',
  },
  {
    act: 'press "Choose an image" and pick one',
    rows: placeholder,
    async run(person) {
      await person.page.locator('.unseen-choose').click()
      await person.page.getByRole('dialog').getByRole('button', { name: 'shot.png' }).click()
      await person.page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    email: 'image ast_1',
    selected: 'image',
  },
  {
    act: 'paste a list into a text',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', '<Enter>')
      await person.paste({ 'text/html': '<ul><li>one</li><li>two</li></ul>', 'text/plain': 'one\ntwo' })
      await person.caret()
    },
    email: 'heading Good news, text The sale begins today one two, button Shop',
    selected: 'text',
  },
  {
    act: 'paste a screenshot into a text',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.paste({}, png)
    },
    email: 'heading Good news, text The sale begins today, image ast_1, button Shop',
    selected: 'image',
  },
  {
    act: 'paste a page with an embedded image',
    async run(person) {
      await person.select('words')
      await person.paste({ 'text/html': `<p>Look</p><img src="${png}" alt="Dot">`, 'text/plain': 'Look' })
    },
    email: 'heading Good news, text The sale begins today, text Look, image /cdn/picture.svg, button Shop',
    selected: 'text',
  },
  {
    act: 'paste cells of a spreadsheet',
    async run(person) {
      await person.select('words')
      await person.paste({ 'text/plain': 'a\tb\nc\td' })
    },
    email: 'heading Good news, text The sale begins today, table, button Shop',
    selected: 'table',
  },
  {
    act: 'paste text of Word',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>')
      await person.paste({
        'text/html': '<p class="MsoNormal" style="mso-fareast-language:DE">, <b>only</b><o:p></o:p></p>',
        'text/plain': ', only',
      })
      await person.caret()
      await person.type('!')
    },
    email: 'heading Good news, text The sale begins today, only!, button Shop',
    selected: 'text',
  },
  {
    act: 'empty a text, press Backspace again, go on typing',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', '<Shift+Home>', '<Backspace>', '<Backspace>')
      await person.caret()
      await person.type(', everyone')
    },
    email: 'heading Good news, everyone, button Shop',
    selected: 'heading',
  },
  {
    act: 'Delete on a section, then undo',
    rows: pair,
    async run(person) {
      await person.select('pair')
      await person.type('<Delete>')
      expect(await person.outline()).toBe('divider')
      await person.type('<ControlOrMeta+z>')
    },
    email: 'text Left words | text Right words / divider',
    selected: 'section',
  },
  {
    act: 'type, undo, redo',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', ' at noon', '<ControlOrMeta+z>')
      expect(await person.outline()).toBe(whole)
      await person.type('<ControlOrMeta+Shift+z>', '.')
      await person.caret()
    },
    email: 'heading Good news, text The sale begins today at noon., button Shop',
    selected: 'text',
  },
  {
    act: 'click outside while typing',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>', '!')
      const stage = await person.page.locator('.canvas').boundingBox()
      await person.page.mouse.click((stage?.x ?? 0) + 12, (stage?.y ?? 0) + 500)
      await person.frame.locator('[data-typing]').waitFor({ state: 'detached' })
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
    selected: undefined,
  },
  {
    act: 'open the layers, type, press Escape, then Delete',
    async run(person) {
      await person.page.getByRole('tab', { name: 'Layers' }).click()
      await person.click('words')
      await person.caret()
      await person.type('<Escape>', '<Delete>')
    },
    email: 'heading Good news, button Shop',
    selected: 'button',
  },
  {
    act: 'double click a word and type over it',
    async run(person) {
      const box = await person.frame.getByText('The sale begins').boundingBox()
      await person.page.mouse.dblclick((box?.x ?? 0) + 40, (box?.y ?? 0) + 12)
      await person.caret()
      await person.type('SALE')
    },
    email: 'heading Good news, text The SALE begins today, button Shop',
    selected: 'text',
  },
  {
    act: 'drag a block over another',
    async run(person) {
      await person.select('go')
      await person.drag(person.page.getByRole('button', { name: 'Drag to move' }), await person.point('words', 0.2))
    },
    email: 'heading Good news, button Shop, text The sale begins today',
    selected: 'button',
  },
  {
    act: 'resize a column',
    rows: pair,
    async run(person) {
      await person.select('pair')
      const edge = person.page.getByRole('separator', { name: /^Widths of/ })
      const box = await edge.boundingBox()
      await person.drag(edge, { x: (box?.x ?? 0) + 80, y: (box?.y ?? 0) + 20 })
      const [first] = (await person.document).rows as Section[]
      const [left, right] = (first?.columns ?? []).map(({ width }) => (width as { fr: number }).fr)
      expect(left).toBeGreaterThan(right ?? 0)
    },
    email: 'text Left words | text Right words / divider',
    selected: 'section',
  },
  {
    act: 'duplicate by the tool',
    async run(person) {
      await person.select('go')
      await person.page
        .getByRole('toolbar', { name: 'Selection tools' })
        .getByRole('button', { name: 'Duplicate' })
        .click()
    },
    email: `${whole}, button Shop`,
    selected: 'button',
    focus: 'canvas',
  },
  {
    act: 'move up by keyboard',
    async run(person) {
      await person.select('go')
      await person.type('<Alt+ArrowUp>')
    },
    email: 'heading Good news, button Shop, text The sale begins today',
    selected: 'button',
  },
  {
    act: 'press Bold while typing and go on',
    async run(person) {
      await person.click('words')
      await person.caret()
      await person.type('<End>')
      await person.page.getByRole('button', { name: 'Bold' }).click()
      await person.type(' only')
      await person.caret()
    },
    email: 'heading Good news, text The sale begins today only, button Shop',
    selected: 'text',
  },
  {
    act: 'link a word',
    async run(person) {
      const box = await person.frame.getByText('The sale begins').boundingBox()
      await person.page.mouse.dblclick((box?.x ?? 0) + 40, (box?.y ?? 0) + 12)
      await person.caret()
      await person.type('<ControlOrMeta+k>')
      await person.page.getByRole('dialog', { name: 'Link' }).waitFor()
      await person.type('https://example.com/sale', '<Enter>')
      await person.caret()
      expect(JSON.stringify(await person.document)).toContain('https://example.com/sale')
    },
    email: whole,
    selected: 'text',
  },
  {
    act: 'open the preview, close it, and press Delete on the block',
    async run(person) {
      await person.select('go')
      await person.type('<ControlOrMeta+Shift+p>')
      await person.page.getByRole('dialog').waitFor()
      await person.type('<Escape>')
      await person.page.getByRole('dialog').waitFor({ state: 'detached' })
      await person.type('<Delete>')
    },
    email: 'heading Good news, text The sale begins today',
    selected: 'text',
  },
]
