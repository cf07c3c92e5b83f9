import { describe, expect, test } from 'bun:test'
import { until } from '../support/until.ts'
import { blockTypes } from '../../src/email/blocks/index.ts'
import {
  type EmailDocument,
  type ModuleFragment,
  type Node,
  type Operation,
  childrenOf,
  walkNodes,
} from '../../src/email/document/index.ts'
import { type Random, createRandom } from '../support/random.ts'
import { emailOf, longEmail, welcomeEmail } from './page/emails.ts'
import { openAlone } from './page/open.ts'

describe('the canvas', () => {
  test('is the HTML that the service would send, except for markers', async () => {
    const { complaints, fidelity, page } = await openAlone({ document: welcomeEmail() })
    expect(await fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('stays equal through hundreds of random changes, undo and redo', async () => {
    const { change, complaints, document, fidelity, page } = await openAlone({ document: longEmail(24) })
    const random = createRandom(7)
    for (let round = 0; round < 60; round++) {
      for (let step = 0; step < 4; step++) await change(randomOperations(await document(), random))
      if (random.next() < 0.3) await page.evaluate(() => window.editor.undo())
      if (random.next() < 0.2) await page.evaluate(() => window.editor.redo())
      expect(await fidelity()).toBe('equal')
    }
    const end = await document()
    await page.evaluate(() => {
      while (window.editor.history.peek().canUndo) window.editor.undo()
    })
    expect(await fidelity()).toBe('equal')
    await page.evaluate(() => {
      while (window.editor.history.peek().canRedo) window.editor.redo()
    })
    expect(await document()).toEqual(end)
    expect(await fidelity()).toBe('equal')
    expect(complaints).toEqual([])
    await page.close()
  })

  test('shows a placeholder for content that the email does not show', async () => {
    const { change, fidelity, frame, page } = await openAlone({
      document: emailOf([
        {
          type: 'section',
          columns: [
            { type: 'column', blocks: [{ id: 'picture', type: 'image', src: '', alt: '' }] },
            { type: 'column', blocks: [] },
            { type: 'column', blocks: [{ type: 'text', text: '<p>Gone</p>', hide: { desktop: true, mobile: true } }] },
          ],
        },
      ]),
    })
    await page.getByText('Choose an image').waitFor()
    await page.getByRole('button', { name: 'Insert Text' }).waitFor()
    await page.getByText('Hidden: Text').waitFor()
    expect(await fidelity()).toBe('equal')
    const asset = { url: 'https://cdn.example/a.png', width: 40, height: 30, mime: 'image/png' }
    await page.route('https://cdn.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }),
    )
    await change([
      { op: 'settings', props: { assets: { hero: asset } } },
      { op: 'set', id: 'picture', props: { src: 'hero' } },
    ])
    await page.getByText('Choose an image').waitFor({ state: 'detached' })
    expect(await fidelity()).toBe('equal')
    // The file is missing, and there is no alternative text.
    await page.route('https://cdn.example/**', (route) => route.fulfill({ status: 404 }))
    await change([{ op: 'set', id: 'picture', props: { src: 'https://cdn.example/gone.png' } }])
    const missing = frame.locator('[data-n="picture"] img')
    await until(async () => ((await missing.boundingBox())?.height ?? 0) >= 48, 'a height')
    await missing.click()
    expect(await page.evaluate(() => window.editor.selection.peek())).toBe('picture')
    expect(await fidelity()).toBe('equal')
    await page.close()
  })

  test('shows a module as one element, which can be detached', async () => {
    const ref = { id: 'mod_1', version: 'latest' as const }
    const line = (id: string) => ({
      id,
      type: 'section',
      stack: 'stack',
      columns: [{ id: `${id}-c`, type: 'column', width: { fr: 1 }, blocks: [{ id: `${id}-b`, type: 'divider' }] }],
    })
    const fragment = { nodes: [line('one'), line('two')] } as object as ModuleFragment
    const { document: email, page } = await openAlone({
      document: emailOf([{ id: 'use', type: 'module', ref }]),
      modules: { 'mod_1 latest': fragment },
    })
    const marks = () =>
      page
        .frames()[1]
        ?.evaluate(() => [...document.querySelectorAll('[data-n]')].map((one) => one.getAttribute('data-n')))
    expect(await marks()).toEqual(['use', 'use'])
    await page.evaluate(() => (window.editor.selection.value = 'use'))
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Detach from module' }).click()
    await page.waitForFunction(() => window.editor.history.peek().canUndo)
    expect((await email()).rows.map(({ type }) => type)).toEqual(['section', 'section'])
    await page.keyboard.press('ControlOrMeta+z')
    expect((await email()).rows.map(({ type }) => type)).toEqual(['module'])
    expect(await marks()).toEqual(['use', 'use'])
    await page.close()
  })

  test('shows the mobile layer at a real 375 px, and dark mode whatever the system prefers', async () => {
    const { frame, page } = await openAlone({ document: welcomeEmail() })
    expect(await frame.evaluate('innerWidth')).toBeGreaterThan(600)
    await page.getByRole('radio', { name: 'Phone, 375 px' }).click()
    await frame.waitForFunction(() => innerWidth === 375)
    const besides = () =>
      frame.evaluate(() => {
        const top = (id: string) => document.querySelector(`[data-n="${id}"]`)?.getBoundingClientRect().top
        return top('left') === top('right')
      })
    expect(await besides()).toBe(false)
    await page.getByRole('radio', { name: 'Desktop' }).click()
    await frame.waitForFunction(() => innerWidth > 600)
    expect(await besides()).toBe(true)
    await page.getByRole('button', { name: 'Show the email in dark mode' }).click()
    await frame.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
    await page.close()
  })
})

test('a long email has no more event listeners than a short one', async () => {
  const open = async (blocks: number) => {
    // Listeners are counted by process.
    const { page } = await openAlone({ document: longEmail(blocks), ownProcess: true })
    await page.getByRole('toolbar', { name: 'Tools', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Divider', exact: true }).waitFor()
    await page.evaluate(() => (window.editor.selection.value = window.editor.outline.peek().order.at(-1)))
    await page.getByRole('toolbar', { name: 'Selection tools' }).waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    return { page, session }
  }
  const [long, short] = [await open(200), await open(8)]
  const listeners = async ({ session }: typeof long) => {
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'JSEventListeners')?.value ?? 0
  }
  // Panels of one page may still be on their way; 192 blocks more with a listener each would never come below.
  await until(async () => Math.abs((await listeners(long)) - (await listeners(short))) < 10, 'as many listeners')
  await long.page.close()
  await short.page.close()
})

/** An operation that fits the document. */
function randomOperations(document: EmailDocument, random: Random): Operation[] {
  const nodes = [...walkNodes(document)].map(({ node }) => node)
  const { pick } = random
  const ofType = (...types: string[]) => nodes.filter(({ type }) => types.includes(type))
  const blocks = nodes.filter(({ type }) => !['section', 'column', 'group', 'module'].includes(type))
  const columns = ofType('column')
  const kind = random.next()
  if (columns.length === 0 || kind < 0.08) return [insertSection(random)]
  const column = pick(columns)
  const index = random.integer((childrenOf(column)?.length ?? 0) + 1)
  if (blocks.length < 8 || kind < 0.35) {
    const type = pick([...blockTypes.keys()].filter((one) => one !== 'columns'))
    const node = { type, ...structuredClone(blockTypes.get(type)?.defaults) } as object as Node
    return [{ op: 'insert', parent: column.id, index, nodes: [node] }]
  }
  const block = pick(blocks)
  if (kind < 0.5) return [{ op: 'remove', id: block.id }]
  if (kind < 0.65) return [{ op: 'move', id: block.id, parent: column.id, index: Math.min(index, 1) }]
  if (kind < 0.8) return [{ op: 'set', id: block.id, props: pick(looks) }]
  if (kind < 0.88) return [{ op: 'set', id: column.id, props: { width: { fr: 1 + random.integer(3) } } }]
  if (kind < 0.94) return [{ op: 'settings', props: pick(settings) }]
  const sections = ofType('section')
  return [{ op: 'move', id: pick(sections).id, parent: 'root', index: random.integer(sections.length) }]
}

const looks: Record<string, unknown>[] = [
  { style: { padding: [4, 8, 12, 16], background: '#fafafa' } },
  { mobile: { padding: [0, 0, 0, 0], align: 'center' } },
  { dark: { background: '#101010', color: '#fefefe' } },
  { hide: { mobile: true } },
  { hide: { desktop: true } },
  { hide: { desktop: true, mobile: true } },
  { hide: null, style: null },
  { when: { op: 'eq', path: 'nobody', value: 1 } },
  { when: null },
]

const settings: Record<string, unknown>[] = [
  { body: { background: '#eef2ff', contentBackground: '#ffffff' } },
  { body: { width: 640, align: 'left' } },
  { meta: { title: 'Another', preheader: 'Read this first' } },
  { theme: { text: { color: '#223344' }, link: { underline: false } } },
  { body: { background: null, align: null } },
]

function insertSection(random: Random): Operation {
  const columns = Array.from({ length: 1 + random.integer(3) }, () => ({
    type: 'column',
    width: { fr: 1 },
    blocks: [],
  }))
  return {
    op: 'insert',
    parent: 'root',
    index: 0,
    nodes: [{ type: 'section', stack: 'stack', columns } as object as Node],
  }
}
