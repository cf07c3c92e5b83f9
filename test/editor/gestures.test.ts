import { afterEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { type Column, type EmailDocument, type Section, childrenOf, findNode } from '../../src/email/document/index.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { until } from '../support/until.ts'
import { emailOf, longEmail, welcomeEmail } from './page/emails.ts'
import { type OpenEditor, openAlone } from './page/open.ts'
import type { SaveState } from '../../src/editor/state/index.ts'

const opened: OpenEditor[] = []
const open = async (options: Parameters<typeof openAlone>[0]) => {
  const editor = await openAlone(options)
  opened.push(editor)
  return editor
}
afterEach(async () => {
  for (const { page } of opened.splice(0)) await page.close()
})

/** Kinds of the blocks in each column, section by section. */
const kindsIn = (document: EmailDocument) =>
  document.rows.map((row) => ((row as Section).columns ?? []).map((column) => column.blocks.map(({ type }) => type)))
const idsIn = (document: EmailDocument, id: string) => {
  const node = findNode(document, id)
  return node === undefined ? [] : (childrenOf(node) ?? []).map((child) => child.id)
}

/** The middle of a node on the screen, or a share of its height down. */
async function pointAt({ page, frame }: OpenEditor, id: string, share = 0.5) {
  const outer = await page.locator('.canvas-frame').boundingBox()
  const inner = await frame.evaluate((name) => {
    const { left, top, width, height } =
      document.querySelector(`[data-n="${name}"]`)?.getBoundingClientRect() ?? new DOMRect()
    return { left, top, width, height, all: innerWidth }
  }, id)
  const scale = (outer?.width ?? 1) / inner.all
  return {
    x: (outer?.x ?? 0) + (inner.left + inner.width / 2) * scale,
    y: (outer?.y ?? 0) + (inner.top + inner.height * share) * scale,
  }
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }, drop = true) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  if (drop) await page.mouse.up()
}

async function middleOf(page: Page, role: 'button' | 'separator', name: string | RegExp) {
  const box = await page.getByRole(role, { name }).first().boundingBox()
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
}

