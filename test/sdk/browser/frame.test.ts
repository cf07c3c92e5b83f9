/** `editorUrl` in an iframe, as a client has it that was written from the interface alone (5.2): no SDK, a backend that calls /init. */
import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Frame, FrameLocator, Page } from 'playwright-core'
import { buildEditor } from '../../../scripts/editor.ts'
import { findProject, setAllowedOrigins } from '../../../src/surfaces/projects/index.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

const embedPage = readFileSync(join(import.meta.dir, '../../../docs/embed.md'), 'utf8')
let given: HostPage
/** A host whose origin the project lists, and one that it does not know. */
let hostUrl: string
let strangerUrl: string
/** The page of the docs, at /docs of a host. */
let documented = ''

interface Said {
  svc?: string
  event?: string
  detail?: Record<string, unknown>
  id?: number
  value?: unknown
  failure?: { code: string; error: string }
  from: string
}
declare const said: Said[]

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage({ withStorage: true })
  hostUrl = serveHost()
  strangerUrl = serveHost()
  await given.service.store.tx((db) => setAllowedOrigins(db, given.host.projectId, [given.url, hostUrl]))
  await until(async () => (await policyOf()).includes(hostUrl), 'the list of the project to be known')
})

async function policyOf(): Promise<string> {
  const page = await fetch(`${given.editorUrl}/editor?pluginId=${given.host.pluginId}`)
  return page.headers.get('content-security-policy') ?? ''
}

/** What the backend of a client does: steps 2 to 6 of the interface. */
async function openSession(emailId: string, userId = 1): Promise<string> {
  const { pluginId, secret } = given.host
  const payload = JSON.stringify({ pluginId, userId, expires: Date.now() + 24 * 60 * 60 * 1000 })
  const signature = createHmac('sha256', secret).update(payload).digest('hex')
  const answer = await fetch(`${given.editorUrl}/init`, {
    method: 'POST',
    headers: { 'ES-PLUGIN-AUTH': btoa(`${payload}.${signature}`), 'content-type': 'application/json' },
    body: JSON.stringify({ pluginId, emailId }),
  })
  const { editorUrl } = (await answer.json()) as { editorUrl: string }
  return editorUrl
}

function serveHost(): string {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/docs') return new Response(documented, { headers: { 'content-type': 'text/html' } })
      if (pathname !== '/') return new Response('', { status: 404 })
      const src = searchParams.get('src') ?? (await openSession(searchParams.get('email') ?? ''))
      const page = `<!doctype html><title>Host</title>
        <script>said = []; addEventListener('message', ({ data, origin }) => said.push({ ...data, from: origin }))</script>
        <iframe src="${Bun.escapeHTML(src)}" width="1240" height="700"></iframe>`
      return new Response(page, { headers: { 'content-type': 'text/html', 'cache-control': 'no-store' } })
    },
  })
  cleanUp(() => server.stop(true))
  return `http://127.0.0.1:${server.port}`
}

interface Opened {
  page: Page
  editor: FrameLocator
  urls: string[]
}

async function open(query: Record<string, string>, at = hostUrl): Promise<Opened> {
  const page = await given.context.newPage()
  const urls: string[] = []
  page.on('request', (request) => void urls.push(request.url(), request.headers()['referer'] ?? ''))
  await page.goto(`${at}/?${new URLSearchParams(query)}`)
  return { page, editor: page.frameLocator('body > iframe'), urls }
}

const notified = (page: Page) => page.evaluate(() => said)
const eventsOf = async (page: Page) =>
  (await notified(page)).flatMap(({ event }) => (event === undefined ? [] : [event]))

async function listens(page: Page, event: string, times = 1): Promise<void> {
  await page.waitForFunction(([name, count]) => said.filter((message) => message.event === name).length >= count, [
    event,
    times,
  ] as const)
}

/** Calls a method of the editor by a message, and gives what it answers. */
async function call(page: Page, name: string, args?: object): Promise<Said> {
  const id = await page.evaluate(
    ([method, words]) => {
      const number = said.length + 1
      document
        .querySelector('iframe')
        ?.contentWindow?.postMessage({ svc: 'call', id: number, name: method, args: words }, '*')
      return number
    },
    [name, args] as const,
  )
  const answered = await page.waitForFunction(
    (number) => said.find((message) => message.id === number && ('value' in message || 'failure' in message)),
    id,
  )
  return (await answered.jsonValue()) as Said
}

function frameOf(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(`${given.editorUrl}/editor?`))
  if (frame === undefined) throw new Error('The page has no editor.')
  return frame
}

async function storedText(emailId: string): Promise<string> {
  const { templates, templateDocuments } = given.service.store.read.tables
  const found = await given.service.store.read.select().from(templates)
  const id = found.find(({ externalId }) => externalId === emailId)?.id
  const rows = await given.service.store.read.select().from(templateDocuments)
  return JSON.stringify(rows.find((row) => row.templateId === id)?.document ?? null)
}

