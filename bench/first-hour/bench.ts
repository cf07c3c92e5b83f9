/**
 * The first hour of a marketer, a developer and a deliverability person: 20 tasks in Chromium on the compiled executable, by the
 * names on the pages alone. Prints clicks, fields, seconds and dead ends of each; exits with 1 if there was one. Then how lists
 * of 10,000 rows scroll; `--scrolling` measures only that.
 */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { binary } from '../server.ts'
import { printTable } from '../table.ts'
import { Person } from './person.ts'
import { fill, measureScrolling } from './scrolling.ts'
import { startSeeded } from './seeded.ts'
import { tasks } from './tasks.ts'

const executablePath = '/usr/bin/chromium'
if (!existsSync(executablePath)) {
  console.log(`There is no Chromium at ${executablePath}: nobody to do the tasks.`)
  process.exit(0)
}
const service = await startSeeded(binary)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
const page = await context.newPage()
await page.goto(service.setupUrl)
await page.getByLabel('Name').fill('Ada Lovelace')
await page.getByLabel('Email').fill('ada@example.com')
await page.getByLabel('Password').fill('four unrelated words here')
await page.keyboard.press('Enter')
await page.locator('.page-head').waitFor()

const person = new Person(page)
const rows: (string | number)[][] = []
let deadEnds = 0
for (const { run, what, who } of process.argv.includes('--scrolling') ? [] : tasks) {
  person.effort = { clicks: 0, fields: 0, deadEnds: [] }
  const start = performance.now()
  await run(person).catch((error: unknown) => {
    const [first = ''] = String(error).split('\n')
    person.effort.deadEnds.push(`${first} at ${new URL(page.url()).pathname}: ${waitedFor(error)}`)
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const { clicks, deadEnds: found, fields } = person.effort
  deadEnds += found.length
  rows.push([who, what, clicks, fields, seconds, found.length])
  for (const each of found) console.error(`${what}: ${each}`)
  if (found.length === 0) continue
  await page.screenshot({ path: `${service.dataDir}/dead-end-${rows.length}.png` })
  console.error(`${service.dataDir}/dead-end-${rows.length}.png`)
  // The next task begins at the first page, as a person does who is lost.
  await page.goto(service.url)
  await page.locator('.page-head').waitFor()
}
if (rows.length > 0) printTable(['who', 'task', 'clicks', 'fields', 'seconds', 'dead ends'], rows)
await fill(service.url)
await measureScrolling(page, service.url)
await browser.close()
await service.stop()
process.exit(deadEnds === 0 ? 0 : 1)

function waitedFor(error: unknown): string {
  return /waiting for (.*)/.exec(String(error))?.[1] ?? ''
}