describe('by mouse', () => {
  test('an email is built from empty: a layout, blocks from the palette, moved, sized, copied, undone', async () => {
    const editor = await open({ document: emailOf([]) })
    const { complaints, document, fidelity, page } = editor
    await page.getByRole('button', { name: 'Image and text' }).click()
    await page.waitForFunction(() => window.editor.document.peek().rows.length === 2)
    expect(kindsIn(await document())).toEqual([[['heading']], [['image'], ['text', 'button']]])

    // A press inserts behind the selection; a drag lands where the line is.
    const heading = findKind(await document(), 'heading')
    const at = await pointAt(editor, heading)
    await page.mouse.click(at.x, at.y)
    await page.getByRole('button', { name: 'Divider', exact: true }).click()
    expect(kindsIn(await document())[0]).toEqual([['heading', 'divider']])
    const text = findKind(await document(), 'text')
    await drag(page, await middleOf(page, 'button', 'Spacer'), await pointAt(editor, text, 0.9))
    expect(kindsIn(await document())[1]).toEqual([['image'], ['text', 'spacer', 'button']])

    // Between two sections a block makes a section of its own.
    const section = (await document()).rows[1]?.id ?? ''
    const edge = await pointAt(editor, section, 0)
    await drag(page, await middleOf(page, 'button', 'Text'), { x: edge.x, y: edge.y + 2 })
    expect(kindsIn(await document())).toHaveLength(3)

    // By the grip of the selection, a section to the top.
    await page.evaluate((id) => (window.editor.selection.value = id), section)
    const top = await pointAt(editor, heading, 0.1)
    await drag(page, await middleOf(page, 'button', 'Drag to move'), top)
    expect((await document()).rows[0]?.id).toBe(section)

    // The edge between columns.
    const before = widthsOf(await document())
    const handle = await middleOf(page, 'separator', /^Widths of/)
    await drag(page, handle, { x: handle.x + 80, y: handle.y })
    const after = widthsOf(await document())
    expect(after[0]).toBeGreaterThan(before[0] ?? 0)
    expect((after[0] ?? 0) + (after[1] ?? 0)).toBeCloseTo(2)
    await page.keyboard.press('ControlOrMeta+z')
    expect(widthsOf(await document())).toEqual(before)

    await page.getByRole('toolbar', { name: 'Selection tools' }).getByRole('button', { name: 'Duplicate' }).click()
    expect(kindsIn(await document())).toHaveLength(4)
    expect(await fidelity()).toBe('equal')
    while (await page.evaluate(() => window.editor.history.peek().canUndo)) await page.keyboard.press('ControlOrMeta+z')
    expect((await document()).rows).toEqual([])
    expect(await fidelity()).toBe('equal')
    expect(complaints).toEqual([])
  })

  test('a canceled drag changes nothing, and dragging at the edge scrolls the stage', async () => {
    const editor = await open({ document: longEmail(80) })
    const { page } = editor
    const before = await editor.document()
    const tile = await middleOf(page, 'button', 'Button')
    await drag(page, tile, { x: 640, y: 790 }, false)
    await page.waitForFunction(() => (document.querySelector('.canvas')?.scrollTop ?? 0) > 300)
    await page.locator('.drop-line').waitFor()
    // What the checks find may be announced next.
    const announced = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          window.editor.announcement.subscribe((words) => {
            if (words === 'Move canceled') resolve(words)
          })
        }),
    )
    await page.keyboard.press('Escape')
    await page.locator('.drop-line').waitFor({ state: 'detached' })
    await page.mouse.up()
    expect(await editor.document()).toEqual(before)
    expect(await announced).toBe('Move canceled')
  })

  test("the selection's ancestors are one click away, and a tag names the hovered element", async () => {
    const editor = await open({ document: welcomeEmail() })
    const { page } = editor
    const at = await pointAt(editor, 'first')
    await page.mouse.click(at.x, at.y)
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    expect(await page.evaluate(() => window.editor.selection.peek())).toBe('left')
    const title = await pointAt(editor, 'title')
    await page.mouse.move(title.x, title.y)
    await page.locator('.overlay-name', { hasText: 'Heading' }).waitFor()
    // The tools stand above even the first block, not on it; who came by mouse sees no ring around the paper.
    await page.mouse.click(title.x, title.y)
    const tools = await page.getByRole('toolbar', { name: 'Selection tools' }).boundingBox()
    expect((tools?.y ?? 0) + (tools?.height ?? 0)).toBeLessThan((await pointAt(editor, 'title', 0)).y + 2)
    const ring = () => page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
    expect(await ring()).toBe('none')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    expect(await ring()).toBe('solid')
    await page.evaluate(() => (window.editor.selection.value = 'hero'))
    await page.getByRole('button', { name: 'Add a section' }).click()
    expect((await editor.document()).rows.map(({ id }) => id).indexOf('pair')).toBe(2)
    await page.mouse.click(600, 780)
    expect(await page.evaluate(() => window.editor.selection.peek())).toBeUndefined()

    // The other button asks what can be done with what is pointed at, or with all that is chosen.
    const menu = page.getByRole('menu')
    await editor.frame.locator('[data-n="title"]').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Edit' }).waitFor()
    expect(await page.evaluate(() => window.editor.selection.peek())).toBe('title')
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await editor.frame.locator('[data-n="intro"]').click({ modifiers: ['Shift'] })
    await editor.frame.locator('[data-n="title"]').click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Delete' }).click()
    expect(idsIn(await editor.document(), 'top')).not.toContain('title')
    expect(idsIn(await editor.document(), 'top')).not.toContain('intro')
    await page.evaluate(() => window.editor.undo())
  })
})

