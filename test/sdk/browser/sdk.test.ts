/** Every method, event, state and error of the interface, in a browser, between two origins. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import type { PluginConfig, Svc, SvcError } from '../../../sdk/browser/index.ts'
import { accessibilityFaults } from '../../support/accessibility.ts'
import { until } from '../../support/until.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

declare global {
  interface Window {
    svc: Svc
    pluginId: string
    getAuthToken: () => Promise<string>
    notified: [event: string, payload: unknown][]
    said: (string | null)[]
    rung: number
  }
}

let given: HostPage

beforeAll(async () => {
  given = await startHostPage({ standIn: 'stand-in.ts' })
})

const eventNames = [
  'initialized',
  'ready',
  'destroyed',
  'save',
  'exported',
  'error',
  'authExpired',
  'modeChanged',
  'published',
  'unpublished',
] as const

/** A page that writes down every event. */
async function openPage(): Promise<Page> {
  const page = await given.open()
  await page.evaluate((names) => {
    window.notified = []
    for (const name of names) window.svc.on(name, (payload: unknown) => window.notified.push([name, payload]))
  }, eventNames)
  return page
}

/** Runs in the page what answers a promise, and gives its value or its failure. */
function outcome(page: Page, run: () => unknown): Promise<Record<string, unknown>> {
  return page.evaluate(
    `Promise.resolve().then(${run.toString()}).then((value) => ({ value }), (thrown) => ({
      failure: { error: thrown.error, code: thrown.code, details: thrown.details, errorType: thrown.errorType, isRecoverable: thrown.isRecoverable },
      isError: thrown instanceof Error,
    }))`,
  )
}

/** Has the timers of a window run so many times as fast, and counts how often those that repeat have run. */
function hurry(times: number): void {
  const { setInterval: often, setTimeout: later } = window
  window.rung = 0
  const repeat = (run: () => void) => () => {
    window.rung++
    run()
  }
  Object.assign(window, {
    setTimeout: (run: () => void, ms = 0) => later(run, ms / times),
    setInterval: (run: () => void, ms = 0) => often(repeat(run), ms / times),
  })
}

async function initialised(
  emailId: string,
  more: Omit<Partial<PluginConfig>, 'container' | 'errorPage'> = {},
): Promise<Page> {
  const page = await openPage()
  await page.evaluate(
    ([id, config]) =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: id },
        getAuthToken: () => window.getAuthToken(),
        ...config,
      }),
    [emailId, more] as const,
  )
  await page.waitForFunction(() => window.notified.some(([name]) => name === 'ready'))
  return page
}

const receivedBy = (page: Page) => page.evaluate(() => window.notified)

describe('publishing', () => {
  test('publishes and unpublishes with events, and reports the state beside the document', async () => {
    const page = await initialised('publishing')
    const before = await outcome(page, async () => {
      const { svc } = window
      const unsaved = await svc.publish().catch(({ code }: SvcError) => code)
      await svc.save()
      const published = await svc.publish({ note: 'Launch' })
      const document = await svc.getDocument()
      const later = await svc.publish({ publishAt: new Date(Date.now() + 3_600_000).toISOString() })
      const unpublished = await svc.unpublish()
      return { unsaved, published, document, publication: document.publication, later, unpublished }
    })
    expect(before['value']).toMatchObject({
      unsaved: 'TEMPLATE_NOT_FOUND',
      published: { emailId: 'publishing', release: { number: 1, live: true, note: 'Launch' } },
      publication: { publishing: 'by_hand', status: 'published', release: { number: 1 }, mayPublish: true },
      later: { release: { number: 2, state: 'scheduled', live: false }, publication: { scheduled: { number: 2 } } },
      unpublished: { emailId: 'publishing', publication: { publishing: 'on_save', release: null, scheduled: null } },
    })
    // The document can be sent to the API as it is.
    const { document } = before['value'] as { document: object }
    expect(Object.keys(document)).not.toContain('publication')
    const events = (await receivedBy(page)).filter(([name]) => /publish/.test(name))
    expect(
      events.map(([name, payload]) => [name, (payload as { release?: { number: number } }).release?.number]),
    ).toEqual([
      ['published', 1],
      ['unpublished', undefined],
    ])
    const wrong = await outcome(page, () => window.svc.publish({ note: 7 as never }))
    expect(wrong['failure']).toMatchObject({
      code: 'INVALID_ARGS',
      error: 'Invalid arguments: note and publishAt must be strings',
    })
    const past = await outcome(page, () => window.svc.publish({ publishAt: '2020-01-01T00:00:00.000Z' }))
    expect(past['failure']).toMatchObject({ code: 'VALIDATION_FAILED' })
    await page.close()
  })
})

