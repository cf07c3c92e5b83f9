import { describe, expect, test } from 'bun:test'
import { createChecking } from '../../src/editor/checks/checking.ts'
import { fixAll, fixOne, restoreCheck, ignoreRule } from '../../src/editor/checks/fixing.ts'
import { type LintWorkerTask, runLint, fixAllFindings } from '../../src/editor/checks/lint-task.ts'
import { taskOf } from '../../src/editor/checks/task.ts'
import { loadPanelWords } from '../../src/editor/locale/panels/index.ts'
import type { Editor } from '../../src/editor/state/index.ts'
import { type Block, applyOperations, findNode } from '../../src/email/document/index.ts'
import { blockTypes } from '../../src/email/blocks/index.ts'
import { emailOf, welcomeEmail } from './page/emails.ts'
import { faultyEmail } from './page/faulty-email.ts'
import { headless } from './page/headless.ts'

const words = await loadPanelWords('en')
const task = (document = faultyEmail()): LintWorkerTask => ({
  document,
  modules: {},
  type: 'other',
  cdnUrl: '',
  bytesOfImage: {},
})
const rulesIn = (document = faultyEmail(), more: Partial<LintWorkerTask> = {}) =>
  runLint({ ...task(document), ...more }).findings.map(({ id }) => id)

/** An editor that is linted; `pause` is what its clock does when someone stops typing. */
async function checked(document = faultyEmail()) {
  const editor = await headless(document)
  const waiting = new Set<() => void>()
  const runs: number[] = []
  const checking = createChecking({
    editor,
    taskOf,
    linter: {
      async lint(wanted) {
        runs.push(runs.length)
        return runLint(wanted)
      },
      fixAllFindings: async (wanted, rule) => fixAllFindings(wanted, rule),
    },
    later(run) {
      waiting.add(run)
      return () => waiting.delete(run)
    },
  })
  const pause = () => {
    for (const run of waiting) {
      waiting.delete(run)
      run()
    }
    return checking.lintNow()
  }
  return { editor, checking, runs, waiting, pause }
}

const textOf = (editor: Editor, id: string, prop: string) => (findNode(editor.document.peek(), id) as Block)[prop]

describe('checking an email', () => {
  test("finds what the service finds, with the email's purpose and image sizes", () => {
    expect(rulesIn()).toContain('accessibility.alt-missing')
    expect(rulesIn()).not.toContain('links.unsubscribe-missing')
    expect(rulesIn(undefined, { type: 'newsletter' })).toContain('links.unsubscribe-missing')
    const photo = { id: 'photo', type: 'image', src: '/cdn/photo.jpg', alt: 'A lake', width: 600 }
    const email = emailOf([{ type: 'section', columns: [{ type: 'column', blocks: [photo] }] }])
    expect(rulesIn(email)).not.toContain('size.image-heavy')
    const bytesOfImage = { 'https://cdn.example.com/cdn/photo.jpg': 4_000_000 }
    expect(rulesIn(email, { cdnUrl: 'https://cdn.example.com', bytesOfImage })).toContain('size.image-heavy')
  })

  test('lints into modules', () => {
    const nodes = emailOf([
      {
        id: 'row',
        type: 'section',
        columns: [{ type: 'column', blocks: [{ type: 'button', label: 'Go', href: 'http://example.com' }] }],
      },
    ]).rows
    const email = emailOf([
      { id: 'use', type: 'module', ref: { id: 'mod_01jd7q2v5w8x3y4z6a7b9c0d1e', version: 'latest' } },
    ])
    const modules = { 'mod_01jd7q2v5w8x3y4z6a7b9c0d1e latest': { nodes } }
    const found = runLint({ ...task(email), modules }).findings.find(({ id }) => id === 'links.insecure')
    expect(found).toMatchObject({ node_id: 'use' })
    expect(found).not.toHaveProperty('fix')
  })

  test('fixes all findings of a rule, also two in one property, and nothing locked', () => {
    const document = faultyEmail()
    const after = (rule: string) => {
      const applied = applyOperations(document, fixAllFindings(task(document), rule), blockTypes)
      if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
      return applied.document
    }
    expect(rulesIn(after('accessibility.alt-missing'))).not.toContain('accessibility.alt-missing')
    expect((findNode(after('accessibility.alt-missing'), 'kept') as Block)['html']).toContain('alt=""')
    const links = after('links.insecure')
    expect((findNode(links, 'go') as Block)['href']).toBe('https://example.com/start')
    expect((findNode(links, 'held') as Block)['href']).toBe('http://example.com/imprint')
    expect(fixAllFindings(task(), 'size.gmail-clip')).toEqual([])
  })
})