test('an email is built, arranged and previewed by keyboard alone', async () => {
  const editor = await open({ document: emailOf([]) })
  const { fidelity, page } = editor
  const kinds = async () => kindsIn(await editor.document())
  const said = () => page.evaluate(() => window.editor.announcement.peek())
  const insert = async (name: string) => {
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Insert a block' }).waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('application', { name: 'Email' }).focus()
  await insert('2 columns')
  await insert('heading')
  // What a new block begins with is typed over, and taken back with the block.
  await page.keyboard.type('Hello')
  await page.waitForFunction(() => JSON.stringify(window.editor.document.peek().rows).includes('"text":"Hello"'))
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => window.editor.editing.peek() === undefined)
  await insert('text')
  expect(await kinds()).toEqual([[['heading', 'text'], []]])
  await page.keyboard.press('Alt+ArrowDown')
  expect(await kinds()).toEqual([[['heading'], ['text']]])
  expect(await said()).toContain('Text moved to Column 2')
  await page.keyboard.press('ArrowUp')
  expect(await said()).toBe('Heading 2 “Hello” selected, 2 of 3, Section 1, Column 1')
  await page.keyboard.press('ControlOrMeta+d')
  await page.keyboard.press('Delete')
  expect(await kinds()).toEqual([[['heading'], ['text']]])
  await page.keyboard.press('ControlOrMeta+c')
  await page.keyboard.press('ControlOrMeta+v')
  expect(await kinds()).toEqual([[['heading', 'heading'], ['text']]])
  await page.keyboard.press('ControlOrMeta+x')
  expect(await kinds()).toEqual([[['heading'], ['text']]])
  // The menu of the selection: its key opens it, a letter finds a line, and the focus comes back to the email.
  const menu = page.getByRole('menu', { name: 'Selection menu' })
  await page.keyboard.press('Shift+F10')
  await menu.waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Edit')
  await page.keyboard.press('End')
  await page.keyboard.press('d')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Duplicate')
  await page.keyboard.press('Enter')
  expect(await kinds()).toEqual([[['heading', 'heading'], ['text']]])
  await page.keyboard.press('ContextMenu')
  await menu.getByRole('menuitem', { name: 'Cut' }).press('Enter')
  expect(await kinds()).toEqual([[['heading'], ['text']]])
  // A menu may read the clipboard where people allow it, and a block is still a block.
  await page.keyboard.press('ContextMenu')
  await menu.getByRole('menuitem', { name: 'Paste' }).press('Enter')
  await page.getByText(/^Press \S+V to paste\. The browser blocked access to the clipboard\.$/).waitFor()
  await page.context().grantPermissions(['clipboard-read'])
  await page.keyboard.press('ContextMenu')
  await menu.getByRole('menuitem', { name: 'Paste' }).press('Enter')
  await page.waitForFunction(() => window.editor.announcement.peek() === 'Pasted')
  expect(await kinds()).toEqual([[['heading', 'heading'], ['text']]])
  await page.keyboard.press('ContextMenu')
  await menu.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  expect(await kinds()).toEqual([[['heading'], ['text']]])
  // What a lock holds is disabled with the reason, in menu and tools, and told to who tries by key.
  const reason = 'Heading is locked and cannot be deleted'
  const held = (await editor.document()).rows[0] as Section
  const id = held.columns[0]?.blocks[0]?.id ?? ''
  await editor.change([{ op: 'set', id, props: { lock: { remove: true } } }])
  await page.keyboard.press('ContextMenu')
  expect(await menu.getByRole('menuitem', { name: 'Delete' }).getAttribute('aria-description')).toBe(reason)
  expect(await accessibilityFaults(page)).toEqual([])
  await menu.getByRole('menuitem', { name: 'Delete', disabled: true }).press('Enter')
  await page.getByRole('status').getByText(reason).waitFor()
  const tools = page.getByRole('toolbar', { name: 'Selection tools' })
  await tools.getByRole('button', { name: 'Delete', disabled: true }).waitFor()
  await tools.getByRole('button', { name: 'Duplicate', disabled: false }).waitFor()
  await page.keyboard.press('Delete')
  await page.keyboard.press('ControlOrMeta+x')
  expect(await kinds()).toEqual([[['heading'], ['text']]])
  expect(await page.getByText(reason).count()).toBe(1)
  for (const step of ['column', 'section', undefined]) {
    await page.keyboard.press('Escape')
    const type = await page.evaluate(
      () => window.editor.outline.peek().entries.get(window.editor.selection.peek() ?? '')?.node.type,
    )
    expect(type ?? undefined).toBe(step as string)
  }
  const region = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'])
  const seen = []
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('F6')
    seen.push(await region())
  }
  expect(seen).toEqual(['inspector', 'bar', 'rail', 'canvas'])
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await fidelity()).toBe('equal')
})

