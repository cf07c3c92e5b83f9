/** Pages that mean ill: framing, forged and repeated messages, wrong nonces, other windows. None of them gets a word. */
import { beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { setAllowedOrigins } from '../../../src/surfaces/projects/index.ts'
import { until } from '../../support/until.ts'
import { makeHost } from '../../surfaces/plugin/host.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

let given: HostPage

beforeAll(async () => {
  given = await startHostPage({ standIn: 'stand-in.ts' })
})

const nonce = '0123456789abcdef'.repeat(2)

interface Attack {
  /** The nonce in the frame's address. */
  address?: string
  /** What is answered to the first word; a port goes along unless told otherwise. */
  answers: readonly { svc?: unknown; nonce?: unknown; version?: unknown; without?: 'port' }[]
  /** Sent by a frame beside the editor's instead of the page itself. */
  fromSibling?: boolean
}

/** Frames the editor from a page, answers its first word as told, calls `start`, and gives what came back on any port. */
async function attack(page: Page, { address = nonce, answers, fromSibling = false }: Attack): Promise<unknown[]> {
  await page.evaluate(
    async ([src, words, sibling]) => {
      const notified: unknown[] = []
      Object.assign(window, { notified })
      const frame = document.createElement('iframe')
      const helper = document.createElement('iframe')
      document.body.append(helper)
      const boot = new Promise<void>((resolve) => {
        addEventListener('message', ({ data, source }) => {
          if (source === frame.contentWindow && (data as { svc?: string }).svc === 'boot') resolve()
        })
      })
      frame.src = src
      document.body.append(frame)
      await boot
      // What the helper posts comes from its window, so that the source is not the parent.
      const { Function: ofHelper } = Object(helper.contentWindow) as { Function: typeof Function }
      const post = ofHelper('target', 'message', 'port', 'target.postMessage(message, "*", [port])')
      for (const { without, ...message } of words) {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => notified.push(data)
        const target = frame.contentWindow
        if (sibling) post(target, message, port2)
        else target?.postMessage(message, '*', without === 'port' ? [] : [port2])
        port1.postMessage({ id: 1, name: 'start', args: { setup: { pluginId: 'x', emailId: 'y' } } })
        port1.postMessage({ id: 2, name: 'getHtml' })
      }
    },
    [`${given.editorUrl}/editor?pluginId=${given.host.pluginId}#n=${address}`, answers, fromSibling] as const,
  )
  // Both have taken their messages once each has done a round of its own tasks.
  const round =
    'new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(1) })'
  const editor = page.frames().find((frame) => frame.url().includes('/editor'))
  for (let turn = 0; turn < 3; turn++) {
    await editor?.evaluate(round)
    await page.evaluate(round)
  }
  return page.evaluate('notified')
}

describe('a page of an allowed origin', () => {
  test('is connected if it knows the nonce', async () => {
    const page = await given.open()
    const notified = await attack(page, { answers: [{ svc: 'hello', nonce, version: 1 }] })
    expect(notified).toContainEqual({ id: 1, name: 'getAuthToken' })
    await page.close()
  })

  test.each<[string, Attack]>([
    ['with another nonce', { answers: [{ svc: 'hello', nonce: nonce.replace('0', '1'), version: 1 }] }],
    ['without a nonce', { answers: [{ svc: 'hello', version: 1 }] }],
    ['where the address has none', { address: '', answers: [{ svc: 'hello', nonce: '', version: 1 }] }],
    ['with a version that nobody speaks', { answers: [{ svc: 'hello', nonce, version: 99 }] }],
    ['without a port', { answers: [{ svc: 'hello', nonce, version: 1, without: 'port' }] }],
    ['with another word', { answers: [{ svc: 'hi', nonce, version: 1 }] }],
    ['from a frame beside', { answers: [{ svc: 'hello', nonce, version: 1 }], fromSibling: true }],
  ])('gets no response %s', async (_, words) => {
    const page = await given.open()
    if (words.address === '') {
      // An editor without a nonce does not even say its first word.
      const spoke = await page.evaluate(async (src) => {
        const frame = document.createElement('iframe')
        const loaded = new Promise((resolve) => (frame.onload = resolve))
        let count = 0
        addEventListener('message', () => count++)
        frame.src = src
        document.body.append(frame)
        await loaded
        return count
      }, `${given.editorUrl}/editor?pluginId=${given.host.pluginId}`)
      expect(spoke).toBe(0)
    } else expect(await attack(page, words)).toEqual([])
    await page.close()
  })

  test('is connected once: a repeated message opens no second port', async () => {
    const page = await given.open()
    const hello = { svc: 'hello', nonce, version: 1 }
    const notified = await attack(page, { answers: [hello, hello, hello] })
    expect(notified.filter((message) => (message as { name?: string }).name === 'getAuthToken')).toHaveLength(1)
    await page.close()
  })

  test('gets errors for unknown methods and invalid arguments', async () => {
    const page = await given.open()
    const answers = await page.evaluate(async (src) => {
      const frame = document.createElement('iframe')
      const { port1, port2 } = new MessageChannel()
      const notified: { id: number; failure?: { code: string } }[] = []
      addEventListener('message', ({ source }) => {
        if (source === frame.contentWindow)
          frame.contentWindow?.postMessage({ svc: 'hello', nonce: src.slice(-32), version: 1 }, '*', [port2])
      })
      frame.src = src
      document.body.append(frame)
      const calls: [string, unknown][] = [
        ['constructor', {}],
        ['__proto__', {}],
        ['toString', {}],
        ['start', { setup: { pluginId: 1 } }],
        ['setHtml', { html: {} }],
        ['export', { format: ['html'] }],
      ]
      const all = new Promise<void>((resolve) => {
        port1.onmessage = ({ data }) => {
          notified.push(data as { id: number })
          if (notified.length === calls.length) resolve()
        }
      })
      calls.forEach(([name, args], id) => port1.postMessage({ id, name, args }))
      await all
      return notified.map(({ failure }) => failure?.code)
    }, `${given.editorUrl}/editor?pluginId=${given.host.pluginId}#n=${nonce}`)
    expect(answers).toEqual(Array.from({ length: 6 }, () => 'INVALID_ARGS'))
    await page.close()
  })
})

test('a page of another origin cannot frame the editor', async () => {
  const page = await given.open({ at: given.strangerUrl })
  const notified = await page.evaluate(async (src) => {
    const messages: unknown[] = []
    addEventListener('message', ({ data }) => messages.push(data))
    const frame = document.createElement('iframe')
    const loaded = new Promise((resolve) => (frame.onload = resolve))
    frame.src = src
    document.body.append(frame)
    await loaded
    return messages
  }, `${given.editorUrl}/editor?pluginId=${given.host.pluginId}#n=${nonce}`)
  expect(notified).toEqual([])
  expect(page.frames().filter((frame) => frame.url().includes('/editor'))).toEqual([])
  await page.close()
})

test('the SDK ignores messages of other frames or origins', async () => {
  const page = await given.open()
  const answers = await page.evaluate(async () => {
    const posted: unknown[] = []
    const opening = window.svc
      .init({ pluginId: window.pluginId, apiRequestData: { emailId: 'x' }, getAuthToken: window.getAuthToken })
      .then(() => 'open')
    const impostor = document.createElement('iframe')
    document.body.append(impostor)
    const inner = Object(impostor.contentWindow) as {
      postMessage: (...words: unknown[]) => void
      Function: typeof Function
    }
    inner.postMessage = (...words: unknown[]) => posted.push(words)
    const say = inner.Function('w', 'w.postMessage({ svc: "boot", versions: [1, 1] }, "*")')
    for (let turn = 0; turn < 5; turn++) {
      say(window)
      window.postMessage({ svc: 'boot', versions: [1, 1] }, '*')
    }
    return { opened: await opening, posted }
  })
  expect(answers).toEqual({ opened: 'open', posted: [] })
  await page.close()
})

describe('the pages of the editor', () => {
  const get = (path: string) => given.service.handle(new Request(`${given.editorUrl}${path}`))

  // The console embeds the editor of every project.
  const ownOrigin = () => new URL(given.editorUrl).origin

  test('list allowed frame ancestors, and run only scripts of the editor', async () => {
    const { headers } = await get(`/editor?pluginId=${given.host.pluginId}`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toEndWith(`; frame-ancestors ${ownOrigin()} ${given.url}`)
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('allow no other frame ancestor than the service itself if the project lists no origin', async () => {
    const { pluginId } = await makeHost(given.service)
    const { headers } = await get(`/editor?pluginId=${pluginId}`)
    expect(headers.get('content-security-policy')).toEndWith(`; frame-ancestors ${ownOrigin()}`)
  })

  test('let a page ask about its own origin, at most 60 times a minute from one IP address', async () => {
    const check = async (origin: string, address?: string) => {
      const url = `${given.editorUrl}/editor/check?pluginId=${given.host.pluginId}`
      const source = address === undefined ? undefined : { requestIP: () => ({ address }) }
      return given.service.handle(new Request(url, { method: 'POST', headers: { origin } }), source)
    }
    expect(await (await check(given.url)).json()).toEqual({ details: null })
    const refused = await check('https://elsewhere.example')
    const text = await refused.text()
    expect(text).toContain('does not allow the origin of this page, https://elsewhere.example')
    // Neither the origins that are listed nor whose project it is.
    expect(text).not.toContain(given.url)
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('cache-control')).toBe('no-store')
    const statuses: number[] = []
    for (let turn = 0; turn < 61; turn++) statuses.push((await check(given.url, '192.0.2.9')).status)
    expect([statuses.indexOf(429), statuses.filter((status) => status === 200).length]).toEqual([60, 60])
    expect((await check(given.url, '192.0.2.10')).status).toBe(200)
  })

  test('allow no frame ancestor for an unknown plugin', async () => {
    for (const query of ['', '?pluginId=x', `?pluginId=svc_pk_${'0'.repeat(48)}`]) {
      const { status, headers } = await get(`/editor${query}`)
      expect([status, headers.get('content-security-policy')]).toEqual([
        404,
        "default-src 'none'; frame-ancestors 'none'",
      ])
    }
  })

  test('use only language and theme of the URL in the page', async () => {
    const page = await (await get(`/editor?pluginId=${given.host.pluginId}&locale="><script>&theme=x"onload=`)).text()
    expect(page).toContain('<html lang="en" dir="ltr" data-theme="light">')
    const arabic = await (await get(`/editor?pluginId=${given.host.pluginId}&locale=ar&theme=dark`)).text()
    expect(arabic).toContain('<html lang="ar" dir="rtl" data-theme="dark">')
  })

  test('render emails in a sandbox without scripts', async () => {
    const { headers } = await get('/editor/canvas')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    // It asks every page around, and the editor is in those of others.
    expect(policy).not.toContain('frame-ancestors')
    expect(policy).not.toContain('script-src')
  })

  test('serve no other files', async () => {
    for (const path of [
      '/editor/assets/nothing.js',
      '/editor/assets/..%2f..%2fpackage.json',
      '/sdk/..%2fsdk%2fsvc.js',
      '/sdk/constructor',
    ])
      expect((await get(path)).status).toBeOneOf([400, 404])
  })

  test('update their frame ancestors when the project changes', async () => {
    const allow = (...origins: string[]) =>
      given.service.store.tx((db) => setAllowedOrigins(db, given.host.projectId, origins))
    const listed = async () =>
      (await get(`/editor?pluginId=${given.host.pluginId}`)).headers.get('content-security-policy') ?? ''
    await allow('*')
    await until(async () => (await listed()).includes('frame-ancestors *'), 'every origin to be allowed')
    await allow(given.url)
    await until(async () => !(await listed()).includes('frame-ancestors *'), 'the list to be back')
    expect(await listed()).toContain(given.url)
  })
})
