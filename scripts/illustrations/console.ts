/**
 * Takes the images of docs/console.md: starts the built executable on an empty directory, seeds a demonstration, signs in and
 * writes docs/images/console-<name>.jpg. Run with `bun scripts/illustrations/console.ts [name…]`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, chromium } from 'playwright-core'
import { root } from '../compile.ts'

interface Illustration {
  path: (ids: { domain: string; template: string }) => string
  height: number
  /** What is shown once the page is complete. */
  text: string
}

const illustrations: Readonly<Record<string, Illustration>> = {
  domains: { path: ({ domain }) => `/domains/${domain}`, height: 700, text: 'Next step' },
  requests: { path: () => '/developers/requests', height: 560, text: 'VALIDATION_FAILED' },
  operations: { path: () => '/operations', height: 640, text: 'templates.publish_release' },
  account: { path: () => '/account', height: 640, text: 'Passkeys' },
}

const executable = join(root, 'dist/svc')
const port = 3917
const url = `http://localhost:${port}`
const directory = mkdtempSync(join(tmpdir(), 'svc-illustrations-'))
const where = ['--data-dir', directory]
const server = Bun.spawn([executable, 'serve', '--port', String(port), ...where], { stdout: 'pipe', stderr: 'ignore' })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const setupUrl = await readSetupUrl()
  const seeding = Bun.spawn([executable, 'seed', '--demo', ...where], { stdout: 'ignore', stderr: 'inherit' })
  if ((await seeding.exited) !== 0) throw new Error('The demonstration could not be seeded')
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US', colorScheme: 'light' })
  await signUp(page, setupUrl)
  const ids = { domain: await firstId(page, '/dmarc/domains'), template: await firstId(page, '/templates/my') }
  await useApi(page, ids.template)
  const names = process.argv.slice(2)
  for (const [name, { height, path, text }] of Object.entries(illustrations)) {
    if (names.length > 0 && !names.includes(name)) continue
    await page.setViewportSize({ width: 1280, height })
    await page.goto(url + path(ids))
    await page.getByText(text).first().waitFor()
    await page.waitForFunction(() => document.querySelector('.svc-spinner') === null)
    const file = join(root, 'docs/images', `console-${name}.jpg`)
    await page.screenshot({ path: file, type: 'jpeg', quality: 70 })
    console.log(file, `${Math.round(Bun.file(file).size / 1000)} kB`)
  }
} finally {
  await browser.close()
  server.kill()
  await server.exited
  rmSync(directory, { recursive: true, force: true })
}

async function readSetupUrl(): Promise<string> {
  let printed = ''
  for await (const chunk of server.stdout) {
    printed += new TextDecoder().decode(chunk)
    const [, found] = /^First account +(\S+)$/m.exec(printed) ?? []
    if (found !== undefined) return found
  }
  throw new Error(`svc serve ended: ${printed}`)
}

async function signUp(page: Page, setupUrl: string): Promise<void> {
  await page.goto(setupUrl)
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password').fill('four unrelated words here')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Hello Ada Lovelace' }).waitFor()
}

async function firstId(page: Page, path: string): Promise<string> {
  const response = await page.request.get(`${url}/v1${path}?limit=1`)
  return ((await response.json()) as { data: { id: string }[] }).data[0]?.id ?? ''
}

/** Requests of a key, as a website and a mailing would send them. */
async function useApi(page: Page, template: string): Promise<void> {
  const csrf = await page.evaluate(
    () =>
      (
        JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="svc-start"]')?.content ?? '{}') as {
          csrf: string
        }
      ).csrf,
  )
  const created = await page.request.post(`${url}/v1/api-keys`, {
    headers: { 'svc-csrf': csrf, origin: url },
    data: { name: 'Website', scopes: ['admin'] },
  })
  const { key } = (await created.json()) as { key: string }
  const send = (method: string, path: string, data?: unknown) =>
    fetch(`${url}/v1${path}`, {
      method,
      headers: { 'svc-api-auth': key, 'content-type': 'application/json' },
      body: data === undefined ? null : JSON.stringify(data),
    })
  await send('GET', `/templates/${template}`)
  await send('GET', `/templates/${template}/html`)
  await send('GET', '/assets?limit=20')
  await send('POST', '/verify', { email: 'mailbox_exists@sandbox.test' })
  await send('POST', '/folders', { nme: 'Autumn' })
  await send('GET', `/templates/${template}/releases`)
  await send('GET', '/templates/tpl_01jd7q2v5w8x3y4z6a7b9c0d1e')
  await send('GET', '/webhooks')
  await send('POST', '/templates/generate', { template_id: template, data: {} })
  await send('GET', '/exports/exp_01jd7q2v5w8x3y4z6a7b9c0d1e')
}