test('on a phone the panels are sheets, and blocks are inserted by touch', async () => {
  const editor = await open({ document: welcomeEmail(), width: 375, height: 720, touch: true })
  const { page } = editor
  await page.getByRole('tab', { name: 'Blocks' }).tap()
  await page.getByRole('button', { name: 'Divider', exact: true }).tap()
  await page.waitForFunction(() => window.editor.history.peek().canUndo)
  expect(kindsIn(await editor.document())[2]).toEqual([['divider', 'divider']])
  await page.getByRole('button', { name: 'Settings', exact: true }).tap()
  await page.getByRole('complementary', { name: 'Settings' }).waitFor()
  await page.getByRole('button', { name: 'Version history', exact: true }).tap()
  await page.getByRole('heading', { name: 'Version history' }).waitFor()
  await page.getByRole('button', { name: 'Settings', exact: true }).tap()
  await page.getByRole('heading', { name: 'Divider' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a finger selects where it taps, scrolls where it swipes, also beside a text that is typed, and opens the menu where it rests', async () => {
  const editor = await open({ document: welcomeEmail(), width: 375, height: 480, touch: true })
  const { frame, page } = editor
  page.setDefaultTimeout(20_000)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] })
  const scrolled = () => page.evaluate(() => document.querySelector('.canvas')?.scrollTop ?? 0)
  async function swipe(from: number, to: number) {
    const before = await scrolled()
    await touch('touchStart', { x: 180, y: from })
    for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', { x: 180, y: from + (to - from) * share })
    await touch('touchEnd')
    await until(async () => (await scrolled()) !== before, 'the scrolled email')
  }
  const chosen = () => page.evaluate(() => [window.editor.selection.peek(), window.editor.editing.peek()])
  await swipe(300, 240)
  expect(await chosen()).toEqual([undefined, undefined])
  await touch('touchStart', await pointAt(editor, 'first', 0.5))
  await page.getByRole('menu').waitFor()
  await touch('touchEnd')
  expect(await chosen()).toEqual(['first', undefined])
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const words = await pointAt(editor, 'first', 0.5)
  await page.touchscreen.tap(words.x, words.y)
  await frame.waitForSelector('[contenteditable=true]')
  expect(await chosen()).toEqual(['first', 'first'])
  await swipe(300, 240)
  expect(await chosen()).toEqual(['first', 'first'])
  // As high as a finger.
  const heights = await page.evaluate(() =>
    [...document.querySelectorAll('.bar button, .selection-bar button')].map((each) => each.clientHeight),
  )
  expect(heights.filter((each) => each > 0 && each < 44)).toEqual([])
})

test('a long press on a tile starts a drag, and a swipe scrolls', async () => {
  const editor = await open({ document: welcomeEmail(), width: 1280, height: 800, touch: true })
  const { page } = editor
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point === undefined ? [] : [point] })
  const tile = await middleOf(page, 'button', 'Spacer')
  await touch('touchStart', tile)
  await page.locator('.carried').waitFor()
  const to = await pointAt(editor, 'first', 0.9)
  for (const share of [0.2, 0.5, 0.8, 1]) {
    await touch('touchMove', { x: tile.x + (to.x - tile.x) * share, y: tile.y + (to.y - tile.y) * share })
  }
  await page.locator('.drop-line').waitFor()
  await touch('touchEnd')
  await page.waitForFunction(() => window.editor.history.peek().canUndo)
  expect(kindsIn(await editor.document())[1]).toEqual([['text', 'spacer'], ['text']])
  await touch('touchStart', tile)
  await touch('touchMove', { x: tile.x, y: tile.y - 60 })
  await touch('touchEnd')
  expect(await page.locator('.carried').count()).toBe(0)
  expect(kindsIn(await editor.document())[1]).toEqual([['text', 'spacer'], ['text']])
})

