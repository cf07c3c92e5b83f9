/** What holds for every page of the console, in each look: accessible, as wide as its window, and as its baseline shows it. */
import { expect } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { accessibilityFaults } from '../support/accessibility.ts'
import { appearanceFault } from '../support/appearance.ts'
import { openBrowser } from './browser.ts'

export interface Look {
  name: string
  locale: 'en-US' | 'ar'
  colorScheme: 'light' | 'dark'
  viewport: { width: number; height: number }
}

export const looks: readonly Look[] = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 }, locale: 'en-US' },
  { name: 'dark at 375 px', colorScheme: 'dark', viewport: { width: 375, height: 780 }, locale: 'en-US' },
  { name: 'Arabic at 375 px', colorScheme: 'light', viewport: { width: 375, height: 780 }, locale: 'ar' },
]

/** A page with the session of a context, in a look. */
export async function openInLook(context: BrowserContext, { colorScheme, locale, viewport }: Look): Promise<Page> {
  const storageState = await context.storageState()
  return (await (await openBrowser()).newContext({ colorScheme, locale, viewport, storageState })).newPage()
}

/**
 * Opens a page of the console and checks it. One that `varies` from run to run, such as the log of requests, has no
 * baseline.
 */
export async function checkPage(
  page: Page,
  url: string,
  look: Look,
  { varies = false }: { varies?: boolean } = {},
): Promise<void> {
  await page.goto(url)
  await page.locator('.page-head').waitFor()
  await page.waitForFunction(() => document.querySelector('.svc-spinner') === null)
  if (url.includes('invite')) await page.getByRole('dialog').waitFor()
  expect(await accessibilityFaults(page), url).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth'), url).toBe(look.viewport.width)
  const { pathname, search } = new URL(url)
  const name = `console ${pathname.replaceAll(/_[0-9a-z]+/g, '')}${search} ${look.name}`
  if (!varies) expect(await appearanceFault(page, name)).toBeUndefined()
}