describe('before init', () => {
  test('every method is NOT_INITIALIZED, whatever its arguments, and the error event says so too', async () => {
    const page = await openPage()
    const failures = await page.evaluate(async () => {
      const { svc } = window
      const calls = [
        svc.getHtml(),
        svc.setHtml(1 as never, ''),
        svc.setDocument(1 as never),
        svc.applyOperations([]),
        svc.update({ theme: 'blue' as never }),
        svc.setMergeTags([]),
        svc.save(),
        svc.export('exe' as never),
        svc.compile(),
        svc.preview(),
        svc.refreshSession(),
        svc.undo(),
        svc.redo(),
        svc.setMode('code'),
        svc.getMode(),
        svc.toggleVersionHistory(),
        svc.publish({ note: 7 as never }),
        svc.unpublish(),
        svc.requestReview(),
        svc.withdrawReview(),
        svc.approve(),
        svc.reject({ note: 7 as never }),
      ]
      const codes = await Promise.all(
        calls.map((call) =>
          call.then(
            () => 'fine',
            ({ code, errorType }: SvcError) => `${code} ${errorType}`,
          ),
        ),
      )
      void svc.destroy()
      return { codes, isInitialized: svc.isInitialized() }
    })
    expect(failures).toEqual({
      codes: Array.from({ length: 22 }, () => 'NOT_INITIALIZED network'),
      isInitialized: false,
    })
    const notified = await receivedBy(page)
    expect(notified).toHaveLength(23)
    expect(notified[0]).toEqual([
      'error',
      {
        error: 'Plugin not initialized. Call init() first.',
        code: 'NOT_INITIALIZED',
        errorType: 'network',
        isRecoverable: true,
      },
    ])
    await page.close()
  })

  test('an incomplete configuration, or one with forbidden members, is rejected', async () => {
    const page = await openPage()
    const refused = await page.evaluate(async () => {
      const { svc, pluginId, getAuthToken } = window
      const whole = { pluginId, apiRequestData: { emailId: '1' }, getAuthToken }
      const secret = `svc_sk_${'0a'.repeat(24)}`
      const wrong = [
        undefined,
        { ...whole, pluginId: '' },
        { ...whole, apiRequestData: {} },
        { ...whole, getAuthToken: 'token' },
        { ...whole, pluginId: 'svc_pk_short' },
        { ...whole, secretKey: secret },
        { ...whole, apiRequestData: { emailId: '1', deep: { key: secret } } },
        { ...whole, pluginId: secret },
      ]
      const made = wrong.map((config) =>
        svc.init(config as never).then(
          () => 'fine',
          (thrown: SvcError): unknown[] => [thrown.code, thrown.errorType, thrown.isRecoverable],
        ),
      )
      return { made: await Promise.all(made), frames: document.querySelectorAll('iframe').length }
    })
    const invalid = (isRecoverable: boolean) => ['INVALID_CONFIG', 'validation', isRecoverable]
    expect(refused).toEqual({
      made: [...Array.from({ length: 4 }, () => invalid(true)), ...Array.from({ length: 4 }, () => invalid(false))],
      frames: 0,
    })
    await page.close()
  })

  test('names the member with a wrong type, too long, or not JSON, and the running editor stays', async () => {
    const page = await initialised('stays')
    const refused = await page.evaluate(async () => {
      const { svc, pluginId, getAuthToken } = window
      const whole = { pluginId, apiRequestData: { emailId: '1' }, getAuthToken }
      const circular: Record<string, unknown> = { emailId: '1' }
      circular['self'] = circular
      const tag = { key: 'a' }
      const wrong = [
        { locale: 7 },
        { locale: 'x'.repeat(36) },
        { theme: 'pink' },
        { theme: true },
        { baseUrl: 7 },
        { baseUrl: 'ftp://example.com' },
        { baseUrl: 'javascript:alert(1)' },
        { baseUrl: 'http://' },
        { customization: 'dark' },
        { customization: [] },
        { customization: { branding: 'no' } },
        { customization: { checks: 0 } },
        { customization: { logoUrl: {} } },
        { customization: { primaryColor: 0xff0000 } },
        { customization: { features: 'editor' } },
        { customization: { features: ['editor', 7] } },
        { customCSS: ['a{}'] },
        { customCSS: 'x'.repeat(256 * 1024 + 1) },
        { startFrom: 42 },
        { startFrom: 'x'.repeat(101) },
        { readOnly: 'yes' },
        { readOnly: 1 },
        { mergeTags: tag },
        { mergeTags: [tag, {}] },
        { mergeTags: [tag, null] },
        { mergeTags: Array.from({ length: 1001 }, () => tag) },
        { sampleRecipients: { name: 'Ada', data: {} } },
        { sampleRecipients: [{ name: 'Ada' }] },
        { sampleRecipients: Array.from({ length: 51 }, () => ({ name: 'Ada', data: {} })) },
        { pickImage: 'https://cdn.example.com' },
        { uploadImage: {} },
        { palette: ['text'] },
        { palette: { blocks: 'text' } },
        { palette: { modules: true } },
        { palette: { layouts: 'none' } },
        { palette: { block: ['text'] } },
        { session: 'ses_1' },
        { session: {} },
        { session: { sessionId: '' } },
        { session: { sessionId: 7 } },
        { session: { sessionId: 'ses_1', expiresAt: '2030' } },
        { session: { sessionId: 'ses_1', editorUrl: 'file:///etc/passwd' } },
        { mergetags: [tag] },
        { contaner: '#x' },
        { getToken: 'x' },
        { onSave: 'x' },
        { branding: false },
        { customization: { colour: '#fff' } },
        { apiRequestData: { emailId: 42 } },
        { apiRequestData: { emailId: 'x'.repeat(201) } },
        { apiRequestData: circular },
        { apiRequestData: { emailId: '1', big: 1n } },
      ]
      const details: string[] = []
      for (const more of wrong)
        await svc.init({ ...whole, ...more } as never).then(
          () => details.push('fine'),
          (thrown: SvcError) => details.push(`${thrown.code} ${thrown.details?.replace(/: .*/s, '')}`),
        )
      return { details, emailId: (await svc.save()).emailId, frames: document.querySelectorAll('iframe').length }
    })
    const invalid = (details: string) => `INVALID_CONFIG ${details}`
    expect(refused.details).toEqual(
      [
        'locale must be a string.',
        'locale exceeds a length of 35.',
        'theme must be light or dark.',
        'theme must be light or dark.',
        'baseUrl must be a string.',
        'baseUrl must be an http or https URL.',
        'baseUrl must be an http or https URL.',
        'baseUrl must be an http or https URL.',
        'customization must be an object.',
        'customization must be an object.',
        'customization.branding must be true or false.',
        'customization.checks must be true or false.',
        'customization.logoUrl must be a string.',
        'customization.primaryColor must be a string.',
        'customization.features must be a list of strings.',
        'customization.features must be a list of strings.',
        'customCSS must be a string.',
        'customCSS exceeds a length of 262144.',
        'startFrom must be a string.',
        'startFrom exceeds a length of 100.',
        'readOnly must be true or false.',
        'readOnly must be true or false.',
        'mergeTags must be a list of objects with a key.',
        'mergeTags must be a list of objects with a key.',
        'mergeTags must be a list of objects with a key.',
        'mergeTags exceeds a length of 1000.',
        'sampleRecipients must be a list of { name, data }.',
        'sampleRecipients must be a list of { name, data }.',
        'sampleRecipients exceeds a length of 50.',
        'pickImage must be a function.',
        'uploadImage must be a function.',
        'palette must be an object.',
        'palette.blocks must be a list of strings.',
        'palette.modules must be a list of strings, or false.',
        'palette.layouts must be true or false.',
        'palette.block is unknown. Did you mean palette.blocks?',
        'session must be an object.',
        'session.sessionId is missing.',
        'session.sessionId is missing.',
        'session.sessionId must be a string.',
        'session.expiresAt must be a number.',
        'session.editorUrl must be an http or https URL.',
        'mergetags is unknown. Did you mean mergeTags?',
        'contaner is unknown. Did you mean container?',
        'getToken is unknown. Did you mean getAuthToken?',
        'onSave is unknown.',
        'branding is unknown. Did you mean customization.branding?',
        'customization.colour is unknown. Did you mean customization.primaryColor?',
        'apiRequestData.emailId is missing.',
        'emailId exceeds a length of 200.',
        'apiRequestData must be JSON',
        'apiRequestData must be JSON',
      ].map(invalid),
    )
    expect([refused.emailId, refused.frames]).toEqual(['stays', 1])
    await page.close()
  })

  test('null counts as absent, and invalid appearance options do not prevent editing', async () => {
    const page = await openPage()
    const warned: string[] = []
    page.on('console', (message) => void (message.type() === 'warning' && warned.push(message.text())))
    await page.evaluate(() => {
      const nulls = { locale: null, theme: null, baseUrl: null, customCSS: null, session: null, startFrom: null }
      const customization = { branding: null, features: null, logoUrl: 'javascript:alert(1)', primaryColor: 'red' }
      return window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: 'nulls' },
        getAuthToken: window.getAuthToken,
        ...(nulls as object),
        readOnly: null as never,
        mergeTags: null as never,
        customization: customization as never,
      })
    })
    expect((await receivedBy(page))[0]?.[0]).toBe('initialized')
    expect(warned).toEqual([
      'svc: customization.logoUrl is ignored: javascript:alert(1)',
      'svc: customization.primaryColor is ignored: red',
    ])
    await page.close()
  })
})

