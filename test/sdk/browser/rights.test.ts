/** Every level of access by everything that people and host pages do in the editor. */
import { beforeAll, expect, test } from 'bun:test'
import type { Frame, Page } from 'playwright-core'
import { buildEditor } from '../../../scripts/editor.ts'
import { type Level, covers, levels } from '../../../src/kernel/access/index.ts'
import { createApiKey } from '../../../src/surfaces/projects/index.ts'
import { runs } from '../../support/runs.ts'
import { ask } from '../../support/scenario.ts'
import { until } from '../../support/until.ts'
import { type HostPage, startHostPage } from './host/host-page.ts'

declare global {
  interface Window {
    hands: Hands
  }
}

let given: HostPage
let key: string
let page: Page
/** The frames of the editor and of the email in it. */
let frame: Frame
let email: Frame

beforeAll(async () => {
  await buildEditor()
  given = await startHostPage()
  const { projectId } = given.host
  const made = await given.service.store.tx((db) => createApiKey(db, { projectId, name: 'Admin', scopes: ['admin'] }))
  key = made.key
  page = await given.context.newPage()
})

const rows = [
  {
    id: 'hero',
    type: 'section',
    columns: [
      {
        id: 'top',
        type: 'column',
        blocks: [
          { id: 'title', type: 'heading', level: 1, text: 'Hello reader' },
          { id: 'intro', type: 'text', text: '<p>First words</p>' },
          { id: 'go', type: 'button', label: 'Start', href: 'https://example.com/start' },
          { id: 'photo', type: 'image', src: 'https://example.com/cup.png', alt: 'A cup', width: 200 },
          { id: 'line', type: 'divider' },
        ],
      },
    ],
  },
  {
    id: 'pair',
    type: 'section',
    columns: [
      { id: 'left', type: 'column', blocks: [{ id: 'one', type: 'text', text: '<p>On the left</p>' }] },
      { id: 'right', type: 'column', blocks: [{ id: 'two', type: 'text', text: '<p>On the right</p>' }] },
    ],
  },
]

interface Act {
  name: string
  /** The least level that may do it. */
  needs: Level
  run(): Promise<unknown>
}

/** What the test does in the frame of the editor, in one round trip each. */
interface Hands {
  /** Every text of the bar about saving, with `n` for numbers. */
  states: Set<string>
  tab(name: string): void
  /** Selects the first line of the layers with these words, or the last one, and focuses the email. */
  select(words: string, isLast: boolean): Promise<void>
  /** Presses a control by its label unless it is absent or disabled. */
  press(region: string, label: string): Promise<void>
  /** Chooses the value of a field, or focuses it: then true. Disabled fields stay as they are. */
  fill(region: string, label: string, value: string): Promise<boolean>
}

