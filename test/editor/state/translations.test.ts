import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { apply } from '../../../src/editor/boot/editing.ts'
import { clipOf, duplicateNodes, pasteNodes, removeNodes } from '../../../src/editor/actions/index.ts'
import { type EmailDocument, type Operation, hashSource, walkNodes } from '../../../src/email/document/index.ts'
import { operationOf, randomChanges, rowLists } from '../../email/document/random-operations.ts'
import { valid } from '../../email/document/sample.ts'
import { runs } from '../../support/runs.ts'
import { emailOf, welcomeEmail } from '../page/emails.ts'
import { headless } from '../page/headless.ts'

const words = new Map([
  ['text', 'text'],
  ['heading', 'text'],
  ['button', 'label'],
])

/** Every text translated to itself. */
function translated(document: EmailDocument): EmailDocument {
  const texts = [...walkNodes(document)].flatMap(({ node }) => {
    const prop = words.get(node.type)
    return prop === undefined ? [] : [[`${node.id}.${prop}`, (node as Record<string, unknown>)[prop]] as const]
  })
  const sources = texts.map(([key, value]) => [key, hashSource(value)] as const)
  const [values, hashes] = [Object.fromEntries(texts), Object.fromEntries(sources)]
  return { ...document, translations: { default: 'en', locales: { pt: values }, sources: { pt: hashes } } }
}

const keysOf = ({ translations }: EmailDocument) => ({
  locales: Object.keys(translations?.locales['pt'] ?? {}),
  sources: Object.keys(translations?.sources?.['pt'] ?? {}),
})
const rights = { mayUnlock: true, textOnly: false }

test('random edits keep the translations of nodes that stay, none of others, and undo restores them', () => {
  let removed = 0
  fc.assert(
    fc.property(
      rowLists.map((rows) => valid({ rows })),
      randomChanges,
      (untranslated, list) => {
        const start = translated(untranslated)
        let current = start
        const undo: Operation[] = []
        for (const options of list) {
          const result = apply(current, [operationOf(options, current)], rights)
          if ('issues' in result) continue
          const living = new Set([...walkNodes(result.document)].map(({ node }) => node.id))
          const kept = keysOf(current).locales.filter((key) => living.has(key.split('.')[0] ?? ''))
          expect(keysOf(result.document)).toEqual({ locales: kept, sources: kept })
          removed += keysOf(current).locales.length - kept.length
          undo.unshift(...result.inverse)
          current = result.document
        }
        const undone = apply(current, undo, rights)
        expect('document' in undone && undone.document).toEqual(start)
      },
    ),
    { numRuns: runs(300), seed: 20261130 },
  )
  expect(removed).toBeGreaterThan(50)
})

test('deleting a block deletes its translation in the same step', async () => {
  const start = translated(welcomeEmail())
  const editor = await headless(start)
  removeNodes(editor, ['go'])
  expect(keysOf(editor.document.peek()).locales).not.toContain('go.label')
  editor.undo()
  expect(editor.document.peek()).toEqual(start)
  editor.redo()
  expect(keysOf(editor.document.peek()).sources).not.toContain('go.label')
})

test('copies have the translations of what they were made of, in one step', async () => {
  const start = translated(welcomeEmail())
  const editor = await headless(start)
  const valuesOf = () => {
    const { locales, sources } = editor.document.peek().translations ?? {}
    return Object.entries(locales?.['pt'] ?? {}).map(([key, value]) => [value, sources?.['pt']?.[key]])
  }
  const before = valuesOf()
  duplicateNodes(editor, ['hero'])
  expect(valuesOf()).toEqual([...before, ...before.slice(0, 3)])
  editor.undo()
  expect(editor.document.peek()).toEqual(start)
  const clip = clipOf(editor, ['go'])
  expect(Object.keys(clip?.translations?.locales['pt'] ?? {})).toEqual(['go.label'])
  removeNodes(editor, ['go'])
  pasteNodes(editor, clip?.nodes ?? [], clip?.translations)
  expect(valuesOf().at(-1)).toEqual(['Get started', hashSource('Get started')])
})

test('an email without the language takes none with a copy', async () => {
  const from = await headless(translated(welcomeEmail()))
  const clip = clipOf(from, ['go'])
  const editor = await headless(emailOf(welcomeEmail().rows, { translations: { default: 'en', locales: { de: {} } } }))
  pasteNodes(editor, clip?.nodes ?? [], clip?.translations)
  expect(editor.document.peek().translations).toEqual({ default: 'en', locales: { de: {} } })
})

test('while another language is shown only translations change, also with the level edit_text', () => {
  const document = translated(welcomeEmail())
  const [textOnly, label] = [{ mayUnlock: false, textOnly: true }, { 'go.label': 'Comece' }]
  const setting = (props: object): Operation => ({ op: 'settings', props: { translations: props } })
  const isAllowed = (start: EmailDocument, operation: Operation) => !('issues' in apply(start, [operation], textOnly))
  expect(isAllowed(document, setting({ locales: { pt: label }, sources: { pt: { 'go.label': 'abc' } } }))).toBe(true)
  expect(isAllowed(welcomeEmail(), setting({ default: 'en', locales: { pt: {} } }))).toBe(true)
  expect(isAllowed(document, setting({ default: 'de' }))).toBe(false)
  expect(isAllowed(document, setting({ locales: { pt: { 'go.style': { size: 40 } } } }))).toBe(false)
})

test('the email is read-only while another language is shown, except for translations and undo', async () => {
  const editor = await headless(translated(welcomeEmail()))
  const operations: Operation[] = [{ op: 'set', id: 'go', props: { label: 'Begin' } }]
  editor.language.value = 'pt'
  editor.change('Label', operations)
  expect([editor.readOnly.peek(), editor.viewOnly.peek(), editor.history.peek().canUndo]).toEqual([true, false, false])
  editor.change('Translation', [{ op: 'settings', props: { translations: { locales: { pt: {} } } } }], {
    isTranslation: true,
  })
  expect(keysOf(editor.document.peek()).locales).toEqual([])
  editor.undo()
  expect(keysOf(editor.document.peek()).locales).toContain('go.label')
  editor.language.value = undefined
  editor.change('Label', operations)
  expect(editor.history.peek().undoLabel).toBe('Label')
})
