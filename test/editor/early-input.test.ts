import { expect, test } from 'bun:test'
import { openBrowser } from '../journeys/browser.ts'
import { emailOf, welcomeEmail } from './page/emails.ts'
import { serveAlone } from './page/serve.ts'

/** Opens an email, holds back all code that is loaded after it is shown, and lets it go. */
async function openHeld(document: ReturnType<typeof welcomeEmail>) {
  const address = await serveAlone({ document })
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
  return {
    page,
    frame: page.frames()[1],
    release() {
      expect(held.length).toBeGreaterThan(0)
      isShown = false
      for (const go of held) go()
    },
  }
}

test('keys and clicks between the first paint and loaded code are not lost', async () => {
  const { frame, page, release } = await openHeld(welcomeEmail())
  await frame?.getByText('We are glad').click({ position: { x: 2, y: 8 } })
  await page.keyboard.type('Hello, ')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(' you')
  release()
  await page.waitForFunction(() => 'history' in window.editor && window.editor.editing.peek() === 'intro')
  await page.waitForFunction(() => JSON.stringify(window.editor.document.peek()).includes('Hello, youWe are glad'))
  await page.close()
})

const twoTexts = () =>
  emailOf([
    {
      id: 'row',
      type: 'section',
      columns: [
        {
          id: 'column',
          type: 'column',
          blocks: [
            { id: 'first', type: 'text', text: '<p>First words</p>' },
            { id: 'last', type: 'text', text: '<p>Last words</p>' },
          ],
        },
      ],
    },
  ])

test.each([
  ['End', ['End', '!'], 'First words!', 'Last words', 'first'],
  ['Home', ['End', 'Home', '!'], '!First words', 'Last words', 'first'],
  [
    'selected letters',
    ['Home', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Delete', 'F', 'i'],
    'First words',
    'Last words',
    'first',
  ],
  ['select all', ['ControlOrMeta+a', 'N', 'o'], 'No', 'Last words', 'first'],
  ['keys over a text', ['End', 'ArrowDown', 'End', '!'], 'First words', 'Last words!', 'last'],
  [
    'Backspace at the start of the text below',
    ['End', 'ArrowDown', 'Home', 'Backspace', '+'],
    'First words+Last words',
    '',
    'first',
  ],
  ['Escape', ['End', '!', 'Escape'], 'First words!', 'Last words', undefined],
])('%s pressed while the text editor loads is of the text', async (_, keys, first, last, editing) => {
  const { frame, page, release } = await openHeld(twoTexts())
  await frame?.getByText('First words').click({ position: { x: 20, y: 8 } })
  for (const key of keys) await page.keyboard.press(key)
  release()
  await page.waitForFunction(
    ([one, other, id]) => {
      if (!('history' in window.editor)) return false
      const { document: email, editing: edited, selection } = window.editor
      const { blocks } = (email.peek().rows[0] as never as { columns: { blocks: { text: object }[] }[] })
        .columns[0] ?? { blocks: [] }
      const words = blocks.map(({ text }) =>
        [...JSON.stringify(text).matchAll(/"text":"([^"]*)"/g)].map(([, each]) => each).join(''),
      )
      return (
        words[0] === one && (words[1] ?? '') === other && edited.peek() === id && selection.peek() === (id ?? 'first')
      )
    },
    [first, last, editing] as const,
  )
  await page.close()
})