describe('init', () => {
  test('mounts the editor, emits initialized, then ready; the nonce is removed from the URL', async () => {
    const page = await initialised('order', { locale: 'de', theme: 'dark' })
    const notified = await receivedBy(page)
    expect(notified.map(([name]) => name)).toEqual(['initialized', 'ready'])
    expect(notified[0]?.[1]).toEqual({ sessionId: expect.stringMatching(/^ses_/), pluginId: given.host.pluginId })
    expect(notified[1]?.[1]).toEqual({ timestamp: expect.any(Number) })
    expect(await page.evaluate(() => window.svc.isInitialized())).toBe(true)
    const frame = page.frames()[1]
    expect(frame?.url()).toBe(`${given.editorUrl}/editor?pluginId=${given.host.pluginId}&theme=dark&locale=de`)
    expect(
      await frame?.evaluate(() => [location.hash, document.documentElement.dataset['theme'], document.title]),
    ).toEqual(['', 'dark', 'order de dark'])
    const box = await page.locator('iframe').boundingBox()
    expect(box).toMatchObject({ x: 0, y: 0, width: 1280, height: 700 })
    await page.close()
  })

  test('creates a missing container, and removes it again', async () => {
    const page = await openPage()
    await page.evaluate(() => document.getElementById('svc-plugin')?.remove())
    await page.evaluate(() =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: 'x' },
        getAuthToken: window.getAuthToken,
      }),
    )
    expect(await page.locator('#svc-plugin > iframe').count()).toBe(1)
    await page.evaluate(() => window.svc.destroy())
    expect(await page.locator('#svc-plugin').count()).toBe(0)
    await page.close()
  })

  test('accepts a session created by the backend', async () => {
    const { pluginId } = given.host
    const token = await (await fetch(`${given.url}/token`)).text()
    const made = await fetch(`${given.editorUrl}/init`, {
      method: 'POST',
      headers: { 'es-plugin-auth': token, 'content-type': 'application/json' },
      body: JSON.stringify({ pluginId, emailId: 'by-backend' }),
    })
    const session = (await made.json()) as { sessionId: string; editorUrl: string }
    const page = await initialised('by-backend', { session })
    expect((await receivedBy(page))[0]).toEqual(['initialized', { sessionId: session.sessionId, pluginId }])
    expect(await outcome(page, () => window.svc.save())).toMatchObject({
      value: { success: true, emailId: 'by-backend' },
    })
    await page.close()
  })

  test('fails with the code of the service for a token of another secret, whose frame leaves the container to others', async () => {
    given.sign('forged')
    const page = await openPage()
    const refused = await outcome(page, () =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: '1' },
        getAuthToken: window.getAuthToken,
      }),
    )
    expect(refused).toMatchObject({
      failure: {
        error: 'Invalid plugin authentication',
        code: 'PLUGIN_AUTH_INVALID',
        errorType: 'auth',
        isRecoverable: false,
      },
      isError: true,
    })
    expect(await page.locator('[data-svc-editor]').count()).toBe(0)
    given.sign('good')
    // The button of the page in the frame, which is removed by it.
    await page.frames()[1]?.evaluate(() => void setTimeout(() => dispatchEvent(new Event('retry'))))
    await page.waitForFunction(() => window.notified.some(([name]) => name === 'ready'))
    expect(await page.locator('iframe').count()).toBe(1)
    await page.close()
  })

  test('shows the error page of the host instead, which opens the editor again', async () => {
    given.sign('expired')
    const page = await openPage()
    const shown = await page.evaluate(async () => {
      const { pluginId, svc } = window
      const failures: string[] = []
      let retry: () => Promise<void> = async () => undefined
      const opening = svc.init({
        pluginId,
        apiRequestData: { emailId: 'own-page' },
        getAuthToken: () => window.getAuthToken(),
        errorPage(failure, again) {
          failures.push(failure.code)
          retry = again
          return document.createTextNode(`Sign in: ${failure.code}`)
        },
      })
      const code = await opening.catch((error: SvcError) => error.code)
      const container = document.getElementById('svc-plugin')
      const text = container?.innerHTML
      const second = await retry().catch((error: SvcError) => error.code)
      const calls = [await svc.save().catch((error: SvcError) => error.code), svc.isInitialized()]
      Object.assign(window, { retry })
      return { code, text, second, failures, calls, children: container?.childNodes.length }
    })
    const code = 'PLUGIN_AUTH_EXPIRED'
    expect(shown).toEqual({
      code,
      text: `Sign in: ${code}`,
      second: code,
      failures: [code, code],
      calls: ['NOT_INITIALIZED', false],
      children: 1,
    })
    given.sign('good')
    await page.evaluate(() => (Object(window) as { retry(): Promise<void> }).retry())
    await page.waitForFunction(() => window.notified.some(([name]) => name === 'ready'))
    expect(await page.evaluate(async () => (await window.svc.save()).emailId)).toBe('own-page')
    // A page without an element is empty, and destroy removes what a failure left.
    given.sign('expired')
    const left = await page.evaluate(async () => {
      const { pluginId, getAuthToken, svc } = window
      const config = { pluginId, apiRequestData: { emailId: 'own-page' }, getAuthToken }
      const container = document.getElementById('svc-plugin')
      const counts: unknown[] = []
      await svc.init({ ...config, errorPage: () => undefined }).catch(() => undefined)
      counts.push(container?.childNodes.length)
      await svc.init(config).catch(() => undefined)
      counts.push(container?.childNodes.length)
      await svc.destroy()
      return [...counts, container?.childNodes.length]
    })
    expect(left).toEqual([0, 1, 0])
    given.sign('good')
    await page.close()
  })

  test('requests another token if one has expired, and emits authExpired if that has expired too', async () => {
    given.sign('expired once')
    const page = await initialised('older')
    given.sign('expired')
    expect(await outcome(page, () => window.svc.compile())).toMatchObject({
      failure: {
        error: 'Plugin authentication token expired',
        code: 'PLUGIN_AUTH_EXPIRED',
        errorType: 'auth',
        isRecoverable: true,
      },
    })
    const notified = await receivedBy(page)
    expect(notified.slice(2).map(([name]) => name)).toEqual(['authExpired', 'error'])
    expect(notified[2]?.[1]).toEqual({ pluginId: given.host.pluginId })
    given.sign('good')
    expect(await outcome(page, () => window.svc.compile())).toMatchObject({ value: { minified: true } })
    await page.close()
  })

  test.each<[string, () => string, object, RegExp]>([
    ['on a page that the project does not list', () => given.strangerUrl, {}, /does not allow the origin of this page/],
    [
      'with a pluginId that no project has',
      () => given.url,
      { pluginId: `svc_pk_${'0'.repeat(48)}` },
      /^No project has/,
    ],
  ])('reports an error at once %s: validation, not recoverable', async (_, at, more, details) => {
    const page = await given.context.newPage()
    await page.goto(at())
    // What ends it is not the timer of the frame, which never rings.
    await page.evaluate(() => {
      const { setTimeout: later } = window
      Object.assign(window, { setTimeout: (run: () => void, ms = 0) => (ms < 30_000 ? later(run, ms) : 0) })
    })
    const refused = await page.evaluate(
      (config) =>
        window.svc
          .init({
            pluginId: window.pluginId,
            apiRequestData: { emailId: '1' },
            getAuthToken: window.getAuthToken,
            ...config,
          })
          .catch((thrown: SvcError) => thrown.toJSON()),
      more,
    )
    expect(refused).toEqual({
      error: 'Invalid plugin configuration',
      code: 'INVALID_CONFIG',
      details: expect.stringMatching(details),
      errorType: 'validation',
      isRecoverable: false,
    })
    expect(await page.locator('iframe').count()).toBe(0)
    const alert = page.getByRole('alert')
    expect(await alert.textContent()).toContain('The email editor cannot be opened')
    expect(await alert.textContent()).toMatch(/This page may not show it\..*(?:does not allow|No project has)/)
    expect(await alert.getByRole('button').count()).toBe(0)
    await page.close()
  })

  test('explains a service that does not respond within seconds of its error page, in the language of the editor, with a button', async () => {
    const page = await openPage()
    // The timer of the frame never rings; that after its load event is shortened.
    await page.evaluate(() => {
      const { setTimeout: later } = window
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => (ms < 30_000 ? later(run, ms === 5000 ? 50 : ms) : 0),
      })
    })
    const closed = Bun.serve({ port: 0, fetch: () => new Response() })
    const baseUrl = closed.url.href
    await closed.stop(true)
    const codes = await page.evaluate(async (url) => {
      const { pluginId, getAuthToken } = window
      const found: string[] = []
      const init = (locale: string) =>
        window.svc
          .init({ pluginId, apiRequestData: { emailId: '1' }, getAuthToken, baseUrl: url, locale, theme: 'dark' })
          .catch(({ code, details }: SvcError) => found.push(`${code} ${details}`))
      await init('de-AT')
      return found
    }, baseUrl)
    expect(codes).toEqual([expect.stringMatching(/^IFRAME_LOAD_TIMEOUT .* Is it running\?$/)])
    const alert = page.getByRole('alert')
    expect(await alert.textContent()).toContain('Der Dienst antwortet nicht. Prüfe deine Verbindung.')
    // The host page itself is bare.
    expect((await accessibilityFaults(page)).filter((fault) => !fault.endsWith('<html>'))).toEqual([])
    const first = await alert.elementHandle()
    await alert.getByRole('button', { name: 'Erneut versuchen' }).click()
    await page.waitForFunction((shown) => shown?.isConnected === false, first)
    await alert.getByText('Der E-Mail-Editor kann nicht geöffnet werden').waitFor()
    await page.close()
  })

  test('opens even if the check of the origin gets no response', async () => {
    const page = await openPage()
    // Asked without a pause, so that it is under way before the editor speaks.
    await page.evaluate(() => {
      const { setTimeout: later } = window
      Object.assign(window, { setTimeout: (run: () => void, ms = 0) => later(run, ms === 100 ? 0 : ms) })
    })
    await page.route('**/editor/check?**', () => undefined)
    await page.evaluate(() =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: '1' },
        getAuthToken: window.getAuthToken,
      }),
    )
    expect((await receivedBy(page))[0]?.[0]).toBe('initialized')
    await page.close()
  })

  test('times out after 30 seconds without a response of the frame', async () => {
    const page = await given.open()
    await page.route('**/editor?**', (route) => route.fulfill({ contentType: 'text/html', body: 'Something else' }))
    await page.evaluate(hurry, 50)
    const blocked = outcome(page, () =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: '1' },
        getAuthToken: window.getAuthToken,
      }),
    )
    expect(await blocked).toMatchObject({
      failure: {
        error: 'Editor iframe load timeout (30s)',
        code: 'IFRAME_LOAD_TIMEOUT',
        errorType: 'network',
        isRecoverable: true,
      },
    })
    await page.close()
  })

  test.each<[string, string, Parameters<Route['fulfill']>[0] | undefined]>([
    ['cannot be reached', 'Is it running?', undefined],
    ['is somebody else', 'Status 200, but no answer of svc: check baseUrl.', { body: 'Something else' }],
    ['answers 503 without saying why', 'Its status is 503.', { status: 503, json: {} }],
    ['has nothing against the page', 'Its status is 200.', { json: { details: null } }],
  ])('reports after 30 seconds the cause for a service that %s', async (_, hint, answer) => {
    const page = await openPage()
    await page.route('**/editor?**', (route) => route.fulfill({ contentType: 'text/html', body: 'Something else' }))
    await page.route('**/editor/check?**', (route) => (answer ? route.fulfill(answer) : route.abort()))
    // The 30 seconds end when the question has been answered.
    await page.evaluate(() => {
      const { fetch: ask, setTimeout: later } = window
      let end: (() => void) | undefined
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => (ms < 30_000 ? later(run, ms) : ((end = run), 0)),
        fetch: (...args: Parameters<typeof fetch>) => ask(...args).finally(() => later(() => end?.(), 100)),
      })
    })
    const failed = await outcome(page, () =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: '1' },
        getAuthToken: window.getAuthToken,
      }),
    )
    expect(failed['failure']).toEqual({
      error: 'Editor iframe load timeout (30s)',
      code: 'IFRAME_LOAD_TIMEOUT',
      details: `The frame loaded, but no editor answered from ${given.editorUrl}. ${hint}`,
      errorType: 'network',
      isRecoverable: true,
    })
    await page.close()
  })

  test('a token that no header can hold is reported at once, and is not sent', async () => {
    const page = await openPage()
    const sent: string[] = []
    page.on('request', (request) => void (request.url().includes('/v1/plugin/') && sent.push(request.url())))
    const made = await page.evaluate(async () => {
      const codes: unknown[] = []
      for (const token of ['to ken', 'a\nb', 'tök', '😀', '\0', ' ', 7])
        await window.svc
          .init({
            pluginId: window.pluginId,
            apiRequestData: { emailId: '1' },
            getAuthToken: () => token as string,
          })
          .catch((thrown: SvcError) => codes.push(thrown.code))
      return codes
    })
    expect(made).toEqual(Array.from({ length: 7 }, () => 'TOKEN_UNAVAILABLE'))
    expect(sent).toEqual([])
    await page.close()
  })
})

