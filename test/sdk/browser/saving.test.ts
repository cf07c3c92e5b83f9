/** What people type is saved or kept, whatever ends the editor; what they may not do is refused, and costs nothing else. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Frame, FrameLocator, Page } from 'playwright-core'
import { buildEditor } from '../../../scripts/editor.ts'
import type { SvcError } from '../../../sdk/browser/index.ts'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { publicTemplateId } from '../../../src/surfaces/templates/index.ts'
import { accessibilityFaults } from '../../support/accessibility.ts'
import { ask } from '../../support/scenario.ts'
import { until } from '../../support/until.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

let given: HostPage
let welcome: string
let key: string

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage({ withStorage: true })
  welcome = await publicTemplateId('welcome')
  const { projectId } = given.host
  const made = await given.service.store.tx((db) => createApiKey(db, { projectId, name: 'Admin', scopes: ['admin'] }))
  key = made.key
})

interface Opened {
  page: Page
  editor: FrameLocator
  canvas: FrameLocator
  /** How saving stands, in the bar. */
  status(): Promise<string>
}

async function open(emailId: string): Promise<Opened> {
  const page = await given.context.newPage()
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  return openIn(page, emailId)
}

async function openIn(page: Page, emailId: string, user = 42): Promise<Opened> {
  await page.goto(`${given.url}/?user=${user}`)
  await page.evaluate(
    ([id, startFrom]) => {
      window.notified = []
      for (const name of ['save', 'error', 'change'] as const)
        window.svc.on(name, (payload: unknown) => window.notified.push([name, payload]))
      const ready = new Promise<void>((resolve) => window.svc.once('ready', () => resolve()))
      const { pluginId, getAuthToken } = window
      return window.svc.init({ pluginId, apiRequestData: { emailId: id }, getAuthToken, startFrom }).then(() => ready)
    },
    [emailId, welcome] as const,
  )
  const editor = page.frameLocator('#svc-plugin > iframe')
  const status = async () => (await editor.locator('.saved').textContent()) ?? ''
  return { page, editor, canvas: editor.frameLocator('iframe'), status }
}

/** What the editor of a frame stores in the browser. */
async function inBrowser(frame: Frame | undefined): Promise<{ key: string; text: string }[]> {
  const found = await frame?.evaluate(
    () =>
      new Promise<{ key: string; text: string }[]>((resolve, reject) => {
        const request = indexedDB.open('svc')
        request.onerror = () => reject(request.error ?? new Error('not opened'))
        request.onsuccess = () => {
          const store = request.result.transaction('edits').objectStore('edits')
          const [keys, entries] = [store.getAllKeys(), store.getAll()]
          entries.onsuccess = () => {
            request.result.close()
            resolve(keys.result.map((key, at) => ({ key: String(key), text: entries.result[at].text })))
          }
        }
      }),
  )
  return found ?? []
}

/** Ends the renderer processes of the browser as a crash does: nothing runs in them any more. */
async function killRenderers(): Promise<void> {
  const browser = await given.context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  for (const { type: kind, id } of processInfo) if (kind === 'renderer') process.kill(id, 'SIGKILL')
  await browser?.detach()
}

const templateIdOf = async (emailId: string) => {
  const { templates } = given.service.store.read.tables
  const found = await given.service.store.read.select().from(templates)
  return found.find(({ externalId }) => externalId === emailId)?.id
}

async function stored(emailId: string): Promise<string> {
  const { templateDocuments } = given.service.store.read.tables
  const id = await templateIdOf(emailId)
  const rows = await given.service.store.read.select().from(templateDocuments)
  return JSON.stringify(rows.find(({ templateId }) => templateId === id)?.document ?? '')
}

const isStored = (emailId: string, words: string) => async () => (await stored(emailId)).includes(words)

/** Types at the end of the headline, which ends with a merge tag and a full stop. */
async function type({ page, canvas }: Opened, words: string, delay = 0): Promise<void> {
  const headline = canvas.getByText('Pull up a chair')
  const typed = canvas.locator('[contenteditable="true"]', { hasText: 'Pull up a chair' })
  // Before the text is opened for typing, End goes to the last block.
  await until(async () => {
    await headline.click()
    return (await typed.count()) > 0
  }, 'the caret')
  await page.keyboard.press('End')
  await page.keyboard.type(words, { delay })
}

