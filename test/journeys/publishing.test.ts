/**
 * Publishing in the editor, in a browser against the compiled executable: what is typed changes nothing that callers get until
 * it is published, and a rollback makes it as before.
 */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Frame, FrameLocator, Page } from 'playwright-core'
import type { PluginConfig, Svc, SvcEvents } from '../../sdk/browser/index.ts'
import { accessibilityFaults } from '../support/accessibility.ts'
import { cleanUp } from '../support/clean-up.ts'
import { tokenOf } from '../surfaces/plugin/host.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

declare global {
  interface Window {
    svc: Svc
    pluginId: string
    getAuthToken: () => Promise<string>
    published: SvcEvents['published'][]
  }
}

let running: Running
let context: BrowserContext
let hostUrl: string
let projectId: string

const api = async (call: string, body?: unknown): Promise<Record<string, unknown>> => {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(`${running.url}/v1${path}`, {
    method,
    headers: {
      'svc-api-auth': running.apiKey ?? '',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>)
}
const generate = async (emailId: string): Promise<string> => {
  const { text, code } = await api('POST /templates/generate', { template_id: `ext:${emailId}`, outputs: ['text'] })
  return String(text ?? code).trim()
}

beforeAll(async () => {
  running = await startBinary()
  const me = await api('GET /projects/me')
  projectId = (me['project'] as { id: string }).id
  const credentials = await api(`POST /projects/${projectId}/credentials/rotate`)
  const host = { projectId, pluginId: String(credentials['plugin_id']), secret: String(credentials['secret_key']) }
  const backend = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname === '/token')
        return new Response(tokenOf(host, { userId: Number(searchParams.get('user') ?? 1), name: 'Ann' }))
      const page = `<!doctype html><title>Host</title><style>body{margin:0}#svc-plugin{height:100vh}</style>
        <script src="${running.url}/sdk/svc.js"></script><div id="svc-plugin"></div>
        <script>window.pluginId = '${host.pluginId}'; window.published = []; window.getAuthToken = () => fetch('/token' + location.search).then((r) => r.text())</script>`
      return new Response(page, { headers: { 'content-type': 'text/html' } })
    },
  })
  cleanUp(() => backend.stop(true))
  hostUrl = `http://127.0.0.1:${backend.port}`
  await api(`PUT /projects/${projectId}`, { allowed_origins: [hostUrl], publishing: 'by_hand' })
  context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 } })
  cleanUp(() => context.close())
})

interface Opened {
  page: Page
  editor: FrameLocator
  canvas: FrameLocator
  control: ReturnType<FrameLocator['locator']>
}

async function open(
  emailId: string,
  { user = 1, ...config }: Partial<Omit<PluginConfig, 'container' | 'errorPage'>> & { user?: number } = {},
): Promise<Opened> {
  const page = await context.newPage()
  await page.goto(`${hostUrl}/?user=${user}`)
  await page.evaluate(
    async ([id, more]) => {
      const ready = new Promise((resolve) => window.svc.once('ready', resolve))
      window.svc.on('published', (published) => window.published.push(published))
      await window.svc.init({
        pluginId: window.pluginId,
        apiRequestData: { emailId: id },
        getAuthToken: () => window.getAuthToken(),
        customization: { features: ['editor', 'preview', 'export', 'publish'] },
        ...more,
      })
      await ready
    },
    [emailId, config] as const,
  )
  const editor = page.frameLocator('iframe').first()
  await editor.getByRole('application').waitFor()
  return { page, editor, canvas: editor.frameLocator('.canvas-frame'), control: editor.locator('.publish') }
}

/** Adds a heading and types its words. */
async function write({ page, editor, canvas }: Opened, words: string): Promise<void> {
  await editor.locator('.svc-tile', { hasText: /^Heading$/ }).click()
  await canvas.locator('[data-typing]').first().waitFor()
  await page.keyboard.type(words)
  await page.keyboard.press('Escape')
}

