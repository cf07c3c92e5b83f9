/** The editor of this repository, alone in a page with the product's headers. */
import type { Browser, Page } from 'playwright-core'
import { longEmail } from '../../test/editor/page/emails.ts'
import { serveAlone } from '../../test/editor/page/serve.ts'
import { type Typing, framesDuring, readCache, scriptKb, typeLetters } from './measure.ts'
import { percentile } from '../table.ts'

export interface Figures {
  readyMs: number
  slowestReadyMs: number
  scriptKb: number
  heapMb: number
  nodes: number
  listeners: number
  canvasKeyMs: number
  canvasKeyCpuMs: number
  fieldKeyMs?: number
  fieldKeyCpuMs?: number
  dragFps: number
  worstFrameMs: number
  undoMs?: number
  grownMb?: number
  foreign: number
}

/** All figures for an email of so many blocks. */
export async function measureOwn(browser: Browser, blocks: number): Promise<Figures> {
  const url = await serveAlone({ document: longEmail(blocks) })
  const starts: { ready: number; kb: number }[] = []
  for (let run = 0; run < 5; run++) starts.push(await start(browser, url))
  const context = await browser.newContext({ viewport: { width: 1366, height: 850 } })
  const page = await context.newPage()
  let foreign = 0
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob):/.test(request.url())) foreign++
  })
  await page.goto(url)
  await page.waitForFunction(isWhole)
  const memory = await readCache(page)
  const inCanvas = await typeInCanvas(page)
  const inField = await typeInField(page)
  const frames = await dragOver(page)
  const undoMs = await undoOften(page)
  const grownMb = await addAndUndo(page, 500)
  await context.close()
  return {
    readyMs: percentile(
      starts.map(({ ready }) => ready),
      0.5,
    ),
    slowestReadyMs: Math.max(...starts.map(({ ready }) => ready)),
    scriptKb: Math.max(...starts.map(({ kb }) => kb)),
    ...memory,
    canvasKeyMs: percentile(inCanvas.frames, 0.95),
    canvasKeyCpuMs: inCanvas.cpuMs,
    fieldKeyMs: percentile(inField.frames, 0.95),
    fieldKeyCpuMs: inField.cpuMs,
    dragFps: 1000 / (frames.reduce((sum, frame) => sum + frame, 0) / frames.length),
    worstFrameMs: Math.max(...frames),
    undoMs,
    grownMb,
    foreign,
  }
}

function isWhole(): boolean {
  return 'history' in window.editor && window.editor.commands.peek().size > 0
}

async function start(browser: Browser, url: string): Promise<{ ready: number; kb: number }> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 850 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => performance.getEntriesByName('svc-ready').length > 0)
  const ready = await page.evaluate(() => performance.getEntriesByName('svc-ready')[0]?.startTime ?? 0)
  const kb = await scriptKb(page, ready)
  await context.close()
  return { ready, kb }
}

/** Types in the words of a text in the middle of the email. */
async function typeInCanvas(page: Page): Promise<Typing> {
  await page.evaluate(() => {
    const { order, entries: spots } = window.editor.outline.peek()
    const texts = order.filter((id) => spots.get(id)?.node.type === 'text')
    window.editor.selection.value = texts[Math.floor(texts.length / 2)]
    window.editor.editing.value = window.editor.selection.peek()
  })
  const [, frame] = page.frames()
  if (frame === undefined) throw new Error('The canvas has no frame.')
  await frame.locator('[contenteditable="true"]').first().click()
  const typed = await typeLetters(page, frame, 100)
  await page.evaluate(() => (window.editor.editing.value = undefined))
  return typed
}

/** Types in a field of the settings of the same text. */
async function typeInField(page: Page): Promise<Typing> {
  await page.getByRole('complementary', { name: 'Settings' }).getByRole('textbox').first().click()
  return typeLetters(page, page, 100)
}

async function dragOver(page: Page): Promise<number[]> {
  await page.evaluate(() => document.querySelector('.canvas')?.scrollTo({ top: 0 }))
  const tile = await page.getByRole('button', { name: 'Button', exact: true }).first().boundingBox()
  const [x, y] = [(tile?.x ?? 0) + 20, (tile?.y ?? 0) + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y + 10, { steps: 3 })
  const frames = await framesDuring(page, async () => {
    for (let step = 0; step <= 120; step++) {
      const share = step / 120
      await page.mouse.move(x + 60 + share * 500, 300 + Math.sin(share * 12) * 180 + share * 60)
    }
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return frames
}

/** From undo to the canvas that shows it, the median of many, in ms. */
function undoOften(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { editor } = window
    const id =
      editor.outline.peek().order.find((one) => editor.outline.peek().entries.get(one)?.node.type === 'button') ?? ''
    const times: number[] = []
    for (let round = 0; round < 40; round++) {
      editor.change('Label', [{ op: 'set', id, props: { label: `Label ${round}` } }])
      const began = performance.now()
      editor.undo()
      document.querySelector('iframe')?.contentDocument?.body.getBoundingClientRect()
      times.push(performance.now() - began)
    }
    return times.sort((a, b) => a - b)[20] ?? 0
  })
}

/** How much the heap grows over so many blocks added and taken back, in MB. */
async function addAndUndo(page: Page, cycles: number): Promise<number> {
  const cycle = (count: number) =>
    page.evaluate((times) => {
      const { editor } = window
      const parent =
        editor.outline.peek().order.find((one) => editor.outline.peek().entries.get(one)?.node.type === 'column') ?? ''
      for (let round = 0; round < times; round++) {
        editor.change('Insert', [
          { op: 'insert', parent, index: 0, nodes: [{ id: `new${round}`, type: 'divider' } as never] },
        ])
        editor.undo()
      }
    }, count)
  await cycle(50)
  const before = await readCache(page)
  await cycle(cycles)
  return (await readCache(page)).heapMb - before.heapMb
}
