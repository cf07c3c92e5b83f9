/** Images of other programs arrive in the email as assets of the project, and the placeholder of an image can be pressed. */
import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { buildEditor } from '../../../scripts/editor.ts'
import { publicTemplateId } from '../../../src/surfaces/templates/index.ts'
import { until } from '../../support/until.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

let given: HostPage
let welcome: string

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage()
  welcome = await publicTemplateId('welcome')
})

async function open(emailId: string, startFrom?: string) {
  const page = await given.open()
  await page.evaluate(
    ([id, from]) => {
      const ready = new Promise<void>((resolve) => window.svc.once('ready', () => resolve()))
      const { pluginId, getAuthToken, svc } = window
      return svc.init({ pluginId, apiRequestData: { emailId: id }, getAuthToken, startFrom: from }).then(() => ready)
    },
    [emailId, startFrom] as const,
  )
  const editor = page.frameLocator('#svc-plugin > iframe')
  return { page, editor, canvas: editor.frameLocator('iframe') }
}

interface Shown {
  rows: unknown[]
  assets?: Record<string, { url: string }>
}

const shown = (page: Page) => page.evaluate(async () => (await window.svc.getDocument()) as object as Shown)

/** The source and the description of each image, in reading order. */
async function imagesOf(page: Page): Promise<{ src: string; alt: string }[]> {
  const { rows, assets = {} } = await shown(page)
  const found: { src: string; alt: string }[] = []
  JSON.stringify(rows, (_, value: unknown) => {
    const { type, src, alt } = Object(value) as { type?: string; src?: string; alt?: string }
    if (type === 'image') found.push({ src: assets[src ?? '']?.url ?? src ?? '', alt: alt ?? '' })
    return value
  })
  return found
}

/** Fires the event that a browser fires for this clipboard. */
async function paste(canvas: Awaited<ReturnType<typeof open>>['canvas'], clip: { html?: string; png?: string }) {
  await canvas.locator('[contenteditable="true"]').evaluate((element, { html, png }) => {
    const data = new DataTransfer()
    if (html !== undefined) data.setData('text/html', html)
    if (html !== undefined) data.setData('text/plain', html.replaceAll(/<[^<>]*>/g, ''))
    if (png !== undefined) {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    }
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, clip)
}

async function startTyping({ canvas }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const typed = canvas.locator('[contenteditable="true"]', { hasText: 'Pull up a chair' })
  await until(async () => {
    await canvas.getByText('Pull up a chair').click()
    return (await typed.count()) > 0
  }, 'the caret')
}

const served = async (url: string) => (await given.service.handle(new Request(url))).status

const png = PNG.sync.write(new PNG({ width: 40, height: 20, filterType: -1 })).toString('base64')

test.each([
  ['a screenshot', { png }],
  ['an image copied from a page', { png, html: '<img src="https://example.com/a.png">' }],
])('%s pasted into a text becomes an image after it', async (name, clip) => {
  const opened = await open(`screenshot ${name}`, welcome)
  const before = await imagesOf(opened.page)
  await startTyping(opened)
  await paste(opened.canvas, clip)
  await until(async () => (await imagesOf(opened.page)).length > before.length, 'the image')
  const added = (await imagesOf(opened.page)).filter(({ src }) => !before.some((image) => image.src === src))
  expect(added.map(({ src }) => new URL(src).origin)).toEqual([given.editorUrl])
  expect(await served(added[0]?.src ?? '')).toBe(200)
  await opened.page.close()
})

test('embedded images of pasted HTML arrive with its text; those that cannot are counted', async () => {
  const opened = await open('embedded', welcome)
  const before = await imagesOf(opened.page)
  await startTyping(opened)
  const html = `<p>First words</p><img src="data:image/png;base64,${png}" alt="A bar"><p>Last words</p><img src="file:///C:/a.png">`
  await paste(opened.canvas, { html })
  await opened.editor.getByText('1 image could not be pasted: upload it instead.').first().waitFor()
  const after = await imagesOf(opened.page)
  expect(after).toHaveLength(before.length + 1)
  const added = after.find(({ alt }) => alt === 'A bar')
  expect(await served(added?.src ?? '')).toBe(200)
  expect(JSON.stringify((await shown(opened.page)).rows)).toMatch(/First words.*Last words/)
  await opened.page.close()
})

test('images of Google Docs, whose URLs expire, become assets; those that the service cannot fetch stay, with a notice', async () => {
  const opened = await open('docs', welcome)
  const before = await imagesOf(opened.page)
  using web = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      request.url.endsWith('/docsz/a?key=1&w=2')
        ? new Response(Buffer.from(png, 'base64'))
        : new Response(null, { status: 403 }),
  })
  // The name of the host leads to this machine.
  await opened.page.route('**/plugin/assets/from-url', (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    const { pathname, search } = new URL(url)
    return route.continue({ postData: JSON.stringify({ url: new URL(`${pathname}${search}`, web.url).href }) })
  })
  await startTyping(opened)
  const at = (path: string) => `https://lh7-rt.googleusercontent.com/docsz/${path}`
  const html = `<p>First</p><img src="${at('a?key=1&amp;w=2')}" alt="A bar"><p>Last</p><img src="${at('b')}" alt="Gone">`
  await paste(opened.canvas, { html })
  await opened.editor
    .getByText('1 image stays linked to Google Docs and will expire: upload it instead.')
    .first()
    .waitFor()
  const after = await imagesOf(opened.page)
  expect(after).toHaveLength(before.length + 2)
  expect(await served(after.find(({ alt }) => alt === 'A bar')?.src ?? '')).toBe(200)
  expect(after.find(({ alt }) => alt === 'Gone')?.src).toBe(at('b'))
  await opened.page.close()
})

