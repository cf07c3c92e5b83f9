/** What users do in their first minute with the editor, and what they expect of the email, the caret and the focus. */
import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import {
  type Block,
  type EmailDocument,
  type Section,
  richTextToPlain,
  rootId,
} from '../../src/email/document/index.ts'
import type { RichText } from '../../src/email/document/index.ts'
import { emailOf } from './page/emails.ts'
import { type OpenEditor, openAlone } from './page/open.ts'
import { EmailService } from './page/service.ts'

const column = (id: string, ...blocks: object[]) => ({ id, type: 'column', blocks })
const section = (id: string, ...columns: object[]) => ({ id, type: 'section', columns })
const letter = [
  section(
    'row',
    column(
      'column',
      { id: 'title', type: 'heading', level: 1, text: 'Good news' },
      { id: 'words', type: 'text', text: '<p>The sale begins today</p>' },
      { id: 'go', type: 'button', label: 'Shop', href: 'https://example.com' },
    ),
  ),
]
const pair = [
  section(
    'pair',
    column('left', { id: 'one', type: 'text', text: '<p>Left words</p>' }),
    column('right', { id: 'two', type: 'text', text: '<p>Right words</p>' }),
  ),
  section('end', column('foot', { id: 'line', type: 'divider' })),
]
const empty = [section('row', column('column'))]
const placeholder = [section('row', column('column', { id: 'image', type: 'image', src: '', alt: '' }))]

const asset = {
  id: 'ast_1',
  url: '/cdn/picture.svg',
  name: 'shot.png',
  mime: 'image/png',
  bytes: 300,
  width: 260,
  height: 120,
  alt: null,
  createdAt: '2026-11-01T00:00:00Z',
}
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const whole = 'heading Good news, text The sale begins today, button Shop'

/** One email, its page, and the acts of a user. */
class Newcomer {
  readonly #editor: OpenEditor

  constructor(editor: OpenEditor) {
    this.#editor = editor
  }

  get page() {
    return this.#editor.page
  }

  get frame() {
    return this.#editor.frame
  }

  get document(): Promise<EmailDocument> {
    return this.#editor.document()
  }

  /** Another email, with nothing selected, open or focused. */
  async start(rows: readonly object[]): Promise<void> {
    const nodes = emailOf(rows).rows
    await this.page.mouse.move(1, 1)
    await this.page.evaluate(
      ([given, root]) => {
        const { editor } = window
        editor.open.value = undefined
        editor.editing.value = undefined
        editor.together.value = undefined
        editor.selection.value = undefined
        editor.device.value = 'desktop'
        editor.rail.value = 'blocks'
        const removed = editor.document.peek().rows.map(({ id }) => ({ op: 'remove' as const, id }))
        const inserted =
          given.length === 0 ? [] : [{ op: 'insert' as const, parent: root, index: 0, nodes: given as never }]
        if (removed.length + inserted.length > 0) editor.change('Start', [...removed, ...inserted])
        editor.problem.value = undefined
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      },
      [nodes, rootId] as const,
    )
  }

  tile(name: string): Locator {
    return this.page.locator('.svc-tile', { hasText: new RegExp(`^${name}$`) })
  }

  async click(id: string, count = 1): Promise<void> {
    await this.frame
      .locator(`[data-n="${id}"]`)
      .first()
      .click({ clickCount: count, position: { x: 90, y: 8 } })
  }

  async select(id: string): Promise<void> {
    await this.page.getByRole('application', { name: 'Email' }).focus()
    await this.page.evaluate((wanted) => (window.editor.selection.value = wanted), id)
  }

  async type(...keys: string[]): Promise<void> {
    for (const key of keys) {
      if (key.startsWith('<')) await this.page.keyboard.press(key.slice(1, -1))
      else await this.page.keyboard.type(key)
    }
  }

  /** The caret is in a text of the email. */
  async caret(): Promise<void> {
    await this.frame.locator('[data-typing]:focus, :focus [data-typing]').waitFor()
  }

