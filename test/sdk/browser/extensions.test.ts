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

async function open(emailId: string, more: object = {}) {
  const page = await given.open()
  page.setDefaultTimeout(20_000)
  await page.addScriptTag({ url: `${given.editorUrl}/sdk/svc-editor.js` })
  await page.evaluate(
    ([id, baseUrl, others]) => {
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
        ...others,
        stylePresets: [
          { type: 'button', label: 'Loud', style: { background: '#b00020', color: '#ffffff', radius: 0 } },
          { type: 'button', label: 'Quiet', style: { background: '#eeeeee', color: '#222222' } },
          { type: 'text', label: 'Small print', style: { size: 12, color: '#555555' } },
        ],
      })
      document.body.replaceChildren(element)
      return new Promise<void>((resolve) => element.addEventListener('ready', () => resolve(), { once: true }))
    },
    [emailId, given.editorUrl, more] as const,
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
    'stylePreset is unknown. Did you mean stylePresets?',
  ])
  await preset.selectOption({ label: 'Large' })
  await until(async () => (await rowsOf(page)).includes('"size":30'), 'the changed preset')
  await page.close()
})

const coupon = {
  name: 'coupon',
  label: { en: 'Coupon', de: 'Gutschein' },
  icon: 'M4 7h16v4a1 1 0 0 0 0 2v4H4v-4a1 1 0 0 0 0-2z',
  category: { en: 'Shop', de: 'Laden' },
  fields: [
    { name: 'title', label: { en: 'Offer', de: 'Angebot' }, kind: 'text', default: '10 % off' },
    { name: 'note', label: 'Small print', kind: 'textarea' },
    { name: 'url', label: 'Shop link', kind: 'link', default: 'https://shop.example/' },
    { name: 'photo', label: 'Photo', kind: 'image' },
    { name: 'color', label: 'Frame', kind: 'color', default: '#b00020' },
    { name: 'width', label: 'Frame width', kind: 'number', default: 2, min: 1, max: 9 },
    { name: 'badge', label: 'Badge', kind: 'switch' },
    {
      name: 'kind',
      label: 'Line',
      kind: 'choice',
      options: [
        { value: 'solid', label: 'Solid' },
        { value: 'dashed', label: 'Dashed' },
      ],
    },
  ],
  template:
    '<div style="border:{{ block.width }}px {{ block.kind }} {{ block.color }};padding:16px"><h2>{{ block.title }}</h2>' +
    '{% if block.badge %}<b>New</b>{% endif %}{% if block.photo %}<img src="{{ block.photo }}" alt="" width="80">{% endif %}' +
    '<p>{{ block.note }}</p><a href="{{ block.url }}">Shop</a></div>',
}

test('blocks of the host are in the palette and the list of /, have fields, change live, and are stored with the email', async () => {
  const { page, editor, canvas } = await open('own-blocks', { palette: { blocks: ['text'] }, blocks: [coupon] })
  expect(await editor.locator('.svc-tile').allTextContents()).toEqual(['Text', 'Coupon'])
  await editor.getByRole('heading', { name: 'Shop' }).waitFor()
  await editor.getByRole('button', { name: 'Coupon', exact: true }).click()
  await canvas.getByText('10 % off').waitFor()
  const settings = editor.getByRole('complementary', { name: 'Settings' })
  await settings.getByRole('heading', { name: 'Coupon' }).waitFor()
  expect(await settings.getByLabel('HTML').count()).toBe(0)

  // A field that holds what it shows, so typing into it is not begun again by a new rendering.
  const offer = settings.getByLabel('Offer', { exact: true })
  await offer.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('20 % <b>off</b>')
  await canvas.getByText('20 % <b>off</b>').waitFor()
  await settings.getByLabel('Small print', { exact: true }).fill('Until May')
  await settings.getByLabel('Line', { exact: true }).selectOption({ label: 'Dashed' })
  await settings.getByLabel('Badge', { exact: true }).click()
  await settings.getByLabel('Frame width', { exact: true }).fill('5')
  await page.keyboard.press('Tab')
  await canvas.getByText('New', { exact: true }).waitFor()
  await until(async () => (await rowsOf(page)).includes('5px dashed #b00020'), 'the frame')
  const [frame] = page.frames().filter((each) => each.url().includes('/editor?')) as [Frame]
  expect(await accessibilityFaults(frame)).toEqual([])
  if (process.env['SVC_SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SVC_SHOTS']}/own.png` })

  // What the service stores has everything, with the text escaped.
  await page.evaluate(() => (window as never as Hosting).element.svc?.save())
  const compiled = await page.evaluate(async () => (await (window as never as Hosting).element.svc?.compile())?.html)
  expect(compiled).toContain('20 % &lt;b&gt;off&lt;/b&gt;')

  // In the language of the editor, from the list of /, and removed live; the block in the email keeps its fields.
  await page.evaluate(() => (window as never as Hosting).element.svc?.update({ locale: 'de' }))
  await editor.locator('.svc-tile', { hasText: 'Gutschein' }).waitFor()
  await page.evaluate(() => (window as never as Hosting).element.svc?.update({ locale: 'en', blocks: undefined }))
  await editor.locator('.svc-tile', { hasText: 'Coupon' }).waitFor({ state: 'detached' })
  expect(await offer.inputValue()).toBe('20 % <b>off</b>')
  const newer = { ...coupon, template: coupon.template.replace('>Shop<', '>Go to the shop<') }
  await page.evaluate((blocks) => (window as never as Hosting).element.svc?.update({ blocks: blocks as never }), [
    newer,
  ] as unknown[])
  // A newer declaration applies by the button, as one undo step, and with the next change of a field.
  const update = settings.getByRole('button', { name: 'Update block' })
  await update.click()
  await canvas.getByText('Go to the shop').waitFor()
  await canvas.getByText('20 % <b>off</b>').waitFor()
  await update.waitFor({ state: 'detached' })
  await editor.getByRole('button', { name: /^Undo/ }).click()
  await canvas.getByText('Shop', { exact: true }).waitFor()
  await update.waitFor()
  await settings.getByLabel('Small print', { exact: true }).fill('Until June')
  await canvas.getByText('Go to the shop').waitFor()
  await update.waitFor({ state: 'detached' })

  const refused = await page.evaluate(async (good) => {
    const wrong = [
      'coupon',
      [{ name: 'a' }],
      [{ ...good, fields: [{ name: 'a', label: 'A', kind: 'txt' }] }],
      [good, { ...good, name: 'b', template: '{{ block.titel }}' }],
      [good, good],
      [{ ...good, lable: 'A' }],
    ]
    const details: string[] = []
    for (const blocks of wrong)
      await (window as never as Hosting).element.svc?.update({ blocks: blocks as never }).then(
        () => details.push('fine'),
        (failure: { details: string }) => details.push(failure.details),
      )
    return details
  }, coupon)
  expect(refused).toEqual([
    'blocks must be a list of { name, label, fields, template }.',
    'blocks must be a list of { name, label, fields, template }.',
    'blocks[0].fields[0].kind expected one of text, textarea, link, image, color, number, switch, choice, not "txt"',
    'blocks[1].template uses block.titel, which is not a field; did you mean block.title?',
    'blocks[1].name coupon is declared twice',
    'blocks[0].lable is not a property of this node; did you mean label?',
  ])
  await page.close()
})