describe('the last typed text is saved', () => {
  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['before destroy', (page) => page.evaluate(() => window.svc.destroy())],
    ['before destroy a moment later', (page) => page.evaluate(() => setTimeout(() => void window.svc.destroy(), 300))],
    [
      'before the host removes the container',
      (page) => page.evaluate(() => document.getElementById('svc-plugin')?.remove()),
    ],
    ['before a reload', (page) => page.reload()],
    ['before another page', (page) => page.goto('about:blank')],
    [
      'before another email in the same place',
      (page) =>
        page.evaluate(() => {
          const { pluginId, getAuthToken, svc } = window
          return svc.init({ pluginId, apiRequestData: { emailId: 'another' }, getAuthToken })
        }),
    ],
  ])('%s', async (name, end) => {
    const emailId = `ends ${name}`
    const opened = await open(emailId)
    await type(opened, ' LAST')
    await end(opened.page)
    await until(isStored(emailId, '. LAST"'), 'the last words')
    await opened.page.close()
  })

  test('with continuous typing during a request, every letter once', async () => {
    const opened = await open('steady')
    const words = ' one two three four five six seven eight nine ten'
    await type(opened, words, 110)
    await opened.page.evaluate(() => window.svc.destroy())
    await until(isStored('steady', `.${words}"`), 'all words')
    const again = await openIn(opened.page, 'steady')
    await again.canvas.getByText(words.trim()).waitFor()
    expect(await again.status()).toBe('Saved')
    await opened.page.close()
  })
})

describe('input in progress is saved', () => {
  const ends: [string, (page: Page) => Promise<unknown>][] = [
    ['destroy', (page) => page.evaluate(() => window.svc.destroy())],
    ['the removal of the container', (page) => page.evaluate(() => document.getElementById('svc-plugin')?.remove())],
    ['a reload', (page) => page.reload()],
  ]

  test.each(ends)('a word that an input method composes, before %s', async (name, end) => {
    const emailId = `composed ${name}`
    const opened = await open(emailId)
    await type(opened, ' ')
    const input = await given.context.newCDPSession(opened.page)
    await input.send('Input.imeSetComposition', { text: '日本', selectionStart: 2, selectionEnd: 2 })
    await opened.canvas.getByText('日本').waitFor()
    await end(opened.page)
    await until(isStored(emailId, '日本'), 'the composed word')
    await opened.page.close()
  })

  test.each(ends)('a number that its field applies on blur, before %s', async (name, end) => {
    const emailId = `number ${name}`
    const opened = await open(emailId)
    await type(opened, ' ')
    await opened.page.keyboard.press('Escape')
    const size = opened.editor.getByRole('spinbutton', { name: 'Size' })
    await size.fill('37')
    await end(opened.page)
    await until(isStored(emailId, '"size":37'), 'the size')
    await opened.page.close()
  })
})

test('typed text survives that the custom element moves in the page, and is removed', async () => {
  const page = await given.context.newPage()
  await page.goto(`${given.url}/?user=42`)
  await page.addScriptTag({ url: `${given.editorUrl}/sdk/svc-editor.js` })
  await page.evaluate(async (startFrom) => {
    const element = document.createElement('svc-editor')
    const { pluginId, getAuthToken } = window
    Object.assign(element, { pluginId, getAuthToken, emailId: 'moved', startFrom })
    element.style.height = '700px'
    document.getElementById('svc-plugin')?.replaceChildren(element)
    await new Promise((resolve) => element.addEventListener('ready', resolve, { once: true }))
  }, welcome)
  const editor = page.frameLocator('svc-editor iframe')
  const canvas = editor.frameLocator('iframe')
  const opened: Opened = { page, editor, canvas, status: async () => '' }
  await type(opened, ' MOVED')
  await page.evaluate(async () => {
    const element = document.querySelector('svc-editor')
    const ready = new Promise((resolve) => element?.addEventListener('ready', resolve, { once: true }))
    document.body.append(element as Node)
    await ready
  })
  await canvas.getByText('MOVED').waitFor()
  await type(opened, ' LAST')
  await page.evaluate(() => document.querySelector('svc-editor')?.remove())
  await until(isStored('moved', 'MOVED LAST'), 'the words')
  await page.close()
})

