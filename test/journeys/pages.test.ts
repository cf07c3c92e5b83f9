import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { type Running, startBinary } from './binary.ts'
import { openBrowser } from './browser.ts'

const password = 'four unrelated words here'

/** Waits until the page has loaded and its focus is on a field, as a person would before typing. */
async function focusOn(page: Page, id: string): Promise<void> {
  await page.waitForFunction(`document.readyState === 'complete' && document.activeElement?.id === '${id}'`)
}

describe('the first pages in a browser', () => {
  let service: Running

  beforeAll(async () => {
    service = await startBinary()
  })

  test('a person sets up, sees the project, signs out and in again, by keyboard alone', async () => {
    const page = await (await openBrowser()).newPage()
    const complaints: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    await page.goto(service.setupUrl ?? '')
    await focusOn(page, 'name')
    await page.keyboard.type('Ada Lovelace')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.url}/`)
    await page.getByRole('heading', { level: 1, name: 'Hello Ada Lovelace' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content')
    await page.getByRole('button', { name: /^Ada Lovelace/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
    await page.getByRole('link', { name: 'Sign in' }).press('Enter')
    await focusOn(page, 'email')
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong words altogether')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').textContent()).toContain('Wrong email address or password')
    expect(await accessibilityFaults(page)).toEqual([])
    await focusOn(page, 'password')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${service.url}/`)
    await page.getByRole('heading', { level: 1, name: 'Hello Ada Lovelace' }).waitFor()
    // The refused sign-in is the one answer that a browser reports.
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
    await page.close()
  })

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [375, 1280])
      test(`the landing and sign-in pages are accessible and fit ${width} px in ${colorScheme}`, async () => {
        const context = await (await openBrowser()).newContext({ colorScheme, viewport: { width, height: 800 } })
        const page = await context.newPage()
        for (const path of ['/', '/sign-in', '/setup?token=gone']) {
          await page.goto(service.url + path)
          expect(await accessibilityFaults(page)).toEqual([])
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
          const background = await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
          expect(background).toBe(colorScheme === 'light' ? 'rgb(251, 250, 247)' : 'rgb(21, 20, 18)')
        }
        await context.close()
      })

  test('the pages hold when read from the right', async () => {
    const page = await (await openBrowser()).newPage({ viewport: { width: 375, height: 800 } })
    await page.goto(service.url)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
    const brand = await page.locator('.brand').boundingBox()
    expect((brand?.x ?? 0) + (brand?.width ?? 0)).toBeGreaterThan(340)
    await page.close()
  })
})
