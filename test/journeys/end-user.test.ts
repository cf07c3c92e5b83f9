/** A customer of the host with a limited token: the work of every day goes on, and the editor shows nothing that is not allowed. */
import { beforeAll, expect, test } from 'bun:test'
import type { FrameLocator, Page } from 'playwright-core'
import { buildEditor } from '../../scripts/editor.ts'
import type { Svc, SvcEvents } from '../../sdk/browser/index.ts'
import { bytesOf, disc } from '../email/image/images.ts'
import { type HostPage, startHostPage } from '../sdk/browser/host/host-page.ts'

declare global {
  interface Window {
    svc: Svc
    pluginId: string
    getAuthToken: () => Promise<string>
  }
}

let given: HostPage

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage()
})

interface Opened {
  page: Page
  editor: FrameLocator
  canvas: FrameLocator
  ready: SvcEvents['ready']
}

async function open(emailId: string, user: number, claims: object): Promise<Opened> {
  const query = new URLSearchParams({ user: String(user), claims: JSON.stringify({ emailId, ...claims }) })
  const page = await given.open({ at: `${given.url}/?${query.toString()}` })
  const ready = await page.evaluate(async (id) => {
    const listens = new Promise<SvcEvents['ready']>((resolve) => window.svc.once('ready', resolve))
    await window.svc.init({
      pluginId: window.pluginId,
      apiRequestData: { emailId: id },
      getAuthToken: () => window.getAuthToken(),
    })
    return listens
  }, emailId)
  const editor = page.frameLocator('iframe').first()
  await editor.getByRole('application').waitFor()
  return { page, editor, canvas: editor.frameLocator('.canvas-frame'), ready }
}

const saved = (editor: FrameLocator) =>
  editor
    .getByRole('status')
    .filter({ hasText: /^Saved · / })
    .first()
    .waitFor()

const call = (page: Page, name: 'export' | 'compile' | 'preview') =>
  page.evaluate(async (method) => {
    try {
      return await (method === 'export' ? window.svc.export('html') : window.svc[method]())
    } catch (failure) {
      const { code, details } = failure as { code: string; details?: string }
      return { code, details }
    }
  }, name)

test('one who may only upload images writes, adds images from disk and library, undoes, saves and restores', async () => {
  const other = await open('of-another', 2, {})
  expect(other.ready.rights).toEqual({
    can: ['upload', 'modules', 'export', 'preview'],
    files: 'images',
    library: 'own',
  })
  await other.page.close()

  const { page, editor, canvas, ready } = await open('day-to-day', 1, { can: ['upload'] })
  expect(ready.rights).toEqual({ can: ['upload'], files: 'images', library: 'own' })
  await editor.locator('.svc-tile', { hasText: /^Heading$/ }).click()
  await canvas.locator('[data-typing]').first().waitFor()
  await page.keyboard.type('News of the day')
  await page.keyboard.press('Escape')
  await saved(editor)

  await editor.locator('.svc-tile', { hasText: /^Image$/ }).click()
  const image = { name: 'logo.exe', mimeType: 'image/png', buffer: Buffer.from(await bytesOf(disc(40).png())) }
  await editor.locator('.svc-image input[type=file]').first().setInputFiles(image)
  await canvas.locator('img[src*="/cdn/ast_"][src*="/logo.exe.png"]').waitFor()
  await saved(editor)

  await editor.getByRole('button', { name: 'Library' }).first().click()
  const dialog = editor.getByRole('dialog')
  await dialog.locator('.svc-asset-name', { hasText: 'logo.exe.png' }).waitFor()
  expect(await dialog.locator('.svc-asset').count()).toBe(1)
  await dialog.locator('.svc-asset').click()
  await dialog.waitFor({ state: 'detached' })

  expect(await page.evaluate(() => window.svc.undo())).toMatchObject({ canRedo: true })
  await page.evaluate(() => window.svc.redo())
  expect(await page.evaluate(() => window.svc.save())).toMatchObject({ success: true, emailId: 'day-to-day' })
  const { html } = await page.evaluate(() => window.svc.getHtml())
  expect(html).toContain('News of the day')
  expect(html).toContain('/logo.exe.png')
  expect(await page.evaluate(() => window.svc.toggleVersionHistory())).toMatchObject({ versionHistoryOpen: true })
  await page.evaluate(() => window.svc.toggleVersionHistory())

  // What the token does not allow is not offered, and refused where the host page requests it.
  await canvas.getByText('News of the day').click({ button: 'right' })
  const menu = editor.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  expect(await menu.getByRole('menuitem', { name: /module/i }).count()).toBe(0)
  for (const [name, right] of [
    ['export', 'export'],
    ['compile', 'export'],
    ['preview', 'preview'],
  ] as const)
    expect(await call(page, name)).toMatchObject({
      code: 'TOKEN_RIGHT_MISSING',
      details: `The right ${right} is missing from the claim can of this token.`,
    })
  await page.close()
})

test('one who may not upload finds no button for it, and is told so when an image is pasted', async () => {
  const { page, editor } = await open('no-uploads', 3, { can: ['modules'] })
  await editor.locator('.svc-tile', { hasText: /^Image$/ }).click()
  await editor.getByRole('button', { name: 'Library' }).first().waitFor()
  expect(await editor.getByRole('button', { name: 'Upload' }).count()).toBe(0)
  await editor.getByRole('button', { name: 'Library' }).first().click()
  const dialog = editor.getByRole('dialog')
  await dialog.getByText('No images yet').waitFor()
  expect(await dialog.getByRole('button', { name: 'Upload' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await editor
    .locator('.svc-image')
    .first()
    .evaluate((element) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array([1])], 'x.png', { type: 'image/png' }))
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
  await editor.getByRole('alert').getByText('You cannot upload images here. Choose one from the library.').waitFor()
  await page.close()
})
