/** The console of the executable in a browser: from the first sign-in to a template in the editor. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'
import { checkPage, looks, openInLook } from './console-pages.ts'

describe('the console', () => {
  let service: Running
  let context: BrowserContext
  const complaints: string[] = []

  beforeAll(async () => {
    service = await startBinary()
    context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 } })
    const page = await open(service.setupUrl ?? '')
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password').fill('four unrelated words here')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Hello Ada Lovelace' }).waitFor()
    await page.close()
  })

  async function open(url: string): Promise<Page> {
    const page = await context.newPage()
    page.on('console', (message) => {
      // A busy service puts off images, and the page asks again.
      const isPutOff = message.text().includes('503') && /thumbnail/.test(message.location().url)
      if (message.type() === 'error' && !isPutOff) complaints.push(message.text())
    })
    page.on('pageerror', (error) => void complaints.push(error.message))
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !/^(data|blob):/.test(request.url())) complaints.push(request.url())
    })
    await page.goto(url)
    return page
  }

  test('a person makes a template from a starter, edits it, finds it, deletes it and undoes that', async () => {
    const page = await open(`${service.url}/templates`)
    await page.getByRole('button', { name: 'New template' }).first().click()
    await page.getByRole('button', { name: 'Event invitation' }).click()
    await page.waitForURL(/\/templates\/tpl_/)
    const url = page.url()
    const editor = page.frameLocator('.editor-box iframe')
    await editor.getByRole('tab', { name: 'Layers' }).waitFor()
    await page.getByRole('link', { name: 'All templates' }).click()
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Event invitation' }) })
    await card.getByRole('button', { name: 'Actions for Event invitation' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Second Shift')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Second Shift' }).waitFor()
    await page.getByRole('searchbox').fill('second')
    await page.waitForURL(/q=second/)
    await page.getByRole('button', { name: 'Actions for Second Shift' }).click()
    await page.getByRole('menuitem', { name: 'Move to trash' }).click()
    await page.getByText('No template matches').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Second Shift' }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('second')
    await page.getByRole('option', { name: /Second Shift/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(url)
    expect(complaints).toEqual([])
    await page.close()
  })

  for (const look of looks)
    test(`its pages are accessible, fit their window and look as before: ${look.name}`, async () => {
      const page = await openInLook(context, look)
      for (const path of ['/', '/templates', '/templates?view=trash', '/templates?new=1']) {
        await checkPage(page, service.url + path, look)
      }
      expect(await page.evaluate('document.documentElement.dir')).toBe(look.locale === 'ar' ? 'rtl' : 'ltr')
      await page.context().close()
    })

  test('is usable soon, keeps its theme, and is no frame of any page', async () => {
    const answer = await fetch(`${service.url}/templates`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in?next=%2Ftemplates'])
    const page = await open(service.url)
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      await page.reload()
      await page.locator('.page-head').waitFor()
      // The entry follows the paint.
      const paint = await page.waitForFunction("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
      times.push(Number(await paint.jsonValue()))
    }
    times.sort((a, b) => a - b)
    console.log(`console: first content after ${times[2]?.toFixed(0)} ms, worst ${times[4]?.toFixed(0)} ms`)
    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Dark' }).click()
    const response = await page.reload()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
    await page.close()
  })
})
