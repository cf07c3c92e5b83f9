import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ChromiumError } from './chromium-error.ts'
import { type Browser, launch } from './launch.ts'
import { type BrowserPage, type Printed, type PrintedPdf, type PrintedPng, print } from './print.ts'

/** Prints pages with a browser that somebody installed. */
export interface Chromium {
  /**
   * Prints one page in a process of its own, which ends with it, when the signal aborts, or after the deadline in
   * milliseconds. Throws ChromiumError; rejects with the reason of the signal.
   */
  print(
    page: BrowserPage,
    wish: PrintedPdf | PrintedPng,
    end: { deadlineMs: number; signal?: AbortSignal | undefined },
  ): Promise<Printed>
  /** Ends what runs, as the process must before it ends. */
  close(): Promise<void>
}

/** Browsers at once, for each has a few hundred megabytes; and how many pages may wait for one. */
const [atOnce, mostWaiting] = [2, 32]

/** The browser at a path. Its profiles lie in `chromium/` below the data directory, where nothing of an earlier run stays. */
export function createChromium({ path, dataDir }: { path: string; dataDir: string }): Chromium {
  const folder = join(dataDir, 'chromium')
  let swept: Promise<void> | undefined
  const running = new Set<Browser>()
  const waiting: (() => void)[] = []
  let busy = 0

  async function enter(): Promise<void> {
    if (busy >= atOnce) {
      if (waiting.length >= mostWaiting) throw new ChromiumError('busy', 'Too many pages wait for Chromium.')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else busy++
    await (swept ??= rm(folder, { recursive: true, force: true }))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) busy--
    else next()
  }

  async function printNow(
    page: BrowserPage,
    wish: PrintedPdf | PrintedPng,
    { deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal | undefined },
  ): Promise<Printed> {
    const browser = await launch(path, folder)
    running.add(browser)
    const { devtools } = browser
    const late = () => devtools.end(new ChromiumError('timeout', `Chromium took longer than ${deadlineMs} ms.`))
    const deadline = setTimeout(late, deadlineMs)
    const abort = () => devtools.end(signal?.reason instanceof Error ? signal.reason : new Error('Aborted'))
    signal?.addEventListener('abort', abort, { once: true })
    try {
      // A page that never loads is not waited for once the browser has ended.
      return await Promise.race([print(devtools, page, wish), devtools.ended])
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', abort)
      await browser.close()
      running.delete(browser)
    }
  }

  return {
    async print(page, wish, end) {
      end.signal?.throwIfAborted()
      await enter()
      try {
        end.signal?.throwIfAborted()
        return await printNow(page, wish, end)
      } finally {
        leave()
      }
    },
    async close() {
      await Promise.all([...running].map((browser) => browser.close()))
    },
  }
}
