/** A real browser for journeys. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { cleanUp } from '../support/clean-up.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

let opened: Promise<Browser> | undefined
let withStorage: Promise<Browser> | undefined

/** The one browser of the process; closes itself after the tests. Fails with words where none is installed. */
export function openBrowser(): Promise<Browser> {
  opened ??= launch()
  return opened
}

/** Another one, where pages inside pages of other sites can store something, as in the browsers of users. */
export function openBrowserWithStorage(): Promise<Browser> {
  // The last one of a switch counts. Playwright’s own turns storage partitioning off, and without it such pages store nothing.
  withStorage ??= launch('--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,Translate')
  return withStorage
}

async function launch(...more: string[]): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place))
  if (executablePath === undefined)
    throw new Error(`These tests need Chromium in one of ${places.join(', ')}. On Debian: apt-get install chromium`)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...more] })
  // A busy machine is no failure.
  browser.on('context', (context) => context.setDefaultTimeout(120_000))
  cleanUp(() => browser.close())
  return browser
}
