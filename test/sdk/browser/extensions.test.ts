/** What the host page adds: kinds of links with a list or its own picker, and style presets, through the custom element. */
import { beforeAll, expect, test } from 'bun:test'
import type { Frame, Page } from 'playwright-core'
import { buildEditor } from '../../../scripts/editor.ts'
import type { SvcEditorElement } from '../../../sdk/browser/wrappers/element.ts'
import { accessibilityFaults } from '../../support/accessibility.ts'
import { until } from '../../support/until.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

let given: HostPage

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage()
})

async function open(emailId: string) {
  const page = await given.open()
  page.setDefaultTimeout(20_000)
  await page.addScriptTag({ url: `${given.editorUrl}/sdk/svc-editor.js` })
  await page.evaluate(
    ([id, baseUrl]) => {
      const element = document.createElement('svc-editor') as SvcEditorElement
      const asked: unknown[] = []
      Object.assign(window, { asked, element })
      const answers: unknown[] = [undefined, new Error('The shop is closed'), { link: 'x' }]
      element.style.cssText = 'display:block;height:100vh'
      Object.assign(element, {
        baseUrl,
        pluginId: window.pluginId,
        emailId: id,
        getAuthToken: window.getAuthToken,
        palette: { blocks: ['text', 'button'], layouts: false, modules: false },
        linkTypes: [
          {
            name: 'account',
            label: 'Account page',
            links: [
              { label: 'Orders', href: 'https://shop.example/orders' },
              { label: 'Stop these emails', href: '{{ unsubscribe_url }}' },
            ],
          },
          { name: 'product', label: 'Product' },
        ],
        async pickLink(current: unknown) {
          asked.push(current)
          const answer = answers.length > 0 ? answers.shift() : { href: 'https://shop.example/hat' }
          if (answer instanceof Error) throw answer
          return answer
        },
        stylePresets: [
          { type: 'button', label: 'Loud', style: { background: '#b00020', color: '#ffffff', radius: 0 } },
          { type: 'button', label: 'Quiet', style: { background: '#eeeeee', color: '#222222' } },
          { type: 'text', label: 'Small print', style: { size: 12, color: '#555555' } },
        ],
      })
      document.body.replaceChildren(element)
      return new Promise<void>((resolve) => element.addEventListener('ready', () => resolve(), { once: true }))
    },
    [emailId, given.editorUrl] as const,
  )
  const editor = page.frameLocator('svc-editor > iframe, svc-editor iframe').first()
  return { page, editor, canvas: editor.frameLocator('iframe') }
}

type Hosting = Window & { element: SvcEditorElement; asked: unknown[] }

const rowsOf = (page: Page) =>
  page.evaluate(async () => JSON.stringify(await (window as never as Hosting).element.svc?.getDocument()))

test('link types of the host are chosen in texts and settings, presets style blocks, and both are stored as plain values', async () => {
  const { page, editor, canvas } = await open('extensions')
  expect(await editor.locator('.svc-tile').allTextContents()).toEqual(['Text', 'Button'])
  const settings = editor.getByRole('complementary', { name: 'Settings' })
  const asked = () => page.evaluate(() => (window as never as Hosting).asked)

  await editor.getByRole('button', { name: 'Button', exact: true }).first().click()
  await page.keyboard.press('Escape')
  const preset = settings.getByLabel('Preset', { exact: true })
  await preset.selectOption({ label: 'Loud' })
  await until(async () => (await rowsOf(page)).includes('"background":"#b00020"'), 'the preset')
  expect(await preset.locator('option').allTextContents()).toEqual(['Loud', 'Quiet'])
  await preset.selectOption({ label: 'Quiet' })
  // What a preset does not name stays.
  await until(
    async () => /"radius":0/.test(await rowsOf(page)) && (await rowsOf(page)).includes('#eeeeee'),
    'the other',
  )

  const link = settings.getByLabel('Link', { exact: true }).first()
  const before = await link.inputValue()
  const pick = settings.getByRole('button', { name: 'Product…' })
  await pick.click()
  await until(async () => (await asked()).length === 1, 'the picker')
  await pick.click()
  await editor.getByText('The shop is closed', { exact: true }).waitFor()
  await pick.click()
  await editor.getByText('pickLink must return { href }.').waitFor()
  expect(await link.inputValue()).toBe(before)
  await pick.click()
  await until(async () => (await link.inputValue()) === 'https://shop.example/hat', 'the picked link')
  expect((await asked())[0]).toMatchObject({ type: 'product' })
  await link.click()
  await editor.getByRole('option', { name: /Orders/ }).click()
  await until(async () => (await link.inputValue()) === 'https://shop.example/orders', 'the listed link')

  await editor.getByRole('button', { name: 'Text', exact: true }).first().click()
  await canvas.locator('[contenteditable="true"]').waitFor()
  await page.keyboard.type('No more of this')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+k')
  const popover = editor.getByRole('dialog', { name: 'Link' })
  await popover.getByLabel('Link to').selectOption({ label: 'Account page' })
  await popover.getByLabel('Account page').selectOption({ label: 'Stop these emails' })
  const [frame] = page.frames().filter((each) => each.url().includes('/editor?')) as [Frame]
  expect(await accessibilityFaults(frame)).toEqual([])
  await popover.getByRole('button', { name: 'Apply' }).click()
  await canvas.locator('a', { hasText: 'No more of this' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await popover.getByRole('button', { name: 'Remove link' }).waitFor()
  expect(await popover.getByLabel('Account page').inputValue()).toBe('{{ unsubscribe_url }}')
  await popover.getByLabel('Link to').selectOption({ label: 'Product' })
  await popover.getByRole('button', { name: 'Product…' }).click()
  await until(async () => (await asked()).length === 5, 'the picker of the text')
  await popover.getByRole('button', { name: 'Apply' }).click()
  await until(async () => (await rowsOf(page)).split('https://shop.example/hat').length === 2, 'the link of the text')
  await page.keyboard.press('Escape')

  // Live, in the open editor; what does not fit is refused with the form that would.
  const refused = await page.evaluate(async () => {
    const { element } = window as never as Hosting
    const wrong = [
      { linkTypes: [{ name: 'a', label: 'A', link: [] }] },
      { linkTypes: 'product' },
      { linkTypes: [{ name: 'a', label: 'A' }], pickLink: undefined },
      { stylePresets: [{ type: 'button', label: 'A' }] },
      { stylePresets: [{ type: 'buton', label: 'A', style: {} }] },
      { stylePreset: [] },
    ]
    const details: string[] = []
    for (const options of wrong)
      await element.svc?.update(options as never).then(
        () => details.push('fine'),
        (failure: { details: string }) => details.push(failure.details),
      )
    element.stylePresets = [{ type: 'text', label: 'Large', style: { size: 30 } }]
    element.linkTypes = undefined
    return details
  })
  expect(refused).toEqual([
    'linkTypes must be a list of { name, label, links: [{ label, href }] }.',
    'linkTypes must be a list of { name, label, links: [{ label, href }] }.',
    'linkTypes without links need pickLink.',
    'stylePresets must be a list of { type, label, style }.',
    expect.stringMatching(/^stylePresets: "buton" is not a type of block. Use heading, text, /),
    'stylePreset is unknown. Use stylePresets.',
  ])
  await preset.selectOption({ label: 'Large' })
  await until(async () => (await rowsOf(page)).includes('"size":30'), 'the changed preset')
  await page.close()
})
