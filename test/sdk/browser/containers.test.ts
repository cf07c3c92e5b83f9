/** Several editors on one page, containers of every kind, and the script loaded more than once. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { PluginConfig, Svc, SvcError, createSvc } from '../../../sdk/browser/index.ts'
import type { SvcEditorElement } from '../../../sdk/browser/wrappers/element.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

declare global {
  interface Window {
    svc: Svc
    pluginId: string
    getAuthToken: () => Promise<string>
    configOf(emailId: string, container?: unknown): PluginConfig
    more: Svc[]
    opened: Record<string, Svc>
    show(more: Partial<PluginConfig>, emailId?: string): void
  }
}

const files: Record<string, { body: string; type: string }> = {}
let given: HostPage

beforeAll(async () => {
  given = await startHostPage({ standIn: 'stand-in.ts', files })
})

async function openPage(): Promise<Page> {
  const page = await given.open()
  await page.evaluate(() => {
    window.more = []
    window.configOf = (emailId, container) => ({
      pluginId: window.pluginId,
      apiRequestData: { emailId },
      getAuthToken: () => window.getAuthToken(),
      ...(container === undefined ? {} : { container: container as string }),
    })
    for (const id of ['left', 'right']) {
      const element = document.createElement('div')
      element.id = id
      element.style.height = '300px'
      element.textContent = 'Loading'
      document.body.append(element)
    }
  })
  return page
}

const framesIn = (page: Page) =>
  page.evaluate(() =>
    ['svc-plugin', 'left', 'right'].map((id) => document.getElementById(id)?.querySelectorAll('iframe').length),
  )

describe('several editors on a page', () => {
  test('work side by side, each in its container, and are destroyed individually', async () => {
    const page = await openPage()
    const answers = await page.evaluate(async () => {
      const { createSvc: create } = window.svc as Svc & { createSvc: typeof createSvc }
      const [one, other] = [create(), create()]
      window.more = [one, other]
      await Promise.all([
        window.svc.init(window.configOf('main')),
        one.init(window.configOf('one', '#left')),
        other.init(window.configOf('other', document.getElementById('right'))),
      ])
      const saved = await Promise.all([window.svc.save(), one.save(), other.save()])
      return saved.map(({ emailId }) => emailId)
    })
    expect(answers).toEqual(['main', 'one', 'other'])
    expect(await framesIn(page)).toEqual([1, 1, 1])
    expect(await page.getByText('Loading').count()).toBe(0)
    await page.evaluate(() => window.more[0]?.destroy())
    expect(await framesIn(page)).toEqual([1, 0, 1])
    expect(await page.evaluate(async () => (await window.more[1]?.save())?.emailId)).toBe('other')
    await page.close()
  })

  test('an instance cannot use the container of another one, but can reuse its own', async () => {
    const page = await openPage()
    const seen = await page.evaluate(async () => {
      const { createSvc: create } = window.svc as Svc & { createSvc: typeof createSvc }
      const [second, notified] = [create(), [] as string[]]
      window.svc.on('error', ({ code }) => notified.push(`first ${code}`))
      second.on('error', ({ code }) => notified.push(`second ${code}`))
      const first = window.svc.init(window.configOf('first'))
      // Already while the first one is loading.
      const refused = await second.init(window.configOf('second')).catch((thrown: SvcError) => thrown.toJSON())
      await first
      const after = await window.svc.save()
      await window.svc.init(window.configOf('again'))
      return { refused, notified, after: after.emailId, again: (await window.svc.save()).emailId }
    })
    expect(seen).toEqual({
      refused: {
        error: 'Invalid plugin configuration',
        code: 'INVALID_CONFIG',
        details: 'The container has an editor. Destroy it or set container.',
        errorType: 'validation',
        isRecoverable: true,
      },
      notified: ['second INVALID_CONFIG'],
      after: 'first',
      again: 'again',
    })
    expect(await framesIn(page)).toEqual([1, 0, 0])
    // A container that became free is free.
    await page.evaluate(async () => {
      void window.svc.destroy()
      const { createSvc: create } = window.svc as Svc & { createSvc: typeof createSvc }
      await create().init(window.configOf('second'))
    })
    expect(await framesIn(page)).toEqual([1, 0, 0])
    await page.close()
  })

  test('in a container without a height, hidden at first, the editor has 80 % of the window; others keep their height', async () => {
    const page = await openPage()
    await page.evaluate(async () => {
      const left = document.getElementById('left') as HTMLElement
      const grid = document.body.appendChild(document.createElement('div'))
      grid.style.cssText = 'display:grid;grid-template-rows:1fr;height:350px'
      grid.append(document.getElementById('right') as HTMLElement)
      left.style.cssText = 'display:none'
      for (const id of ['left', 'right']) {
        const { createSvc: create } = window.svc as Svc & { createSvc: typeof createSvc }
        const one = create()
        await one.init(window.configOf(id, `#${id}`))
        window.more.push(one)
      }
      ;(document.getElementById('right') as HTMLElement).style.height = ''
      left.style.display = 'block'
    })
    const frame = (id: string) => page.locator(`#${id} > iframe`)
    await page.waitForFunction(
      () => document.querySelector<HTMLElement>('#left > iframe')?.offsetHeight === Math.round(innerHeight * 0.8),
    )
    expect((await frame('right').boundingBox())?.height).toBe(350)
    const folded = await page.evaluate(async () => {
      const right = document.getElementById('right') as HTMLElement
      right.style.height = '150px'
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return right.querySelector('iframe')?.offsetHeight
    })
    expect(folded).toBe(150)
    await page.close()
  })

  test('a shadow root may hold the container', async () => {
    const page = await openPage()
    const box = await page.evaluate(async () => {
      const root = document.getElementById('right')?.attachShadow({ mode: 'open' })
      const container = document.createElement('div')
      container.style.cssText = 'width:400px;height:250px'
      root?.append(container)
      await window.svc.init(window.configOf('shadow', container))
      await window.svc.save()
      const { width, height } = container.querySelector('iframe')?.getBoundingClientRect() ?? {}
      return { width, height }
    })
    expect(box).toEqual({ width: 400, height: 250 })
    expect(await page.locator('#svc-plugin > iframe').count()).toBe(0)
    await page.close()
  })

  test('sandboxed frames in each other may hold the host page, and one without an origin learns what its sandbox lacks', async () => {
    const frame = (sandbox: string, src: string) =>
      `<iframe sandbox="${sandbox}" src="${src}" style="width:900px;height:600px"></iframe>`
    const open = 'allow-scripts allow-same-origin allow-forms'
    files['/inner.html'] = { body: frame(open, '/'), type: 'text/html' }
    files['/nested.html'] = { body: frame(open, '/inner.html'), type: 'text/html' }
    files['/closed.html'] = { body: frame('allow-scripts', '/'), type: 'text/html' }
    const page = await given.context.newPage()
    const host = async (path: string) => {
      await page.goto(`${given.url}${path}`)
      const found = page.frames().find((each) => each.url() === `${given.url}/`)
      await found?.waitForFunction(() => window.svc !== undefined)
      return found?.evaluate(() =>
        window.svc
          .init({
            pluginId: window.pluginId,
            apiRequestData: { emailId: 'nested' },
            getAuthToken: () => window.getAuthToken(),
          })
          .then(
            async () => (await window.svc.save()).emailId,
            ({ code, details }: SvcError) => `${code} ${details}`,
          ),
      )
    }
    expect(await host('/nested.html')).toBe('nested')
    expect(await host('/closed.html')).toBe(
      'INVALID_CONFIG A sandbox without allow-same-origin contains this page. Add allow-same-origin to its frame.',
    )
    await page.close()
  })

  test('a value that is not an element of the page is rejected as a container, and the running editor stays', async () => {
    const page = await openPage()
    const codes = await page.evaluate(async () => {
      await window.svc.init(window.configOf('stays'))
      const wrong = ['#nowhere', '##', '', null, 7, document.createElement('div'), document.createTextNode('x')]
      const refused = wrong.map((container) =>
        window.svc.init(window.configOf('wrong', container)).catch(({ code }: SvcError) => code),
      )
      return Promise.all(refused)
    })
    expect(codes).toEqual(Array.from({ length: 7 }, () => 'INVALID_CONFIG'))
    expect(await page.evaluate(async () => (await window.svc.save()).emailId)).toBe('stays')
    expect(await page.locator('iframe').count()).toBe(1)
    await page.close()
  })
})

describe('the script', () => {
  test('loaded again leaves the running editor to the page that opened it', async () => {
    const page = await openPage()
    await page.evaluate(async () => {
      await window.svc.init(window.configOf('twice'))
      window.more = [window.svc]
    })
    await page.addScriptTag({ url: `${given.editorUrl}/sdk/svc.js?again` })
    const seen = await page.evaluate(async () => ({
      same: window.svc === window.more[0],
      isInitialized: window.svc.isInitialized(),
      saved: (await window.svc.save()).emailId,
    }))
    expect(seen).toEqual({ same: true, isInitialized: true, saved: 'twice' })
    await page.evaluate(() => window.svc.destroy())
    expect(await page.locator('iframe').count()).toBe(0)
    await page.close()
  })

  test('replaces any other global named svc', async () => {
    files['/named'] = {
      type: 'text/html',
      body: `<!doctype html><title>Named</title><div id="svc"></div><script src="${given.editorUrl}/sdk/svc.js"></script>`,
    }
    const page = await given.open({ at: `${given.url}/named` })
    expect(await page.evaluate(() => typeof window.svc.init)).toBe('function')
    await page.close()
  })
})

test('the custom element opens an editor under a strict policy, follows attributes and properties, and emits events', async () => {
  const { editorUrl, host } = given
  const policy = `default-src 'none'; script-src ${editorUrl} 'nonce-page'; frame-src ${editorUrl}; connect-src 'self' ${editorUrl}; require-trusted-types-for 'script'; trusted-types 'none'`
  files['/element'] = {
    type: 'text/html',
    body: `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><title>Element</title>
      <svc-editor id="marked" plugin-id="${host.pluginId}" email-id="marked" token-url="/token" theme="dark" locale="de" read-only></svc-editor>
      <svc-editor id="early" base-url="${editorUrl}"></svc-editor>
      <script nonce="page">
        window.notified = []
        const early = document.getElementById('early')
        Object.assign(early, { pluginId: '${host.pluginId}', emailId: 'early', mergeTags: [{ key: 'set.early' }], getAuthToken: () => fetch('/token').then((r) => r.text()) })
        for (const element of document.querySelectorAll('svc-editor'))
          for (const name of ['initialized', 'ready', 'error', 'save', 'modechanged'])
            element.addEventListener(name, ({ detail }) => window.notified.push([element.id + ' ' + name, detail]))
      </script>
      <script src="${editorUrl}/sdk/svc-editor.js"></script><script src="${editorUrl}/sdk/svc-editor.js?again"></script>`,
  }
  const page = await given.context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', (error) => void complaints.push(error.message))
  await page.goto(`${given.url}/element`)
  const has = (event: string) => page.waitForFunction((name) => window.notified.some(([said]) => said === name), event)
  await Promise.all([has('marked ready'), has('early ready')])
  const followed = await page.evaluate(async () => {
    const element = (id: string) => document.getElementById(id) as SvcEditorElement
    const [marked, early] = [element('marked'), element('early')]
    const frames = [marked, early].map((one) => one.shadowRoot?.querySelector('iframe'))
    const title = marked.shadowRoot?.querySelector('iframe')?.src
    marked.setAttribute('theme', 'light')
    marked.mergeTags = [{ key: 'one' }]
    marked.mergeTags = [{ key: 'two' }]
    early.readOnly = true
    await Promise.resolve()
    const [one, two] = [await marked.svc?.getDocument(), await early.svc?.getDocument()]
    await marked.svc?.save()
    await early.svc?.setMode('code')
    marked.setAttribute('theme', 'blue')
    return {
      marked: { theme: one?.['theme'], mergeTags: one?.['mergeTags'] },
      early: { readOnly: two?.['readOnly'] },
      kept: frames.every((frame, at) => frame === [marked, early][at]?.shadowRoot?.querySelector('iframe')),
      isGerman: title?.includes('locale=de'),
      property: [marked.emailId, marked.readOnly, early.readOnly, early.theme],
      shares: [marked, marked.shadowRoot?.querySelector('iframe')].map(
        (one) => (one?.getBoundingClientRect().height ?? 0) / innerHeight,
      ),
      light: marked.childNodes.length,
    }
  })
  expect(followed).toEqual({
    marked: { theme: 'light', mergeTags: [{ key: 'two' }] },
    early: { readOnly: true },
    kept: true,
    isGerman: true,
    property: ['marked', true, true, undefined],
    shares: [0.8, 0.8],
    light: 0,
  })
  await has('marked error')
  const events = await page.evaluate(() => window.notified.map(([name]) => name))
  expect(events.toSorted()).toEqual([
    'early initialized',
    'early modechanged',
    'early ready',
    'marked error',
    'marked initialized',
    'marked ready',
    'marked save',
  ])
  // Made by a script in a shadow root, with what is missing set last; removed, it is closed, and put back, it is open.
  const again = await page.evaluate(async () => {
    const root = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    const made = document.createElement('svc-editor')
    root.append(made)
    made.emailId = 'made'
    made.tokenUrl = '/token'
    await Promise.resolve()
    const before = made.svc
    const ready = () => new Promise((resolve) => made.addEventListener('ready', resolve, { once: true }))
    made.pluginId = (document.getElementById('marked') as SvcEditorElement).pluginId
    await ready()
    const opened = made.svc
    made.remove()
    await Promise.resolve()
    await Promise.resolve()
    const removed = [made.svc, opened?.isInitialized()]
    root.append(made)
    await ready()
    const moved = document.body.appendChild(document.createElement('section'))
    moved.append(made)
    await ready()
    made.emailId = 'third'
    await ready()
    return {
      before,
      removed,
      emailId: (await made.svc?.save())?.emailId,
      frames: made.shadowRoot?.querySelectorAll('iframe').length,
    }
  })
  expect(again).toEqual({ before: undefined, removed: [undefined, false], emailId: 'third', frames: 1 })
  expect(complaints).toEqual([])
  await page.close()
})

test('wrappers of two frameworks each show an editor on one page, and follow their configuration without a reload', async () => {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, 'host/several.ts')],
    target: 'browser',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  })
  files['/several.js'] = { body: (await built.outputs[0]?.text()) ?? '', type: 'text/javascript' }
  files['/several'] = {
    type: 'text/html',
    body: `<!doctype html><html lang="en" data-base-url="${given.editorUrl}" data-plugin-id="${given.host.pluginId}"><title>Several</title><body></body><script type="module" src="/several.js"></script></html>`,
  }
  const page = await given.open({ at: `${given.url}/several` })
  for (const name of ['first', 'second', 'third']) await page.locator(`body[data-${name}=ready]`).waitFor()
  expect(await page.locator('iframe').count()).toBe(3)
  const parents = await page.evaluate(
    () => new Set([...document.querySelectorAll('iframe')].map(({ parentElement }) => parentElement)).size,
  )
  expect(parents).toBe(3)
  expect(await page.locator('#svc-plugin').count()).toBe(0)
  const followed = await page.evaluate(async () => {
    const [before, { opened, show }] = [[...document.querySelectorAll('iframe')], window]
    const shown = async (name: string) => {
      const { locale, theme, mergeTags }: Record<string, unknown> = Object(await opened[name]?.getDocument())
      return { locale, theme, mergeTags }
    }
    const mergeTags = [{ key: 'first_name' }]
    show({ locale: 'de', theme: 'dark', mergeTags })
    while ((await shown('third')).locale !== 'de' || (await shown('first')).locale !== 'de');
    show({ locale: 'de', mergeTags: [...mergeTags] })
    while ((await shown('third')).theme !== 'light' || (await shown('first')).theme !== 'light');
    const states = [await shown('first'), await shown('second'), await shown('third')]
    const kept = [...document.querySelectorAll('iframe')].every((frame, at) => frame === before[at])
    show({}, 'other')
    return { states, kept }
  })
  const german = { locale: 'de', theme: 'light', mergeTags: [{ key: 'first_name' }] }
  expect(followed as object).toEqual({ states: [german, { theme: { colors: {}, fonts: {} } }, german], kept: true })
  // Another email is another editor.
  await page.locator('body[data-other=ready]').waitFor()
  await page.close()
})
