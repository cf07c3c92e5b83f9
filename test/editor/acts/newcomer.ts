/** A user in their first minutes: the emails they begin with, what they do, and what is expected of it. */
import type { Locator } from 'playwright-core'
import {
  type Block,
  type EmailDocument,
  type RichText,
  type Section,
  richTextToPlain,
  rootId,
} from '../../../src/email/document/index.ts'
import { emailOf } from '../page/emails.ts'
import type { OpenEditor } from '../page/open.ts'

export const column = (id: string, ...blocks: object[]) => ({ id, type: 'column', blocks })
export const section = (id: string, ...columns: object[]) => ({ id, type: 'section', columns })
export const letter = [
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
export const pair = [
  section(
    'pair',
    column('left', { id: 'one', type: 'text', text: '<p>Left words</p>' }),
    column('right', { id: 'two', type: 'text', text: '<p>Right words</p>' }),
  ),
  section('end', column('foot', { id: 'line', type: 'divider' })),
]
export const empty = [section('row', column('column'))]
export const placeholder = [section('row', column('column', { id: 'image', type: 'image', src: '', alt: '' }))]

export const asset = {
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
export const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const whole = 'heading Good news, text The sale begins today, button Shop'

/** One email, its page, and the acts of a user. */
export class Newcomer {
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

export function short(block: Block): string {
  const { text, label, alt, src } = block as { text?: RichText; label?: string; alt?: string; src?: string }
  const words = text === undefined ? (label ?? (src === undefined ? '' : src || alt || 'none')) : richTextToPlain(text)
  return words === ''
    ? block.type
    : `${block.type} ${words
        .replaceAll(/\s+/g, ' ')
        .replace(/^https?:\/\/[^/]+/, '')
        .trim()}`
}

export interface Act {
  act: string
  rows?: readonly object[]
  run(person: Newcomer): Promise<unknown>
  /** The email afterwards. */
  email: string
  /** Where the next key goes: the email by default. */
  focus?: string
  selected?: string | undefined
}
