/**
 * A Chromium of the operator's that prints pages: one process for each page, with a profile of its own below the data
 * directory, no network and no script, and an end in time. Asks nobody; start at chromium.ts.
 */
export { type Chromium, createChromium } from './chromium.ts'
export { ChromiumError } from './chromium-error.ts'
export type { BrowserPage, PrintedPdf, PrintedPng } from './print.ts'
export { readVersion } from './version.ts'
export { isSandboxOff } from './launch.ts'
