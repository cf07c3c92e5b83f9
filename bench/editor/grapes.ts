/** GrapesJS with its newsletter preset on the HTML of the same email. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { renderHtml } from '../../src/email/render/index.ts'
import { longEmail } from '../../test/editor/page/emails.ts'
import { type Typing, framesDuring, readCache, scriptKb, typeLetters } from './measure.ts'
import { percentile } from '../table.ts'
import type { Figures } from './own.ts'

const packages = join(import.meta.dir, '../../node_modules')
const files: Record<string, [path: string, type: string]> = {
  '/grapes.js': ['grapesjs/dist/grapes.min.js', 'text/javascript'],
  '/preset.js': ['grapesjs-preset-newsletter/dist/index.js', 'text/javascript'],
  '/grapes.css': ['grapesjs/dist/css/grapes.min.css', 'text/css'],
}

const page = `<!doctype html><meta charset="utf-8"><title>GrapesJS</title><link rel="stylesheet" href="/grapes.css">
<style>body,html{margin:0;height:100%}</style><div id="gjs"></div><script src="/grapes.js"></script><script src="/preset.js"></script>
<script>
fetch('/email.html').then((answer) => answer.text()).then((html) => {
  const preset = window['grapesjs-preset-newsletter']
  const editor = grapesjs.init({ container: '#gjs', height: '100%', storageManager: false, plugins: [preset.default ?? preset], components: html })
  editor.on('load', () => requestAnimationFrame(() => { window.shown = editor; performance.mark('ready') }))
})
</script>`

export async function measureGrapes(browser: Browser, blocks: number): Promise<Figures> {
  const rendered = renderHtml(longEmail(blocks), blockTypes, { target: 'sample' }).html ?? ''
  // GrapesJS edits no text that is directly in a cell of a table.
  const html = rendered.replaceAll(/(<td[^>]*>)(Paragraph .*?)<\/td>/g, '$1<div>$2</div></td>')
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      const file = files[pathname]
      if (file !== undefined) return packed(readFileSync(join(packages, file[0])), file[1])
      return new Response(pathname === '/email.html' ? html : page, { headers: { 'content-type': 'text/html' } })
    },
  })
  const url = server.url.href
  const ready: number[] = []
  const runs = blocks > 500 ? 1 : 3
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ viewport: { width: 1366, height: 850 } })
    const tab = await context.newPage()
    await tab.goto(url)
    await tab.waitForFunction(() => performance.getEntriesByName('ready').length > 0, undefined, { timeout: 120_000 })
    ready.push(await tab.evaluate(() => performance.getEntriesByName('ready')[0]?.startTime ?? 0))
    await context.close()
  }
  const context = await browser.newContext({ viewport: { width: 1366, height: 850 } })
  const tab = await context.newPage()
  let foreign = 0
  tab.on('request', (request) => {
    if (!request.url().startsWith(url) && !/^(data|blob|about):/.test(request.url())) foreign++
  })
  await tab.goto(url)
  await tab.waitForFunction(() => performance.getEntriesByName('ready').length > 0, undefined, { timeout: 120_000 })
  const kb = await scriptKb(tab)
  const memory = await readCache(tab)
  const typed = await typeInCanvas(tab)
  const tile = await tab.locator('.gjs-block').first().boundingBox()
  const [x, y] = [(tile?.x ?? 0) + 20, (tile?.y ?? 0) + 20]
  await tab.mouse.move(x, y)
  await tab.mouse.down()
  const frames = await framesDuring(tab, async () => {
    for (let step = 0; step <= 120; step++) {
      const share = step / 120
      await tab.mouse.move(x - 60 - share * 500, 300 + Math.sin(share * 12) * 180 + share * 60)
    }
  })
  await tab.mouse.up()
  await context.close()
  await server.stop(true)
  return {
    readyMs: percentile(ready, 0.5),
    slowestReadyMs: Math.max(...ready),
    scriptKb: kb,
    ...memory,
    canvasKeyMs: percentile(typed.frames, 0.95),
    canvasKeyCpuMs: typed.cpuMs,
    dragFps: 1000 / (frames.reduce((sum, frame) => sum + frame, 0) / Math.max(1, frames.length)),
    worstFrameMs: Math.max(...frames),
    foreign,
  }
}

/** Types in the words of a text in the middle of the email. */
async function typeInCanvas(tab: Page): Promise<Typing> {
  const frames = await Promise.all(
    tab.frames().map(async (frame) => ({ frame, count: await frame.locator('[data-gjs-type="text"]').count() })),
  )
  const [canvas] = frames.sort((one, other) => other.count - one.count)
  if (canvas === undefined || canvas.count === 0) throw new Error('The canvas shows no text.')
  const { frame, count } = canvas
  const middle = frame.locator('[data-gjs-type="text"]').nth(Math.floor(count / 2))
  await middle.scrollIntoViewIfNeeded()
  await middle.dblclick()
  await frame.locator('[contenteditable="true"]').first().waitFor()
  const typing = await typeLetters(tab, frame, 100)
  await tab.keyboard.press('Escape')
  return typing
}

function packed(bytes: Uint8Array<ArrayBuffer>, type: string): Response {
  return new Response(Bun.gzipSync(bytes, { level: 9 }), {
    headers: { 'content-type': type, 'content-encoding': 'gzip' },
  })
}