test('an expired token shows a page that explains it, and a renewed one opens the email with the typed text', async () => {
  const opened = await open('expired')
  const { page, editor, canvas } = opened
  given.sign('expired')
  await type(opened, ' KEPT')
  const failed = page.evaluate(async (startFrom) => {
    const { pluginId, svc } = window
    // As after a reload.
    await svc.destroy()
    window.notified = []
    svc.on('error', (failure) => window.notified.push(['error', failure]))
    const config = {
      pluginId,
      apiRequestData: { emailId: 'expired' },
      startFrom,
      getAuthToken: () => window.getAuthToken(),
    }
    return svc.init({ ...config, locale: 'de', theme: 'dark' }).catch(({ code }: SvcError) => code)
  }, welcome)
  expect(await failed).toBe('PLUGIN_AUTH_EXPIRED')
  await editor.getByRole('alert').getByText('Melde dich erneut an').waitFor()
  expect(await editor.locator('html').getAttribute('data-theme')).toBe('dark')
  const retry = editor.getByRole('button', { name: 'Erneut versuchen' })
  // The frame is gone before a click of the test would end.
  const press = () => retry.evaluate((button: HTMLElement) => void setTimeout(() => button.click()))
  await press()
  await page.waitForFunction(() => window.notified.length > 1)
  given.sign('good')
  const old = await page.waitForSelector('#svc-plugin > iframe')
  await press()
  // A locator that enters the old frame ends with it.
  await page.waitForFunction((frame) => !frame.isConnected, old)
  await canvas.getByText('KEPT').waitFor()
  await until(isStored('expired', 'KEPT'), 'the words')
  await page.close()
})

test('destroy resolves when unsaved changes are saved, and the container is free for another editor at once', async () => {
  const opened = await open('awaited')
  await type(opened, ' FIRST')
  await until(isStored('awaited', 'FIRST'), 'the first save')
  await opened.page.evaluate(() => {
    window.notified = []
  })
  await opened.page.keyboard.type(' LAST')
  await opened.page.waitForFunction(() => window.notified.some(([, said]) => (said as { dirty?: boolean }).dirty))
  const seen = await opened.page.evaluate(async () => {
    const { pluginId, getAuthToken, svc } = window
    let saves = 0
    let ended = 0
    svc.on('save', () => void saves++)
    svc.on('destroyed', () => void ended++)
    await svc.destroy()
    const frames = document.querySelectorAll('iframe').length
    const isInitialized = svc.isInitialized()
    const ready = new Promise<void>((resolve) => svc.once('ready', () => resolve()))
    await svc.init({ pluginId, apiRequestData: { emailId: 'awaited' }, getAuthToken }).then(() => ready)
    return { saves, ended, frames, isInitialized, document: JSON.stringify(await svc.getDocument()) }
  })
  expect(seen).toMatchObject({ saves: 1, ended: 1, frames: 0, isInitialized: false })
  expect(seen.document).toContain('FIRST LAST')
  const frames = await opened.page.evaluate(async () => {
    const { pluginId, getAuthToken, svc } = window
    void svc.destroy()
    await svc.init({ pluginId, apiRequestData: { emailId: 'another' }, getAuthToken })
    return document.querySelectorAll('iframe').length
  })
  expect(frames).toBe(1)
  await opened.page.close()
})

describe('no end of a window loses words that were typed right before', () => {
  const losses: { end: string; network: string; words: string; saved: string }[] = []
  afterAll(() => console.log(Bun.inspect.table(losses)))

  test.each<[string, 'there' | 'gone', (opened: Opened, emailId: string) => Promise<unknown>]>([
    ['the tab is closed', 'there', ({ page }) => page.close()],
    ['the tab is closed', 'gone', ({ page }) => page.close()],
    ['the host calls destroy', 'gone', ({ page }) => page.evaluate(() => window.svc.destroy())],
    ['the host removes the container', 'gone', ({ page }) => page.evaluate(() => document.body.replaceChildren())],
    ['another page is opened', 'gone', ({ page }) => page.goto('about:blank')],
    ['the renderer is killed', 'there', killRenderers],
    ['the renderer is killed', 'gone', killRenderers],
    [
      'the right to change the email is withdrawn, and the tab is closed',
      'there',
      async ({ page }, emailId) => {
        await grant(emailId, 'view')
        await page.keyboard.type('!')
        await page.close()
        const viewer = await open(emailId)
        await viewer.canvas.getByText('FIRST LAST').waitFor()
        await viewer.page.close()
        await grant(emailId, 'edit')
      },
    ],
  ])('%s, the service is %s', async (end, network, run) => {
    const emailId = `loses ${end} ${network}`
    const opened = await open(emailId)
    await type(opened, ' FIRST')
    await until(isStored(emailId, 'FIRST'), 'the first save')
    if (network === 'gone') await given.setNetwork(false)
    await opened.page.keyboard.type(' LAST')
    await run(opened, emailId)
    await opened.page.close()
    if (network === 'gone') {
      expect(await stored(emailId)).not.toContain('LAST')
      await given.setNetwork(true)
    }
    const again = await open(emailId)
    await again.canvas.getByText('FIRST LAST').waitFor()
    await until(isStored(emailId, 'FIRST LAST'), 'the words')
    expect((await stored(emailId)).split(' LAST')).toHaveLength(2)
    losses.push({ end, network, words: 'kept', saved: 'once' })
    await again.page.close()
  })
})