async function publish({ page, editor }: Opened, note?: string): Promise<void> {
  await editor.getByRole('button', { name: 'Publish', exact: false }).first().click()
  const dialog = editor.getByRole('dialog', { name: 'Publish' })
  if (note !== undefined) await dialog.getByLabel('Note (optional)').fill(note)
  await dialog.getByRole('button', { name: /^Publish/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => window.published.length > 0)
}

const says = ({ control }: Opened, text: string | RegExp) => control.filter({ hasText: text }).first().waitFor()

describe('in the editor', () => {
  test('type, do not publish: nothing changed; publish: changed; roll back: as before', async () => {
    const opened = await open('journey')
    const { page, editor } = opened
    await says(opened, 'Not published')
    await write(opened, 'First')
    // Published while the last letters are not saved yet: they are saved before.
    await publish(opened, 'Launch')
    await says(opened, 'Published')
    expect(await generate('journey')).toContain('First')
    const before = await generate('journey')

    await write(opened, 'Second')
    await says(opened, 'Draft: 1 change since release 1')
    await page.evaluate(() => window.svc.save())
    expect(await generate('journey')).toBe(before)
    const draft = await page.evaluate(async () => {
      const document = await window.svc.getDocument()
      return { publication: document.publication, keys: Object.keys(document) }
    })
    expect(draft.publication).toMatchObject({ unpublishedChanges: true, release: { number: 1, note: 'Launch' } })
    expect(draft.keys).not.toContain('publication')

    await publish(opened)
    await says(opened, 'Published')
    expect(await generate('journey')).toContain('Second')

    await editor.getByRole('button', { name: 'Version history' }).click()
    const history = editor.getByRole('region', { name: 'Version history' })
    await history.getByRole('button', { name: /^Release 2 Live/ }).waitFor()
    await history.getByRole('button', { name: /^Release 1 / }).click()
    const dialog = editor.getByRole('dialog', { name: 'Release 1' })
    await dialog.getByText('Changes since').waitFor()
    await dialog.getByRole('button', { name: 'Roll back to this release' }).click()
    await dialog.waitFor({ state: 'detached' })
    await history.getByRole('button', { name: /^Release 3 Live.*From release 1/ }).waitFor()
    await says(opened, 'Draft: 1 change since release 3')
    expect(await generate('journey')).toBe(before)
    const events = await page.evaluate(() => window.published.map(({ release }) => [release.number, release.live]))
    expect(events).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ])
    expect(await accessibilityFaults(page.frames()[1] as Frame)).toEqual([])
    await page.close()
  })

  test('a time in the future schedules; the bar says so, and the schedule can be canceled', async () => {
    const opened = await open('later')
    const { editor } = opened
    await write(opened, 'Soon')
    await editor.getByRole('button', { name: /Publish$/ }).click()
    const dialog = editor.getByRole('dialog', { name: 'Publish' })
    await dialog.getByRole('radio', { name: 'Later' }).check()
    const time = dialog.getByLabel('Date and time')
    const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true })
    expect(await schedule.isDisabled()).toBe(true)
    await time.fill('2020-01-01T10:00')
    await dialog.getByRole('alert').filter({ hasText: 'Choose a time in the future.' }).waitFor()
    await time.fill(`${new Date().getUTCFullYear() + 1}-01-01T10:00`)
    expect(await accessibilityFaults(opened.page.frames()[1] as Frame)).toEqual([])
    await schedule.click()
    await dialog.waitFor({ state: 'detached' })
    await says(opened, /Scheduled for Jan 1/)
    expect(await generate('later')).toBe('NOT_PUBLISHED')
    // A schedule is no release that is live.
    expect(await opened.page.evaluate(() => window.published.length)).toBe(0)
    await editor.getByRole('button', { name: /Publish$/ }).click()
    await dialog.getByRole('button', { name: 'Cancel schedule' }).click()
    await says(opened, 'Not published')
    await opened.page.close()
  })

  test('by keyboard alone, in Arabic and on a phone', async () => {
    const opened = await open('keys', { locale: 'ar', theme: 'dark' })
    const { page, editor } = opened
    await page.setViewportSize({ width: 375, height: 720 })
    await page.evaluate(() => window.svc.setHtml('<p>Words</p>', ''))
    await editor.locator('.publish-action').waitFor()
    const width = await (page.frames()[1] as Frame).evaluate(() => document.querySelector('.bar')?.scrollWidth)
    expect(width).toBeLessThanOrEqual(375)
    await editor.getByRole('application').focus()
    await page.keyboard.press('Control+Shift+Enter')
    const dialog = editor.getByRole('dialog')
    await dialog.waitFor()
    expect(await accessibilityFaults(page.frames()[1] as Frame)).toEqual([])
    await page.keyboard.type('Note')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await generate('keys')).toContain('Words')
    await page.close()
  })

  test('nothing is shown without the feature, nor where every save is live', async () => {
    const without = await open('journey', { customization: {} })
    expect(await without.page.evaluate(() => window.svc.isInitialized())).toBe(true)
    await without.editor.getByRole('button', { name: 'Version history' }).waitFor()
    expect(await without.control.count()).toBe(0)
    await without.page.close()
    await api(`PUT /projects/${projectId}`, { publishing: 'on_save' })
    const live = await open('live')
    await write(live, 'Typed')
    await live.page.evaluate(() => window.svc.save())
    expect(await live.control.count()).toBe(0)
    expect(await generate('live')).toContain('Typed')
    await live.page.evaluate(() => window.svc.publish())
    await says(live, 'Published')
    await live.page.evaluate(() => window.svc.unpublish())
    await live.control.waitFor({ state: 'detached' })
    await live.page.close()
    await api(`PUT /projects/${projectId}`, { publishing: 'by_hand' })
  })
})

