/** The real editor in a host page of another origin: every call of the SDK, and what goes wrong on the way. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { FrameLocator, Page } from 'playwright-core'
import { buildEditor } from '../../../scripts/editor.ts'
import type { PluginConfig, SvcError } from '../../../sdk/browser/index.ts'
import { publicTemplateId } from '../../../src/surfaces/templates/index.ts'
import { ask } from '../../support/scenario.ts'
import { makeKey } from '../../surfaces/plugin/host.ts'
import { until } from '../../support/until.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

let given: HostPage
let welcome: string

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage()
  welcome = await publicTemplateId('welcome')
})

interface Opened {
  page: Page
  editor: FrameLocator
  canvas: FrameLocator
  complaints: string[]
  foreign: string[]
}

async function open(
  emailId: string,
  more: Omit<Partial<PluginConfig>, 'container' | 'errorPage'> = {},
): Promise<Opened> {
  const page = await given.context.newPage()
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(given.url) && !url.startsWith(given.editorUrl) && !url.startsWith('data:')) foreign.push(url)
  })
  await page.goto(given.url)
  await page.evaluate(
    ([id, config]) => {
      window.notified = []
      for (const name of ['save', 'error', 'authExpired', 'change'] as const)
        window.svc.on(name, (payload: unknown) => window.notified.push([name, payload]))
      const ready = new Promise<void>((resolve) => window.svc.once('ready', () => resolve()))
      const { pluginId, getAuthToken } = window
      return window.svc.init({ pluginId, apiRequestData: { emailId: id }, getAuthToken, ...config }).then(() => ready)
    },
    [emailId, more] as const,
  )
  const editor = page.frameLocator('#svc-plugin > iframe')
  return { page, editor, canvas: editor.frameLocator('iframe'), complaints, foreign }
}

/** How many versions of the stored document there have been, and what it says now. */
async function stored(emailId: string): Promise<{ revision: number; text: string } | undefined> {
  const { templates, templateDocuments } = given.service.store.read.tables
  const row = (await given.service.store.read.select().from(templates)).find((each) => each.externalId === emailId)
  const document = (await given.service.store.read.select().from(templateDocuments)).find(
    (each) => each.templateId === row?.id,
  )
  return row && { revision: row.revision, text: JSON.stringify(document?.document) }
}

