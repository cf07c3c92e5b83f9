/**
 * The editor in Chromium on an email of 200 and of 1,000 blocks, and GrapesJS with its newsletter preset on the HTML of the
 * same: how soon the email is on the screen, how much script that takes, what it keeps, and how it answers a hand.
 */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { printTable } from '../table.ts'
import { measureGrapes } from './grapes.ts'
import { short } from './measure.ts'
import { type Figures, measureOwn } from './own.ts'

const executablePath = '/usr/bin/chromium'
if (!existsSync(executablePath)) {
  console.log(`There is no Chromium at ${executablePath}: nothing to measure in.`)
  process.exit(0)
}
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--enable-precise-memory-info'] })
const columns: [string, Figures][] = []
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [200, 1000]
for (const blocks of sizes) {
  columns.push([`svc, ${blocks}`, await measureOwn(browser, blocks)])
  columns.push([`GrapesJS, ${blocks}`, await measureGrapes(browser, blocks)])
}
await browser.close()

const said = (value: number | undefined) => (value === undefined ? '—' : short(value))
const row = (name: string, figure: (figures: Figures) => number | undefined) => [
  name,
  ...columns.map(([, figures]) => said(figure(figures))),
]
printTable(
  ['', ...columns.map(([name]) => name)],
  [
    row('on the screen, ms (median)', ({ readyMs }) => readyMs),
    row('on the screen, ms (slowest)', ({ slowestReadyMs }) => slowestReadyMs),
    row('script until then, KB packed', ({ scriptKb }) => scriptKb),
    row('heap after collection, MB', ({ heapMb }) => heapMb),
    row('grown over 500 inserts and undos, MB', ({ grownMb }) => grownMb),
    row('listeners', ({ listeners }) => listeners),
    row('DOM nodes', ({ nodes }) => nodes),
    row('key in the canvas to frame, ms (95 of 100)', ({ canvasKeyMs }) => canvasKeyMs),
    row('processor time of a key in the canvas, ms', ({ canvasKeyCpuMs }) => canvasKeyCpuMs),
    row('key in a field to frame, ms (95 of 100)', ({ fieldKeyMs }) => fieldKeyMs),
    row('processor time of a key in a field, ms', ({ fieldKeyCpuMs }) => fieldKeyCpuMs),
    row('undo to layout, ms', ({ undoMs }) => undoMs),
    row('drag, frames a second', ({ dragFps }) => dragFps),
    row('drag, longest frame, ms', ({ worstFrameMs }) => worstFrameMs),
    row('requests to other hosts', ({ foreign }) => foreign),
  ],
)
process.exit(0)
