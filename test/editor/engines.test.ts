/** The same walks through the editor in Chromium, Firefox and WebKit, by real input. */
import { expect, test } from 'bun:test'
import { type Engine, type Point } from '../support/engines/engine.ts'
import { startChromium } from '../support/engines/chromium.ts'
import { hasFirefox, startFirefox } from '../support/engines/firefox.ts'
import { hasWebKit, startWebKit } from '../support/engines/webkit.ts'
import { until } from '../support/until.ts'
import { emailOf } from './page/emails.ts'
import { serveAlone } from './page/serve.ts'

const size = { width: 1280, height: 900 }
const column = (id: string, ...blocks: object[]) => ({ id, type: 'column', blocks })
const section = (id: string, ...columns: object[]) => ({ id, type: 'section', columns })
const letter = [
  section(
    'row',
    column(
      'column',
      { id: 'title', type: 'heading', level: 1, text: 'Good news' },
      { id: 'words', type: 'text', text: '<p>The sale begins today</p>' },
      { id: 'go', type: 'button', label: 'Shop', href: 'https://example.com' },
    ),
  ),
]
const pair = [
  section(
    'pair',
    column('left', { id: 'one', type: 'text', text: '<p>Left words</p>' }),
    column('right', { id: 'two', type: 'text', text: '<p>Right words</p>' }),
  ),
  section('end', column('foot', { id: 'line', type: 'divider' })),
]
const empty = [section('row', column('column'))]
const whole = 'heading Good news, text The sale begins today, button Shop'

/** Defines what walks ask of the page; runs there as text. */
function prepare(): void {
  const canvas = () => document.querySelector<HTMLIFrameElement>('iframe[title]') ?? document.querySelector('iframe')
  const isShown = (element: Element) => element.getClientRects().length > 0
  const words = (value: unknown): string =>
    Array.isArray(value)
      ? value.map(words).join(' ')
      : typeof value === 'object' && value !== null
        ? Object.entries(value)
            .filter(([name]) => name === 'text' || name === 'runs' || name === 'items' || name === 'list')
            .map(([, inner]) => words(inner))
            .join(' ')
        : typeof value === 'string'
          ? value
          : ''
  const short = (block: Record<string, unknown>) =>
    `${String(block['type'])} ${words(block['text'] ?? block['label'] ?? '')}`.replace(/\s+/g, ' ').trim()
  const pointOf = (element: Element | null | undefined, offset: { x: number; y: number }, share: number[]) => {
    if (element == null || !isShown(element)) return undefined
    element.scrollIntoView({ block: 'nearest' })
    const box = element.getBoundingClientRect()
    return { x: offset.x + box.x + box.width * (share[0] ?? 0.5), y: offset.y + box.y + box.height * (share[1] ?? 0.5) }
  }
  Object.assign(window, {
    walk: {
      start(rows: never[], device: 'desktop' | 'mobile') {
        const { editor } = window
        editor.open.value = undefined
        editor.editing.value = undefined
        editor.together.value = undefined
        editor.selection.value = undefined
        editor.device.value = device
        editor.rail.value = 'blocks'
        if (editor.scheme.peek() === 'dark') editor.run('toggleScheme')
        const removed = editor.document.peek().rows.map(({ id }) => ({ op: 'remove' as const, id }))
        const inserted = rows.length === 0 ? [] : [{ op: 'insert' as const, parent: 'root', index: 0, nodes: rows }]
        if (removed.length + inserted.length > 0) editor.change('Start', [...removed, ...inserted])
        editor.problem.value = undefined
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      },
      outline: () =>
        window.editor.document
          .peek()
          .rows.map((row) =>
            ((row as never as { columns?: { blocks: Record<string, unknown>[] }[] }).columns ?? [])
              .map(({ blocks }) => blocks.map(short).join(', '))
              .join(' | '),
          )
          .join(' / '),
      selected: () => {
        const id = window.editor.selection.peek() ?? ''
        return window.editor.outline.peek().entries.get(id)?.node.type ?? 'nothing'
      },
      /** Of a node of the email. */
      node(id: string, ...share: number[]) {
        const frame = canvas()
        const box = frame?.getBoundingClientRect() ?? { x: 0, y: 0 }
        const scale = (frame?.getBoundingClientRect().width ?? 1) / (frame?.offsetWidth ?? 1)
        const at = pointOf(frame?.contentDocument?.querySelector(`[data-n="${id}"]`), { x: 0, y: 0 }, share)
        return at && { x: box.x + at.x * scale, y: box.y + at.y * scale }
      },
      /** Of an element of the editor; with a name, of the one with exactly this label or text. */
      part(selector: string, name?: string, ...share: number[]) {
        const found = [...document.querySelectorAll(selector)].filter(
          (each) =>
            isShown(each) && (name === undefined || each.ariaLabel === name || each.textContent?.trim() === name),
        )
        return pointOf(found[0], { x: 0, y: 0 }, share)
      },
      isTyping: () => canvas()?.contentDocument?.activeElement?.closest('[data-typing]') != null,
      canvas: () => canvas()?.contentDocument,
      focusEmail: () => document.querySelector<HTMLElement>('[role=application]')?.focus(),
      region: () => document.activeElement?.closest<HTMLElement>('[data-region], dialog')?.dataset['region'] ?? 'none',
      paste(kinds: Record<string, string>) {
        const data = new DataTransfer()
        for (const [kind, text] of Object.entries(kinds)) data.setData(kind, text)
        const inside = canvas()?.contentDocument
        const target = inside?.querySelector('[data-typing]') ?? inside
        const { ClipboardEvent: Pasted } = (canvas()?.contentWindow ?? window) as never as typeof globalThis
        const event = new Pasted('paste', { bubbles: true, cancelable: true })
        // Firefox ignores the data of the constructor.
        Object.defineProperty(event, 'clipboardData', { value: data })
        target?.dispatchEvent(event)
      },
    },
  })
}

