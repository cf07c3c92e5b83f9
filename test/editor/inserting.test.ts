/** Where the focus and the next key go after something was inserted, and where drops on the empty stage land. */
import { afterEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { type EmailDocument, type Section, richTextToPlain } from '../../src/email/document/index.ts'
import type { RichText } from '../../src/email/document/index.ts'
import { emailOf, longEmail, welcomeEmail } from './page/emails.ts'
import { type OpenEditor, openAlone } from './page/open.ts'

const opened: OpenEditor[] = []
const open = async (options: Parameters<typeof openAlone>[0]) => {
  const editor = await openAlone(options)
  opened.push(editor)
  return editor
}
afterEach(async () => {
  for (const { page } of opened.splice(0)) await page.close()
})

const blocksIn = (document: EmailDocument) =>
  document.rows.flatMap((row) => (row as Section).columns.flatMap(({ blocks }) => blocks))
const kindsIn = (document: EmailDocument) =>
  document.rows.map((row) => ((row as Section).columns ?? []).map((column) => column.blocks.map(({ type }) => type)))

const tile = (page: Page, name: string) => page.locator('.svc-tile', { hasText: new RegExp(`^${name}$`) })
/** The text editor of the canvas has the keyboard. */
const typing = ({ frame }: OpenEditor) => frame.locator('[data-typing]:focus, :focus [data-typing]').waitFor()
const focused = (page: Page) =>
  page.evaluate(() => [document.activeElement?.getAttribute('role'), window.editor.selection.peek()] as const)

async function dragTile(page: Page, name: string, to: { x: number; y: number }): Promise<void> {
  const box = await tile(page, name).boundingBox()
  const from = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
}

/** The lower edge of the email's last row on the screen. */
async function endOf({ page, frame }: OpenEditor): Promise<{ x: number; y: number }> {
  const outer = await page.locator('.canvas-frame').boundingBox()
  const end = await frame.evaluate(() =>
    Math.max(...[...document.querySelectorAll('[data-n]')].map((each) => each.getBoundingClientRect().bottom)),
  )
  return { x: (outer?.x ?? 0) + (outer?.width ?? 0) / 2, y: (outer?.y ?? 0) + end }
}

describe('after a click on a tile', () => {
  test('typing replaces the placeholder of a heading, and a space inserts nothing', async () => {
    const editor = await open({ document: emailOf([]) })
    const { page } = editor
    await tile(page, 'Heading').click()
    await typing(editor)
    await page.keyboard.type('Hello big world')
    const [heading, ...others] = blocksIn(await editor.document())
    expect(richTextToPlain(heading?.['text'] as RichText)).toBe('Hello big world')
    expect(others).toEqual([])
    expect(await editor.fidelity()).toMatch(/^equal|data-typing/)
  })

  test('the words of an email in another language are replaced as well', async () => {
    const editor = await open({ document: emailOf([], { meta: { title: '', lang: 'de' } as never }) })
    const { page } = editor
    await page.waitForFunction(() => performance.getEntriesByName('svc-ready').length > 0)
    await tile(page, 'Button').click()
    await typing(editor)
    await page.keyboard.type('Jetzt lesen')
    expect(blocksIn(await editor.document()).map(({ label }) => label)).toEqual(['Jetzt lesen'])
  })

  test('every block gets keyboard focus: in its text if it has one, else on the canvas', async () => {
    const editor = await open({ document: emailOf([]) })
    const { page } = editor
    const places: Record<string, string> = {}
    for (const { type, label } of blockTypes.values()) {
      await tile(page, label).click()
      const id = await page.evaluate(() => window.editor.selection.peek())
      const isTyping = (await page.evaluate(() => window.editor.editing.peek())) !== undefined
      if (isTyping) await typing(editor)
      const region = await page.evaluate(
        () => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'],
      )
      places[type] = `${region} ${isTyping ? 'text' : 'block'}`
      const count = blocksIn(await editor.document()).length
      await page.keyboard.press('Space')
      expect([type, blocksIn(await editor.document()).length]).toEqual([type, count])
      if (isTyping) await page.keyboard.press('Escape')
      expect([type, await page.evaluate(() => window.editor.selection.peek())]).toEqual([type, id])
    }
    const texts = ['accordion', 'button', 'heading', 'list', 'menu', 'product', 'table', 'text']
    expect(
      Object.keys(places)
        .filter((type) => places[type] === 'canvas text')
        .toSorted(),
    ).toEqual(texts)
    expect(new Set(Object.values(places))).toEqual(new Set(['canvas text', 'canvas block']))
    // Delete acts on the block, not on the tile.
    await tile(page, 'Divider').click()
    const divider = await page.evaluate(() => window.editor.selection.peek())
    await page.keyboard.press('Delete')
    expect(JSON.stringify(await editor.document())).not.toContain(JSON.stringify(divider))
    expect(editor.complaints).toEqual([])
  })

  test('the keyboard gets into the block by Enter, and back to the palette by F6', async () => {
    const editor = await open({ document: emailOf([]) })
    const { page } = editor
    await tile(page, 'Text').focus()
    await page.keyboard.press('Enter')
    await typing(editor)
    await page.keyboard.type('By key')
    expect(blocksIn(await editor.document()).map(({ text }) => richTextToPlain(text as RichText))).toEqual(['By key'])
    const region = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'])
    for (let step = 0; step < 4 && (await region()) !== 'rail'; step++) await page.keyboard.press('F6')
    expect(await region()).toBe('rail')
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('divi')
    await page.keyboard.press('Enter')
    expect(blocksIn(await editor.document()).map(({ type }) => type)).toEqual(['text', 'divider'])
    expect((await focused(page))[0]).toBe('application')
  })

  test('with a filled section selected it goes behind the section; an empty section takes it', async () => {
    const editor = await open({ document: welcomeEmail() })
    const { page } = editor
    await page.evaluate(() => (window.editor.selection.value = 'pair'))
    await tile(page, 'Divider').click()
    expect(kindsIn(await editor.document())).toEqual([
      [['heading', 'text', 'button']],
      [['text'], ['text']],
      [['divider']],
      [['divider']],
    ])
    await page.locator('.svc-layout').nth(1).click()
    await tile(page, 'Spacer').click()
    expect(kindsIn(await editor.document())[3]).toEqual([['spacer'], []])
  })
})

describe('Enter on a block without text', () => {
  test('focuses its first setting; space does not hide it, and / inserts and returns to the email', async () => {
    const image = { id: 'picture', type: 'image', src: '/cdn/picture.svg', alt: 'Logo' }
    const editor = await open({
      document: emailOf([{ id: 'row', type: 'section', columns: [{ id: 'column', type: 'column', blocks: [image] }] }]),
    })
    const { page } = editor
    for (const id of ['picture', 'row']) {
      await page.getByRole('application', { name: 'Email' }).focus()
      await page.evaluate((wanted) => (window.editor.selection.value = wanted), id)
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.activeElement?.closest('[data-region="inspector"]') != null)
      expect(await page.evaluate(() => document.activeElement?.closest('.svc-inspector-head') == null)).toBe(true)
    }
    await page.locator('.svc-inspector-head button').first().focus()
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Insert a block' }).waitFor()
    await page.keyboard.type('text')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'application')
    await page.keyboard.type('Not lost')
    const words = blocksIn(await editor.document()).flatMap(({ text }) =>
      text === undefined ? [] : richTextToPlain(text as RichText),
    )
    expect(words).toEqual(['Not lost'])
  })
})

