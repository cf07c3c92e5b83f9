import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../src/engines/blocks/index.ts'
import type { Field } from '../../src/engines/document/index.ts'
import { newBlock, newSection } from '../../src/editor/actions/index.ts'
import { nodeTarget, settingsTarget } from '../../src/editor/fields/index.ts'
import { loadPanelWords } from '../../src/editor/locale/panels/index.ts'
import { buttonFields, classFields, headingFields, textFields } from '../../src/editor/styles/style-fields.ts'
import { emailOf } from './page/emails.ts'
import { headless } from './page/headless.ts'

const words = await loadPanelWords('en')

/** Texts that have a form of their own. */
const short: Record<string, string> = { marker: '✓', separator: '|', language: 'ts', as: 'item', path: 'items' }

/** A value that a person could enter for a kind of field. */
function valueFor({ kind, options, min = 1, prop }: Field): unknown {
  switch (kind) {
    case 'color':
      return '#123456'
    case 'length':
    case 'number':
      return min + 1
    case 'box':
      return [4, 8, 12, 16]
    case 'border':
      return { width: 2, style: 'dashed', color: '#123456' }
    case 'choice':
      return prop === 'level' || prop.endsWith('weight') ? Number(options?.at(-1)?.value) : options?.at(-1)?.value
    case 'switch':
      return true
    case 'align':
      return 'center'
    case 'font':
      return 'Georgia, Times, serif'
    case 'date':
      return '2030-01-01T00:00:00Z'
    case 'rich-text':
      return [{ type: 'paragraph', runs: [{ text: 'New words' }] }]
    case 'link':
    case 'image':
      return 'https://example.com/x.png'
    case 'list':
    case 'fallback':
      return undefined
    default:
      return short[prop] ?? 'New words'
  }
}

describe('what a block type declares can be written, on desktop and phone, and given up', () => {
  for (const { type, fields } of blockTypes.values())
    test(type, async () => {
      const block = newBlock(type)
      const editor = await headless({ ...emailOf([]), rows: [newSection([1], [block])] })
      const target = () => nodeTarget({ editor, words }, editor.outline.value.spots.get(block.id)?.node ?? block)
      for (const device of ['desktop', 'mobile'] as const) {
        editor.device.value = device
        for (const field of fields) {
          const value = valueFor(field)
          if (value === undefined || (device === 'mobile' && !field.prop.startsWith('style.'))) continue
          target().write(field.label, field.prop, value)
          expect([type, field.prop, editor.problem.value?.message]).toEqual([type, field.prop, undefined])
          expect([field.prop, target().read(field.prop)]).toEqual([field.prop, value])
          if (!target().isReset(field.prop)) continue
          target().write(field.label, field.prop, undefined)
          expect([field.prop, target().read(field.prop)]).toEqual([field.prop, undefined])
        }
      }
    })
})

test('two writes in one breath both stay, and neither is made on what was drawn before', async () => {
  const block = newBlock('social')
  const editor = await headless({ ...emailOf([]), rows: [newSection([1], [block])] })
  const target = nodeTarget({ editor, words }, editor.outline.value.spots.get(block.id)?.node ?? block)
  const items = () => target.read('items') as { href: string; label?: string }[]
  const put = (key: string, value: string) =>
    target.write(
      'Links',
      'items',
      items().map((item, at) => (at === 0 ? { ...item, [key]: value } : item)),
    )
  put('href', 'https://example.com/lake')
  put('label', 'A lake')
  expect(items()[0]).toMatchObject({ href: 'https://example.com/lake', label: 'A lake' })
  editor.undo()
  expect(items()[0]?.label).not.toBe('A lake')
})

test('every style of the theme can be written and given up', async () => {
  const editor = await headless(
    emailOf([], { theme: { colors: {}, fonts: {}, classes: { note: { size: 12, weight: 700 } } } }),
  )
  const places = {
    'theme.text': textFields,
    'theme.headings.2': headingFields,
    'theme.button': buttonFields,
    'theme.classes.note': classFields,
  }
  for (const [place, fields] of Object.entries(places))
    for (const field of fields) {
      const target = settingsTarget({ editor, words }, place)
      const before = target.read(field.prop)
      target.write(field.label, field.prop, valueFor(field))
      expect([place, field.prop, editor.problem.value?.message]).toEqual([place, field.prop, undefined])
      expect(target.read(field.prop)).toEqual(valueFor(field))
      target.write(field.label, field.prop, before)
      expect(target.read(field.prop)).toEqual(before)
    }
})

test('an email that is only to be read takes nothing, and says so of every field', async () => {
  const block = newBlock('button')
  const editor = await headless({ ...emailOf([]), rows: [newSection([1], [block])] }, { readOnly: true })
  const target = nodeTarget({ editor, words }, block)
  expect([target.isLocked('label'), target.isLocked('style.color')]).toEqual([true, true])
  target.write('Label', 'label', 'Other')
  expect(target.read('label')).toBe(block['label'])
})

test('a lock on the style keeps styles, one on the content keeps content', async () => {
  const block = { ...newBlock('button'), lock: { style: true } }
  const text = { ...newBlock('heading'), lock: { content: true as const } }
  const editor = await headless({ ...emailOf([]), rows: [newSection([1], [block, text])] })
  expect(nodeTarget({ editor, words }, block).isLocked('style.color')).toBe(true)
  expect(nodeTarget({ editor, words }, block).isLocked('label')).toBe(false)
  expect(nodeTarget({ editor, words }, text).isLocked('text')).toBe(true)
})