/** A user of one page. */
class Walker {
  readonly engine: Engine

  constructor(engine: Engine) {
    this.engine = engine
  }

  ask(expression: string): Promise<unknown> {
    return this.engine.evaluate(expression)
  }

  async sees(condition: string, what = condition): Promise<void> {
    await until(async () => (await this.ask(condition)) === true, what, 30_000)
  }

  async #point(call: string): Promise<Point> {
    let point: Point | undefined
    await until(async () => (point = (await this.ask(`${call} ?? null`)) as Point) !== null, call, 30_000)
    return point as Point
  }

  node(id: string, ...share: number[]): Promise<Point> {
    return this.#point(`walk.node(${[id, ...share].map((each) => JSON.stringify(each)).join()})`)
  }

  part(selector: string, name?: string, ...share: number[]): Promise<Point> {
    const given = [JSON.stringify(selector), JSON.stringify(name) ?? 'undefined', ...share]
    return this.#point(`walk.part(${given.join()})`)
  }

  async click(id: string, ...share: number[]): Promise<void> {
    await this.engine.click(await this.node(id, ...share))
  }

  async push(selector: string, name?: string, ...share: number[]): Promise<void> {
    await this.engine.click(await this.part(selector, name, ...share))
  }

  /** Types and presses, keys in angle brackets. */
  async keys(...all: string[]): Promise<void> {
    for (const one of all)
      if (one.startsWith('<')) await this.engine.press(one.slice(1, -1))
      else await this.engine.type(one)
  }

  caret(): Promise<void> {
    return this.sees('walk.isTyping()', 'the caret')
  }

  async edit(id: string): Promise<void> {
    await this.click(id)
    await this.caret()
    await this.keys('<End>')
  }

  async select(id: string): Promise<void> {
    await this.ask(`walk.focusEmail()`)
    await this.ask(`void (editor.selection.value = ${JSON.stringify(id)})`)
  }

  async drag(from: Point, to: Point): Promise<void> {
    await this.engine.drag(from, to)
  }

  holds(piece: string): Promise<void> {
    return this.sees(`JSON.stringify(editor.document.peek().rows).includes(${JSON.stringify(piece)})`, piece)
  }

  shows(text: string): Promise<void> {
    return this.sees(`walk.canvas().body.textContent.includes(${JSON.stringify(text)})`, text)
  }
}

interface Walk {
  act: string
  rows?: readonly object[]
  device?: 'mobile'
  run(user: Walker): Promise<unknown>
  /** The email afterwards. */
  email?: string
  selected?: string
}

