import { describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Field, meaningOf } from '../../../src/email/document/index.ts'
import { blockTypes, bodyOf, renderEmail, withBlocks } from '../render/compose.ts'
import { executableParts } from '../render/views.ts'
import { sampleData, sampleNow, samples, variants } from './samples.ts'

const attack = '"><script>alert(1)</script>'
const styleNames = new Set(
  'padding background backgroundImage border radius corners color font size weight italic lineHeight letterSpacing spacing transform decoration align valign width innerPadding minHeight'.split(
    ' ',
  ),
)

for (const [type, block] of blockTypes)
  describe(`the ${type} block`, () => {
    const sample = { type, ...samples[type] }
    const options = { data: sampleData, now: sampleNow }

    test('has default values that its schema allows', () => {
      const { style: _style, ...own } = block.defaults
      expect([...Value.Errors(block.schema, own)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
    })

    test('can be created from its default values', () => {
      expect(() => withBlocks([{ type, ...block.defaults }])).not.toThrow()
    })

    test('has inspector fields for nothing but its properties and style', () => {
      expect(block.fields.filter((field) => !isKnown(field, block.schema)).map(({ prop }) => prop)).toEqual([])
    })

    test('has a field for every property of its own', () => {
      const named = new Set(block.fields.map(({ prop }) => prop.split('.')[0]))
      const others: Record<string, string> = { columns: 'columns', dynamicList: 'blocks', html: 'own' }
      const hidden = new Set([others[type] ?? ''])
      expect(Object.keys(block.schema.properties).filter((name) => !named.has(name) && !hidden.has(name))).toEqual([])
    })

    test('renders without a warning', () => {
      const { html, text, report } = renderEmail(withBlocks([sample]), blockTypes, options)
      expect(report.warnings).toEqual([])
      expect(html).toContain('</html>')
      if (!['spacer'].includes(type)) expect(text?.length).toBeGreaterThan(2)
    })

    test('renders nothing executable from any of its texts', () => {
      const attacked = withBlocks([attackedBlock(type, sample, block.schema)])
      for (const target of ['data', 'passthrough'] as const) {
        const { html = '' } = renderEmail(attacked, blockTypes, { ...options, target })
        expect(executableParts(html)).toEqual([])
        expect(html).not.toContain('<script')
      }
    })

    test("has the editor's marker once, and no other markup of the editor", () => {
      const document = withBlocks([{ ...sample, id: 'marked' }])
      const { html: editor = '' } = renderEmail(document, blockTypes, { ...options, mode: 'editor' })
      const { html } = renderEmail(document, blockTypes, options)
      expect(editor.split(' data-n="marked"').length).toBe(2)
      expect(editor.replace(/ data-n="[^"]*"/g, '')).toBe(html ?? '')
    })

    test('closes every row, cell and table', () => {
      const alone = bodyOf([sample], options)
      expect(alone.split('<table').length).toBe(alone.split('</table>').length)
      expect(alone.split('<td').length).toBe(alone.split('</td>').length)
    })
  })

for (const [name, block] of Object.entries(variants))
  describe(`the variant ${name}`, () => {
    test('renders without a warning, and with the same bytes in the editor except for its marker', () => {
      const document = withBlocks([{ ...block, id: 'marked' }])
      const options = { data: sampleData, now: sampleNow }
      const { html = '', report } = renderEmail(document, blockTypes, options)
      const { html: editor = '' } = renderEmail(document, blockTypes, { ...options, mode: 'editor' })
      expect(report.warnings).toEqual([])
      expect(editor.split(' data-n="marked"').length).toBe(2)
      expect(editor.replace(/ data-n="[^"]*"/g, '')).toBe(html)
    })

    test('lets nothing executable through any of its texts', () => {
      const schema = blockTypes.get(block.type)?.schema ?? {}
      const attacked = withBlocks([attackedBlock(block.type, block, schema as TSchema)])
      for (const target of ['data', 'passthrough'] as const) {
        const { html = '' } = renderEmail(attacked, blockTypes, { data: sampleData, now: sampleNow, target })
        expect(executableParts(html)).toEqual([])
      }
    })
  })

function isKnown({ prop, item, kind }: Field, schema: TSchema): boolean {
  const [head = '', tail] = prop.split('.')
  if (head === 'style') return tail !== undefined && styleNames.has(tail)
  const property: TSchema | undefined = schema['properties']?.[head]
  if (property === undefined) return false
  if (tail !== undefined) return property['properties']?.[tail] !== undefined
  if (kind !== 'list' || item === undefined) return true
  return item.every((field) => property['items']?.properties?.[field.prop] !== undefined)
}

/** The sample with the attack in every string, except where only colors, names from a list or HTML may stand. */
function attackedBlock(type: string, sample: Record<string, unknown>, schema: TSchema): Record<string, unknown> {
  const own = Object.fromEntries(
    Object.entries(schema['properties'] as Record<string, TSchema>).map(([name, property]) => [
      name,
      attacked(property, sample[name]),
    ]),
  )
  return { ...sample, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)), type }
}

function attacked(schema: TSchema, value: unknown): unknown {
  if (schema['items']?.[Symbol.for('TypeBox.Kind')] === 'Unknown') return value
  const meaning = meaningOf(schema)
  if (meaning === 'rich-text')
    return [{ type: 'paragraph', runs: [{ text: attack, link: { href: 'https://example.com', title: attack } }] }]
  if (meaning === 'tagged-text') return attack
  if (meaning === 'url') return `https://example.com/${encodeURI('{{ x }}')}?a='onerror='`
  if (meaning !== undefined) return value
  if (schema['x-svc-special'] !== undefined) return value
  if (schema['type'] === 'string' && schema['pattern'] === undefined) return attack.slice(0, schema['maxLength'] ?? 99)
  if (schema['type'] === 'array' && Array.isArray(value)) return value.map((one) => attacked(schema['items'], one))
  if (
    schema['type'] === 'object' &&
    typeof value === 'object' &&
    value !== null &&
    schema['properties'] !== undefined
  ) {
    const given: Record<string, unknown> = { ...value }
    for (const [name, property] of Object.entries(schema['properties'] as Record<string, TSchema>)) {
      const one = attacked(property, given[name])
      if (one !== undefined) given[name] = one
    }
    return given
  }
  return value
}
