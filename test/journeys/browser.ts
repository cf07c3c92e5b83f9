/** A real browser for journeys. */
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { chromiumPath, chromiumRemedy } from '../support/chromium.ts'
import { cleanUp } from '../support/clean-up.ts'

/** A browser of this process: its start takes 1.5 s of processor time, so one file leaves it to the next. */
interface ProcessBrowser {
  options: readonly string[]
  running?: Promise<Browser>
  /** Whether its contexts are closed after the tests of this file. */
  isLeft: boolean
}

const plain: ProcessBrowser = { options: [], isLeft: false }

// The last one of a switch counts. Playwright’s own turns storage partitioning off, and without it such pages store nothing.
const withStorage: ProcessBrowser = {
  options: ['--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,Translate'],
  isLeft: false,
}

/** A browser, whose contexts are closed after the tests of the file. Fails with words where none is installed. */
export function openBrowser(): Promise<Browser> {
  return openProcessBrowser(plain)
}

/** Another one, where pages inside pages of other sites can store something, as in the browsers of users. */
export function openBrowserWithStorage(): Promise<Browser> {
  return openProcessBrowser(withStorage)
}

function openProcessBrowser(browser: ProcessBrowser): Promise<Browser> {
  const running = browser.running ?? launch(browser)
  browser.running = running
  if (!browser.isLeft) {
    browser.isLeft = true
    cleanUp(() => leave(browser))
  }
  return running
}

async function leave(browser: ProcessBrowser): Promise<void> {
  browser.isLeft = false
  shared = undefined
  const running = await browser.running
  await Promise.all((running?.contexts() ?? []).map((context) => context.close()))
}

let shared: Promise<BrowserContext> | undefined

/**
 * A new page in the one context that such pages share. A page at `resident`, an address of the same site, stays open beside
 * them: the renderer process that it keeps alive has compiled the scripts of the pages before, which halves the cost of a page.
 */
export async function openSharedPage(resident: string, viewport: { width: number; height: number }): Promise<Page> {
  shared ??= shareContext(resident)
  const page = await (await shared).newPage()
  await page.setViewportSize(viewport)
  return page
}

async function shareContext(resident: string): Promise<BrowserContext> {
  const context = await (await openBrowser()).newContext()
  await keepOpen(context, resident)
  return context
}

/** Opens a page that nobody uses, so that the renderer process of its site outlives the pages of the tests. */
export async function keepOpen(context: BrowserContext, url: string): Promise<void> {
  await (await context.newPage()).goto(url)
}

async function launch(of: ProcessBrowser): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`These tests need Chromium: ${chromiumRemedy}.`)
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...of.options],
  })
  // A busy machine is no failure.
  browser.on('context', (context) => context.setDefaultTimeout(120_000))
  browser.on('disconnected', () => delete of.running)
  return browser
}
