/** Developers in the console of the executable: keys, origins, and a webhook whose failed delivery is sent again. */
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { cleanUp } from '../support/clean-up.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'
import { checkPage, looks, openInLook } from './console-pages.ts'

describe('developers in the console', () => {
  let service: Running
  let context: BrowserContext
  const complaints: string[] = []

  beforeAll(async () => {
    service = await startBinary({ environment: { SVC_NET_ALLOW: '127.0.0.0/8' } })
    context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 900 } })
    const page = await open(service.setupUrl ?? '')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('four unrelated words here')
    await page.keyboard.press('Enter')
    await page.locator('.page-head').waitFor()
    await page.close()
  })

  async function open(url: string): Promise<Page> {
    const page = await context.newPage()
    page.on('pageerror', (error) => void complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url)) complaints.push(request.url())
    })
    await page.goto(url)
    return page
  }

  test('a key is shown once, has its scopes only, and is refused after it was revoked', async () => {
    const page = await open(`${service.url}/developers/keys`)
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Newsletter server')
    await page.keyboard.press('Enter')
    const key = (await page.locator('dialog code').innerText()).trim()
    expect(key).toMatch(/^svc_[0-9a-f]{48}$/)
    const statusOf = async (path: string) =>
      (await fetch(`${service.url}/v1${path}`, { headers: { 'Svc-Api-Auth': key } })).status
    expect([await statusOf('/templates/my'), await statusOf('/api-keys')]).toEqual([200, 403])
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.reload()
    const row = page.getByRole('row').filter({ hasText: 'Newsletter server' })
    expect(await row.innerText()).toContain('templates:read')
    expect(await page.content()).not.toContain(key)
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('was revoked').waitFor()
    expect(await statusOf('/templates/my')).toBe(401)

    await page.getByRole('link', { name: 'Requests', exact: true }).click()
    const refused = page.getByRole('row').filter({ hasText: 'FORBIDDEN' })
    await refused.waitFor()
    expect(await refused.innerText()).toMatch(/req_[^]*403[^]*apiKeys\.list[^]*GET[^]*Newsletter server/)
    expect(await page.getByRole('row').filter({ hasText: 'templates.listMine' }).count()).toBe(1)
    await page.getByLabel('Status').selectOption('4xx')
    await page.waitForURL(/status=4xx/)
    await page.getByRole('row').filter({ hasText: 'templates.listMine' }).waitFor({ state: 'detached' })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    expect(csv.split('\r\n')[1]).toMatch(/,GET,apiKeys\.list,403,/)
    await page.getByLabel('Operation').fill('nothing.here')
    await page.keyboard.press('Enter')
    await page.getByText('No request matches').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).first().click()
    await page.getByRole('row').filter({ hasText: 'templates.listMine' }).waitFor()
    await page.close()
  })

  test('the API reference has the ids of the project and the name of a key, and no key', async () => {
    const page = await open(`${service.url}/developers/keys`)
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Shop `of` *Ada*')
    await page.keyboard.press('Enter')
    const key = (await page.locator('dialog code').innerText()).trim()
    const { id } = (await (await fetch(`${service.url}/v1/projects/me`, { headers: { 'Svc-Api-Auth': key } })).json())
      .project as { id: string }
    await page.goto(`${service.url}/docs`)
    const intro = page.getByText(/The examples on this page have the ids of your project/)
    expect(await intro.innerText()).toContain(id)
    await page.getByText(`# Shop  of  *Ada*, ${key.slice(0, 12)}…`).waitFor()
    expect(await page.locator('meta[name=svc-projects]').getAttribute('content')).not.toContain(key)
    await intro.getByRole('link', { name: 'create a key' }).click()
    await page.waitForURL(`${service.url}/developers/keys`)
    await page.close()
    const anonymous = await fetch(`${service.url}/docs`)
    expect(anonymous.headers.get('vary')).toContain('Cookie')
    expect(await anonymous.text()).not.toContain('svc-projects')
  })

  test('the origin of a URL is checked, allowed, removed and restored', async () => {
    const page = await open(`${service.url}/developers/project`)
    const input = page.getByLabel('Origin or URL of your page')
    await input.fill('javascript:alert(1)')
    await page.getByText('This is no http or https URL.').waitFor()
    await input.fill('HTTPS://App.Example.com:443/inbox?x=1#y')
    await page.getByText('Pages of https://app.example.com may not embed the editor yet.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove https://app.example.com' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Remove https://app.example.com' }).waitFor()
    await page.goto(`${service.url}/developers`)
    expect(await page.getByLabel('Plugin ID', { exact: true }).innerText()).toMatch(/^svc_pk_/)
    expect(await page.getByLabel('curl', { exact: true }).innerText()).toContain(`${service.url}/v1/projects/me`)
    await page.close()
  })

  test('a failed delivery is found with its response, and sent again', async () => {
    let status = 500
    const receiver = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response('queue is full', { status }),
    })
    cleanUp(() => receiver.stop(true))
    const page = await open(`${service.url}/developers/webhooks`)
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('URL of your server').fill(`http://127.0.0.1:${receiver.port}/hooks`)
    await page.getByLabel(/^template\.created/).check()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    expect(await page.locator('dialog code').innerText()).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    const refreshUntil = async (text: string) => {
      const row = page.getByRole('row').filter({ hasText: text })
      while ((await row.count()) === 0) {
        const read = page.waitForResponse((response) => response.url().includes('/deliveries'))
        await page.getByRole('button', { name: 'Refresh' }).click()
        await read
      }
      return row
    }
    const failed = await refreshUntil('500')
    await failed.getByRole('button', { name: 'Details' }).click()
    expect(await page.getByLabel('Start of the response', { exact: true }).innerText()).toBe('queue is full')
    expect(await page.getByLabel('Request body', { exact: true }).innerText()).toContain('"webhook.test"')
    status = 200
    await page.getByRole('button', { name: 'Send again' }).click()
    await refreshUntil('Succeeded')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhook yet').waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('a customer manages its webhooks in an iframe of an allowed origin, by a link that the console makes and revokes', async () => {
    const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('thank you') })
    let portal = ''
    const host = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () =>
        new Response(
          `<!doctype html><html lang="en"><title>Shop</title><style>*{margin:0;border:0;box-sizing:border-box}iframe{width:100%;height:100vh}</style><iframe src="${portal}" title="Webhooks"></iframe>`,
          { headers: { 'content-type': 'text/html', 'cross-origin-embedder-policy': 'unsafe-none' } },
        ),
    })
    cleanUp(() => receiver.stop(true))
    cleanUp(() => host.stop(true))
    const origin = `http://127.0.0.1:${host.port}`
    const page = await open(`${service.url}/developers/project`)
    await page.getByLabel('Origin or URL of your page').fill(origin)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Remove ${origin}` }).waitFor()
    await page.goto(`${service.url}/developers/webhooks`)
    await page.getByRole('button', { name: 'New link' }).click()
    await page.getByRole('textbox', { name: 'Customer' }).fill('acme')
    await page.getByLabel(/^template\.created/).check()
    await page.getByLabel(/^template\.updated/).check()
    await page.getByRole('button', { name: 'Create link' }).click()
    portal = (await page.locator('dialog code').innerText()).trim()
    expect(portal).toStartWith(`${service.url}/webhook-portal/`)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Not opened yet.').waitFor()

    const shop = await context.newPage()
    await shop.goto(origin)
    const frame = shop.frames()[1]
    if (frame === undefined) throw new Error('The page has no frame.')
    await frame.getByRole('heading', { name: 'No endpoint yet' }).waitFor()
    const fits = async () => {
      for (const [colorScheme, width] of [
        ['light', 1000],
        ['dark', 375],
      ] as const) {
        await shop.emulateMedia({ colorScheme })
        await shop.setViewportSize({ width, height: 800 })
        expect(await accessibilityFaults(frame)).toEqual([])
        expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      }
    }
    await fits()
    await frame.getByLabel('URL of your server').fill('http://10.0.0.1/typed')
    await frame.getByLabel('URL of your server').press('Enter')
    await frame.getByRole('alert').waitFor()
    expect(await frame.getByLabel('URL of your server').inputValue()).toBe('http://10.0.0.1/typed')
    await fits()
    await frame.getByLabel('URL of your server').fill(`http://127.0.0.1:${receiver.port}/hooks`)
    await frame.getByLabel('URL of your server').press('Enter')
    await frame.getByRole('heading', { name: 'The endpoint was added' }).waitFor()
    expect(await frame.getByLabel('Signing secret').inputValue()).toMatch(/^whsec_/)
    await fits()
    await frame.getByRole('button', { name: 'Send a test' }).click()
    await frame.getByText('The test was sent.').waitFor()
    const delivered = frame.getByRole('row').filter({ hasText: 'Succeeded' })
    while ((await delivered.count()) === 0) {
      await frame.getByRole('link', { name: 'Refresh' }).click()
      await frame.waitForURL((url) => url.search === '')
    }
    await fits()
    await delivered.getByRole('link').click()
    await frame.getByText('thank you').waitFor()
    await frame.getByText('This is a test. Nothing happened.').waitFor()
    await fits()
    await frame.getByRole('link', { name: 'Back to the endpoint' }).click()
    await frame.getByText('Remove', { exact: true }).click()
    await fits()
    await frame.getByRole('button', { name: 'Remove this endpoint' }).click()
    await frame.getByText('The endpoint was removed').waitFor()

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText(/^Revoked on/).waitFor()
    await shop.goto(origin)
    await shop.frameLocator('iframe').getByRole('heading', { name: 'This link does not work' }).waitFor()
    await shop.close()
    expect(complaints).toEqual([])
    await page.close()
  })

  test('an owner cancels a job that waits, and finds the person and the settings of the installation', async () => {
    const call = (path: string, body: unknown) =>
      fetch(`${service.url}/v1${path}`, {
        method: 'POST',
        headers: { 'Svc-Api-Auth': service.apiKey ?? '', 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then((response) => response.json() as Promise<{ id: string }>)
    // The delivery waits for its next attempt.
    const receiver = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('no', { status: 503 }) })
    cleanUp(() => receiver.stop(true))
    await call('/webhooks', { url: `http://127.0.0.1:${receiver.port}/hooks`, events: ['template.created'] })
    await call('/templates', { name: 'Delivered to nobody', type: 'other', html: '<p>Hello</p>' })
    const page = await open(`${service.url}/operations?state=scheduled&kind=webhooks.deliver`)
    const details = page.getByRole('button', { name: 'Details' })
    while ((await details.count()) === 0) {
      const read = page.waitForResponse((response) => response.url().includes('/operations/jobs'))
      await page.getByRole('button', { name: 'Refresh' }).click()
      await read
    }
    await details.click()
    await page.getByRole('dialog').getByText('Attempt 1').waitFor()
    await page.getByRole('button', { name: 'Cancel the job' }).click()
    await page.getByRole('button', { name: 'Cancel the job' }).click()
    await page.getByText('The job was canceled').waitFor()
    await page.getByRole('link', { name: 'Audit log' }).click()
    const entry = page.getByRole('row').filter({ hasText: 'job.cancelled' })
    expect(await entry.innerText()).toContain('Ada Lovelace')
    await entry.getByRole('link', { name: 'job.cancelled' }).click()
    await page.waitForURL(/action=job\.cancelled/)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await readFile(await (await download).path(), 'utf8')).split('\r\n')[1]).toContain(',job.cancelled,')
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    const setting = page.getByRole('row').filter({ hasText: 'SVC_NET_ALLOW' })
    expect(await setting.innerText()).toMatch(/127\.0\.0\.0\/8\s+Environment/)
    await page.getByRole('link', { name: 'Storage and backups' }).click()
    await page.getByText('No problem is known').waitFor()
    await page.getByRole('link', { name: 'Checks' }).click()
    const check = page.getByRole('row', { name: /^data directory/ })
    expect(await check.innerText()).toContain(service.dataDir)
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByRole('status').filter({ hasText: 'need attention' }).waitFor()
    expect(complaints).toEqual([])
    await page.close()
  })

  const varying = [
    '/developers/requests',
    '/operations',
    '/operations/storage',
    '/operations/checks',
    '/operations/audit',
  ]

  for (const look of looks)
    test(`its pages are accessible, fit their window and look as before: ${look.name}`, async () => {
      const page = await openInLook(context, look)
      const developers = ['', '/project', '/keys', '/requests', '/webhooks'].map((path) => `/developers${path}`)
      const operations = ['', '/storage', '/checks', '/settings', '/audit'].map((path) => `/operations${path}`)
      for (const path of [...developers, ...operations]) {
        await checkPage(page, `${service.url}${path}`, look, { varies: varying.includes(path) })
      }
      await page.context().close()
    })
})