test('restored words are reported until the notice is dismissed, can be undone, and are nobody else’s', async () => {
  const opened = await open('restored')
  await type(opened, ' FIRST')
  await until(isStored('restored', 'FIRST'), 'the first save')
  await given.setNetwork(false)
  await opened.page.keyboard.type(' KEPT')
  await killRenderers()
  await opened.page.close()
  await given.setNetwork(true)
  const other = await openIn(await given.context.newPage(), 'restored', 7)
  expect(await other.canvas.getByText('KEPT').count()).toBe(0)
  await other.page.close()
  const { page, editor, canvas } = await open('restored')
  await canvas.getByText('FIRST KEPT').waitFor()
  const notice = editor.getByRole('status').filter({ hasText: /^1 change from .* is in this email now/ })
  await notice.waitFor()
  expect(await accessibilityFaults(page.mainFrame().childFrames()[0] as Frame)).toEqual([])
  await notice.getByRole('button', { name: 'Undo' }).click()
  await notice.waitFor({ state: 'detached' })
  await until(async () => !(await stored('restored')).includes('KEPT'), 'the undone words')
  await canvas.getByText('Pull up a chair').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+z')
  await canvas.getByText('FIRST KEPT').waitFor()
  await until(isStored('restored', 'FIRST KEPT'), 'the words')
  await page.close()
})

test('a frame without storage opens the email, saves, and says that unsaved changes are only there', async () => {
  const page = await given.context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
  // As in a sandboxed frame without an origin of its own.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse })
  })
  const opened = await openIn(page, 'without-storage')
  await type(opened, ' FIRST')
  await until(isStored('without-storage', 'FIRST'), 'the first save')
  await given.setNetwork(false)
  await page.keyboard.type(' LAST')
  await opened.editor.getByText('Keep this window open until your changes are saved').first().waitFor()
  await given.setNetwork(true)
  await until(isStored('without-storage', 'FIRST LAST'), 'the words')
  expect(errors).toEqual([])
  await page.close()
})

test('typed text of a window that closes only after the next one has opened is saved then', async () => {
  const beside = await open('beside')
  const [, frame] = beside.page.frames()
  const opened = await open('slow-to-close')
  await type(opened, ' FIRST')
  await until(isStored('slow-to-close', 'FIRST'), 'the first save')
  await given.setNetwork(false)
  await opened.page.keyboard.type(' KEPT')
  await until(async () => (await opened.canvas.getByText('FIRST KEPT').count()) > 0, 'the words')
  // Another email of the same browser gets what a window holds until it has gone, and holds it longer.
  const keyOf = async () => {
    const entries = await inBrowser(frame)
    return entries.find(({ key: name, text }) => name.includes('slow-to-close') && text.includes('KEPT'))?.key
  }
  await until(async () => (await keyOf()) !== undefined, 'the words in the browser')
  const held = frame?.evaluate(
    (name = '') =>
      new Promise<boolean>((granted) => {
        void navigator.locks.request(name, () => {
          granted(true)
          return new Promise<void>((gone) => Object.assign(window, { gone }))
        })
      }),
    await keyOf(),
  )
  await opened.page.close()
  expect(await held).toBe(true)
  await given.setNetwork(true)
  const again = await open('slow-to-close')
  expect(await again.canvas.getByText('FIRST KEPT').count()).toBe(0)
  await frame?.evaluate('gone()')
  await again.canvas.getByText('FIRST KEPT').waitFor()
  await until(isStored('slow-to-close', 'FIRST KEPT'), 'the words')
  await again.page.close()
  await beside.page.close()
})

