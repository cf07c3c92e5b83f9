import { expect, test } from 'bun:test'
import { openBrowser } from '../journeys/browser.ts'
import { welcomeEmail } from './page/emails.ts'
import { serveAlone } from './page/serve.ts'

test('keys and clicks between the first paint and loaded code are not lost', async () => {
  const address = await serveAlone({ document: welcomeEmail() })
  const page = await (await openBrowser()).newPage()
  const held: (() => void)[] = []
  let isShown = false
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    // What is read from here on only changes the email.
    if (pathname === '/editor/canvas') isShown = true
    else if (isShown && pathname.endsWith('.js')) await new Promise<void>((go) => held.push(go))
    await route.continue()
  })
  await page.goto(address)
  await page.waitForFunction(() => performance.getEntriesByName('svc-ready').length > 0)
  const frame = page.frames()[1]
  await frame?.getByText('We are glad').click({ position: { x: 2, y: 8 } })
  await page.keyboard.type('Hello, ')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(' you')
  expect(held.length).toBeGreaterThan(0)
  isShown = false
  for (const go of held) go()
  await page.waitForFunction(() => 'history' in window.editor && window.editor.editing.peek() === 'intro')
  await page.waitForFunction(() => JSON.stringify(window.editor.document.peek()).includes('Hello, youWe are glad'))
  await page.close()
})