describe('an editor with checks', () => {
  test('lints once after a pause, however much was changed', async () => {
    const { editor, checking, runs, waiting, pause } = await checked(welcomeEmail())
    expect(checking.found.peek()).toBeUndefined()
    await pause()
    const before = runs.length
    for (const label of ['S', 'St', 'Start']) editor.change('Type', [{ op: 'set', id: 'go', props: { label } }])
    expect(waiting.size).toBe(1)
    expect(runs.length).toBe(before)
    await pause()
    expect(runs.length).toBe(before + 1)
    expect(checking.found.peek()?.document).toBe(editor.document.peek())
    expect(waiting.size).toBe(0)
  })

  test('fixes a finding in the current document, as one undo step', async () => {
    const { editor, pause } = await checked()
    const found = await pause()
    const insecure = found?.findings.find(({ id, node_id }) => id === 'links.insecure' && node_id === 'go')
    if (insecure === undefined) throw new Error('No problems found')
    // Typed after the check: the fix must not bring the old words back.
    editor.change('Type', [{ op: 'set', id: 'go', props: { label: 'Begin now' } }])
    const now = (await pause())?.findings.find(({ id, node_id }) => id === 'links.insecure' && node_id === 'go')
    await fixOne(editor, words, now ?? insecure)
    expect(textOf(editor, 'go', 'href')).toBe('https://example.com/start')
    expect(textOf(editor, 'go', 'label')).toBe('Begin now')
    expect(editor.history.peek().undoLabel).toBe('Fix Button')
    editor.undo()
    expect(textOf(editor, 'go', 'href')).toBe('http://example.com/start')
    expect(textOf(editor, 'go', 'label')).toBe('Begin now')
  })

  test('does nothing for a finding that no longer exists', async () => {
    const { editor, pause } = await checked()
    const insecure = (await pause())?.findings.find(({ id }) => id === 'links.insecure')
    if (insecure === undefined) throw new Error('No problems found')
    editor.change('Delete', [{ op: 'remove', id: 'go' }])
    await fixOne(editor, words, insecure)
    expect(editor.history.peek().undoLabel).toBe('Delete')
  })

  test('fixes all findings of a rule as one step', async () => {
    const { editor, checking, pause } = await checked()
    await pause()
    await fixAll(editor, words, 'accessibility.alt-missing')
    expect(checking.found.peek()?.findings.map(({ id }) => id)).not.toContain('accessibility.alt-missing')
    editor.undo()
    expect(editor.document.peek()).toEqual(faultyEmail())
  })

  test('stores ignored rules in the email, and re-enables them', async () => {
    const { editor, checking, pause } = await checked()
    await pause()
    await ignoreRule(editor, words, 'links.insecure')
    await ignoreRule(editor, words, 'inbox.subject-missing')
    expect(editor.document.peek().meta.ignoredRules).toEqual(['links.insecure', 'inbox.subject-missing'])
    expect(checking.found.peek()?.findings.map(({ id }) => id)).not.toContain('links.insecure')
    expect(checking.found.peek()?.whys['links.insecure']).toContain('http://')
    await restoreCheck(editor, words, 'links.insecure')
    await restoreCheck(editor, words, 'inbox.subject-missing')
    expect(editor.document.peek().meta).not.toHaveProperty('ignoredRules')
    expect(checking.found.peek()?.findings.map(({ id }) => id)).toContain('links.insecure')
  })

  test('reports that the check failed, and retries on request', async () => {
    const editor = await headless(faultyEmail())
    let isDown = true
    const checking = createChecking({
      editor,
      taskOf,
      linter: {
        lint: async (wanted) => (isDown ? Promise.reject(new Error('gone')) : runLint(wanted)),
        fixAllFindings: async () => Promise.reject(new Error('gone')),
      },
      later: () => () => undefined,
    })
    expect(await checking.lintNow()).toBeUndefined()
    expect(checking.hasFailed.peek()).toBe(true)
    expect(await checking.fixAllFindings('links.insecure')).toEqual([])
    isDown = false
    expect((await checking.lintNow())?.findings.length).toBeGreaterThan(0)
    expect(checking.hasFailed.peek()).toBe(false)
  })
})
