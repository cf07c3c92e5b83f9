import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metrics } from '../metrics/index.ts'
import { type WorkContext, createScheduler, sizeOfInput } from '../scheduling/index.ts'
import { ChromiumError } from './chromium-error.ts'
import { type Browser, launch } from './launch.ts'
import { type BrowserPage, type Printed, type PrintedPdf, type PrintedPng, print } from './print.ts'

/** Prints pages with a browser that the operator installed. */
export interface Chromium {
  /**
   * Prints one page in a process of its own, once the scheduler admits it. The process ends with the page, when the signal
   * aborts, or after the deadline in milliseconds, which excludes the queue. Throws ChromiumError; rejects with an
   * OverloadError if the queue is full, and with the reason of the signal.
   */
  print(
    page: BrowserPage,
    options: PrintedPdf | PrintedPng,
    end: { deadlineMs: number; context: WorkContext },
  ): Promise<Printed>
  /** Ends running browsers, as required before the process exits. */
  close(): Promise<void>
}

/** Concurrent browsers, because each needs a few hundred megabytes; one project has at most two of them. */
const slots = 3

export interface ChromiumOptions {
  path: string
  dataDir: string
  metrics: Metrics
}

/** The browser at a path. Its profiles are in `chromium/` below the data directory; those of earlier runs are deleted. */
export function createChromium({ path, dataDir, metrics }: ChromiumOptions): Chromium {
  const folder = join(dataDir, 'chromium')
  let swept: Promise<void> | undefined
  const running = new Set<Browser>()
  const scheduler = createScheduler({ name: 'chromium', slots })
  scheduler.measure(metrics)

  async function printNow(
    page: BrowserPage,
    options: PrintedPdf | PrintedPng,
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
      // If the browser exits, a page that never loads is abandoned.
      return await Promise.race([print(devtools, page, options), devtools.ended])
    } finally {
      clearTimeout(deadline)
      signal?.removeEventListener('abort', abort)
      await browser.close()
      running.delete(browser)
    }
  }

  return {
    print(page, options, { deadlineMs, context }) {
      const start = async () => {
        await (swept ??= rm(folder, { recursive: true, force: true }))
        context.signal?.throwIfAborted()
        return printNow(page, options, { deadlineMs, signal: context.signal })
      }
      return scheduler.run(context, start, () => sizeOfInput(page))
    },
    async close() {
      scheduler.close(new ChromiumError('failed', 'The service is stopping.'))
      await Promise.all([...running].map((browser) => browser.close()))
    },
  }
}
