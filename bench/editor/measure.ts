/** What is measured in a page, by means of the browser's own. */
import type { Frame, Page } from 'playwright-core'

export interface Memory {
  heapMb: number
  nodes: number
  listeners: number
}

/** Heap after a collection, nodes and listeners of a page with its frames. */
export async function readCache(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  await session.detach()
  return { heapMb: value('JSHeapUsedSize') / 1e6, nodes: value('Nodes'), listeners: value('JSEventListeners') }
}

/** Packed bytes of script that a page has read since it began, in KB. */
export function scriptKb(page: Page, untilMs = Number.POSITIVE_INFINITY): Promise<number> {
  return page.evaluate(
    (until) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.name.endsWith('.js') && (entry as PerformanceResourceTiming).responseEnd <= until)
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0) / 1000,
    untilMs,
  )
}

/** Frames while something goes on, in ms each. */
export async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const watch = window as Window & { frames_?: number[]; isWatching?: boolean }
    const frames: number[] = []
    watch.frames_ = frames
    watch.isWatching = true
    let last = performance.now()
    const step = (now: number) => {
      frames.push(now - last)
      last = now
      if (watch.isWatching) requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })
  await act()
  return page.evaluate(() => {
    const watch = window as Window & { frames_?: number[]; isWatching?: boolean }
    watch.isWatching = false
    return watch.frames_?.slice(2) ?? []
  })
}

// One long word would widen its column by every key.
const words = 'The quick brown fox jumps over the lazy dog and then takes a nap. '

/** Of some keys. */
export interface Typing {
  /** From each key to the frame that shows it, in ms. */
  frames: number[]
  /** Processor time of the main thread for each key, in ms, which other programs do not change. */
  cpuMs: number
}

/** Types some letters. `where` is the window that is typed in. */
export async function typeLetters(page: Page, where: Page | Frame, keys: number): Promise<Typing> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readCpu = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await readCpu()
  const frames = await keyToFrame(page, where, keys)
  const cpuMs = ((await readCpu()) - before) / keys
  await session.detach()
  return { frames, cpuMs }
}

async function keyToFrame(page: Page, where: Page | Frame, keys: number): Promise<number[]> {
  const times: number[] = []
  for (let key = 0; key < keys; key++) {
    await where.evaluate(() => {
      const timed = window as Window & { keyMs?: Promise<number> }
      timed.keyMs = new Promise<number>((resolve) => {
        const readReplies = () => {
          const began = performance.now()
          requestAnimationFrame(() => {
            const channel = new MessageChannel()
            channel.port1.onmessage = () => resolve(performance.now() - began)
            channel.port2.postMessage(0)
          })
        }
        document.addEventListener('beforeinput', readReplies, { capture: true, once: true })
      })
    })
    await page.keyboard.type(words[key % words.length] ?? ' ')
    times.push((await where.evaluate(() => (window as Window & { keyMs?: Promise<number> }).keyMs)) ?? 0)
  }
  return times
}

/** One decimal. */
export function short(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}
