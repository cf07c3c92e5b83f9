/**
 * Prints pages with a Chromium of the operator: one process for each page, with its own profile below the data directory, no
 * network, no script and a timeout. Makes no network requests; start at chromium.ts.
 */
export { type Chromium, createChromium } from './chromium.ts'
export { ChromiumError } from './chromium-error.ts'
export type { BrowserPage, PrintedPdf, PrintedPng } from './print.ts'
export { readVersion } from './version.ts'
export { isSandboxOff } from './launch.ts'
