/** A real browser for journeys. */
import { type Browser, type BrowserContext, type Page, chromium } from 'playwright-core'
import { chromiumPath, chromiumRemedy } from '../support/chromium.ts'
import { cleanUp } from '../support/clean-up.ts'

let opened: Promise<Browser> | undefined
let withStorage: Promise<Browser> | undefined

/** The one browser of a test file; closes itself after its tests. Fails with words where none is installed. */
export function openBrowser(): Promise<Browser> {
  opened ??= launch(forget)
  return opened
}

/** A process may run several files, and what one has closed is of no use to the next. */
function forget(): void {
  opened = undefined
  shared = undefined
}

/** Another one, where pages inside pages of other sites can store something, as in the browsers of users. */
export function openBrowserWithStorage(): Promise<Browser> {
  // The last one of a switch counts. Playwright’s own turns storage partitioning off, and without it such pages store nothing.
  withStorage ??= launch(
    () => (withStorage = undefined),
    '--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,Translate',
  )
  return withStorage
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

async function launch(forgetIt: () => void, ...more: string[]): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error(`These tests need Chromium: ${chromiumRemedy}.`)
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...more],
  })
  // A busy machine is no failure.
  browser.on('context', (context) => context.setDefaultTimeout(120_000))
  cleanUp(() => {
    forgetIt()
    return browser.close()
  })
  return browser
}
