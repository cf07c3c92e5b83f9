import { describe, expect, test } from 'bun:test'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { type Block, findNode } from '../../src/email/document/index.ts'
import type { EditorConfig } from '../../src/editor/bridge/index.ts'
import { openSharedPage } from '../journeys/browser.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { until } from '../support/until.ts'
import { panelApi, panelEmail } from './page/panel-email.ts'
import { type TestApi, serveAlone } from './page/serve.ts'

const image = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="#c7d2fe"/></svg>`

async function openPanels(config: Partial<EditorConfig> = {}, api: TestApi = panelApi): Promise<Page> {
  const address = await serveAlone({ document: panelEmail(), api, config })
  const page = await openSharedPage(`${address}editor/canvas`, { width: 1360, height: 900 })
  await page.route('**/cdn/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: image }))
  await page.goto(address)
  await page.locator('.svc-inspector').waitFor()
  await page.locator('.svc-tile').first().waitFor()
  return page
}

const select = (page: Page, id: string) => page.evaluate(`void (editor.selection.value = ${JSON.stringify(id)})`)
const nodeOf = (page: Page, id: string): Promise<Record<string, unknown>> =>
  page.evaluate(`editor.outline.value.entries.get(${JSON.stringify(id)}).node`)
const open = (page: Page, what: string | undefined) =>
  page.evaluate(`void (editor.open.value = ${JSON.stringify(what)})`)
const unfoldAll = (page: Page) =>
  page.evaluate(`document.querySelectorAll('details:not([open]) > summary').forEach((head) => head.click())`)

/** Each language and each theme once: words and directions come from the one, colors from the other. */
const looks: Record<string, Partial<EditorConfig>> = {
  'light, English': { locale: 'en', theme: 'light' },
  'dark, Arabic': { locale: 'ar', theme: 'dark' },
}

const someTranslations = {
  default: 'en',
  locales: { pt: { 'go.label': 'Comece', 'meta.subject': 'Bem-vindo' } },
  sources: { pt: { 'go.label': 'another' } },
}

describe('every panel and dialog is accessible', () => {
  for (const [name, config] of Object.entries(looks))
    test(name, async () => {
      const page = await openPanels(config)
      const faults: string[] = []
      const check = async (what: string) =>
        void faults.push(...(await accessibilityFaults(page)).map((fault) => `${what}: ${fault}`))
      await unfoldAll(page)
      await check('email settings')
      for (const id of ['hero', 'top', 'title', 'go', 'photo', 'prices', 'timer', 'intro']) {
        await select(page, id)
        await page.locator(`.svc-inspector-head`).waitFor()
        await unfoldAll(page)
        await check(id)
      }
      await select(page, 'links')
      await page.locator('.svc-item-head').first().click()
      await check('an item of a list')
      await page.locator('.svc-inspector .svc-swatch').first().click()
      await page.locator('.svc-color-panel').waitFor()
      await check('the colour picker')
      await page.keyboard.press('Escape')
      await page.evaluate(`void (editor.device.value = 'mobile')`)
      await check('phones')
      await page.evaluate(`void (editor.device.value = 'desktop')`)
      await page.getByRole('tab').nth(1).click()
      await page.getByRole('tree').waitFor()
      await page.locator('.svc-kept-html button').click()
      await check('layers')
      await page.getByRole('treeitem').first().click({ button: 'right' })
      await page.getByRole('menu').waitFor()
      await check('the menu')
      await page.keyboard.press('Escape')
      await page.getByRole('tab').nth(2).click()
      await page.locator('.svc-theme-colors').waitFor()
      await unfoldAll(page)
      await check('styles')
      await page.getByRole('tab').nth(3).click()
      await page.locator('.svc-rule').first().waitFor()
      await page.locator('.svc-rule > header > button').first().click()
      await page.locator('.svc-ignored').waitFor()
      await check('checks')
      await open(page, 'preview')
      await page.locator('.svc-email-frame').waitFor()
      await check('preview')
      await page.locator('.svc-preview-tools input').nth(2).check()
      await page.locator('.svc-preview-text').waitFor()
      await check('preview of the text')
      await open(page, 'versions')
      await page.locator('.svc-version').nth(1).click()
      await page.locator('.svc-version-stage .svc-email-frame').waitFor()
      await check('a version')
      await page.keyboard.press('Escape')
      await check('versions')
      await page.evaluate((translations) => {
        const { editor } = window
        editor.change('Test', [{ op: 'settings', props: { translations } }])
        editor.language.value = 'pt'
        editor.open.value = 'languages'
      }, someTranslations)
      await page.locator('.svc-translation').first().waitFor()
      await page.locator('.language-line').waitFor()
      await check('languages')
      await page.evaluate(`editor.language.value = undefined`)
      await check('languages, none of which is shown')
      await open(page, undefined)
      await page.evaluate(`editor.selection.value = 'title'; editor.run('selectMoreNext')`)
      await page.locator('.svc-several [placeholder]').first().waitFor()
      await check('several')
      await page.evaluate(`editor.run('saveModule')`)
      await page.locator('.svc-form').waitFor()
      await check('saving a module')
      await page.keyboard.press('Escape')
      await select(page, 'photo')
      await page.locator('.svc-image-tools .svc-button').nth(1).click()
      await page.locator('.svc-asset').first().waitFor()
      await check('the library')
      await page.keyboard.press('Escape')
      await page.locator('.svc-image-tools .svc-icon-button').first().click()
      await page.locator('.svc-crop-frame').waitFor()
      await check('cropping')
      expect(faults).toEqual([])
      await page.close()
    })
})

describe('the panels', () => {
  test('save the selection as a module, and replace it with an instance', async () => {
    const saved: object[] = []
    const saveModule = (module: { name: string; nodes: object[] }) => {
      saved.push(module)
      return { id: 'mod_9', name: module.name, modules: { 'mod_9 latest': { nodes: module.nodes } } }
    }
    const page = await openPanels({}, { ...panelApi, saveModule })
    await select(page, 'go')
    await page.evaluate(`editor.run('selectMorePrevious')`)
    await page.evaluate(`editor.run('saveModule')`)
    const dialog = page.getByRole('dialog', { name: 'Save as module' })
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor()
    await page.keyboard.type('Picture and button')
    expect(await dialog.getByRole('switch').count()).toBe(0)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(saved).toMatchObject([
      {
        name: 'Picture and button',
        nodes: [{ type: 'section', columns: [{ blocks: [{ id: 'photo' }, { id: 'go' }] }] }],
      },
    ])
    expect(saved[0]).toHaveProperty('assets.ast_1')

    await select(page, 'pair')
    await page.evaluate(`editor.run('saveModule')`)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Prices')
    await dialog.getByRole('switch', { name: 'Use the module here too' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    const rows = await page.evaluate<{ type: string; ref?: object }[]>(`editor.document.peek().rows`)
    expect(rows.map(({ type }) => type)).toEqual(['section', 'module', 'section'])
    expect(rows[1]).toMatchObject({ ref: { id: 'mod_9', version: 'latest' } })
    await page.frames()[1]?.getByText('Small').waitFor()
    expect(await page.evaluate<string>(`editor.history.peek().undoLabel`)).toBe('Save Section as a module')
    await page.close()
  })

  test('resolve a conflict part by part', async () => {
    const sent: { operations: { op: string; id: string; props: object }[] }[] = []
    const theirs = panelEmail()
    const go = findNode(theirs, 'go') as Block
    go['label'] = 'Theirs'
    ;(findNode(theirs, 'first') as Block)['text'] = [{ type: 'paragraph', runs: [{ text: 'Others wrote this.' }] }]
    theirs.rows.splice(2, 1)
    const applyOperations = (edit: (typeof sent)[number]) => {
      sent.push(edit)
      if (sent.length === 1) throw Object.assign(new Error(), { code: 'REVISION_CONFLICT', errorType: 'validation' })
      const { operations } = edit
      const covered = { operationsCovered: operations.length, editIds: [] }
      return { revision: 3, operations, inverse: [], operationsSince: [], ...covered, savedAt: '' }
    }
    const page = await openPanels(
      {},
      { ...panelApi, applyOperations, getDocument: () => ({ document: theirs, revision: 2 }) },
    )
    await page.evaluate(`editor.change('Test', [
      { op: 'set', id: 'go', props: { label: 'Mine', style: { radius: 2 } } },
      { op: 'set', id: 'first', props: { text: [{ type: 'paragraph', runs: [{ text: 'I wrote this.' }] }] } },
      { op: 'set', id: 'title', props: { level: 2 } },
    ])`)
    const dialog = page.getByRole('dialog', { name: 'Someone else changed the same content' })
    await dialog.getByRole('group', { name: 'Button' }).waitFor()
    expect(await dialog.getByRole('group').count()).toBe(2)
    await dialog.getByRole('radio', { name: 'Theirs Others wrote this.' }).check()
    await dialog.getByRole('radio', { name: 'Yours Label: Mine', checked: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply choices' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByText(/^Saved · /)
      .first()
      .waitFor()
    expect(await nodeOf(page, 'go')).toMatchObject({ label: 'Mine', style: { radius: 2 } })
    expect(await nodeOf(page, 'first')).toMatchObject({ text: [{ runs: [{ text: 'Others wrote this.' }] }] })
    expect(await nodeOf(page, 'title')).toMatchObject({ level: 2 })
    expect(sent[1]?.operations.map(({ id }) => id).sort()).toEqual(['go', 'title'])
    await page.close()
  })

  test('edit the items of an interactive block, and its fallback', async () => {
    const page = await openPanels()
    await page.evaluate(`editor.change('Test', [{ op: 'insert', parent: 'top', index: 0, nodes: [
      { id: 'faq', type: 'accordion', items: [{ title: 'Why?', text: [] }], fallback: 'auto' },
    ] }], { select: 'faq' })`)
    const group = page.getByRole('group', { name: 'Fallback content' })
    await page.getByRole('button', { name: 'Why?', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Why so?')
    await group.getByRole('combobox', { name: 'Fallback content' }).selectOption('own')
    await group.getByRole('combobox', { name: 'Add a block' }).selectOption('button')
    await group.getByRole('textbox', { name: 'Label' }).fill('Read the answers')
    await group.getByRole('button', { name: 'Move up: Button' }).click()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await nodeOf(page, 'faq')).toMatchObject({
      items: [{ title: 'Why so?' }],
      fallback: [{ type: 'button', label: 'Read the answers' }, { type: 'text' }],
    })
    await page.frames()[1]?.getByText('Read the answers').waitFor()
    await group.getByRole('combobox', { name: 'Fallback content' }).selectOption('auto')
    await page.frames()[1]?.getByText('Why so?').waitFor()
    await page.close()
  })

  test('change the selection by keyboard, and show inherited values', async () => {
    const page = await openPanels()
    await select(page, 'go')
    const label = page.getByRole('textbox', { name: 'Label' })
    await label.fill('Begin')
    expect(await nodeOf(page, 'go')).toMatchObject({ label: 'Begin' })

    // An own value has a dot that gives it up; what is inherited then shows in its place.
    const radius = page.getByRole('spinbutton', { name: 'Corner radius' })
    expect(await radius.inputValue()).toBe('8')
    await page.getByRole('button', { name: 'Reset: Corner radius' }).press('Enter')
    expect(await nodeOf(page, 'go')).not.toHaveProperty('style.radius')
    await radius.focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+ArrowUp')
    const stepped = Number(await radius.inputValue())
    expect(await nodeOf(page, 'go')).toMatchObject({ style: { radius: stepped } })
    expect(await page.getByRole('spinbutton', { name: 'Size' }).getAttribute('placeholder')).toBe('16')

    // On phones the same field is another value, and has its sign.
    await page.evaluate(`void (editor.device.value = 'mobile')`)
    const size = page.getByRole('spinbutton', { name: 'Size' })
    expect(await size.inputValue()).toBe('18')
    await size.fill('20')
    await page.keyboard.press('Enter')
    expect(await nodeOf(page, 'go')).toMatchObject({ mobile: { size: 20 } })
    // Content is the same everywhere, and comes first.
    expect(await page.locator('.svc-inspector details h3').first().textContent()).toBe('Content')
    await page.locator('[data-field="href"] input').fill('https://example.com/phone')
    expect(await nodeOf(page, 'go')).toMatchObject({ href: 'https://example.com/phone' })
    await page.evaluate(`void (editor.device.value = 'desktop')`)
    expect(await page.getByRole('img', { name: 'Different on phones' }).count()).toBe(1)

    // Everything is in the one log.
    for (let step = 0; step < 6; step++) await page.evaluate(`editor.undo()`)
    expect(await nodeOf(page, 'go')).toMatchObject({ label: 'Get started', style: { radius: 8 }, mobile: { size: 18 } })
    await page.close()
  })

  test('edit lists, tables, conditions and texts with marks', async () => {
    const page = await openPanels()
    await select(page, 'links')
    await page.getByRole('button', { name: 'Facebook', exact: true }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    expect(await nodeOf(page, 'links')).toMatchObject({ items: [{ network: 'instagram' }, { network: 'facebook' }] })
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('combobox', { name: 'Network' }).selectOption('github')
    expect(await nodeOf(page, 'links')).toMatchObject({ items: [{}, {}, { network: 'github' }] })

    await select(page, 'prices')
    await page.getByRole('textbox', { name: 'Row 2, column 2' }).fill('12 €')
    await page.getByRole('button', { name: 'Add column' }).click()
    await page.getByRole('button', { name: 'Add row' }).click()
    const { head, rows } = (await nodeOf(page, 'prices')) as { head: unknown[]; rows: unknown[][] }
    expect([head.length, rows.length, ...rows.map((row) => row.length)]).toEqual([3, 3, 3, 3, 3])

    await select(page, 'intro')
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We are gladly here.')
    expect(await nodeOf(page, 'intro')).toMatchObject({
      text: [{ runs: [{ text: 'We are ' }, { text: 'gladly', bold: true }, { text: ' here.' }] }],
    })
    await page.getByText('Conditions', { exact: true }).click()
    await page.getByRole('button', { name: 'Add condition' }).click()
    const second = page.getByRole('group', { name: 'Condition 2' })
    await second.getByRole('combobox', { name: 'Merge field' }).fill('first_name')
    await second.getByRole('combobox', { name: 'Comparison' }).selectOption('empty')
    expect(await nodeOf(page, 'intro')).toMatchObject({
      when: {
        op: 'and',
        of: [
          { op: 'eq', path: 'plan', value: 'pro' },
          { op: 'empty', path: 'first_name' },
        ],
      },
    })
    await page.close()
  })

  test('insert by search, name and hide in the tree, and change the theme', async () => {
    const page = await openPanels()
    await page
      .getByRole('textbox', { name: 'Search blocks' })
      .or(page.getByRole('searchbox', { name: 'Search blocks' }))
      .fill('divi')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(`editor.outline.value.entries.get(editor.selection.value).node.type`)).toBe('divider')

    await page.getByRole('button', { name: 'Legal footer' }).press('Enter')
    expect(
      await page.evaluate(
        `editor.document.value.rows.some(({ type, ref }) => type === 'module' && ref.id === 'mod_1')`,
      ),
    ).toBe(true)
    await page.frameLocator('iframe').getByText('All rights reserved').waitFor()
    await open(page, 'preview')
    await page.frameLocator('.svc-email-frame').getByText('All rights reserved').waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('tab', { name: 'Layers' }).click()
    // Carried by pointer, a line lands where the mark says; a click on the triangle folds.
    const carry = async (from: string, to: string) => {
      const [start, end] = [
        await page.getByRole('treeitem', { name: from }).boundingBox(),
        await page.getByRole('treeitem', { name: to }).boundingBox(),
      ]
      if (start === null || end === null) throw new Error('The lines are not to be seen')
      await page.mouse.move(start.x + 120, start.y + 14)
      await page.mouse.down()
      await page.mouse.move(end.x + 120, end.y + 26, { steps: 4 })
      await page.locator('[data-mark="after"]').waitFor()
      await page.mouse.up()
    }
    await carry('Get started', 'Invite your team.')
    expect(await page.evaluate(`editor.outline.value.entries.get('go').parent`)).toBe('left')
    await page.evaluate(`editor.undo()`)
    const before = await page.getByRole('treeitem').count()
    await page.getByRole('treeitem', { name: 'Footer' }).locator('.svc-fold').click()
    expect(await page.getByRole('treeitem').count()).toBeLessThan(before)
    await page.getByRole('treeitem', { name: 'Footer' }).locator('.svc-fold').click()
    await page.getByRole('button', { name: 'Bits & pieces', exact: true }).click()
    expect(await page.evaluate(`editor.selection.value`)).toBe('kept')

    // Several lines, by key and by pointer; the menu is for all of them, and the focus stays in the tree.
    const chosen = page.getByRole('treeitem', { selected: true })
    await page.getByRole('treeitem', { name: 'Bits & pieces' }).click()
    await page.keyboard.press('Shift+ArrowUp')
    expect(await chosen.allTextContents()).toEqual(['Countdown', 'Bits & pieces'])
    await page.getByRole('treeitem', { name: 'Divider' }).click({ modifiers: ['ControlOrMeta'] })
    expect(await chosen.count()).toBe(3)
    await page.getByRole('spinbutton', { name: 'Padding' }).fill('12')
    await page.keyboard.press('Enter')
    expect(await nodeOf(page, 'timer')).toMatchObject({ style: { padding: [12, 12, 12, 12] } })
    expect(await nodeOf(page, 'kept')).toMatchObject({ style: { padding: [12, 12, 12, 12] } })
    await page.evaluate(`editor.undo()`)
    expect(await nodeOf(page, 'kept')).not.toHaveProperty('style')
    await page.getByRole('treeitem', { name: 'Countdown' }).focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Countdown')
    await page.getByRole('treeitem', { name: 'Bits & pieces' }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.waitForFunction(`document.activeElement.getAttribute('role') === 'treeitem'`)
    expect(await page.evaluate(`['timer', 'kept'].some((id) => editor.outline.value.entries.has(id))`)).toBe(false)
    await page.evaluate(`editor.undo()`)

    await page.getByRole('treeitem', { name: 'Get started' }).focus()
    await page.keyboard.press('F2')
    await page.keyboard.type('Main call')
    await page.keyboard.press('Enter')
    expect(await nodeOf(page, 'go')).toMatchObject({ name: 'Main call' })
    await page.keyboard.press('h')
    expect(await nodeOf(page, 'go')).toMatchObject({ hide: { desktop: true, mobile: true } })
    await page.keyboard.press('Alt+ArrowUp')
    expect(await page.evaluate(`editor.outline.value.entries.get('go').index`)).toBe(2)

    await page.getByRole('tab', { name: 'Styles' }).click()
    await page.getByRole('textbox', { name: 'Color name' }).fill('Brand dark')
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'H2' }).check()
    const headings = page.locator('details', { hasText: 'Headings' })
    await headings.getByRole('spinbutton', { name: 'Size' }).fill('28')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(`editor.document.value.theme`)).toMatchObject({
      colors: { brandDark: { light: '#1d5fd0' } },
      headings: { 2: { size: 28 } },
    })
    await page.close()
  })

  test('choose images from the library, crop them, preview with other data and restore a version', async () => {
    const page = await openPanels()
    await select(page, 'photo')
    await page.getByRole('button', { name: 'Crop' }).click()
    await page.getByRole('radio', { name: 'Square' }).check()
    await page.getByRole('slider', { name: 'Focal point' }).press('ArrowLeft')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.locator('.svc-crop').waitFor({ state: 'detached' })
    expect(await nodeOf(page, 'photo')).toMatchObject({ src: 'ast_1-188-0-800-800', alt: 'Two cups of coffee' })
    expect(await page.evaluate(`editor.document.value.assets['ast_1-188-0-800-800']`)).toMatchObject({
      url: '/cdn/ast_1/coffee.jpg?crop=188,0,800,800&sig=x',
      width: 800,
    })
    await page.getByRole('button', { name: 'Library' }).first().click()
    await page.getByRole('button', { name: /picture-2/ }).click()
    expect(await nodeOf(page, 'photo')).toMatchObject({ src: 'ast_2', alt: 'Two cups of coffee' })

    await open(page, 'preview')
    await page.getByRole('textbox', { name: 'First name' }).fill('Grace')
    const email = page.frameLocator('.svc-email-frame')
    await email.getByRole('heading', { name: 'Welcome aboard, Grace' }).waitFor()
    await page.getByRole('textbox', { name: 'Plan' }).fill('free')
    await email.getByText('glad').waitFor({ state: 'detached' })
    const recipient = page.getByRole('combobox', { name: 'Sample recipient' })
    await recipient.selectOption('Sample values of the email')
    await email.getByRole('heading', { name: 'Welcome aboard, Ada' }).waitFor()
    await email.getByText('glad').waitFor()
    await recipient.selectOption('Amina, first order')
    await email.getByRole('heading', { name: 'Welcome aboard, Amina' }).waitFor()
    await email.getByText('glad').waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Amina')
    await page.keyboard.press('Escape')

    await open(page, 'versions')
    await page.getByRole('button', { name: /Name this version: Nov 21/ }).press('Enter')
    await page.keyboard.type('The first')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^The first/ }).waitFor()
    // A line of the list is a button that looks like one: a pointer, a chevron, a focus ring, arrow keys.
    const line = page.getByRole('button', { name: /^Before launch/ })
    await page.getByRole('button', { name: /^The first/ }).focus()
    await page.keyboard.press('ArrowDown')
    while (!(await line.evaluate((button) => button === document.activeElement))) await page.keyboard.press('ArrowDown')
    expect(
      await line.evaluate((button) => {
        const { cursor, outlineStyle } = getComputedStyle(button)
        return { cursor, outlineStyle, chevron: button.querySelector('svg')?.getBoundingClientRect().width }
      }),
    ).toEqual({ cursor: 'pointer', outlineStyle: 'solid', chevron: 16 })
    await page.keyboard.press('Enter')
    await page.frameLocator('.svc-email-frame').getByRole('heading', { name: 'An older version' }).waitFor()
    await page.getByRole('radio', { name: 'Now' }).check()
    await page.frameLocator('.svc-email-frame').getByText('Get started').waitFor()
    await page.getByRole('radio', { name: 'Then' }).check()
    // What changed is marked in both, by a sign and a line of its own, and gone through by keyboard.
    const lines = page.getByRole('list', { name: 'Changes since' }).getByRole('listitem')
    expect((await lines.allInnerTexts()).map((text) => text.split('\n').slice(0, 2))).toEqual([
      ['Heading', 'Changed · Text'],
      ['Image', 'Changed · Image'],
      ['Text', 'Removed'],
      ['Button', 'Added'],
      ['Social links', 'Moved'],
      ['Countdown', 'Moved'],
      ['Settings changed', 'Subject'],
    ])
    const marks = () =>
      page
        .frames()
        .at(-1)
        ?.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('body ~ div > div')].map(
            ({ style }) => `${style.borderStyle}${style.background === '' ? '' : ' current'}`,
          ),
        )
    const shows = (expected: string[]) =>
      until(async () => isDeepStrictEqual(await marks(), expected), `the marks ${expected.join()}`)
    await shows(['double', 'double', 'dashed', 'dotted', 'dotted'])
    await lines.first().getByRole('button').focus()
    await page.getByRole('radio', { name: 'Now', checked: true }).waitFor()
    await shows(['double current', 'double', 'solid', 'dotted', 'dotted'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('radio', { name: 'Then', checked: true }).waitFor()
    await shows(['double', 'double', 'dashed current', 'dotted', 'dotted'])
    await page.getByText('3 / 6').waitFor()
    await page.getByRole('button', { name: 'Previous change' }).click()
    await page.getByText('2 / 6').waitFor()
    await page.getByRole('radio', { name: 'Now', checked: true }).waitFor()
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(`editor.document.value.rows.length`)).toBe(1)
    await page.close()
  })

  test('accept images dropped on the email or pasted into it', async () => {
    const page = await openPanels()
    const give = (event: string, type: string) => `{
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'lake.png', { type: 'image/png' }))
      ${event}.dispatchEvent(new ${type}Event('${type === 'Drag' ? 'drop' : 'paste'}', { bubbles: true, cancelable: true, ${type === 'Drag' ? 'dataTransfer' : 'clipboardData'}: data }))
    }`
    const canvas = page.frames().find((frame) => frame.url().endsWith('/editor/canvas'))
    await canvas?.evaluate(give(`document.querySelector('[data-n="photo"]')`, 'Drag'))
    await until(
      () => page.evaluate<boolean>(`editor.outline.value.entries.get('photo').node.src === 'ast_2'`),
      'the picture to be taken',
    )
    await canvas?.evaluate(give(`document.querySelector('[data-n="go"]')`, 'Drag'))
    await until(
      () => page.evaluate<boolean>(`editor.outline.value.entries.get('top').node.blocks.length === 5`),
      'the picture to be taken',
    )
    expect(await page.evaluate(`editor.outline.value.entries.get('top').node.blocks[4]`)).toMatchObject({
      type: 'image',
      src: 'ast_2',
      alt: 'A quiet lake',
    })
    await select(page, 'first')
    await page.evaluate(give('document', 'Clipboard'))
    await until(
      () => page.evaluate<boolean>(`editor.outline.value.entries.get('left').node.blocks.length === 2`),
      'the picture to be taken',
    )
    await page.close()
  })

  test("show the host's branding, and only enabled features", async () => {
    const logoUrl = '/cdn/ast_9/logo.png'
    const page = await openPanels({ customization: { branding: true, logoUrl, primaryColor: '#7c3aed', features: [] } })
    expect(await page.locator('.brand-logo').getAttribute('src')).toBe(logoUrl)
    expect(await page.getByRole('button', { name: 'Preview', exact: true }).count()).toBe(0)
    expect(await page.evaluate(`document.documentElement.style.getPropertyValue('--svc-accent')`)).toBe('#7c3aed')
    await page.close()
    const plain = await openPanels({ customization: { branding: false, features: ['preview'] } })
    expect(await plain.locator('.brand, .brand-logo').count()).toBe(0)
    await plain.close()
  })

  test('show what a lock covers, and enforce it', async () => {
    const page = await openPanels()
    await page.evaluate(`editor.change('Test', [{ op: 'set', id: 'go', props: { lock: { content: true } } }])`)
    await select(page, 'go')
    const panel = page.locator('.svc-inspector')
    await panel.getByText('The content of Button is locked').waitFor()
    await unfoldAll(page)
    for (const name of ['Hide on desktop', 'Hide on phones', 'Repeat for a list'])
      expect(await panel.getByRole('switch', { name }).isDisabled()).toBe(true)
    await panel.getByRole('button', { name: 'Hide on desktop', disabled: true }).click({ force: true })
    await page.getByRole('status').getByText('The content of Button is locked').waitFor()
    expect(await nodeOf(page, 'go')).not.toHaveProperty('hide')
    expect(await panel.getByRole('spinbutton', { name: 'Corner radius' }).isDisabled()).toBe(false)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.close()
  })

  test('change nothing when the email is only to be read', async () => {
    const page = await openPanels({ readOnly: true })
    await select(page, 'go')
    expect(await page.getByRole('textbox', { name: 'Label' }).isDisabled()).toBe(true)
    expect(await page.locator('.shell-inspector :is(input, select, textarea):not(:disabled)').count()).toBe(0)
    expect(await page.locator('.svc-tile:not(:disabled)').count()).toBe(0)
    await page.close()
  })
})
