/** How lists of 10,000 rows scroll: the gallery, a grid, and the audit log, a table, in the console. */
import type { Page } from 'playwright-core'
import { apiKey } from '../server.ts'
import { median, printTable } from '../table.ts'

const rows = 10_000
const atOnce = 8

/** Below 60 frames a second, ms. */
const frameMs = 16.7

/** Scrolled in a frame, px: 10,000 rows of a table in some seconds, as with the wheel turned fast. */
const steps = { fast: 120, flung: 1200 } as const

/** A measured scroll, frames. */
const frames = 300

/** Makes 10,000 templates by the API, which leaves as many entries in the audit log. */
export async function fill(url: string): Promise<void> {
  const headers = { 'Svc-Api-Auth': apiKey, 'Content-Type': 'application/json' }
  let next = 0
  const work = async () => {
    while (next < rows) {
      const body = JSON.stringify({ name: `Campaign ${++next}`, type: 'newsletter' })
      const response = await fetch(`${url}/v1/templates`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(await response.text())
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Prints the time between frames while each list scrolls. */
export async function measureScrolling(page: Page, url: string): Promise<void> {
  const lists = [
    ['gallery', '/templates', '.card'],
    ['audit log', '/operations/audit', '.table tbody tr'],
  ] as const
  const printed: (string | number)[][] = []
  for (const [name, path, row] of lists) {
    await page.goto(url + path)
    await page.locator(row).first().waitFor()
    const { count, ms } = await loadAll(page)
    for (const [pace, step] of Object.entries(steps)) {
      await page.evaluate('scrollTo(0, 0)')
      const { processorMs, times } = await scroll(page, step)
      printed.push([
        name,
        count,
        (ms / 1000).toFixed(1),
        await page.locator(row).count(),
        pace,
        ...figures(times, processorMs),
      ])
    }
  }
  // What the machine can do without any list.
  await page.goto(`${url}/healthz`)
  await page.evaluate(`document.body.style.height = '500000px'`)
  const { processorMs, times } = await scroll(page, steps.flung)
  printed.push(['empty page', 0, 0, 0, 'flung', ...figures(times, processorMs)])
  printTable(
    ['list', 'rows', 'loaded in s', 'rendered', 'scroll', 'median ms', 'worst ms', 'processor ms', 'frames left out'],
    printed,
  )
}

function figures(times: number[], processorMs: number): string[] {
  const late = times.filter((each) => each > frameMs * 1.5).length
  return [median(times).toFixed(1), Math.max(...times).toFixed(1), processorMs.toFixed(1), `${late} of ${times.length}`]
}

/** Scrolls to the end until there is no more to load. */
async function loadAll(page: Page): Promise<{ count: number; ms: number }> {
  const start = performance.now()
  await page.evaluate(`new Promise((done) => {
    const next = () => {
      scrollTo(0, document.documentElement.scrollHeight)
      const isLast = ![...document.querySelectorAll('button')].some((each) => each.textContent.includes('Show more'))
      if (isLast) done()
      else setTimeout(next, 10)
    }
    next()
  })`)
  const ms = performance.now() - start
  const count = await page.evaluate<number>(
    `Number(document.querySelector('.gallery [aria-setsize]')?.ariaSetSize ?? document.querySelector('[aria-rowcount]').getAttribute('aria-rowcount') - 1)`,
  )
  return { count, ms }
}

interface Scroll {
  /** Milliseconds between frames. */
  times: number[]
  /** Mean time of the main thread of the page in a frame, which other work of the machine does not change, ms. */
  processorMs: number
}

async function scroll(page: Page, step: number): Promise<Scroll> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taskMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const before = await taskMs()
  const times = await page.evaluate<number[]>(`new Promise((done) => {
    const times = []
    let before
    const next = (now) => {
      if (before !== undefined) times.push(now - before)
      before = now
      if (times.length >= ${frames}) return done(times)
      scrollBy(0, ${step})
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })`)
  const processorMs = ((await taskMs()) - before) / frames
  await session.detach()
  return { times, processorMs }
}
