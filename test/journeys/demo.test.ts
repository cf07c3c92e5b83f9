/** The first thing a newcomer plays with, in the executable: the editor in a host page, and every call of the SDK. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { until } from '../support/until.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

let service: Running

beforeAll(async () => {
  service = await startBinary()
})

/** What the page lists, the latest first: a name, and what came along. */
const said = (page: Page) =>
  page
    .locator('.log li')
    .evaluateAll((lines) =>
      lines.map((line) => [line.className, line.querySelector('b')?.textContent, line.textContent]),
    )

async function openDemo(
  scheme: 'light' | 'dark' = 'light',
  viewport = { width: 1440, height: 900 },
): Promise<{ page: Page; complaints: string[]; foreign: string[] }> {
  const context = await (await openBrowser()).newContext({ viewport, colorScheme: scheme })
  const page = await context.newPage()
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  page.on(
    'request',
    (request) => void (new URL(request.url()).host !== new URL(service.url).host && foreign.push(request.url())),
  )
  await page.goto(`${service.url}/demo`)
  await page.locator('.log b', { hasText: 'ready' }).waitFor({ state: 'attached' })
  return { page, complaints, foreign }
}

describe('the demonstration', () => {
  test('opens with a starter, and every call of the SDK answers from the real editor', async () => {
    const { page, complaints, foreign } = await openDemo()
    expect(
      (await said(page))
        .map(([, name]) => name)
        .toReversed()
        .slice(0, 2),
    ).toEqual(['initialized', 'ready'])
    const editor = page.frameLocator('iframe')
    await editor.frameLocator('iframe').getByText('Pull up a chair').waitFor()

    async function call(name: string): Promise<string> {
      const before = (await said(page)).length
      await page.getByRole('button', { name, exact: true }).click()
      await page.waitForFunction(
        (count) =>
          document.querySelectorAll('.log .answer, .log .failure').length > 0 &&
          document.querySelectorAll('.log li').length > count,
        before,
      )
      const found = (await said(page)).find(([, title]) => title === name)
      return found?.[2] ?? 'no response'
    }

    expect(await call('getHtml()')).toContain('<!doctype html>')
    expect(await call('toggleVersionHistory()')).toContain('"hasVersionHistory":false')
    expect(await call('save()')).toContain('"success":true,"emailId":"demo-welcome"')
    for (const name of ["preview('desktop')", "preview('mobile')", "export('zip')", "export('pdf')"])
      expect(await call(name)).toContain('Open')
    expect(await call('undo()')).toContain('canRedo')
    expect(await call('redo()')).toContain('canUndo')
    expect(await call('refreshSession()')).toContain('"sessionId":"ses_')
    expect(await call('toggleVersionHistory()')).toContain('"versionHistoryOpen":true')
    const events = (await said(page)).filter(([kind]) => kind === 'event').map(([, name]) => name)
    expect(events.filter((name) => name === 'save')).toHaveLength(1)
    expect(events.filter((name) => name === 'exported')).toHaveLength(2)
    expect([complaints, foreign]).toEqual([[], []])

    const [first] = await page.locator('.log a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const file = await fetch(first ?? '')
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    await page.context().close()
  })

  test('is clean to assistive technology in both schemes, and shows what hosts write', async () => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await openDemo(scheme)
      expect(await accessibilityFaults(page)).toEqual([])
      await page.getByRole('tab', { name: 'Your server' }).click()
      await page.getByRole('button', { name: 'Go', exact: true }).click()
      expect(await page.locator('pre:visible').textContent()).toContain('hmac.New(sha256.New')
      await page.keyboard.press('Tab')
      await page.getByRole('tab', { name: 'Your server' }).press('ArrowLeft')
      expect(await page.locator('pre:visible').textContent()).toContain(`${service.url}/sdk/svc.js`)
      expect(await accessibilityFaults(page)).toEqual([])
      await page.context().close()
    }
  })

  test('shows the editor with all of its panes on a laptop, and the code when asked', async () => {
    const { page } = await openDemo('light', { width: 1280, height: 720 })
    const editor = page.frameLocator('iframe')
    for (const part of ['.rail .svc-tabpanel', '.shell-inspector', '.bar-wide'])
      expect([part, await editor.locator(part).filter({ visible: true }).count()]).not.toEqual([part, 0])
    expect(await editor.locator('.bar-narrow').filter({ visible: true }).count()).toBe(0)
    const width = () => page.locator('iframe').evaluate((frame) => frame.clientWidth)
    const before = await width()
    expect(before).toBeGreaterThan(1100)

    const code = page.getByRole('button', { name: 'Code', exact: true })
    expect([await code.getAttribute('aria-pressed'), await page.locator('aside').isVisible()]).toEqual(['false', false])
    await code.click()
    await page.getByRole('button', { name: 'save()', exact: true }).waitFor()
    expect([await code.getAttribute('aria-pressed'), await width()]).toEqual(['true', before])
    expect(await accessibilityFaults(page)).toEqual([])
    await code.click()
    expect([await code.getAttribute('aria-pressed'), await page.locator('aside').isVisible()]).toEqual(['false', false])
    await page.context().close()
  })

  test('goes on when the service restarts: what was done meanwhile is saved', async () => {
    let running = await startBinary()
    const port = Number(new URL(running.url).port)
    const { dataDir } = running
    const page = await (await openBrowser()).newPage()
    await page.goto(`${running.url}/demo`)
    await page.locator('.log b', { hasText: 'ready' }).waitFor({ state: 'attached' })
    async function storedHtml(): Promise<string> {
      const token = await fetch(`${running.url}/demo/token?emailId=demo-welcome`, { method: 'POST' })
      const auth = { 'es-plugin-auth': await token.text(), 'content-type': 'application/json' }
      const pluginId = await page.locator('body').getAttribute('data-plugin-id')
      const body = JSON.stringify({ pluginId, emailId: 'demo-welcome' })
      const opened = await fetch(`${running.url}/init`, { method: 'POST', headers: auth, body })
      const { sessionId } = (await opened.json()) as { sessionId: string }
      const headers = { ...auth, 'svc-session': sessionId }
      return (await fetch(`${running.url}/v1/plugin/document`, { headers })).text()
    }
    await page.evaluate("svc.setHtml('<p>Before the restart</p>', '')")
    await until(async () => (await storedHtml()).includes('Before the restart'), 'the first save')
    expect(await running.stop()).toBe(0)
    await page.evaluate('svc.undo()')
    running = await startBinary({ port, dataDir })
    await until(async () => (await storedHtml()).includes('Pull up a chair'), 'the save after the restart')
    await page.close()
    await running.stop()
  })

  test('gives tokens for its own emails, and none on a host that strangers reach', async () => {
    const token = (emailId: string) => fetch(`${service.url}/demo/token?emailId=${emailId}`, { method: 'POST' })
    for (const emailId of ['', 'other', 'demo-', 'tpl_01jd7q2v5w8x3y4z6a7b9c0d1e'])
      expect((await token(emailId)).status).toBe(403)
    const text = await (await token('demo-welcome')).text()
    const { pluginId, emailId } = JSON.parse(atob(text).replace(/\.[0-9a-f]+$/, '')) as {
      pluginId: string
      emailId: string
    }
    expect(emailId).toBe('demo-welcome')
    const init = (other: string) =>
      fetch(`${service.url}/init`, {
        method: 'POST',
        headers: { 'es-plugin-auth': text, 'content-type': 'application/json' },
        body: JSON.stringify({ pluginId, emailId: other }),
      })
    expect([
      (await init('demo-welcome')).status,
      (await init('demo-newsletter')).status,
      (await init('mine')).status,
    ]).toEqual([200, 401, 401])

    const open = await startBinary({ environment: { SVC_PUBLIC: 'true' } })
    for (const path of ['/demo', '/demo/token?emailId=demo-welcome'])
      expect((await fetch(open.url + path, { method: path === '/demo' ? 'GET' : 'POST' })).status).toBe(404)
    await open.stop()
  })
})