describe('a drop on the empty stage', () => {
  test('far below a short email appends at the end, with the line shown, and the text takes the keys', async () => {
    const editor = await open({ document: welcomeEmail(), height: 900 })
    const { page } = editor
    const end = await endOf(editor)
    const stage = await page.locator('.canvas').boundingBox()
    const bottom = (stage?.y ?? 0) + (stage?.height ?? 0)
    const rows = (await editor.document()).rows.length
    for (const [index, y] of [end.y + 30, end.y + 120, bottom - 80, bottom - 4].entries()) {
      await dragTile(page, index === 3 ? 'Heading' : 'Spacer', { x: end.x, y })
      await page.locator('.drop-line').waitFor()
      await page.mouse.up()
      expect([index, (await editor.document()).rows.length]).toEqual([index, rows + index + 1])
    }
    await typing(editor)
    await page.keyboard.type('At the end')
    const last = blocksIn(await editor.document()).at(-1)
    expect([last?.type, richTextToPlain(last?.['text'] as RichText)]).toEqual(['heading', 'At the end'])
    // Beside the paper too, at any height of the stage.
    await dragTile(page, 'Divider', { x: (stage?.x ?? 0) + 12, y: bottom - 60 })
    await page.mouse.up()
    expect(kindsIn(await editor.document()).at(-1)).toEqual([['divider']])
  })

  test('above the first row it becomes the first row, and beside the stage nothing', async () => {
    const editor = await open({ document: welcomeEmail() })
    const { page } = editor
    const stage = await page.locator('.canvas').boundingBox()
    const before = await editor.document()
    await dragTile(page, 'Divider', { x: (stage?.x ?? 0) - 40, y: 400 })
    await page.mouse.up()
    expect(await editor.document()).toEqual(before)
    const paper = await page.locator('.canvas-frame').boundingBox()
    await dragTile(page, 'Divider', { x: (paper?.x ?? 0) + 300, y: (paper?.y ?? 0) - 36 })
    await page.locator('.drop-line').waitFor()
    await page.mouse.up()
    expect(kindsIn(await editor.document())[0]).toEqual([['divider']])
  })

  test('at the lower edge lands at the end while and after the stage scrolls under the pointer', async () => {
    const editor = await open({ document: longEmail(30) })
    const { page } = editor
    const stage = await page.locator('.canvas').boundingBox()
    const bottom = (stage?.y ?? 0) + (stage?.height ?? 0)
    const { rows } = await editor.document()
    await dragTile(page, 'Divider', { x: (stage?.x ?? 0) + (stage?.width ?? 0) / 2, y: bottom - 6 })
    await page.waitForFunction(() => {
      const view = document.querySelector('.canvas')
      return view !== null && view.scrollTop + view.clientHeight >= view.scrollHeight - 1
    })
    await page.locator('.drop-line').waitFor()
    await page.mouse.up()
    const after = (await editor.document()).rows
    expect(after).toHaveLength(rows.length + 1)
    expect(kindsIn(await editor.document()).at(-1)).toEqual([['divider']])
  })
})