describe('a save whose response is lost', () => {
  test('is repeated: the bar shows Saving and then Saved, and the text is saved once', async () => {
    const opened = await open('lost-response')
    const sent: string[] = []
    await opened.page.route('**/v1/plugin/operations', async (route) => {
      sent.push((route.request().postDataJSON() as { editId: string }).editId)
      // It is done, and the connection breaks.
      const response = await route.fetch()
      if (sent.length === 1) await route.abort('connectionreset')
      else await route.fulfill({ response })
    })
    const frame = opened.page.frames()[1]
    await frame?.evaluate(() => {
      const said: (string | null)[] = []
      window.said = said
      const bar = document.querySelector('.bar, header') ?? document.body
      const note = () => said.push(document.querySelector('.saved')?.textContent ?? null)
      new MutationObserver(note).observe(bar, { subtree: true, childList: true, characterData: true })
    })
    await type(opened, ' ONCE')
    await until(isStored('lost-response', '. ONCE"'), 'the words')
    await until(async () => (await opened.status()).startsWith('Saved'), 'the state')
    expect(sent.length).toBeGreaterThan(1)
    expect(sent[1]).toBe(sent[0] ?? '')
    expect((await stored('lost-response')).split('ONCE')).toHaveLength(2)
    const said = (await frame?.evaluate(() => window.said)) ?? []
    expect(said).toContain('Saving…')
    expect(said.filter((words) => /Offline|Not saved –|Conflict/.test(words ?? ''))).toEqual([])
    expect(await opened.page.evaluate(() => window.notified.filter(([name]) => name === 'error'))).toEqual([])
    await opened.page.close()
  })
})

describe('without a network', () => {
  test.each([0, 1500])(
    'typed text survives closing the tab %d ms after the last key, for the same user',
    async (ms) => {
      const emailId = `offline-${ms}`
      const opened = await open(emailId)
      await type(opened, ' FIRST')
      await until(isStored(emailId, 'FIRST'), 'the first save')
      await given.setNetwork(false)
      await opened.page.keyboard.type(' KEPT')
      if (ms > 0) await until(async () => (await opened.status()).startsWith('Offline'), 'the state')
      await opened.page.close()
      expect(await stored(emailId)).not.toContain('KEPT')
      await given.setNetwork(true)
      const again = await open(emailId)
      await again.canvas.getByText('FIRST KEPT').waitFor()
      expect(await stored(emailId)).toContain('FIRST KEPT')
      const frame = again.page.frames()[1]
      const kept = async () => (await inBrowser(frame)).filter(({ key: name }) => name.includes(emailId))
      await until(async () => (await kept()).length === 0, 'nothing kept of this email')
      await again.page.close()
    },
  )
})

test("text that waits for another user's lock is not shown as saved", async () => {
  const opened = await open('waiting')
  await type(opened, ' FIRST')
  await until(isStored('waiting', 'FIRST'), 'the first save')
  await given.setNetwork(false)
  await opened.page.keyboard.type(' KEPT')
  await until(async () => (await opened.status()).startsWith('Offline'), 'the state')
  await opened.page.close()
  await given.setNetwork(true)
  const other = await openIn(await given.context.newPage(), 'waiting', 7)
  await until(async () => (await lockHolder('waiting'))?.startsWith('7') === true, 'the lock of the other')
  const { page, editor, canvas, status } = await open('waiting')
  await until(async () => /^Waiting to save \d+ changes?$/.test(await status()), 'the state')
  const html = { html: '<p>Other</p>', css: '' }
  const refused = await page.evaluate(
    ({ html, css }) =>
      window.svc.setHtml(html, css).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    html,
  )
  expect(refused).toBe('PERMISSION_DENIED')
  await editor.getByRole('button', { name: 'Ask to edit' }).click()
  await other.editor.getByRole('button', { name: 'Hand over' }).click()
  await canvas.getByText('FIRST KEPT').waitFor()
  await until(isStored('waiting', 'FIRST KEPT'), 'the words')
  await until(async () => (await status()).startsWith('Saved'), 'the state')
  await other.page.close()
  await page.close()
})