  /** Pastes where the focus is, as the browser does; waits for the change or a message. */
  async paste(kinds: Record<string, string>, image = ''): Promise<void> {
    const before = await this.page.evaluateHandle(() => window.editor.document.peek())
    await this.frame.evaluate(
      async ([given, url]) => {
        const data = new DataTransfer()
        for (const [kind, text] of Object.entries(given)) data.setData(kind, text)
        const bytes = Uint8Array.from(atob(url.split(',')[1] ?? ''), (letter) => letter.charCodeAt(0))
        if (url !== '') data.items.add(new File([bytes], 'shot.png', { type: 'image/png' }))
        const target = document.querySelector('[data-typing]') ?? document
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      },
      [kinds, image] as const,
    )
    await this.page.waitForFunction(
      (document) => window.editor.document.peek() !== document || window.editor.problem.peek() !== undefined,
      before,
    )
  }

  async drag(from: Locator, to: { x: number; y: number }): Promise<void> {
    const box = await from.boundingBox()
    const start = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.mouse.move(start.x + 8, start.y + 8, { steps: 2 })
    await this.page.mouse.move(to.x, to.y, { steps: 5 })
    await this.page.mouse.up()
  }

  /** A point of a block on the screen, at a share of its height. */
  async point(id: string, share: number): Promise<{ x: number; y: number }> {
    const box = await this.frame.locator(`[data-n="${id}"]`).first().boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) * share }
  }

  /** The email in short: kinds and words of the blocks, column by column. */
  async outline(): Promise<string> {
    const { rows } = await this.document
    const columns = rows.map((row) => (row as Section).columns.map(({ blocks }) => blocks.map(short).join(', ')))
    return columns.map((each) => each.join(' | ')).join(' / ')
  }

  /** The region that gets the next key; `none` outside of the regions. */
  region(): Promise<string> {
    return this.page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-region], dialog')?.dataset['region'] ?? 'none',
    )
  }

  selected(): Promise<string | undefined> {
    return this.page.evaluate(() => {
      const id = window.editor.selection.peek() ?? ''
      return window.editor.outline.peek().entries.get(id)?.node.type
    })
  }
}

function short(block: Block): string {
  const { text, label, alt, src } = block as { text?: RichText; label?: string; alt?: string; src?: string }
  const words = text === undefined ? (label ?? (src === undefined ? '' : src || alt || 'none')) : richTextToPlain(text)
  return words === ''
    ? block.type
    : `${block.type} ${words
        .replaceAll(/\s+/g, ' ')
        .replace(/^https?:\/\/[^/]+/, '')
        .trim()}`
}

interface Row {
  act: string
  rows?: readonly object[]
  run(person: Newcomer): Promise<unknown>
  /** The email afterwards. */
  email: string
  /** Where the next key goes: the email by default. */
  focus?: string
  selected?: string | undefined
}

