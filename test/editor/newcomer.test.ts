/** What users do in their first minute with the editor, and what they expect of the email, the caret and the focus. */
import { expect, test } from 'bun:test'
import { firstActs } from './acts/first.ts'
import { Newcomer, asset, column, letter, section } from './acts/newcomer.ts'
import { typingActs } from './acts/typing.ts'
import { writingActs } from './acts/writing.ts'
import { emailOf } from './page/emails.ts'
import { openAlone } from './page/open.ts'
import { EmailService } from './page/service.ts'

test.each([
  ['the first minute', firstActs],
  ['typing', typingActs],
  ['writing', writingActs],
])('acts of a newcomer lose no words and end as expected: %s', async (_name, acts) => {
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
  for (const { act, rows = letter, run, email, focus = 'canvas', selected } of acts) {
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
  expect(acts.length).toBeGreaterThanOrEqual(30)

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
      // The tools of a selected block are above it, too: its words are what the user looks for.
      await page.getByRole('toolbar', { name: 'Selection tools' }).waitFor()
      const block = await editor.frame.locator(`[data-n="${id}"]`).first().boundingBox()
      const tools = await page.locator('.selection-tools').boundingBox()
      expect([device, id, (tools?.y ?? 0) + (tools?.height ?? 0) <= (block?.y ?? 0) + 1]).toEqual([device, id, true])
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