describe('a user who may edit only texts', () => {
  test('is notified at the first forbidden action, and every text change is saved', async () => {
    const opened = await open('texts-only')
    await type(opened, ' FIRST')
    await until(isStored('texts-only', 'FIRST'), 'the first save')
    await opened.page.close()
    await grant('texts-only', 'edit_text')
    const { page, editor, canvas, status } = await open('texts-only')
    expect(await editor.locator('.svc-tile').first().isDisabled()).toBe(true)
    await canvas.getByText('Pull up a chair').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Delete')
    await editor.getByText('You can only change text, links and images in this email.').first().waitFor()
    await canvas.getByText('Pull up a chair').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' LATER')
    await until(isStored('texts-only', 'FIRST LATER'), 'the words')
    await until(async () => (await status()).startsWith('Saved'), 'the state')
    expect(await page.evaluate(() => window.notified.filter(([name]) => name === 'error'))).toEqual([])
    await page.close()
  })

  test('since the editor was opened loses only other changes', async () => {
    const opened = await open('narrowed')
    await type(opened, ' FIRST')
    await until(isStored('narrowed', 'FIRST'), 'the first save')
    await grant('narrowed', 'edit_text')
    const dividers = (await stored('narrowed')).match(/"divider"/g)?.length ?? 0
    await opened.page.keyboard.type(' AND')
    await opened.editor.getByRole('button', { name: 'Divider' }).first().click()
    await until(isStored('narrowed', 'FIRST AND'), 'the words')
    await until(async () => (await opened.status()) === 'Saved · 1 change undone', 'the state')
    expect((await stored('narrowed')).match(/"divider"/g)).toHaveLength(dividers)
    await opened.page.close()
  })

  test('or who may only view, is notified of the reason, and keeps the text over a reload', async () => {
    const opened = await open('looking')
    await type(opened, ' FIRST')
    await until(isStored('looking', 'FIRST'), 'the first save')
    await grant('looking', 'view')
    await opened.page.keyboard.type(' KE')
    // Letters that come while some are refused are a change of their own.
    const keptOnly = /^\d+ changes? cannot be saved$/
    await until(async () => keptOnly.test(await opened.status()), 'the state')
    // The word is typed to its end, and nothing is begun after it.
    await opened.page.keyboard.type('PT')
    await opened.page.keyboard.press('Escape')
    await opened.editor.locator('.svc-tile[disabled]').first().waitFor()
    const again = await openIn(opened.page, 'looking')
    await again.canvas.getByText('FIRST KEPT').waitFor()
    await until(async () => keptOnly.test(await again.status()), 'the state')
    await grant('looking', 'edit')
    const later = await openIn(opened.page, 'looking')
    await later.canvas.getByText('FIRST KEPT').waitFor()
    expect(await stored('looking')).toContain('FIRST KEPT')
    await opened.page.close()
  })
})

test('the event save is emitted for each autosave, and once for a save of the host', async () => {
  const opened = await open('events')
  await type(opened, ' TYPED')
  await opened.page.waitForFunction(() => window.notified.some(([name]) => name === 'save'))
  const saves = () =>
    opened.page.evaluate(() => window.notified.filter(([name]) => name === 'save').map(([, said]) => said))
  const saved = { success: true, emailId: 'events', savedAt: expect.stringMatching(/^\d{4}-.*Z$/) }
  expect((await saves())[0]).toEqual({ ...saved, auto: true })
  expect(await stored('events')).toContain('TYPED')
  await opened.page.evaluate(() => {
    window.notified = []
  })
  await opened.page.keyboard.type(' MORE')
  await opened.page.evaluate(() => window.svc.save())
  const templateId = await templateIdOf('events')
  expect((await saves()).filter((said) => !Object.hasOwn(said as object, 'auto'))).toEqual([{ ...saved, templateId }])
  await opened.page.close()
})

async function lockHolder(emailId: string): Promise<string | null | undefined> {
  const id = await templateIdOf(emailId)
  const { templates } = given.service.store.read.tables
  const rows = await given.service.store.read.select().from(templates)
  return rows.find((row) => row.id === id)?.lockId
}

async function grant(emailId: string, level: string): Promise<void> {
  const id = await templateIdOf(emailId)
  const put = await ask(given.service, {
    call: `PUT /v1/templates/${id}/permissions`,
    key,
    send: { default: level, grants: [] },
  })
  expect(put.status).toBe(200)
}