const walks: readonly Walk[] = [
  {
    act: 'type into the empty email',
    rows: [],
    run: async (user) => (await user.push('.empty-email h2'), await user.keys('Dear reader'), await user.caret()),
    email: 'text Dear reader',
    selected: 'text',
  },
  ...['Text', 'Heading', 'Button'].map((name): Walk => ({
    act: `press the tile ${name} and type`,
    rows: empty,
    run: async (user) => (await user.push('.svc-tile', name), await user.caret(), await user.keys('Hello big world')),
    email: `${name.toLowerCase()} Hello big world`,
    selected: name.toLowerCase(),
  })),
  {
    act: 'drop a tile below the last row and type',
    rows: pair,
    async run(user) {
      await user.drag(await user.part('.svc-tile', 'Text'), await user.part('.canvas', undefined, 0.5, 0.95))
      await user.caret()
      await user.keys('Goodbye')
    },
    email: 'text Left words | text Right words / divider / text Goodbye',
    selected: 'text',
  },
  {
    act: 'drop a tile between two blocks',
    run: async (user) => user.drag(await user.part('.svc-tile', 'Divider'), await user.node('words', 0.5, 0.1)),
    email: 'heading Good news, divider, text The sale begins today, button Shop',
    selected: 'divider',
  },
  {
    act: 'drag a block by its handle',
    async run(user) {
      await user.select('go')
      await user.drag(await user.part('button', 'Drag to move'), await user.node('words', 0.5, 0.1))
    },
    email: 'heading Good news, button Shop, text The sale begins today',
    selected: 'button',
  },
  {
    act: 'resize a column',
    rows: pair,
    async run(user) {
      await user.select('pair')
      const from = await user.part('[role=separator][aria-label^="Widths of"]')
      await user.drag(from, { x: from.x + 80, y: from.y })
      await user.sees('editor.document.peek().rows[0].columns[0].width.fr > 1', 'a wider column')
    },
    email: 'text Left words | text Right words / divider',
  },
  {
    act: 'type letters of other languages into a text',
    run: async (user) => (await user.edit('words'), await user.keys(' – café, 日本, naïve')),
    email: 'heading Good news, text The sale begins today – café, 日本, naïve, button Shop',
  },
  {
    act: 'make a text bold, and go on',
    async run(user) {
      await user.edit('words')
      await user.keys('<Shift+Home>', '<Control+b>', '<End>', '!')
      await user.holds('"bold":true')
      await user.sees('walk.canvas().querySelector("[data-n=words] strong, [data-n=words] b") !== null', 'bold letters')
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
  },
  {
    act: 'make a list by a dash',
    async run(user) {
      await user.edit('words')
      await user.keys('<Enter>', '- ', 'one', '<Enter>', 'two')
      await user.holds('"type":"list"')
    },
    email: 'heading Good news, text The sale begins today one two, button Shop',
  },
  {
    act: 'split a paragraph and join it again',
    async run(user) {
      await user.edit('words')
      await user.keys('<Enter>', 'More', '<Home>', '<Backspace>')
    },
    email: 'heading Good news, text The sale begins todayMore, button Shop',
  },
  {
    act: 'join a text with the heading above, and the other way round',
    async run(user) {
      await user.edit('words')
      await user.keys('<Home>', '<Backspace>', ': ')
      await user.holds('Good news: The sale')
      await user.keys('<Control+z>', '<Control+z>')
      await user.sees(`walk.outline() === ${JSON.stringify(whole)}`, 'the texts apart')
      await user.edit('title')
      await user.keys('<Delete>', ', ')
    },
    email: 'heading Good news, The sale begins today, button Shop',
    selected: 'heading',
  },
  {
    act: 'select the button below a text by Delete, and delete it',
    run: async (user) => (await user.edit('words'), await user.keys('<Delete>', '<Delete>')),
    email: 'heading Good news, text The sale begins today',
  },
  {
    act: 'type, undo, redo and go on',
    async run(user) {
      await user.edit('words')
      await user.keys(' at noon', '<Control+z>')
      expect(await user.ask('walk.outline()')).toBe(whole)
      await user.keys('<Control+Shift+Z>', '.')
    },
    email: 'heading Good news, text The sale begins today at noon., button Shop',
  },
  {
    act: 'type over a word',
    async run(user) {
      await user.edit('title')
      await user.keys('<Home>', ...Array.from({ length: 4 }, () => '<Shift+ArrowRight>'), 'Great')
    },
    email: 'heading Great news, text The sale begins today, button Shop',
  },
  {
    act: 'link a word',
    async run(user) {
      await user.edit('words')
      await user.keys('<Shift+Home>', '<Control+k>')
      await user.part('[role=dialog], dialog', 'Link')
      await user.keys('https://example.com/sale', '<Enter>')
      await user.holds('https://example.com/sale')
      await user.caret()
    },
    email: whole,
  },
  {
    act: 'delete a section and undo',
    rows: pair,
    async run(user) {
      await user.select('pair')
      await user.keys('<Delete>')
      expect(await user.ask('walk.outline()')).toBe('divider')
      await user.keys('<Control+z>')
    },
    email: 'text Left words | text Right words / divider',
    selected: 'section',
  },
  {
    act: 'duplicate a block by its key',
    run: async (user) => (await user.select('go'), await user.keys('<Control+d>')),
    email: `${whole}, button Shop`,
    selected: 'button',
  },
  {
    act: 'move a block up by its key',
    run: async (user) => (await user.select('go'), await user.keys('<Alt+ArrowUp>')),
    email: 'heading Good news, button Shop, text The sale begins today',
  },
  {
    act: 'copy a block and paste it',
    run: async (user) => (await user.select('title'), await user.keys('<Control+c>', '<Control+v>')),
    email: 'heading Good news, heading Good news, text The sale begins today, button Shop',
  },
  {
    act: 'cut a block and paste it behind another',
    async run(user) {
      await user.select('title')
      await user.keys('<Control+x>')
      await user.sees('!walk.outline().includes("heading")', 'the cut')
      await user.select('go')
      await user.keys('<Control+v>')
    },
    email: 'text The sale begins today, button Shop, heading Good news',
  },
  {
    act: 'paste a list with a list in it',
    async run(user) {
      await user.edit('words')
      await user.keys('<Enter>')
      await user.ask(
        `walk.paste({ 'text/html': '<ul><li>one</li><ul><li>two</li></ul></ul>', 'text/plain': 'one two' })`,
      )
      await user.holds('"list":{')
    },
    email: 'heading Good news, text The sale begins today one two, button Shop',
  },
  {
    act: 'paste cells of a spreadsheet',
    async run(user) {
      await user.select('words')
      await user.ask(`walk.paste({ 'text/plain': 'a\\tb\\nc\\td' })`)
    },
    email: 'heading Good news, text The sale begins today, table, button Shop',
    selected: 'table',
  },
  {
    act: 'select with the arrow keys, edit with Enter, leave with Escape',
    async run(user) {
      await user.select('title')
      await user.keys('<ArrowDown>', '<Enter>')
      await user.caret()
      await user.keys('<End>', '!', '<Escape>')
      await user.sees('!walk.isTyping()', 'the end of typing')
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
    selected: 'text',
  },
  {
    act: 'insert from the list of /',
    async run(user) {
      await user.select('title')
      await user.keys('/')
      await user.part('.insert-field')
      await user.keys('divid', '<Enter>')
    },
    email: 'heading Good news, divider, text The sale begins today, button Shop',
    selected: 'divider',
  },
  {
    act: 'go through the regions with F6',
    async run(user) {
      await user.select('title')
      const seen: unknown[] = []
      for (let step = 0; step < 4; step++) {
        await user.keys('<F6>')
        seen.push(await user.ask('walk.region()'))
      }
      expect([...new Set(seen)].toSorted()).toEqual(['bar', 'canvas', 'inspector', 'rail'])
    },
    email: whole,
  },
  {
    act: 'change a label in the settings',
    async run(user) {
      await user.select('go')
      await user.push(
        '.svc-inspector [data-field="label"] input, .svc-inspector [data-field="label"] [contenteditable]',
      )
      await user.keys('<Control+a>', 'Buy now')
      await user.shows('Buy now')
    },
    email: 'heading Good news, text The sale begins today, button Buy now',
  },
  {
    act: 'change a color in the settings',
    async run(user) {
      await user.select('go')
      await user.push('.svc-inspector [data-field="style.background"] input[type=text]')
      await user.keys('<Control+a>', '#b00020', '<Enter>')
      await user.holds('"background":"#b00020"')
    },
    email: whole,
  },
  {
    act: 'type right to left',
    rows: [section('row', column('column', { id: 'words', type: 'text', text: '<p dir="rtl">مرحبا</p>' }))],
    async run(user) {
      await user.ask(`editor.change('Language', [{ op: 'settings', props: { meta: { lang: 'ar', dir: 'rtl' } } }])`)
      await user.sees('walk.canvas().documentElement.dir === "rtl"', 'the direction')
      await user.edit('words')
      await user.keys(' بكم')
      await user.holds('مرحبا بكم')
      await user.ask(`editor.change('Language', [{ op: 'settings', props: { meta: { lang: 'en', dir: null } } }])`)
    },
    email: 'text مرحبا بكم',
  },
  {
    act: 'see the email in dark mode',
    async run(user) {
      await user.push('.bar button', 'Show the email in dark mode')
      await user.sees('editor.scheme.peek() === "dark"', 'dark mode')
      await user.edit('words')
      await user.keys('!')
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
  },
  {
    act: 'edit in the phone view',
    device: 'mobile',
    async run(user) {
      await user.sees('walk.canvas().documentElement.clientWidth < 480', 'a narrow canvas')
      await user.edit('words')
      await user.keys('!')
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
  },
  {
    act: 'open the preview and close it',
    async run(user) {
      await user.select('go')
      await user.keys('<Control+Shift+P>')
      await user.part('dialog[open]')
      await user.keys('<Escape>')
      await user.sees('document.querySelector("dialog[open]") === null', 'the end of the preview')
      await user.keys('<Delete>')
    },
    email: 'heading Good news, text The sale begins today',
  },
  {
    act: 'open the code and go back',
    async run(user) {
      await user.keys('<Control+Shift+E>')
      await user.sees('document.querySelector(".shell-code") !== null', 'the code')
      await user.keys('<Control+Shift+E>')
      await user.sees('document.querySelector(".shell-code") === null', 'the end of the code')
    },
    email: whole,
  },
  {
    act: 'zoom, and type where the pointer was',
    async run(user) {
      await user.select('title')
      await user.keys('<Control+->')
      await user.ask('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      await user.edit('words')
      await user.keys('!', '<Escape>', '<Control+0>')
    },
    email: 'heading Good news, text The sale begins today!, button Shop',
  },
]

let address: Promise<string> | undefined

async function go(engine: Engine): Promise<string[]> {
  const user = new Walker(engine)
  await engine.open(await (address ??= serveAlone({ document: emailOf(letter) })))
  await user.sees(
    `'history' in (window.editor ?? {}) && document.querySelector('iframe')?.contentDocument?.querySelector('[role=article]') != null`,
    'the editor',
  )
  await user.ask(`(${prepare.toString()})()`)
  const surprises: string[] = []
  for (const { act, device = 'desktop', email = whole, rows = letter, run, selected } of walks) {
    const nodes = JSON.stringify(emailOf(rows).rows)
    await user.ask(`walk.start(${nodes}, ${JSON.stringify(device)})`)
    const failure = await run(user).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    await until(async () => (await user.ask('walk.outline()')) === email, act, 1000).catch(() => undefined)
    const found = [await user.ask('walk.outline()'), selected && (await user.ask('walk.selected()'))].join(' · ')
    const wanted = [email, selected].join(' · ')
    if (failure !== undefined || found !== wanted)
      surprises.push(`${act}: ${found} instead of ${wanted} ${failure ?? ''}`)
  }
  await engine.close()
  return surprises
}

test('the list has 30 walks or more', () => expect(walks.length).toBeGreaterThanOrEqual(30))

// At the same time, for each engine waits for its page most of the time; so each may take as long as all of them.
const timeout = 420_000

test.concurrent(
  'every walk ends as expected in Chromium',
  async () => expect(await go(await startChromium(size))).toEqual([]),
  { timeout },
)

test.concurrentIf(hasFirefox)(
  'every walk ends as expected in Firefox',
  async () => expect(await go(await startFirefox(size))).toEqual([]),
  { timeout },
)

test.concurrentIf(hasWebKit)(
  'every walk ends as expected in WebKit',
  async () => expect(await go(await startWebKit(size))).toEqual([]),
  { timeout },
)