const acts: readonly Row[] = [
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
  ...(['Text', 'Heading', 'Button'] as const).map((name): Row => ({
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
  ...(['Image', 'Divider', 'Spacer', 'Social links'] as const).map((name): Row => ({
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

const others: readonly Row[] = [
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

test('60 acts of a newcomer lose no words and end as expected', async () => {
  const service = new EmailService(emailOf([]))
  let address = ''
  const api = {
    ...service.api,
    uploadAsset: () => ({ ...asset, url: `${address}cdn/picture.svg` }),
    listAssets: () => ({ data: [asset], nextCursor: null }),
    listStarters: () => ({
      data: [{ id: 'tpl_1', name: 'Letterhead', isPublic: false, thumbnailUrl: `${address}cdn/picture.svg` }],
      hasMore: false,
    }),
    getStarter: () => ({ document: emailOf(letter), modules: {} }),
  }
  const editor = await openAlone({ document: emailOf([]), api: api as never, height: 900 })
  address = editor.page.url()
  const person = new Newcomer(editor)
  editor.page.setDefaultTimeout(4000)
  const surprises: string[] = []
  for (const { act, rows = letter, run, email, focus = 'canvas', selected } of [...acts, ...others]) {
    await person.start(rows)
    const failure = await run(person).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    const found = [await person.outline(), await person.region(), await person.selected()].join(' · ')
    const wanted = [email, focus, selected].join(' · ')
    if (failure !== undefined || found !== wanted)
      surprises.push(`${act}: ${found} instead of ${wanted} ${failure ?? ''}`)
  }
  expect(surprises).toEqual([])
  expect(Math.min(acts.length, others.length)).toBeGreaterThanOrEqual(30)

  // What the last act left is saved by the key of every program.
  await editor.page.keyboard.press('ControlOrMeta+s')
  await editor.page.waitForFunction(() => window.editor.saving.peek().kind === 'saved')
  expect(service.document.rows).toEqual((await editor.document()).rows)
  expect(editor.complaints).toEqual([])
  await editor.page.close()
})

test('the tools over the email hide while letters are typed, and never cover the edited text', async () => {
  const editor = await openAlone({ document: emailOf(letter) })
  const person = new Newcomer(editor)
  const { page } = editor
  const opacity = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.selection-head') as Element).opacity)
  await person.click('words')
  await person.caret()
  expect(await opacity()).toBe('1')
  await person.type('<End>', '!')
  expect(await opacity()).toBe('0')
  await page.mouse.move(400, 300, { steps: 2 })
  expect(await opacity()).toBe('1')
  await person.type('!')
  expect(await opacity()).toBe('0')
  // A selection is what the tools are for.
  await person.type('<Shift+Home>')
  expect(await opacity()).toBe('1')
  await person.type('<Escape>')
  for (const device of ['desktop', 'mobile'] as const) {
    await page.evaluate((shown) => (window.editor.device.value = shown), device)
    for (const id of ['title', 'words']) {
      await person.select(id)
      await person.type('<Enter>')
      await person.caret()
      await page.getByRole('toolbar', { name: 'Text tools' }).waitFor()
      const text = await editor.frame.locator('[data-typing]').boundingBox()
      for (const tools of await page.locator('.selection-tools, .trail').all()) {
        const box = await tools.boundingBox()
        const isApart =
          (box?.y ?? 0) + (box?.height ?? 0) <= (text?.y ?? 0) + 1 ||
          (box?.y ?? 0) >= (text?.y ?? 0) + (text?.height ?? 0) - 1
        expect([device, id, isApart]).toEqual([device, id, true])
      }
      await person.type('<Escape>')
    }
  }
  expect(editor.complaints).toEqual([])
  await page.close()
})

test('settings begin with what most emails set; a folded group is marked if it has values, and stays as the user left it', async () => {
  const image = { id: 'image', type: 'image', src: '/cdn/picture.svg', alt: 'Logo' }
  const titled = { ...image, id: 'titled', title: 'Our logo' }
  const editor = await openAlone({ document: emailOf([section('row', column('column', image, titled))]) })
  const person = new Newcomer(editor)
  const { page } = editor
  const inspector = page.locator('.svc-inspector')
  const open = () =>
    inspector
      .locator('details')
      .evaluateAll((all) =>
        (all as HTMLDetailsElement[]).filter((each) => each.open).map((each) => each.querySelector('h3')?.textContent),
      )
  const marked = () => inspector.locator('summary:has(.svc-group-mark) h3').allTextContents()
  await person.select('image')
  await inspector.getByText('More settings').waitFor()
  expect(await open()).toEqual(['Content', 'Style', 'Spacing'])
  expect(await marked()).toEqual([])
  expect(
    await inspector.locator('[data-field]').evaluateAll((all) => all.map((each) => each.getAttribute('data-field'))),
  ).toEqual(['src', 'alt', 'href', 'style.radius', 'width', 'style.align', 'style.padding', 'when'])
  await person.select('titled')
  await inspector.locator('summary:has(.svc-group-mark)').waitFor()
  expect(await marked()).toEqual(['More settings'])
  await inspector.locator('summary', { hasText: 'More settings' }).focus()
  await page.keyboard.press('Enter')
  await inspector.getByRole('textbox', { name: 'Tooltip' }).waitFor()
  await page.reload()
  await page.waitForFunction(() => 'history' in window.editor)
  await page.evaluate(() => (window.editor.selection.value = 'image'))
  await inspector.getByRole('textbox', { name: 'Tooltip' }).waitFor()
  expect(await open()).toEqual(['Content', 'Style', 'Spacing', 'More settings'])
  expect(editor.complaints).toEqual([])
  await page.close()
})
