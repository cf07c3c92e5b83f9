/** The guides in a browser: found by search, read at every width, reached from every page about the service. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

describe('the guides', () => {
  let service: Running

  beforeAll(async () => {
    service = await startBinary()
  })

  test('are pages, Markdown and a list for programs, and what is not there is 404', async () => {
    const get = (path: string, headers = {}) => fetch(`${service.url}${path}`, { headers })
    const page = await get('/docs/guide/webhooks')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    expect((await get('/docs/guide/webhooks', { 'if-none-match': page.headers.get('etag') })).status).toBe(304)
    const twin = await get('/docs/guide/webhooks.md')
    expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await twin.text()).toStartWith('# Webhooks')
    expect(await (await get('/docs/webhooks.md')).text()).toStartWith('# Webhooks')
    const list = await (await get('/llms.txt')).text()
    for (const [, path = ''] of list.matchAll(/\]\((\/[^)]+)\)/g))
      expect([path, (await get(path)).status]).toEqual([path, 200])
    expect((await get('/docs/guide/nothing')).status).toBe(404)
    expect((await get('/docs/guide/..%2findex')).status).toBe(404)
    const missing = await get('/docs/guide/nothing', { accept: 'text/html' })
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })

  test('are found from the first page, the reference and the errors, and bring an image', async () => {
    for (const path of ['/', '/docs', '/docs/errors', '/docs/guide/jobs'])
      expect([path, (await (await fetch(service.url + path)).text()).includes('href="/docs/guide"')]).toEqual([
        path,
        true,
      ])
    const image = await fetch(`${service.url}/docs/guide/images/editor.jpg`)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  test('are searched by keyboard together with operations and errors, and nothing else is asked', async () => {
    const page = await (await openBrowser()).newPage()
    const complaints: string[] = []
    const asked: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('request', (request) => void asked.push(new URL(request.url()).origin))
    await page.goto(`${service.url}/docs/guide`)
    await page.keyboard.press('/')
    await page.keyboard.type('receivers that are down')
    await page.waitForSelector('#docs-found [aria-selected="true"]')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.url}/docs/guide/webhooks#receivers-that-are-down-or-slow`)
    await page.keyboard.press('/')
    await page.keyboard.type('invalid_cursor')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.url}/docs/errors#INVALID_CURSOR`)
    await page.goto(`${service.url}/docs/guide/templates`)
    await page.keyboard.press('/')
    await page.keyboard.type('duplicate a template')
    await page.waitForSelector('#docs-found li')
    const second = page.locator('#docs-found li').nth(1)
    await page.keyboard.press('ArrowDown')
    expect(await second.getAttribute('aria-selected')).toBe('true')
    expect(await page.getAttribute('#docs-search', 'aria-activedescendant')).toBe(await second.getAttribute('id'))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    expect(await page.locator('#docs-found').isHidden()).toBe(true)
    await page.locator('#docs-search').fill('zzqx')
    await page.getByText('No results for').waitFor()
    await page.locator('#docs-search').fill('duplicate a template')
    await page.locator('#docs-found li', { hasText: 'POST /v1/templates/{id}/duplicate' }).click()
    await page.waitForURL(/\/docs#tag\/templates\/POST\/v1\/templates\//)
    await page.getByRole('heading', { name: 'Duplicate a template' }).waitFor()
    expect(new Set(asked)).toEqual(new Set([service.url]))
    expect(complaints).toEqual([])
    await page.close()
  })

  test.each([
    ['light', 1280],
    ['dark', 375],
  ] as const)('are accessible in %s at %i px', async (colorScheme, width) => {
    const context = await (await openBrowser()).newContext({ colorScheme, viewport: { width, height: 800 } })
    const page = await context.newPage()
    for (const path of ['/docs/guide', '/docs/guide/embed', '/docs/errors']) {
      await page.goto(service.url + path)
      expect([path, await accessibilityFaults(page)]).toEqual([path, []])
    }
    await context.close()
  })

  test('all fit a phone', async () => {
    const page = await (await openBrowser()).newPage({ viewport: { width: 375, height: 800 } })
    const list = await (await fetch(`${service.url}/llms.txt`)).text()
    for (const [, path = ''] of list.matchAll(/\]\((\/docs\/guide\/[\w-]+)\.md\):/g)) {
      await page.goto(service.url + path)
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 375])
    }
    await page.close()
  })

  test('copy their code', async () => {
    const context = await (await openBrowser()).newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(`${service.url}/docs/guide/embed#with-a-bundler`)
    const block = page.locator('.code', { hasText: 'npm install' }).first()
    await block.hover()
    await block.getByRole('button', { name: 'Copy' }).click()
    await block.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'npm install https://editor.example.com/sdk/svc-browser.tgz',
    )
    await context.close()
  })
})