describe('methods', () => {
  test('return the shapes of the interface, and emit their events', async () => {
    const page = await initialised('all-methods')
    const answers = await page.evaluate(async () => {
      const { svc } = window
      return {
        before: await svc.getHtml(),
        history: await svc.toggleVersionHistory(),
        set: await svc.setHtml('<h1>Hello</h1>', 'h1{color:red}'),
        html: await svc.getHtml(),
        save: await svc.save(),
        exported: await svc.export('zip'),
        compile: await svc.compile(),
        desktop: await svc.preview(),
        mobile: await svc.preview('mobile'),
        undo: await svc.undo(),
        redo: await svc.redo(),
        code: await svc.setMode('code'),
        mode: await svc.getMode(),
        closed: await svc.toggleVersionHistory(),
        refreshed: await svc.refreshSession(),
        again: await svc.save(),
        theme: await svc.setTheme('dark'),
        document: typeof (await svc.getDocument()),
      }
    })
    const url = expect.stringMatching(/^http:\/\/localhost:\d+\/cdn\//)
    const saved = {
      success: true,
      emailId: 'all-methods',
      templateId: expect.stringMatching(/^tpl_/),
      savedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    }
    expect(answers).toEqual({
      before: { html: '<p>all-methods</p>', css: '' },
      history: { versionHistoryOpen: true, hasVersionHistory: false },
      set: undefined,
      html: { html: '<h1>Hello</h1>', css: 'h1{color:red}' },
      save: saved,
      exported: { downloadUrl: url, expiresIn: 3600, format: 'zip' },
      compile: { html: expect.stringContaining('Hello'), css: expect.any(String), minified: true },
      desktop: { previewUrl: url, expiresIn: 3600 },
      mobile: { previewUrl: expect.stringContaining('view=mobile'), expiresIn: 3600 },
      undo: { canUndo: false, canRedo: true },
      redo: { canUndo: true, canRedo: false },
      code: undefined,
      mode: { mode: 'code', canUndo: false, canRedo: false },
      closed: { versionHistoryOpen: false, hasVersionHistory: true },
      refreshed: { sessionId: expect.stringMatching(/^ses_/), expiresAt: expect.any(Number) },
      again: saved,
      theme: undefined,
      document: 'object',
    })
    const notified = (await receivedBy(page)).slice(2)
    expect(notified.map(([name]) => name)).toEqual(['save', 'exported', 'modeChanged', 'save'])
    expect(notified[0]?.[1]).toEqual(answers.save)
    expect(notified[1]?.[1]).toEqual({ format: 'zip', downloadUrl: answers.exported.downloadUrl })

    const preview = await page.context().newPage()
    await preview.goto(answers.mobile.previewUrl)
    expect(await preview.frames()[1]?.locator('h1').textContent()).toBe('Hello')
    expect(await preview.frames()[1]?.evaluate('innerWidth')).toBe(375)
    await preview.close()
    await page.close()
  })

  test('name the argument that is wrong and its values, all 28 of them', async () => {
    const page = await initialised('each-argument')
    const names =
      'initialized, ready, destroyed, save, exported, error, authExpired, change, selectionChanged, modeChanged, published or unpublished'
    const event = `Invalid arguments: event must be ${names}`
    const callback = 'Invalid arguments: callback must be a function'
    const html = 'Invalid arguments: html and css must be strings'
    const answered = null
    // Each with the arguments it is called with, and the message; null where it takes any, for it takes none.
    const table: [method: keyof Svc, args: unknown[], message: string | null][] = [
      ['init', [{}], 'Invalid plugin configuration'],
      ['getHtml', ['x'], answered],
      ['setHtml', ['<p>', null], html],
      ['setHtml', [7, ''], html],
      ['setHtml', [], html],
      ['save', ['x'], answered],
      ['setDocument', ['<p>'], 'Invalid arguments: document must be an object of JSON'],
      ['setDocument', [[]], 'Invalid arguments: document must be an object of JSON'],
      ['applyOperations', [{}], 'Invalid arguments: operations must be an array of JSON'],
      ['update', [{ locale: 7 }], 'Invalid plugin configuration'],
      ['setMergeTags', [['first_name']], 'Invalid plugin configuration'],
      ['export', ['exe'], 'Invalid export format'],
      ['export', [null], 'Invalid export format'],
      ['compile', ['x'], answered],
      ['preview', ['tablet'], 'Invalid arguments: device must be desktop or mobile'],
      ['preview', [null], 'Invalid arguments: device must be desktop or mobile'],
      ['refreshSession', ['x'], answered],
      ['undo', [2], answered],
      ['redo', [2], answered],
      ['setMode', ['x'], 'Invalid arguments: mode must be visual or code'],
      ['setMode', [], 'Invalid arguments: mode must be visual or code'],
      ['getMode', ['x'], answered],
      ['toggleVersionHistory', [true], answered],
      ['setReadOnly', ['yes'], 'Invalid arguments: readOnly must be true or false'],
      ['setTheme', ['blue'], 'Invalid arguments: theme must be light or dark'],
      ['getDocument', ['x'], answered],
      ['publish', [{ publishAt: 0 }], 'Invalid arguments: note and publishAt must be strings'],
      ['unpublish', ['x'], answered],
      ['requestReview', [{ note: 1 }], 'Invalid arguments: note must be a string'],
      ['withdrawReview', [{ reviewId: {} }], 'Invalid arguments: reviewId must be a string'],
      ['approve', [{ note: [] }], 'Invalid arguments: note and reviewId must be strings'],
      ['reject', [{ reviewId: 7 }], 'Invalid arguments: note and reviewId must be strings'],
      ['on', ['saved', 'function'], event],
      ['once', ['toString', 'function'], event],
      ['off', [undefined, 'function'], event],
      ['on', ['save', 'no function'], callback],
      ['once', ['save', null], callback],
      ['off', ['save'], callback],
      ['isInitialized', ['x'], answered],
      ['destroy', ['x'], answered],
    ]
    const messages = await page.evaluate(async (rows) => {
      const said: (string | null)[] = []
      for (const [method, args] of rows) {
        const given = args.map((each) => (each === 'function' ? () => undefined : each))
        const called = async () => (window.svc[method] as (...words: unknown[]) => unknown)(...given)
        said.push(
          await called().then(
            () => null,
            ({ error }: SvcError) => error,
          ),
        )
      }
      return said
    }, table)
    expect(messages).toEqual(table.map(([, , message]) => message))
    expect(new Set(table.map(([method]) => method)).size).toBe(28 + 3)
    const [wrong] = (await receivedBy(page)).filter(
      ([, payload]) => (payload as { code?: string }).code === 'INVALID_FORMAT',
    )
    expect(wrong?.[1]).toMatchObject({ details: 'format must be html, zip or pdf' })
    await page.close()
  })

  test('refuse arguments that are none', async () => {
    const page = await initialised('arguments')
    expect(await outcome(page, () => window.svc.setHtml('a', undefined as never))).toMatchObject({
      failure: {
        error: 'Invalid arguments: html and css must be strings',
        code: 'INVALID_ARGS',
        errorType: 'validation',
        isRecoverable: true,
      },
    })
    expect(await outcome(page, () => window.svc.export('exe' as never))).toMatchObject({
      failure: { error: 'Invalid export format', code: 'INVALID_FORMAT', errorType: 'validation', isRecoverable: true },
    })
    for (const run of [() => window.svc.setMode('split' as never), () => window.svc.preview('watch' as never)])
      expect(await outcome(page, run)).toMatchObject({ failure: { code: 'INVALID_ARGS' } })
    await page.close()
  })

  test('ask for a token with every request', async () => {
    const page = await initialised('tokens')
    const before = given.tokens()
    await outcome(page, () => window.svc.compile())
    await outcome(page, () => window.svc.save())
    expect(given.tokens()).toBe(before + 2)
    await outcome(page, () => window.svc.getMode())
    expect(given.tokens()).toBe(before + 2)
    await page.close()
  })

  test('continue after the session has ended: a new one is opened, and nothing is lost', async () => {
    const page = await initialised('session-ends')
    await outcome(page, () => window.svc.setHtml('<p>typed</p>', ''))
    await given.service.store.tx((db) => db.delete(db.tables.editorSessions))
    expect(await outcome(page, () => window.svc.save())).toMatchObject({ value: { success: true } })
    await given.service.store.tx((db) => db.delete(db.tables.editorSessions))
    const both = await page.evaluate(() => Promise.all([window.svc.save(), window.svc.compile()]))
    expect(both[1].html).toContain('typed')
    await page.close()
  })

  test('report the error of the service: too much content is SAVE_FAILED', async () => {
    const page = await initialised('large')
    await outcome(page, () => window.svc.setHtml('x'.repeat(1_100_000), ''))
    expect(await outcome(page, () => window.svc.save())).toMatchObject({
      failure: { error: 'Failed to save template', code: 'SAVE_FAILED', errorType: 'server', isRecoverable: true },
    })
    await page.close()
  })

  test('wait longer than 10 seconds for an editor that reports progress', async () => {
    const page = await given.open()
    await page.addInitScript(hurry, 4)
    await page.evaluate(() =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: 'slow' },
        getAuthToken: window.getAuthToken,
      }),
    )
    await page.evaluate(hurry, 4)
    const answer = Promise.withResolvers<void>()
    await page.route('**/v1/plugin/export', async (route) => {
      await answer.promise
      await route.continue()
    })
    const slow = outcome(page, () => window.svc.export('html'))
    // It says every 3 seconds that it works: 12 seconds have passed.
    await until(
      async () => ((await page.frames()[1]?.evaluate(() => window.rung)) ?? 0) >= 4,
      'the editor to say that it works',
    )
    answer.resolve()
    expect(await slow).toMatchObject({ value: { format: 'html' } })
    await page.close()
  })

  test('time out when the editor is silent for 10 seconds', async () => {
    const page = await given.open()
    await page.evaluate(() =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: 'frozen' },
        getAuthToken: window.getAuthToken,
      }),
    )
    // An editor that hangs says nothing any more, not even that it works.
    await page.frames()[1]?.evaluate(() => void Object.assign(MessagePort.prototype, { postMessage: () => undefined }))
    await page.evaluate(hurry, 50)
    const silent = outcome(page, () => window.svc.getHtml())
    expect(await silent).toMatchObject({
      failure: {
        error: 'Editor response timeout',
        code: 'POSTMESSAGE_TIMEOUT',
        errorType: 'network',
        isRecoverable: true,
      },
    })
    await page.close()
  })
})