/** Clicks a text until it can be edited: End pressed before goes to the last block. */
async function placeCaret(canvas: FrameLocator, text: string): Promise<void> {
  await until(async () => {
    await canvas.getByText(text).click()
    return (await canvas.locator('[contenteditable="true"]', { hasText: text }).count()) > 0
  }, 'the caret')
}

/** The blocks of docs/embed.md about a frame without the SDK, with the URL of this service. */
function docsBlock(language: string, beginning: string): string {
  const blocks = embedPage.split(`\n\`\`\`${language}\n`).slice(1)
  const block = blocks.find((text) => text.startsWith(beginning))?.replace(/\n```[^]*/, '\n')
  if (block === undefined) throw new Error(`docs/embed.md has no block that begins with ${beginning}`)
  return block.replaceAll('https://editor.example.com', given.editorUrl)
}

const ended = 'This session has ended. Open the email again'
const broken = 'This editor link is not valid.'

describe('editorUrl in an iframe of an allowed page', () => {
  test('opens its session, is edited and saved, and posts the events of the SDK', async () => {
    const { page, editor, urls } = await open({ email: 'by-url' })
    await listens(page, 'ready')
    expect(await eventsOf(page)).toEqual(['initialized', 'ready'])
    const [initialized] = await notified(page)
    expect(initialized).toMatchObject({
      svc: 'editor',
      detail: { sessionId: expect.stringMatching(/^ses_/), pluginId: given.host.pluginId },
      from: given.editorUrl,
    })

    await call(page, 'setHtml', { html: '<p>Good morning</p>', css: '' })
    const canvas = editor.frameLocator('iframe')
    await placeCaret(canvas, 'Good morning')
    await page.keyboard.press('End')
    await page.keyboard.type(' to you')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => said.some(({ event, detail }) => event === 'save' && detail?.['auto'] === true))
    await until(async () => (await storedText('by-url')).includes('Good morning to you'), 'the autosave')
    expect(await eventsOf(page)).toContain('change')

    expect(await call(page, 'save')).toMatchObject({ value: { success: true, emailId: 'by-url' } })
    expect(await call(page, 'export', { format: 'html' })).toMatchObject({ value: { format: 'html', expiresIn: 3600 } })
    expect((await eventsOf(page)).slice(-2)).toEqual(['save', 'exported'])
    expect(await call(page, 'setMode', { mode: 'split' })).toMatchObject({
      failure: { code: 'INVALID_ARGS', error: 'Invalid arguments: mode must be visual or code' },
    })
    expect((await eventsOf(page)).at(-1)).toBe('error')

    // The secret is in no URL that a server or a page reads.
    expect(frameOf(page).url()).toBe(`${given.editorUrl}/editor?pluginId=${given.host.pluginId}`)
    expect(urls.filter((url) => /token=|ses_/.test(url.replace(/#.*/, '')))).toEqual([])
    expect(await page.evaluate(() => JSON.stringify(said))).not.toContain('token')
    await page.close()
  })

  test('continues after a reload of the frame, also with a refreshed session, and after a reload of the page', async () => {
    const { page } = await open({ email: 'reloaded' })
    await listens(page, 'ready')
    const before = (await notified(page))[0]?.detail?.['sessionId']
    const refreshed = (await call(page, 'refreshSession')).value as Record<string, unknown>
    expect(Object.keys(refreshed).sort()).toEqual(['expiresAt', 'sessionId'])
    expect(refreshed['sessionId']).not.toBe(before)
    // The session that the URL named is over; only the one that the frame has now is left.
    const { editorSessions } = given.service.store.read.tables
    const { isNotNull } = await import('drizzle-orm')
    await given.service.store.tx((db) => db.delete(editorSessions).where(isNotNull(editorSessions.replacedAt)))
    await frameOf(page).evaluate(() => location.reload())
    await listens(page, 'ready', 2)
    const sessions = (await notified(page)).flatMap(({ event, detail }) =>
      event === 'initialized' ? [detail?.['sessionId']] : [],
    )
    expect(sessions).toEqual([before, refreshed['sessionId']])
    expect(await call(page, 'getMode')).toMatchObject({ value: { mode: 'visual' } })
    await page.reload()
    await listens(page, 'ready')
    await page.close()
  })

  test('refreshes its session while half of the time is left, and saves with the new one', async () => {
    const page = await given.context.newPage()
    await page.clock.install()
    await page.goto(`${hostUrl}/?email=long`)
    await listens(page, 'ready')
    const refresh = page.waitForResponse((response) => response.url().endsWith('/v1/plugin/refresh'))
    await page.clock.fastForward('31:00')
    expect((await refresh).status()).toBe(200)
    const { editorSessions } = given.service.store.read.tables
    const { isNotNull } = await import('drizzle-orm')
    await given.service.store.tx((db) => db.delete(editorSessions).where(isNotNull(editorSessions.replacedAt)))
    expect(await call(page, 'save')).toMatchObject({ value: { success: true, emailId: 'long' } })
    await page.close()
  })

  test('shows that the session has ended, and notifies the page', async () => {
    const src = await openSession('over')
    await given.service.store.tx((db) => db.update(db.tables.editorSessions).set({ expiresAt: Date.now() - 1 }))
    const { page, editor } = await open({ src })
    await editor.getByText(ended).waitFor()
    expect((await notified(page)).at(-1)).toMatchObject({
      event: 'error',
      detail: { code: 'SESSION_EXPIRED', isRecoverable: true },
    })
    // Another URL changes the fragment only, and opens the editor none the less.
    await page.evaluate((url) => document.querySelector('iframe')?.setAttribute('src', url), await openSession('over'))
    await listens(page, 'ready')
    await page.close()
  })

  test('shows the end of a session while the email is open; unsaved changes are restored in the next session', async () => {
    const { page, editor } = await open({ email: 'ends' })
    await listens(page, 'ready')
    await call(page, 'save')
    await call(page, 'setHtml', { html: '<p>Saved</p>', css: '' })
    await until(async () => (await storedText('ends')).includes('Saved'), 'the autosave')
    // The session ends when the words are sent: one that ended before is noticed by itself, and nothing can be typed anymore.
    await page.route('**/v1/plugin/operations', async (route) => {
      await given.service.store.tx((db) => db.delete(db.tables.editorSessions))
      await route.continue()
    })
    const canvas = editor.frameLocator('iframe')
    await placeCaret(canvas, 'Saved')
    await page.keyboard.press('End')
    await page.keyboard.type(', not lost')
    await page.keyboard.press('Escape')
    await editor.locator('.lock-line').getByText(ended).waitFor()
    expect(await notified(page)).toContainEqual(
      expect.objectContaining({ event: 'error', detail: expect.objectContaining({ code: 'SESSION_EXPIRED' }) }),
    )
    await page.close({ runBeforeUnload: false })
    const again = await open({ email: 'ends' })
    await listens(again.page, 'ready')
    await until(async () => (await storedText('ends')).includes('Saved, not lost'), 'the change that was kept')
    await again.page.close()
  })
})

describe('the page is notified to open another session', () => {
  const expected = expect.objectContaining({
    event: 'error',
    detail: expect.objectContaining({ code: 'SESSION_EXPIRED', isRecoverable: true }),
  })

  test('when an unused session has expired', async () => {
    const page = await given.context.newPage()
    await page.clock.install()
    await page.goto(`${hostUrl}/?email=idle`)
    await listens(page, 'ready')
    await call(page, 'save')
    await given.service.store.tx((db) => db.delete(db.tables.editorSessions))
    await page.clock.fastForward('31:00')
    await listens(page, 'error')
    expect(await notified(page)).toContainEqual(expected)
    await page.close()
  })

  test('after Back in the browser, which opens the previous frame, whoever the current user is', async () => {
    // A clock that was installed is that of all pages of a context, and knows no navigation.
    const context = await given.context.browser()?.newContext()
    const page = await (context ?? given.context).newPage()
    await page.goto(`${hostUrl}/?email=first`)
    await listens(page, 'ready')
    await page.goto(`${hostUrl}/docs`)
    await page.goBack()
    await listens(page, 'error')
    // The frame may have begun with the session of the page's new HTML before the browser replaced it by the previous one.
    expect((await notified(page)).at(-1)).toEqual(expected)
    await page.evaluate((url) => document.querySelector('iframe')?.setAttribute('src', url), await openSession('next'))
    await listens(page, 'ready')
    await context?.close()
  })

  test('and a frame with another session keeps it, also after Back and a reload', async () => {
    const { page } = await open({ email: 'one' })
    await listens(page, 'ready')
    await page.evaluate((url) => document.querySelector('iframe')?.setAttribute('src', url), await openSession('two'))
    await listens(page, 'ready', 2)
    await frameOf(page).evaluate(async () => {
      const gone = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
      history.back()
      await gone
    })
    await frameOf(page).evaluate(() => location.reload())
    await listens(page, 'ready', 3)
    expect(await call(page, 'save')).toMatchObject({ value: { emailId: 'two' } })
    await page.close()
  })
})

test('a session with seconds left is refreshed in time', async () => {
  const src = await openSession('late')
  await given.service.store.tx((db) => db.update(db.tables.editorSessions).set({ expiresAt: Date.now() + 8000 }))
  const late = src.replace(/expires=\d+/, `expires=${Date.now() + 8000}`)
  const page = await given.context.newPage()
  const refresh = page.waitForResponse((response) => response.url().endsWith('/v1/plugin/refresh'))
  await page.goto(`${hostUrl}/?${new URLSearchParams({ src: late })}`)
  expect((await refresh).status()).toBe(200)
  await page.close()
})

test('the code of docs/embed.md opens a frame, receives its events, and calls it', async () => {
  const file = join(temporaryDirectory(), 'frame.mjs')
  const code = docsBlock('js', 'import { createHmac }') + docsBlock('js', 'export async function editorFrame')
  writeFileSync(file, code)
  const script = docsBlock('html', '<script>\n  const editor')
  const { pluginId, secret } = given.host
  Object.assign(process.env, { SVC_PLUGIN_ID: pluginId, SVC_SECRET_KEY: secret })
  cleanUp(() => void (delete process.env['SVC_PLUGIN_ID'], delete process.env['SVC_SECRET_KEY']))
  const { editorFrame } = (await import(file)) as { editorFrame: (userId: number, emailId: string) => Promise<string> }
  const page = await given.context.newPage()
  const printed: unknown[] = []
  page.on('console', async (message) => printed.push(await message.args()[0]?.jsonValue()))
  const body = `<!doctype html><title>Docs</title>${await editorFrame(42, 'as-documented')}${script}`
  documented = body
  await page.goto(`${hostUrl}/docs`)
  const isAnswered = async () => printed.some((each) => (JSON.stringify(each) ?? '').includes('view=mobile'))
  await until(isAnswered, () => `the answer of the call; printed was ${JSON.stringify(printed)}`)
  await page.close()
})

describe('editorUrl is refused', () => {
  test('in a page of another origin, by the browser', async () => {
    const { page } = await open({ email: 'stranger' }, strangerUrl)
    await page.waitForLoadState('load')
    expect(page.frames().filter((frame) => frame.url().startsWith(given.editorUrl))).toEqual([])
    expect(await notified(page)).toEqual([])
    await page.close()
  })

  test.each<[string, (own: URL, other: URL) => string, string]>([
    ['with another token', (own) => own.hash.replace(/token=.{8}/, 'token=AAAAAAAA'), broken],
    ['with a longer life written into it', (own) => own.hash.replace(/expires=\d+/, 'expires=9999999999999'), ''],
    ['with the session of another user', (own, other) => withSession(own, other), ended],
    ['with a part of the fragment', (own) => own.hash.replace(/&token=.*/, ''), broken],
    ['without a fragment', () => '', 'Open the editor from a page that embeds it.'],
  ])('%s', async (_, change, words) => {
    const own = new URL(await openSession('mine', 1))
    const other = new URL(await openSession('theirs', 2))
    own.hash = change(own, other)
    const { page, editor } = await open({ src: own.href })
    // The time in the fragment is a hint of when to refresh; the service has its own.
    if (words === '') await listens(page, 'ready')
    else {
      await editor.getByText(words).waitFor()
      expect(await eventsOf(page)).not.toContain('ready')
    }
    await page.close()
  })

  test('with the Plugin ID of another project, which lists other pages', async () => {
    const other = await findProject(given.service.store.read, given.service.projects.b)
    await given.service.store.tx((db) => setAllowedOrigins(db, given.service.projects.b, [hostUrl]))
    const own = new URL(await openSession('mine'))
    own.searchParams.set('pluginId', other?.pluginId ?? '')
    const { page, editor } = await open({ src: own.href })
    await editor.getByText(broken).waitFor()
    expect(await notified(page)).toMatchObject([{ event: 'error', detail: { code: 'PLUGIN_AUTH_INVALID' } }])
    await page.close()
  })

  test('as a top-level page', async () => {
    const page = await given.context.newPage()
    await page.goto(await openSession('alone'))
    await page.getByText('Open the editor from a page that embeds it.').waitFor()
    await page.close()
  })

  test('for calls of another frame of the page', async () => {
    const { page } = await open({ email: 'sibling' })
    await listens(page, 'ready')
    await page.evaluate(() => {
      const helper = document.createElement('iframe')
      document.body.append(helper)
      const { Function: ofHelper } = Object(helper.contentWindow) as { Function: typeof Function }
      const post = ofHelper('target', 'target.postMessage({ svc: "call", id: 77, name: "getHtml" }, "*")')
      post(document.querySelector('iframe')?.contentWindow)
    })
    await call(page, 'getMode')
    expect((await notified(page)).filter(({ id }) => id === 77)).toEqual([])
    await page.close()
  })
})

function withSession(own: URL, other: URL): string {
  const session = new URLSearchParams(other.hash.slice(1)).get('session') ?? ''
  return own.hash.replace(/session=[^&]*/, `session=${session}`)
}