function installHands(): void {
  // The panels render in microtasks, so no frame has to be painted in between.
  const rendered = () => new Promise((resolve) => setTimeout(resolve))
  const find = async (selector: string) => {
    for (;;) {
      const found = document.querySelector<HTMLElement>(selector)
      if (found !== null) return found
      await rendered()
    }
  }
  const labelOf = (one: HTMLElement) =>
    (
      one.getAttribute('aria-label') ??
      (one as HTMLInputElement).labels?.[0]?.textContent ??
      one.textContent ??
      ''
    ).trim()
  const unfolded = async (region: string) => {
    const within = await find(region)
    await rendered()
    const closed = [...within.querySelectorAll<HTMLElement>('details:not([open]) > summary')]
    for (const head of closed) head.click()
    while (within.querySelector('details:not([open])') !== null) await rendered()
    if (closed.length > 0) await rendered()
    return within
  }
  const hands: Hands = {
    states: new Set(),
    tab(name) {
      const found = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find((one) => one.textContent === name)
      if (found?.getAttribute('aria-selected') !== 'true') found?.click()
    },
    async select(words, isLast) {
      hands.tab('Layers')
      await find('[role=treeitem]')
      const all = [...document.querySelectorAll<HTMLElement>('[role=treeitem]')]
      all
        .filter((one) => one.textContent?.startsWith(words))
        .at(isLast ? -1 : 0)
        ?.click()
      document.querySelector<HTMLElement>('[role=application]')?.focus()
    },
    async press(region, label) {
      const within = await unfolded(region)
      const all = [...within.querySelectorAll<HTMLButtonElement>('button, input')]
      const found = all.find((one) => labelOf(one).startsWith(label) && one.checkVisibility())
      if (found === undefined || found.disabled || found.ariaDisabled === 'true') return
      found.focus()
      found.click()
    },
    async fill(region, label, value) {
      const within = await unfolded(region)
      const all = [...within.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, textarea, select')]
      const found = all.find((one) => labelOf(one) === label)
      if (found === undefined) throw new Error(`No field ${label}`)
      if (found.disabled || found.matches(':read-only:not(select)')) return false
      found.focus()
      if (!(found instanceof HTMLSelectElement)) {
        found.select()
        return true
      }
      found.value = [...found.options].find((one) => one.textContent === value)?.value ?? ''
      for (const name of ['input', 'change']) found.dispatchEvent(new Event(name, { bubbles: true }))
      return false
    },
  }
  const note = () => hands.states.add((document.querySelector('.saved')?.textContent ?? '').replace(/\d+/g, 'n'))
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
  Object.assign(window, { hands })
}

const press = async (...keys: string[]) => {
  for (const one of keys) await page.keyboard.press(one)
}

/** The document that the editor shows. */
const shown = () => page.evaluate(async () => JSON.stringify(await window.svc.getDocument()))

const select = (words: string, isLast = false) =>
  frame.evaluate(([label, last]) => window.hands.select(label, last), [words, isLast] as const)
const tab = (name: string) => frame.evaluate((label) => window.hands.tab(label), name)
const pressIn = (region: string, label: string) =>
  frame.evaluate(([where, name]) => window.hands.press(where, name), [region, label] as const)

async function fill(region: string, label: string, value: string): Promise<void> {
  if (!(await frame.evaluate((given) => window.hands.fill(...given), [region, label, value] as const))) return
  await page.keyboard.insertText(value)
  await press('Tab')
}

const settings = '.svc-inspector'
let level: Level

/** Puts the caret at the end of a text; where texts may not be edited, it is a press on the block. */
async function caret(id: string): Promise<void> {
  await email.click(`[data-n="${id}"]`, { position: { x: 40, y: 12 } })
  if (covers(level, 'edit_text')) await email.waitForSelector('[contenteditable="true"]')
  await press('End')
}

const typed = (id: string, words: string) => async () => {
  await caret(id)
  await page.keyboard.insertText(words)
}
const keys =
  (words: string, ...pressed: string[]) =>
  async () => {
    await select(words)
    await press(...pressed)
  }
const filled = (words: string, label: string, value: string) => async () => {
  await select(words)
  await fill(settings, label, value)
}
const pressed = (words: string, label: string) => async () => {
  await select(words)
  await pressIn(settings, label)
}
const unselect = () =>
  frame
    .evaluate(() => document.querySelector<HTMLElement>('[role=application]')?.focus())
    .then(() => press('Escape', 'Escape', 'Escape', 'Escape'))
const emailField = (label: string, value: string) => async () => {
  await unselect()
  await fill(settings, label, value)
}

const acts: readonly Act[] = [
  { name: 'types into a heading', needs: 'edit_text', run: typed('title', ' of ours') },
  { name: 'types into a text', needs: 'edit_text', run: typed('intro', ' and more') },
  {
    name: 'makes words bold',
    needs: 'edit_text',
    run: async () => (await caret('intro'), await press('Control+a', 'Control+b')),
  },
  {
    name: 'splits a paragraph',
    needs: 'edit_text',
    run: async () => (await caret('intro'), await press('ArrowLeft', 'Enter')),
  },
  { name: 'types on a selected text', needs: 'edit_text', run: keys('First words', 'x') },
  { name: 'changes the label of a button', needs: 'edit_text', run: filled('Start', 'Label', 'Begin') },
  { name: 'changes the link of a button', needs: 'edit_text', run: filled('Start', 'Link', 'https://example.com/b') },
  { name: 'changes an alternative text', needs: 'edit_text', run: filled('A cup', 'Alt text', 'Two cups') },
  { name: 'changes the subject', needs: 'edit_text', run: emailField('Subject', 'News') },
  { name: 'changes the preview text', needs: 'edit_text', run: emailField('Preview text', 'In short') },
  { name: 'deletes a block', needs: 'edit', run: keys('Divider', 'Delete') },
  { name: 'deletes a section', needs: 'edit', run: keys('Section', 'Backspace') },
  { name: 'deletes everything', needs: 'edit', run: keys('Section', 'Control+a', 'Delete') },
  { name: 'duplicates a block', needs: 'edit', run: keys('Start', 'Control+d') },
  { name: 'moves a block up', needs: 'edit', run: keys('Divider', 'Alt+ArrowUp') },
  { name: 'moves a block down', needs: 'edit', run: keys('Hello reader', 'Alt+ArrowDown') },
  { name: 'cuts a block', needs: 'edit', run: keys('Start', 'Control+x') },
  { name: 'pastes a copied block', needs: 'edit', run: keys('Start', 'Control+c', 'Control+v') },
  { name: 'inserts by the slash', needs: 'edit', run: slash },
  {
    name: 'presses a tile',
    needs: 'edit',
    run: async () => (await tab('Blocks'), await pressIn('.svc-palette', 'Divider')),
  },
  {
    name: 'presses a layout',
    needs: 'edit',
    run: async () => (await tab('Blocks'), await pressIn('.svc-palette', '2 columns')),
  },
  {
    name: 'hides a block in the layers',
    needs: 'edit',
    run: async () => (await select('Start'), await pressIn('[role=tree]', 'Hide: Start')),
  },
  { name: 'hides a block on phones', needs: 'edit', run: pressed('Start', 'Hide on phones') },
  { name: 'changes a size', needs: 'edit', run: filled('Hello reader', 'Size', '33') },
  { name: 'changes a weight', needs: 'edit', run: filled('Hello reader', 'Weight', 'Light') },
  { name: 'changes a color', needs: 'edit', run: filled('Hello reader', 'Text color', '#aa0000') },
  { name: 'changes a heading level', needs: 'edit', run: filled('Hello reader', 'Level', 'Heading 3') },
  { name: 'changes an alignment', needs: 'edit', run: pressed('Hello reader', 'Right') },
  { name: 'changes a padding', needs: 'edit', run: filled('Hello reader', 'Padding', '20') },
  { name: 'changes the width of an image', needs: 'edit', run: filled('A cup', 'Width', '120') },
  { name: 'makes a button wide', needs: 'edit', run: pressed('Start', 'Full width') },
  { name: 'repeats a block', needs: 'edit', run: pressed('Start', 'Repeat for a list') },
  { name: 'names a block', needs: 'edit', run: filled('Start', 'Name', 'Call') },
  { name: 'excludes a block from the text part', needs: 'edit', run: pressed('Start', 'Plain text') },
  { name: 'adds a column', needs: 'edit', run: pressed('Section', 'Add column') },
  { name: 'moves the edge of a column', needs: 'edit', run: edge },
  { name: 'drags a block', needs: 'edit', run: drag },
  { name: 'changes the width of the email', needs: 'edit', run: emailField('Content width', '640') },
  { name: 'changes the language', needs: 'edit', run: emailField('Direction', 'Right to left') },
  {
    name: 'adds a merge field',
    needs: 'edit',
    run: async () => (await unselect(), await pressIn(settings, 'Add merge field')),
  },
  { name: 'locks a block', needs: 'manage', run: pressed('Start', 'Deleting') },
]

async function slash(): Promise<void> {
  await select('Divider')
  await press('/')
  if (!covers(level, 'edit')) return
  await frame.waitForSelector('#insert-list [role=option]')
  await press('Enter')
}

async function edge(): Promise<void> {
  await select('Section', true)
  if (covers(level, 'edit')) await frame.waitForSelector('.column-edge')
  await frame.evaluate(() => document.querySelector<HTMLElement>('.column-edge')?.focus())
  await press('ArrowRight')
}

async function drag(): Promise<void> {
  await select('Divider')
  const grip = await frame.$('.grip')
  const at = await grip?.boundingBox()
  const target = await (await email.$('[data-n="title"]'))?.boundingBox()
  if (at == null || target == null) return
  await page.mouse.move(at.x + 5, at.y + 5)
  await page.mouse.down()
  await page.mouse.move(target.x + 100, target.y + 20, { steps: 4 })
  await page.mouse.move(target.x + 100, target.y + 2, { steps: 2 })
  await page.mouse.up()
}

/** A method of the SDK, as its text runs in the host page. */
interface Call {
  call: string
  needs: Level
}

const calls: readonly Call[] = [
  { call: 'save()', needs: 'edit_text' },
  { call: 'setReadOnly(false)', needs: 'edit_text' },
  { call: "setHtml('<p>Set by the host</p>', '')", needs: 'edit' },
  { call: 'setDocument({ ...(await svc.getDocument()), rows: [] })', needs: 'edit' },
  { call: "applyOperations([{ op: 'settings', props: { meta: { subject: 'By the host' } } }])", needs: 'edit_text' },
  { call: "applyOperations([{ op: 'settings', props: { body: { width: 500 } } }])", needs: 'edit' },
  { call: 'update({ readOnly: false })', needs: 'edit_text' },
  { call: "update({ locale: 'en', mergeTags: [{ key: 'first_name' }] })", needs: 'view' },
  { call: 'getHtml()', needs: 'view' },
  { call: 'compile()', needs: 'view' },
  { call: "preview('desktop')", needs: 'view' },
  { call: "export('html')", needs: 'view' },
  { call: 'publish()', needs: 'publish' },
  { call: 'unpublish()', needs: 'publish' },
  { call: 'requestReview()', needs: 'edit_text' },
]

/** Creates an email that the user of the editor has at this level. */
async function create(first: object = {}): Promise<string> {
  const document = {
    schema: 'svc.email/1',
    meta: { title: 'Rights', lang: 'en' },
    rows: rows.map((row) => ({ ...row, ...(row.id === 'hero' ? first : {}) })),
  }
  const send = { name: 'Rights', type: 'newsletter', document }
  const made = await ask(given.service, { call: 'POST /v1/templates', key, send })
  const { id } = made.body as { id: string }
  await ask(given.service, { call: `PUT /v1/templates/${id}/permissions`, key, send: { default: level, grants: [] } })
  return id
}

async function stored(id: string): Promise<string> {
  const { templateDocuments } = given.service.store.read.tables
  const found = await given.service.store.read.select().from(templateDocuments)
  return JSON.stringify(found.find(({ templateId }) => templateId === id)?.document)
}

async function open(emailId: string): Promise<void> {
  await page.goto(`${given.url}/?user=5`)
  await page.evaluate((id) => {
    window.notified = []
    window.svc.on('error', (failure) => window.notified.push(['error', failure]))
    const ready = new Promise<void>((resolve) => window.svc.once('ready', () => resolve()))
    const { pluginId, getAuthToken } = window
    return window.svc.init({ pluginId, apiRequestData: { emailId: id }, getAuthToken }).then(() => ready)
  }, emailId)
  ;[frame, email] = page.frames().filter((one) => one !== page.mainFrame()) as [Frame, Frame]
  await frame.evaluate(installHands)
}

/** Undoes until the document is that of before. */
const undoTo = (before: string) =>
  page.evaluate(async (wanted) => {
    const now = async () => JSON.stringify(await window.svc.getDocument())
    for (let steps = 0; steps < 5 && (await now()) !== wanted; steps++) await window.svc.undo()
    return (await now()) === wanted
  }, before)

/**
 * The editor distinguishes three kinds of levels, which do every act. The others only differ for the service, so one
 * act in three is enough there; `SVC_TEST_RUNS` of 41 or more does all.
 */
const distinct: readonly Level[] = ['view', 'edit_text', 'manage']
const rarely = Math.max(1, Math.ceil(acts.length / runs(14)))

test.each(levels)('a user with the level %s does what it allows, and nothing else', async (each) => {
  level = each
  const id = await create()
  await open(id)
  const before = await shown()
  const wrong: string[] = []
  for (const { name, needs, run } of acts.filter((_, at) => distinct.includes(level) || at % rarely === 0)) {
    await run()
    if (covers(level, needs)) await until(async () => (await shown()) !== before, `${level} ${name}`)
    else if ((await shown()) !== before) wrong.push(`allowed: ${name}`)
    await press('Escape')
    if (covers(level, needs) && !(await undoTo(before))) wrong.push(`not undone: ${name}`)
  }
  expect(wrong).toEqual([])
  await caret('title')
  await page.keyboard.insertText(' LAST')
  await press('Escape')
  const last = covers(level, 'edit_text')
  if (last) await until(async () => (await stored(id)).includes('Hello reader LAST'), 'the words')
  expect(await stored(id)).toBe(await shown())
  if (!last) expect(await shown()).toBe(before)
  const saying = /^(?:Saved(?: · n:n [AP]M)?|Unsaved changes|Saving…)$/
  expect((await frame.evaluate(() => [...window.hands.states])).filter((text) => !saying.test(text))).toEqual([])
  expect(await page.evaluate(() => window.notified)).toEqual([])

  const said = await run(calls.map(({ call }) => call))
  const wanted = calls.map(({ needs }) => (covers(level, needs) ? 'done' : 'PERMISSION_DENIED'))
  expect(Object.fromEntries(calls.map(({ call }, at) => [call, said[at]]))).toEqual(
    Object.fromEntries(calls.map(({ call }, at) => [call, wanted[at]])),
  )
  // A method that was refused has made nothing editable.
  if (!last) {
    await typed('title', ' AGAIN')()
    expect(await shown()).toBe(before)
  }
})

test('changes of locked content by the host are CONTENT_LOCKED', async () => {
  level = 'edit'
  const id = await create({ lock: { remove: true } })
  await open(id)
  const before = await shown()
  const all = [
    "setHtml('<p>Set by the host</p>', '')",
    'setDocument({ ...(await svc.getDocument()), rows: [] })',
    "applyOperations([{ op: 'remove', id: 'hero' }])",
  ]
  expect(await run(all)).toEqual(all.map(() => 'CONTENT_LOCKED'))
  expect(await shown()).toBe(before)
})

test('an email that the user may not read has the error page of the editor, or that of the host', async () => {
  level = 'view'
  const id = await create()
  const call = `PUT /v1/templates/${id}/permissions`
  await ask(given.service, { call, key, send: { default: 'none', grants: [] } })
  await page.goto(`${given.url}/?user=5`)
  const init = (isOwn: boolean) =>
    page.evaluate(
      ([emailId, hasPage]) => {
        const { pluginId, getAuthToken } = window
        const config = { pluginId, apiRequestData: { emailId }, getAuthToken }
        const errorPage = ({ code }: { code: string }) => document.createTextNode(`Ask for access: ${code}`)
        // Whether init fails depends on the request that is refused.
        return window.svc.init(hasPage ? { ...config, errorPage } : config).catch(() => undefined)
      },
      [id, isOwn] as const,
    )
  await init(false)
  await page.frameLocator('iframe').getByRole('alert').getByText('You may not open this email').waitFor()
  await init(true)
  await page.getByText('Ask for access: TEMPLATE_NOT_FOUND').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
})

/** Calls methods of the SDK one after the other; returns `done` or the code of the failure of each. */
async function run(methods: readonly string[]): Promise<string[]> {
  const said: string[] = []
  for (const each of methods)
    said.push(await page.evaluate<string>(`(async () => svc.${each})().then(() => 'done', ({ code }) => code)`))
  return said
}