describe('events and the end', () => {
  test('off and once remove listeners, and a throwing listener does not affect others', async () => {
    const page = await initialised('listeners')
    const counted = await page.evaluate(async () => {
      const { svc } = window
      const counts = { on: 0, off: 0, once: 0 }
      const removed = () => counts.off++
      svc.on('save', () => {
        throw new Error('of the page')
      })
      svc.on('save', () => counts.on++)
      svc.once('save', () => counts.once++)
      svc.on('save', removed)
      svc.off('save', removed)
      await svc.save()
      await svc.save()
      return counts
    })
    expect(counted).toEqual({ on: 2, off: 0, once: 1 })
    await page.close()
  })

  test('destroy removes everything and rejects pending calls; init works again', async () => {
    const page = await initialised('destroyed')
    const ended = await page.evaluate(async () => {
      const { svc } = window
      const pending = svc.compile().then(
        () => 'fine',
        ({ code }: SvcError) => code,
      )
      void svc.destroy()
      const after = await svc.getHtml().catch(({ code }: SvcError) => code)
      return {
        pending: await pending,
        after,
        isInitialized: svc.isInitialized(),
        container: document.getElementById('svc-plugin')?.innerHTML,
        notified: window.notified.map(([name]) => name),
      }
    })
    expect(ended).toEqual({
      pending: 'NOT_INITIALIZED',
      after: 'NOT_INITIALIZED',
      isInitialized: false,
      container: '',
      notified: ['initialized', 'ready', 'destroyed'],
    })
    await page.evaluate(() =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: 'again' },
        getAuthToken: window.getAuthToken,
      }),
    )
    await until(async () => (await page.frames().at(-1)?.title()) === 'again en light', 'the editor to open again')
    // Init over an open editor replaces it.
    await page.evaluate(() =>
      window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: 'third' },
        getAuthToken: window.getAuthToken,
      }),
    )
    expect(await page.locator('iframe').count()).toBe(1)
    await page.close()
  })

  test('changes made while init runs wait for it, in the order of all calls; destroy rejects them', async () => {
    const page = await openPage()
    const { order, document } = await page.evaluate(async () => {
      const { pluginId, svc } = window
      const order: string[] = []
      const note = (name: string) => (call: Promise<unknown>) =>
        void call.then(
          () => order.push(name),
          ({ code }: SvcError) => order.push(`${name} ${code}`),
        )
      svc.once('initialized', () => note('inside')(svc.update({ theme: 'light' })))
      const opening = svc.init({
        pluginId,
        apiRequestData: { emailId: 'early' },
        getAuthToken: () => window.getAuthToken(),
      })
      note('html')(svc.getHtml())
      note('document')(svc.setDocument({ rows: [], mark: 1 }))
      note('operations')(svc.applyOperations([{ op: 'set' }]))
      note('update')(svc.update({ locale: 'de', theme: 'dark' }))
      note('tags')(svc.setMergeTags(new Proxy([{ key: 'first_name' }], {})))
      await opening
      note('last')(svc.applyOperations([{ op: 'remove' }]))
      const document = await svc.getDocument()
      note('destroyed')(svc.setDocument({ rows: [] }))
      await svc.destroy()
      await svc.update({ theme: 'dark' }).catch(({ code }: SvcError) => order.push(`after ${code}`))
      return { order, document }
    })
    expect(order).toEqual([
      'html NOT_INITIALIZED',
      'document',
      'operations',
      'update',
      'tags',
      'inside',
      'last',
      'destroyed NOT_INITIALIZED',
      'after NOT_INITIALIZED',
    ])
    expect(document as object).toEqual({
      rows: [],
      mark: 1,
      operations: [{ op: 'remove' }],
      locale: 'de',
      theme: 'light',
      mergeTags: [{ key: 'first_name' }],
    })
    const early = await page.evaluate(() => {
      const { pluginId, getAuthToken, svc } = window
      const config = { pluginId, apiRequestData: { emailId: 'early' }, getAuthToken }
      void svc.init(config).catch(() => undefined)
      const calls = [svc.setMergeTags([]), svc.setDocument({})]
      void svc.destroy()
      return Promise.all(calls.map((call) => call.catch(({ code }: SvcError) => code)))
    })
    expect(early).toEqual(['NOT_INITIALIZED', 'NOT_INITIALIZED'])
    await page.close()
  })

  test('update names the member that cannot change, and changes nothing then', async () => {
    const page = await initialised('fixed')
    const details = await page.evaluate(async () => {
      const { svc } = window
      const refused = [
        { pluginId: 'svc_pk_' },
        { apiRequestData: { emailId: 'other' } },
        { theme: 'dark', container: '#other' },
        { baseUrl: 'https://example.com' },
        { startFrom: 'tpl_other', locale: 'de' },
        { session: { sessionId: 'ses_other' } },
        { mergetags: [] },
        { customization: { logo: '/logo.png' } },
        { customCSS: `${window.pluginId.replace('pk', 'sk')}` },
      ]
      const said: unknown[] = []
      for (const options of refused)
        said.push(await svc.update(options as object).catch(({ code, details }: SvcError) => `${code} ${details}`))
      await svc.update(undefined as never)
      return [...said, Object.keys(await svc.getDocument()).filter((name) => /theme|locale/.test(name))]
    })
    const rule = 'cannot change while the editor is open. Call init.'
    expect(details).toEqual([
      'INVALID_CONFIG pluginId must be svc_pk_ and 48 hexadecimal characters.',
      `INVALID_CONFIG apiRequestData ${rule}`,
      `INVALID_CONFIG container ${rule}`,
      `INVALID_CONFIG baseUrl ${rule}`,
      `INVALID_CONFIG startFrom ${rule}`,
      `INVALID_CONFIG session ${rule}`,
      'INVALID_CONFIG mergetags is unknown. Did you mean mergeTags?',
      expect.stringContaining('INVALID_CONFIG customization.logo is unknown.'),
      expect.stringContaining('It contains a Secret Key'),
      ['theme'],
    ])
    await page.close()
  })

  test('destroy while init runs cancels it', async () => {
    const page = await openPage()
    const cancelled = await outcome(page, () => {
      const opening = window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: 'x' },
        getAuthToken: window.getAuthToken,
      })
      void window.svc.destroy()
      return opening
    })
    expect(cancelled).toMatchObject({ failure: { code: 'NOT_INITIALIZED' } })
    expect(await page.locator('iframe').count()).toBe(0)
    await page.close()
  })
})