describe('the editor in a host page', () => {
  test('responds to every call, uses the branding of the host, and sends requests to no other host', async () => {
    const logoUrl = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="120" height="30"/%3E'
    const customCSS =
      '.bar{background:rgb(1,2,3);position:fixed;inset:0}.bar{background-image:url(https://evil.example/x)}@import "https://evil.example/y";'
    const { page, editor, canvas, complaints, foreign } = await open('full', {
      startFrom: welcome,
      theme: 'dark',
      locale: 'de',
      customization: { logoUrl, primaryColor: '#1d5fd0' },
      customCSS,
    })
    await canvas.getByText('Pull up a chair').waitFor()
    const root = editor.locator('html')
    expect([await root.getAttribute('lang'), await root.getAttribute('data-theme')]).toEqual(['de', 'dark'])
    expect(await editor.locator('.brand-logo').getAttribute('src')).toBe(logoUrl)
    const bar = editor.locator('.bar')
    await until(
      async () => (await bar.evaluate((element) => getComputedStyle(element).backgroundColor)) === 'rgb(1, 2, 3)',
      'the host’s style',
    )
    expect(
      await bar.evaluate((element) => [getComputedStyle(element).position, getComputedStyle(element).backgroundImage]),
    ).toEqual(['static', 'none'])

    const answers = await page.evaluate(async () => {
      const { svc } = window
      return {
        before: (await svc.getHtml()).html.includes('Pull up a chair'),
        none: await svc.toggleVersionHistory(),
        set: await svc.setHtml('<h1>Set by the host</h1><p>And a <b>text</b></p>', ''),
        html: (await svc.getHtml()).html.includes('Set by the host'),
        save: await svc.save(),
        undo: await svc.undo(),
        undone: (await svc.getHtml()).html.includes('Pull up a chair'),
        redo: await svc.redo(),
        compile: await svc.compile(),
        preview: await svc.preview('mobile'),
        zip: await svc.export('zip'),
        pdf: await svc.export('pdf'),
        page: await svc.export('html'),
        code: await svc.setMode('code'),
        mode: await svc.getMode(),
        visual: await svc.setMode('visual'),
        opened: await svc.toggleVersionHistory(),
        closed: await svc.toggleVersionHistory(),
        refreshed: await svc.refreshSession(),
        document: Object.keys(await svc.getDocument()).includes('rows'),
      }
    })
    const link = { downloadUrl: expect.stringContaining('/cdn/exports/'), expiresIn: 3600 }
    expect(answers).toMatchObject({
      before: true,
      none: { versionHistoryOpen: false, hasVersionHistory: false },
      html: true,
      save: { success: true, emailId: 'full', savedAt: expect.any(String) },
      undo: { canUndo: false, canRedo: true },
      undone: true,
      redo: { canUndo: true, canRedo: false },
      compile: { html: expect.stringContaining('Set by the host'), css: expect.any(String), minified: true },
      preview: { previewUrl: expect.stringContaining('/cdn/previews/'), expiresIn: 3600 },
      zip: { ...link, format: 'zip' },
      pdf: { ...link, format: 'pdf' },
      page: { ...link, format: 'html' },
      mode: { mode: 'code', canUndo: true, canRedo: false },
      opened: { versionHistoryOpen: true, hasVersionHistory: true },
      closed: { versionHistoryOpen: false, hasVersionHistory: true },
      refreshed: { sessionId: expect.stringMatching(/^ses_/) },
      document: true,
    })
    expect([complaints, foreign]).toEqual([[], []])
    await page.close()
  })

  test('takes documents, operations and another configuration of the host, and loses no typed text', async () => {
    const { page, editor, canvas, complaints } = await open('live', { startFrom: welcome, readOnly: false })
    const heading = canvas.locator('h1').first()
    await heading.click()
    await heading.click()
    await canvas.locator('[contenteditable=true]').waitFor()
    await page.keyboard.press('End')
    await page.keyboard.insertText(' TYPED')
    const said = await page.evaluate(async () => {
      const { svc } = window
      const failure = (call: Promise<unknown>) =>
        call.then(
          () => undefined,
          ({ code, issues }: SvcError) => ({ code, paths: issues?.map(({ path }) => path) }),
        )
      const before = await svc.getDocument()
      const [first] = before.rows as { id: string }[]
      const invalid = {
        document: await failure(svc.setDocument({ ...before, rows: [{ type: 'section', columns: 7 }] })),
        schema: await failure(svc.setDocument({ schema: 'svc.email/99' })),
        operation: await failure(svc.applyOperations([{ op: 'set', id: 'nobody', props: {} }])),
        kinds: await failure(svc.applyOperations([null as never, { op: 'explode' }])),
        unchanged: JSON.stringify(await svc.getDocument()) === JSON.stringify(before),
      }
      // Without waiting for each: the calls keep their order.
      const calls = [
        svc.update({
          locale: 'de',
          theme: 'dark',
          mergeTags: [{ key: 'order.code', label: 'Bestellnummer' }],
          customization: { primaryColor: '#1d5fd0', features: ['editor'], checks: false },
          customCSS: '.bar{background:rgb(1,2,3)}',
        }),
        svc.applyOperations([
          { op: 'settings', props: { meta: { subject: 'From the host' } } },
          { op: 'remove', id: first?.id },
        ]),
        svc.setDocument({ ...before, meta: { title: 'Replaced' }, rows: before.rows }),
      ]
      const document = await svc.getDocument()
      await Promise.all(calls)
      return { invalid, document: { ...document, rows: (document.rows as unknown[]).length } }
    })
    expect(said.invalid).toMatchObject({
      document: { code: 'DOCUMENT_INVALID', paths: [expect.stringMatching(/^\/rows\/0\/columns/)] },
      schema: { code: 'DOCUMENT_INVALID', paths: ['/schema'] },
      operation: { code: 'DOCUMENT_INVALID', paths: [expect.stringMatching(/^\/operations\/0/)] },
      kinds: { code: 'DOCUMENT_INVALID' },
      unchanged: true,
    })
    expect(said.document).toMatchObject({ meta: { title: 'Replaced' } })
    const root = editor.locator('html')
    expect([await root.getAttribute('lang'), await root.getAttribute('data-theme')]).toEqual(['de', 'dark'])
    await editor.getByRole('tab', { name: 'Ebenen' }).waitFor()
    expect(await editor.getByRole('tab').count()).toBe(3)
    expect(await editor.getByRole('button', { name: /Vorschau|Preview/ }).count()).toBe(0)
    expect(await editor.locator('.bar').evaluate((bar) => getComputedStyle(bar).backgroundColor)).toBe('rgb(1, 2, 3)')
    // Each call is one step, and the typed words come back.
    const undone = await page.evaluate(async () => {
      const { svc } = window
      const subjects: unknown[] = []
      for (let steps = 0; steps < 2; steps++) {
        await svc.undo()
        subjects.push(((await svc.getDocument()).meta as { subject?: string }).subject)
      }
      return { subjects, html: (await svc.getHtml()).html }
    })
    expect(undone.subjects[0]).toBe('From the host')
    expect(undone.subjects[1]).not.toBe('From the host')
    expect(undone.html).toContain(' TYPED')
    await until(async () => (await stored('live'))?.text.includes(' TYPED') === true, 'the words')
    await page.evaluate(() =>
      window.svc.update({ locale: undefined, theme: undefined, customization: undefined, customCSS: undefined }),
    )
    await editor.getByRole('tab', { name: 'Layers' }).waitFor()
    expect(await editor.getByRole('tab').count()).toBe(4)
    expect(await editor.locator('.bar').evaluate((bar) => getComputedStyle(bar).backgroundColor)).not.toBe(
      'rgb(1, 2, 3)',
    )
    expect(
      await page.evaluate(() =>
        window.svc
          .update({ readOnly: true })
          .then(() => window.svc.setDocument({}))
          .catch(({ code }: SvcError) => code),
      ),
    ).toBe('PERMISSION_DENIED')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('offers the blocks, layouts and modules that the host chooses', async () => {
    const { page, editor } = await open('palette', {
      startFrom: welcome,
      palette: { blocks: ['text', 'nothing', 'heading'], layouts: false, modules: false },
    })
    const unknown = expect.stringMatching(/^palette.blocks: "nothing" is not a type of block/)
    const errors = await page.evaluate(() => window.notified.filter(([name]) => name === 'error'))
    expect(errors).toMatchObject([['error', { code: 'INVALID_CONFIG', details: unknown }]])
    const tiles = () => editor.locator('.svc-tile').allTextContents()
    await until(async () => (await tiles()).join() === 'Text,Heading', 'the offered blocks in their order')
    expect(await editor.locator('.svc-layout').count()).toBe(0)
    await editor.getByRole('application', { name: 'Email' }).focus()
    await page.keyboard.press('/')
    const choices = editor.getByRole('dialog').getByRole('option')
    await until(async () => (await choices.allTextContents()).join() === 'Text,Heading', 'the list')
    await page.keyboard.press('Escape')
    const refused = await page.evaluate(() =>
      window.svc.update({ palette: { blocks: ['buton'] } }).catch(({ code, details }: SvcError) => [code, details]),
    )
    expect(refused).toEqual([
      'INVALID_CONFIG',
      expect.stringMatching(/^palette.blocks: "buton" is not a type of block. Use heading, text, /),
    ])
    await page.evaluate(() => window.svc.update({ palette: { blocks: ['button'], modules: [] } }))
    await until(async () => (await tiles()).join() === 'Button', 'the changed palette')
    expect(await editor.locator('.svc-layout').count()).toBeGreaterThan(0)
    await page.evaluate(() => window.svc.update({ palette: undefined }))
    await until(async () => (await tiles()).length > 10, 'all blocks')
    await page.close()
  })

  test('opens where it is not visible, previews as recipients of the host, and follows changed modules', async () => {
    const key = await makeKey(given.service, given.host)
    const footer = (text: string) => ({
      nodes: [
        {
          id: 'foot',
          type: 'section',
          columns: [{ id: 'feet', type: 'column', blocks: [{ id: 'words', type: 'text', text }] }],
        },
      ],
    })
    const send = { name: 'Footer', ...footer('<p>Old footer</p>') }
    const made = await ask(given.service, { call: 'POST /v1/modules', key, send })
    const { id } = made.body as { id: string }
    const recipients = [0, 1, 12].map((count) => ({
      name: `${count} items`,
      data: { items: Array.from({ length: count }, (_, at) => ({ name: `Item ${at + 1}` })) },
    }))
    const page = await given.context.newPage()
    await page.goto(given.url)
    await page.evaluate(
      async ([moduleId, sampleRecipients]) => {
        const { svc, pluginId, getAuthToken } = window
        const container = document.getElementById('svc-plugin') as HTMLElement
        container.style.marginTop = '3000px'
        await svc.init({
          pluginId,
          apiRequestData: { emailId: 'not-visible' },
          getAuthToken,
          locale: 'de',
          sampleRecipients,
        })
        const document_ = await svc.getDocument()
        const each = { in: 'items', as: 'item' }
        const blocks = [{ id: 'item', type: 'text', text: '<p>{{ item.name }}</p>', each }]
        const rows = [
          { id: 'list', type: 'section', columns: [{ id: 'column', type: 'column', blocks }] },
          { id: 'footer', type: 'module', ref: { id: moduleId, version: 'latest' } },
        ]
        await svc.setDocument({ ...document_, rows, fields: [{ path: 'items', type: 'list', label: 'Items' }] })
        await svc.save()
        container.style.marginTop = '0'
        await svc.update({ locale: 'en' })
      },
      [id, recipients] as const,
    )
    const editor = page.frameLocator('#svc-plugin > iframe')
    expect(await page.locator('iframe').getAttribute('title')).toBe('email editor')
    await ask(given.service, { call: `PUT /v1/modules/${id}`, key, send: footer('<p>New footer</p>') })
    await editor.getByRole('button', { name: 'Preview', exact: true }).first().click()
    const email = editor.frameLocator('.svc-email-frame')
    await email.getByText('New footer').waitFor()
    for (const { name, data } of recipients) {
      await editor.getByRole('combobox', { name: 'Sample recipient' }).selectOption(name)
      const shown = () => email.getByText(/^Item \d+$/).count()
      await until(async () => (await shown()) === data.items.length, name)
    }
    expect(await page.evaluate(async () => (await window.svc.getHtml()).html)).toContain('New footer')
    await page.close()
  })

  test('shows and applies code, reports each change of mode once, and asks before unapplied text is lost', async () => {
    const { page, editor, complaints } = await open('code', { startFrom: welcome })
    await page.evaluate(() => window.svc.on('modeChanged', ({ mode }) => window.notified.push(['modeChanged', mode])))
    const before = await page.evaluate(() => window.svc.getDocument())
    await page.evaluate(() => window.svc.setMode('code'))
    const field = editor.getByRole('textbox', { name: 'HTML of the email' })
    const apply = editor.getByRole('button', { name: 'Apply' })
    await field.fill(`${await field.inputValue()}\n`)
    await apply.click()
    await editor.getByText('Change the HTML, then apply it.').waitFor()
    expect(await page.evaluate(() => window.svc.getDocument())).toEqual(before)
    expect(await page.evaluate(() => window.svc.getMode())).toEqual({ mode: 'code', canUndo: false, canRedo: false })

    await field.fill((await field.inputValue()).replace('Pull up a chair', 'Pull up a sofa'))
    expect(await page.evaluate(async () => (await window.svc.setMode('visual'), await window.svc.getMode()).mode)).toBe(
      'code',
    )
    const question = editor.getByRole('dialog', { name: 'Apply your changes?' })
    await question.getByRole('button', { name: 'Apply' }).click()
    await field.waitFor({ state: 'detached' })
    await until(async () => (await stored('code'))?.text.includes('Pull up a sofa') === true, 'the save of the code')
    expect(await page.evaluate(() => window.svc.undo())).toEqual({ canUndo: false, canRedo: true })
    expect(await page.evaluate(() => window.svc.getDocument())).toEqual(before)
    expect((await page.evaluate(() => window.notified)).filter(([event]) => event === 'modeChanged')).toEqual([
      ['modeChanged', 'code'],
      ['modeChanged', 'visual'],
    ])
    expect(complaints).toEqual([])
    await page.close()
  })

  test('loses nothing if the session or the token ends while a user works', async () => {
    const { page, complaints } = await open('ending', { startFrom: welcome })
    const change = (text: string) => page.evaluate((words) => window.svc.setHtml(`<p>${words}</p>`, ''), text)
    await change('first words')
    await until(async () => (await stored('ending'))?.text.includes('first words') === true, 'the first save')
    await given.service.store.tx((db) => db.delete(db.tables.editorSessions))
    await change('after the session')
    await until(
      async () => (await stored('ending'))?.text.includes('after the session') === true,
      'the save after the session',
    )
    given.sign('expired once')
    await change('after the token')
    await until(
      async () => (await stored('ending'))?.text.includes('after the token') === true,
      'the save after the token',
    )
    expect(
      (await page.evaluate(() => window.notified)).filter(([name]) => name === 'authExpired' || name === 'error'),
    ).toEqual([])
    expect(complaints.filter((text) => !/status of (401|404)/.test(text))).toEqual([])
    await page.close()
  })

  test('keeps unsent changes, and sends them when the network is back', async () => {
    const { page } = await open('offline', { startFrom: welcome })
    await page.evaluate(() => window.svc.setHtml('<p>online</p>', ''))
    await until(async () => (await stored('offline'))?.text.includes('online') === true, 'the first save')
    await given.context.setOffline(true)
    const refused = await page.evaluate(() =>
      window.svc.save().then(
        () => 'saved',
        ({ errorType, isRecoverable }) => [errorType, isRecoverable],
      ),
    )
    expect(refused).toEqual(expect.arrayContaining([true]))
    await page.evaluate(() => {
      window.notified.length = 0
      return window.svc.undo()
    })
    await page.waitForFunction(() =>
      window.notified.some(
        ([name, said]) => name === 'error' && ['network', 'auth'].includes((said as { errorType: string }).errorType),
      ),
    )
    await given.context.setOffline(false)
    expect(await page.evaluate(() => window.svc.save())).toMatchObject({ success: true })
    await page.close()
  })

  test('shows who is editing in a second window, and lets it take over', async () => {
    const first = await open('two-windows', { startFrom: welcome })
    await first.page.evaluate(() => window.svc.save())
    await until(async () => (await stored('two-windows')) !== undefined, 'the first save')
    // Anyone who leaves gives the lock up.
    await first.page.goto('about:blank')
    await first.page.close()
    const one = await open('two-windows')
    // The page that is left sends it without waiting, and the next one asks again every few seconds.
    const takeOver = one.editor.getByRole('button', { name: 'Take over' })
    await until(async () => (await takeOver.count()) === 0, 'the lock of the window that was left')
    const two = await open('two-windows')
    const line = two.editor.getByRole('status').filter({ hasText: 'You are editing this email in another window' })
    await line.waitFor()
    const refused = await two.page.evaluate(() =>
      window.svc.setHtml('<p>from the second</p>', '').then(
        () => window.svc.getHtml().then(({ html }) => html.includes('from the second')),
        () => false,
      ),
    )
    expect(refused).toBe(false)
    await two.editor.getByRole('button', { name: 'Take over' }).click()
    await line.waitFor({ state: 'detached' })
    await two.page.evaluate(() => window.svc.setHtml('<p>from the second</p>', ''))
    await until(
      async () => (await stored('two-windows'))?.text.includes('from the second') === true,
      'the save of the second',
    )
    await one.page.evaluate(() => window.svc.setHtml('<p>from the first</p>', '').catch(() => undefined))
    await one.editor.getByText('taken over in another window').waitFor()
    expect((await stored('two-windows'))?.text).not.toContain('from the first')
    await Promise.all([one.page.close(), two.page.close()])
  })
})
