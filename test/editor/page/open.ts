/** Opens the editor alone in a browser, and inspects its canvas. */
import type { Frame, Page } from 'playwright-core'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import type { EmailDocument, Operation } from '../../../src/email/document/index.ts'
import { renderHtml } from '../../../src/email/render/index.ts'
import { openBrowser, openSharedPage } from '../../journeys/browser.ts'
import { type AloneOptions, serveAlone } from './serve.ts'

/** An editor in a browser. */
export interface OpenEditor {
  page: Page
  frame: Frame
  /** What went wrong in the page, and what it asked of other hosts. */
  complaints: string[]
  document(): Promise<EmailDocument>
  change(operations: readonly Operation[]): Promise<void>
  /** Whether the canvas is what the service would send, markers and stand-ins aside; else where it differs. */
  fidelity(): Promise<string>
}

/** How the page of an editor is opened. */
export interface PageOptions {
  /** In px. */
  width?: number
  height?: number
  touch?: boolean
  /** A renderer process of its own, for what is counted by process. */
  ownProcess?: boolean
}

/** Opens the editor on a document. */
export async function openAlone(options: AloneOptions & PageOptions): Promise<OpenEditor> {
  const address = await serveAlone(options)
  const { width = 1280, height = 800, touch = false, ownProcess = false } = options
  const viewport = { width, height }
  const page =
    touch || ownProcess
      ? await (await openBrowser()).newPage({ viewport, hasTouch: touch })
      : await openSharedPage(`${address}editor/canvas`, viewport)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url())) complaints.push(request.url())
  })
  await page.goto(address)
  await page.waitForFunction(isOpen)
  const frame = page.frames()[1] as Frame
  // As text: the browser's own way for a tree of thousands of members takes longer than what is tested.
  const document = async () =>
    JSON.parse(await page.evaluate(() => JSON.stringify(window.editor.document.peek()))) as EmailDocument
  return {
    page,
    frame,
    complaints,
    document,
    change: (operations) => page.evaluate((all) => window.editor.change('Test', all as Operation[]), operations),
    async fidelity() {
      const { html = '' } = renderHtml(await document(), blockTypes, { target: 'sample' })
      return frame.evaluate(differenceFrom, html)
    },
  }
}

// Runs in the page, whose policy forbids code that comes as text.
function isOpen(): boolean {
  const frame = document.querySelector('iframe')?.contentDocument
  return 'history' in window.editor && frame?.querySelector('[role=article]') != null
}

// Runs in the canvas's own window.
function differenceFrom(html: string): string {
  const shown = document.documentElement.cloneNode(true) as HTMLElement
  for (const element of shown.querySelectorAll('[data-stand-in]')) element.remove()
  for (const element of shown.querySelectorAll('[data-n]')) element.removeAttribute('data-n')
  const wanted = new DOMParser().parseFromString(html, 'text/html').documentElement
  if (shown.isEqualNode(wanted)) return 'equal'
  const [one, other] = [shown.outerHTML, wanted.outerHTML]
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return `at ${at}: …${one.slice(Math.max(0, at - 80), at + 160)}… instead of …${other.slice(Math.max(0, at - 80), at + 160)}…`
}