test('the host page is unchanged: no listener on the window, and no global but svc', async () => {
  const page = await given.open()
  const left = await page.evaluate(async () => {
    let listeners = 0
    const { addEventListener: add, removeEventListener: remove } = window
    window.addEventListener = (...words: Parameters<typeof add>) => (listeners++, add(...words))
    window.removeEventListener = (...words: Parameters<typeof remove>) => (listeners--, remove(...words))
    const before = new Set(Object.getOwnPropertyNames(window))
    await window.svc.init({
      pluginId: window.pluginId,
      apiRequestData: { emailId: 'x' },
      getAuthToken: window.getAuthToken,
    })
    void window.svc.destroy()
    const globals = Object.getOwnPropertyNames(window).filter((name) => !before.has(name) && !/^\d+$/.test(name))
    return { listeners, globals, frames: document.querySelectorAll('iframe').length }
  })
  expect(left).toEqual({ listeners: 0, globals: [], frames: 0 })
  await page.close()
})

test('a host page without a token causes an error, and the next call requests one again', async () => {
  const page = await openPage()
  const failures = await page.evaluate(async () => {
    const { pluginId, svc } = window
    const answers: (() => unknown)[] = [
      () => {
        throw new Error('signed out')
      },
      () => undefined,
      () => 7,
    ]
    const codes: unknown[] = []
    for (const answer of answers)
      await svc
        .init({ pluginId, apiRequestData: { emailId: 'x' }, getAuthToken: answer as () => string })
        .catch(({ code, details, errorType }: SvcError) => codes.push([code, errorType, details]))
    return codes
  })
  expect(failures).toEqual([
    ['TOKEN_UNAVAILABLE', 'auth', 'getAuthToken failed: signed out'],
    ['TOKEN_UNAVAILABLE', 'auth', 'getAuthToken must return the token as an ASCII string without spaces.'],
    ['TOKEN_UNAVAILABLE', 'auth', 'getAuthToken must return the token as an ASCII string without spaces.'],
  ])
  await page.close()
})