// Each language and each theme once: words and directions come from the one, colors from the other.
for (const [theme, locale] of [
  ['light', 'en'],
  ['dark', 'ar'],
] as const)
  test(`what is around and over the canvas is accessible in ${theme}, ${locale}`, async () => {
    const { page } = await open({ document: welcomeEmail(), config: { theme, locale } })
    await page.evaluate(() => (window.editor.selection.value = 'pair'))
    const tools = locale === 'en' ? { name: 'Selection tools' } : {}
    await page.getByRole('toolbar', tools).first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    // The way to the selection is read as the editor's language is.
    await page.evaluate(() => (window.editor.selection.value = 'first'))
    const steps = page.locator('.trail-step')
    await steps.nth(2).waitFor()
    const [outer, inner] = [await steps.first().boundingBox(), await steps.last().boundingBox()]
    expect((outer?.x ?? 0) > (inner?.x ?? 0)).toBe(locale === 'ar')
    for (const [name, dialog] of [
      ['insert', 'Insert a block'],
      ['shortcuts', 'Keyboard shortcuts'],
      ['conflict', 'Someone else changed the same content'],
    ] as const) {
      await page.evaluate((open) => (window.editor.open.value = open), name)
      await page.getByRole('dialog', locale === 'en' ? { name: dialog } : {}).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

test('in forced colors the email keeps its paper, with a selection that contrasts with light and dark content', async () => {
  const { page } = await open({ document: welcomeEmail() })
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.evaluate(() => {
    window.editor.selection.value = 'first'
    window.editor.hovered.value = 'go'
  })
  await page.locator('.overlay-hover').waitFor()
  const colors = await page.evaluate(() => {
    const probe = document.createElement('i')
    document.body.append(probe)
    const system = (name: string) => {
      probe.style.cssText = `forced-color-adjust:none;color:${name}`
      return getComputedStyle(probe).color
    }
    const [line, paper] = [system('Highlight'), system('Canvas')]
    const shown = ['.overlay-selection', '.overlay-hover'].map((name) => {
      const { outlineColor, boxShadow } = getComputedStyle(document.querySelector(name) as Element)
      return [outlineColor === line, boxShadow.includes(paper)]
    })
    return [...shown, getComputedStyle(document.querySelector('.canvas-frame') as Element).backgroundColor]
  })
  expect(colors).toEqual([[true, true], [true, true], 'rgb(255, 255, 255)'])
})

test('saving is silent for screen readers, its failure and recovery are announced; so is what is not a number', async () => {
  const { page } = await open({ document: welcomeEmail() })
  expect(await page.locator('.saved').getAttribute('aria-live')).toBe('off')
  const heard = await page.evaluateHandle(() => {
    const all: string[] = []
    window.editor.announcement.subscribe((words) => void (words.startsWith('Checks') || all.push(words)))
    return all
  })
  const show = (...states: readonly SaveState[]) =>
    page.evaluate((all) => {
      for (const state of all) window.editor.saving.value = state
    }, states)
  await page.locator('.said').waitFor({ state: 'attached' })
  await show({ kind: 'offline', changes: 2 })
  await page.waitForFunction((all) => all.at(-1)?.startsWith('Offline'), heard)
  await show({ kind: 'saving', changes: 2 }, { kind: 'offline', changes: 3 }, { kind: 'saved' })
  await page.waitForFunction((all) => all.at(-1) === 'Saved', heard)
  await show({ kind: 'unsaved', changes: 1 }, { kind: 'saving', changes: 1 }, { kind: 'saved' })
  const said = (await heard.jsonValue()).filter((words) => words !== '')
  expect(said).toEqual(['Offline – 2 changes pending', 'Saved'])
  await page.evaluate(() => (window.editor.selection.value = 'first'))
  const size = page.getByRole('spinbutton', { name: 'Size' }).first()
  await size.fill('abc')
  await page.locator('[role=spinbutton][aria-invalid=true]').waitFor()
  await page.getByRole('alert').filter({ hasText: 'Enter a number' }).waitFor({ state: 'attached' })
  await size.fill('12+')
  await page.locator('[aria-invalid=true]').waitFor({ state: 'detached' })
})

test('a read-only email has no tools, and its lock is announced', async () => {
  const { document, page } = await open({ document: welcomeEmail(), config: { readOnly: true } })
  await page.getByText('Read-only').waitFor()
  await page.evaluate(() => (window.editor.selection.value = 'go'))
  await page.getByRole('navigation', { name: 'Breadcrumb' }).waitFor()
  expect(await page.getByRole('toolbar', { name: 'Selection tools' }).count()).toBe(0)
  await page.keyboard.press('Delete')
  expect(idsIn(await document(), 'top')).toEqual(['title', 'intro', 'go'])
})

function findKind(document: EmailDocument, type: string): string {
  for (const row of document.rows)
    for (const column of (row as Section).columns) {
      const found = column.blocks.find((block) => block.type === type)
      if (found !== undefined) return found.id
    }
  return ''
}

function widthsOf(document: EmailDocument): number[] {
  const section = document.rows.find((row) => (row as Section).columns?.length === 2) as Section
  return section.columns.map(({ width }: Column) => ('fr' in width ? width.fr : 0))
}
