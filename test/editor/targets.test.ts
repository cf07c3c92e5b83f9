import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../src/email/blocks/index.ts'
import type { Field } from '../../src/email/document/index.ts'
import { newBlock, newSection } from '../../src/editor/actions/index.ts'
import { nodeTarget, settingsTarget, severalTarget, spacingScale } from '../../src/editor/fields/index.ts'
import { loadPanelWords } from '../../src/editor/locale/panels/index.ts'
import { sharedFields } from '../../src/editor/inspector/structure-fields.ts'
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

describe('every declared field can be set, on desktop and phone, and reset', () => {
  for (const { type, fields } of blockTypes.values())
    test(type, async () => {
      const block = newBlock(type)
      const editor = await headless({ ...emailOf([]), rows: [newSection([1], [block])] })
      const target = () => nodeTarget({ editor, words }, editor.outline.value.entries.get(block.id)?.node ?? block)
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

test('new blocks with content have padding from the spacing scale, with a gutter at the sides', () => {
  // They fill their column, or have no content of their own.
  const filling = new Set(['spacer', 'html', 'columns', 'dynamicList'])
  const scale: readonly number[] = spacingScale
  for (const type of blockTypes.keys()) {
    if (filling.has(type)) continue
    const style = newBlock(type).style
    const padding: readonly number[] = style?.padding ?? []
    expect([type, padding.length, padding.filter((each) => !scale.includes(each))]).toEqual([type, 4, []])
    expect([type, padding[1], padding[3]]).toEqual([type, 24, 24])
  }
})

test('two writes in the same tick are both applied to the current document', async () => {
  const block = newBlock('social')
  const editor = await headless({ ...emailOf([]), rows: [newSection([1], [block])] })
  const target = nodeTarget({ editor, words }, editor.outline.value.entries.get(block.id)?.node ?? block)
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

test('every theme style can be set and reset', async () => {
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

test('a read-only email accepts no change, and every field is disabled', async () => {
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

describe('several at once', () => {
  const email = () =>
    emailOf([
      {
        id: 'row',
        type: 'section',
        columns: [
          {
            id: 'column',
            type: 'column',
            blocks: [
              { id: 'one', type: 'text', text: '<p>One</p>', style: { size: 18, color: '#112233' } },
              { id: 'two', type: 'text', text: '<p>Two</p>', style: { size: 20, color: '#112233' } },
              { id: 'go', type: 'button', label: 'Go', href: 'https://example.com' },
              { id: 'gap', type: 'spacer', height: 24 },
            ],
          },
        ],
      },
    ])
  const open = async (...ids: string[]) => {
    const editor = await headless(email(), { mayUnlock: true })
    const nodes = () => ids.flatMap((id) => editor.outline.value.entries.get(id)?.node ?? [])
    return { editor, nodes, target: () => severalTarget({ editor, words }, nodes()) }
  }

  test('offer the style fields that all of them have', async () => {
    const propsOf = async (...ids: string[]) => sharedFields((await open(...ids)).nodes()).map(({ prop }) => prop)
    expect(await propsOf('one', 'go')).toEqual(expect.arrayContaining(['style.color', 'style.size', 'style.padding']))
    expect(await propsOf('one', 'go')).not.toContain('style.innerPadding')
    expect(await propsOf('one', 'gap')).toContain('style.background')
    expect(await propsOf('one', 'gap')).not.toContain('style.color')
    expect(await propsOf('one', 'row')).toEqual([])
  })

  test('show common values, and mark different ones as mixed, also inherited ones', async () => {
    const { target } = await open('one', 'two')
    expect([target().read('style.color'), target().isMixed('style.color')]).toEqual(['#112233', false])
    expect([target().read('style.size'), target().isMixed('style.size')]).toEqual([undefined, true])
    expect(target().isReset('style.size')).toBe(true)
    const others = (await open('one', 'go')).target()
    expect([others.read('style.color'), others.inherited('style.color')]).toEqual([undefined, undefined])
    expect(others.isMixed('style.color')).toBe(true)
  })

  test('are written as one step, on phones in their own layer, and not where one of them is locked', async () => {
    const { editor, target, nodes } = await open('one', 'two', 'go')
    target().write('Size', 'style.size', 24)
    expect(nodes().map((node) => (node as { style?: { size?: number } }).style?.size)).toEqual([24, 24, 24])
    expect([target().read('style.size'), target().isMixed('style.size')]).toEqual([24, false])
    editor.device.value = 'mobile'
    target().write('Size', 'style.size', 14)
    expect(nodes().map((node) => (node as { mobile?: { size?: number } }).mobile?.size)).toEqual([14, 14, 14])
    editor.undo()
    editor.undo()
    expect(nodes().map((node) => (node as { style?: { size?: number } }).style?.size)).toEqual([18, 20, undefined])
    editor.selection.value = 'go'
    editor.run('lock')
    expect(target().isLocked('style.size')).toBe(true)
  })
})