test("the editor's URL is resolved in the documented order", async () => {
  const page = await given.open()
  const found = await page.evaluate(async (module) => {
    const { pluginId, getAuthToken } = window
    const where = (sdk: Svc, baseUrl?: string) => {
      const config = {
        pluginId,
        apiRequestData: { emailId: 'x' },
        getAuthToken,
        ...(baseUrl === undefined ? {} : { baseUrl }),
      }
      sdk.init(config).catch(() => undefined)
      const src = document.querySelector('iframe')?.src.replace(/\/editor\?.*/, '')
      void sdk.destroy()
      return src
    }
    const { svc } = window
    const tag = document.querySelector<HTMLScriptElement>('script[src]')
    if (tag === null) return []
    tag.dataset['svcApi'] = 'https://api.example.com/'
    tag.dataset['baseUrl'] = 'https://tag.example.com/under/'
    const places = [where(svc, 'https://config.example.com/'), where(svc)]
    delete tag.dataset['baseUrl']
    places.push(where(svc))
    delete tag.dataset['svcApi']
    places.push(where(svc))
    tag.remove()
    places.push(where(svc))
    const { createSvc } = (await import(module)) as { createSvc: () => Svc }
    places.push(where(createSvc()))
    return places
  }, `${given.editorUrl}/sdk/index.js`)
  expect(found).toEqual([
    'https://config.example.com',
    'https://tag.example.com/under',
    'https://api.example.com',
    given.editorUrl,
    given.editorUrl,
    'http://localhost:3009',
  ])
  await page.close()
})