test('the picker of the host replaces the library, and stores uploads; cancel, failures and bad results change nothing', async () => {
  const { page, editor, canvas } = await open('host-images')
  const buffer = Buffer.from(png, 'base64')
  await page.route('https://img.example.com/*', (route) => route.fulfill({ contentType: 'image/png', body: buffer }))
  await page.evaluate(() => {
    const asked: unknown[] = []
    const next: unknown[] = [undefined, new Error('Signed out of the library'), { url: 'javascript:1' }]
    Object.assign(window, { asked })
    const url = 'https://img.example.com/a.png'
    return window.svc.update({
      async pickImage(current) {
        asked.push(current)
        const chosen = next.length > 0 ? next.shift() : { url, alt: 'A hat' }
        if (chosen instanceof Error) throw chosen
        return chosen as { url: string }
      },
      async uploadImage(file) {
        asked.push([file.name, file.type, file.size])
        return { url: 'https://img.example.com/b.png' }
      },
    })
  })
  await editor.getByRole('button', { name: 'Image', exact: true }).first().click()
  // A press while the picker of the press before is closing opens none.
  const press = async () => {
    await editor.locator('.shell:not([data-open])').waitFor()
    await editor.getByRole('button', { name: 'Choose an image' }).click()
  }
  const asked = () => page.evaluate(() => (window as never as { asked: unknown[] }).asked)
  await press()
  await until(async () => (await asked()).length === 1, 'the picker')
  await press()
  await editor.getByText('Signed out of the library', { exact: true }).waitFor()
  await press()
  await editor.getByText('pickImage must return { url, alt } with an http or https URL.').waitFor()
  expect(await imagesOf(page)).toEqual([expect.objectContaining({ src: '' })])
  await press()
  await canvas.locator('img[src="https://img.example.com/a.png"][alt="A hat"]').waitFor()
  expect(await editor.getByRole('dialog').count()).toBe(0)
  expect(await asked()).toEqual([{}, {}, {}, {}])

  const chooser = page.waitForEvent('filechooser')
  const tools = editor.locator('.svc-image-tools')
  await tools.getByText('Upload').click()
  await (await chooser).setFiles({ name: 'bar.png', mimeType: 'image/png', buffer })
  await canvas.locator('img[src="https://img.example.com/b.png"]').waitFor()
  await tools.getByText('Library').click()
  await canvas.locator('img[src="https://img.example.com/a.png"]').waitFor()
  expect((await asked()).slice(4)).toEqual([
    ['bar.png', 'image/png', buffer.length],
    { url: 'https://img.example.com/b.png' },
  ])

  // The library of the service is one answer away, and back without the callbacks.
  await page.evaluate(() => window.svc.update({ pickImage: async () => 'library', uploadImage: undefined }))
  await tools.getByText('Library').click()
  await editor.getByRole('dialog').getByText('Image library').waitFor()
  await page.close()
})

test('the placeholder of an image opens the library by press and by Enter, and the upload is shown', async () => {
  const { page, editor, canvas } = await open('placeholder')
  await editor.getByRole('button', { name: 'Image', exact: true }).first().click()
  await editor.getByRole('button', { name: 'Choose an image' }).click()
  const dialog = editor.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await editor.getByRole('application', { name: 'Email' }).focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await (await chooser).setFiles({ name: 'bar.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await dialog.waitFor({ state: 'detached' })
  await canvas.locator('img').waitFor()
  expect(await served((await imagesOf(page))[0]?.src ?? '')).toBe(200)
  await page.close()
})