describe('what goes wrong loses nothing', () => {
  /** The code of the failure of a call, or the number of the release. */
  const attempt = ({ page }: Opened) =>
    page.evaluate(() =>
      window.svc.publish().then(
        ({ release }) => release.number,
        ({ code }: { code: string }) => code,
      ),
    )

  test('without a network the dialog says so and keeps the note; the response that was lost is not repeated', async () => {
    const opened = await open('network')
    const { page, editor } = opened
    await write(opened, 'First')
    await page.evaluate(() => window.svc.save())
    let isDown = true
    await page.route('**/v1/plugin/publish', async (route) => {
      if (!isDown) return route.continue()
      // The service publishes, but its response does not arrive; nor that of the retries.
      await route.fetch()
      return route.abort()
    })
    await editor.getByRole('button', { name: /Publish$/ }).click()
    const dialog = editor.getByRole('dialog', { name: 'Publish' })
    await dialog.getByLabel('Note (optional)').fill('Kept')
    await dialog.getByRole('button', { name: /^Publish/ }).click()
    await dialog.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
    expect(await dialog.getByLabel('Note (optional)').inputValue()).toBe('Kept')
    isDown = false
    await dialog.getByRole('button', { name: /^Publish/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await says(opened, 'Published')
    const { data } = await api('GET /templates/ext:network/releases')
    expect(data).toMatchObject([{ number: 1, note: 'Kept' }])
    await page.close()
  })

  test('changes that cannot be saved are not published, whatever the reason', async () => {
    const opened = await open('unsaved')
    const { page } = opened
    await write(opened, 'First')
    expect(await attempt(opened)).toBe(1)
    const before = await generate('unsaved')
    await page.route('**/v1/plugin/operations', (route) => route.abort())
    await write(opened, 'Second')
    expect(await attempt(opened)).toBe('NETWORK_ERROR')
    await page.unroute('**/v1/plugin/operations')
    await page.route('**/token*', (route) => route.fulfill({ status: 500, body: '' }))
    expect(await attempt(opened)).toBe('PLUGIN_AUTH_EXPIRED')
    await page.unroute('**/token*')
    expect(await generate('unsaved')).toBe(before)
    expect(await attempt(opened)).toBe(2)
    expect(await generate('unsaved')).toContain('Second')
    await page.close()
  })

  test('what others saved or locked meanwhile is shown before it is published', async () => {
    const opened = await open('others')
    const { page, canvas } = opened
    await write(opened, 'First')
    expect(await attempt(opened)).toBe(1)
    // The window does not poll, so that it still holds what was saved before.
    await page.route('**/v1/plugin/lock', (route) => route.abort())
    await api('POST /templates/ext:others/lock', { force: true })
    const rows = [{ columns: [{ blocks: [{ type: 'text', text: '<p>Theirs</p>' }] }] }]
    const document = { meta: { title: 'x' }, rows }
    await api('PUT /templates/ext:others', { name: 'others', type: 'other', document })
    await api('DELETE /templates/ext:others/lock')
    expect(await attempt(opened)).toBe('REVISION_CONFLICT')
    await page.unroute('**/v1/plugin/lock')
    await canvas.getByText('Theirs').waitFor()
    expect(await attempt(opened)).toBe(2)
    expect(await generate('others')).toContain('Theirs')

    await api('POST /templates/ext:others/lock', { force: true })
    expect(await attempt(opened)).toBe('LOCKED')
    await page.close()
  })

  test('below the level publish the state is shown, and nothing offered', async () => {
    const opened = await open('level')
    await write(opened, 'First')
    expect(await attempt(opened)).toBe(1)
    await opened.page.close()
    const grants = [{ principal: { kind: 'plugin_user', id: '3' }, level: 'edit' }]
    await api('PUT /templates/ext:level/permissions', { grants })
    const editor = await open('level', { user: 3 })
    await write(editor, 'Second')
    await says(editor, 'Draft: 1 change since release 1')
    expect(await editor.editor.locator('.publish-button').count()).toBe(0)
    expect(await attempt(editor)).toBe('PERMISSION_DENIED')
    await editor.editor.getByRole('button', { name: 'Version history' }).click()
    await editor.editor.getByRole('button', { name: /^Release 1/ }).click()
    await editor.editor.getByRole('dialog', { name: 'Release 1' }).getByText('Changes since').waitFor()
    expect(await editor.editor.getByRole('button', { name: 'Roll back to this release' }).count()).toBe(0)
    await editor.page.close()
  })
})

test('a draft is published once somebody else has approved it, and unpublished', async () => {
  await api(`PUT /projects/${projectId}`, { approval: 'required' })
  const author = await open('approval')
  await write(author, 'For May')
  const publication = () => author.editor.getByRole('dialog', { name: 'Publish' })
  await author.editor.getByRole('button', { name: 'Approval', exact: false }).first().click()
  await publication().getByText('needs the approval of someone else').waitFor()
  await publication().getByLabel('Note (optional)').fill('Ready')
  await publication().getByRole('button', { name: 'Request approval' }).click()
  await publication().waitFor({ state: 'detached' })
  await author.control.click()
  await publication().getByText('requested approval').waitFor()
  expect(await accessibilityFaults(author.page.frames()[1] as Frame)).toEqual([])
  expect(await publication().getByRole('button', { name: 'Approve' }).count()).toBe(0)

  const approver = await open('approval', { user: 2 })
  const decision = approver.editor.getByRole('dialog', { name: 'Publish' })
  await approver.control.click()
  await decision.getByText('Ready').waitFor()
  expect(await accessibilityFaults(approver.page.frames()[1] as Frame)).toEqual([])
  await decision.getByLabel('Note (optional)').fill('Fine')
  await decision.getByRole('button', { name: 'Approve' }).click()
  await decision.getByText('Approved by').waitFor()

  await publication().getByRole('button', { name: 'Cancel' }).click()
  await author.editor.locator('.publish').click()
  await publication().getByText('Fine').waitFor()
  await publication()
    .getByRole('button', { name: /^Publish/ })
    .click()
  await publication().waitFor({ state: 'detached' })
  expect(await generate('approval')).toContain('For May')

  await author.editor.locator('.publish').click()
  await publication().getByRole('button', { name: 'Unpublish' }).click()
  await publication().getByText('Nothing will be published').waitFor()
  await publication().getByRole('button', { name: 'Unpublish' }).click()
  await publication().getByText('Recipients get the email as you publish it').waitFor()
  expect(await generate('approval')).toBe('NOT_PUBLISHED')
  await api(`PUT /projects/${projectId}`, { approval: 'none' })
})

test('the host page requests, withdraws, rejects and approves by calls; the editor of each user shows the state', async () => {
  await api(`PUT /projects/${projectId}`, { approval: 'required' })
  const author = await open('calls')
  const approver = await open('calls', { user: 2 })
  /** Calls a method; the state of the review, or the code of the failure. */
  const call = (
    { page }: Opened,
    method: 'requestReview' | 'withdrawReview' | 'approve' | 'reject',
    options?: object,
  ) =>
    page.evaluate(
      ([name, given]) =>
        window.svc[name](given).then(
          ({ publication: { review } }) => (review == null ? 'none' : [review.id, review.state, review.comment]),
          ({ code }: { code: string }) => code,
        ),
      [method, options] as const,
    )
  const request = async (note?: string) => (await call(author, 'requestReview', { note })) as [string, string]
  // Without polls the approver sees nothing new but what their own calls show.
  await approver.page.route('**/v1/plugin/lock', (route) => route.abort())
  expect(await call(approver, 'approve')).toBe('REVIEW_NOT_FOUND')
  await write(author, 'First')
  // The last letters are saved before the request.
  const [first] = await request('Ready')
  expect(await call(author, 'approve')).toBe('OWN_REVIEW')
  // A request that the approver has not seen is shown, not decided.
  expect(await call(approver, 'approve')).toBe('REVIEW_NOT_PENDING')
  // Neither is a draft that the window of the approver has not shown.
  expect(await approver.canvas.getByText('First').count()).toBe(0)
  expect(await call(approver, 'approve')).toBe('REVISION_CONFLICT')
  await approver.canvas.getByText('First').waitFor()
  expect(await call(author, 'withdrawReview')).toBe('none')
  expect(await call(approver, 'approve')).toBe('REVIEW_NOT_PENDING')
  expect(await call(approver, 'reject', { reviewId: first })).toBe('REVIEW_NOT_PENDING')
  const [second] = await request()
  expect(second).not.toBe(first)
  expect(await call(approver, 'approve')).toBe('REVIEW_NOT_PENDING')
  // The third replaces the second one, which the approver has seen.
  const [third] = await request('Again')
  expect(await call(approver, 'approve')).toBe('REVIEW_NOT_PENDING')
  expect(await call(approver, 'reject', { note: 'Too short' })).toEqual([third, 'rejected', 'Too short'])
  const dialog = author.editor.getByRole('dialog', { name: 'Publish' })
  await author.control.click()
  await dialog.getByText('Too short').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const [fourth] = await request()
  expect(await call(approver, 'approve', { reviewId: fourth, note: 'Fine' })).toEqual([fourth, 'approved', 'Fine'])
  await author.page.waitForFunction(
    async () => (await window.svc.getDocument()).publication.review?.state === 'approved',
  )
  expect(await author.page.evaluate(() => window.svc.publish().then(({ release }) => release.live))).toBe(true)
  expect(await generate('calls')).toContain('First')
  await author.page.close()
  await approver.page.close()
  await api(`PUT /projects/${projectId}`, { approval: 'none' })
})
