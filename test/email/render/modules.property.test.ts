/** Any documents as modules of any other: put in, taken out, rendered. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type EmailDocument,
  type ModuleFragment,
  type Row,
  detachModules,
  expandModules,
  instanceOf,
  readDocument,
  translate,
  walkNodes,
} from '../../../src/email/document/index.ts'
import { documents } from '../document/arbitrary.ts'
import { blocks } from '../document/sample.ts'
import { blockTypes, renderEmail } from './compose.ts'

const decorations = fc.constantFrom<object>(
  {},
  {},
  { when: { op: 'exists', path: 'vip' } },
  { hide: { mobile: true }, style: { background: '#fafafa' } },
  { parts: { text: false } },
)
const cases = fc.record({
  host: documents,
  inner: documents,
  outer: documents,
  places: fc.array(fc.record({ at: fc.nat(), module: fc.constantFrom('inner', 'outer', 'gone'), look: decorations }), {
    minLength: 1,
    maxLength: 4,
  }),
})

function fragmentOf({ rows, assets, translations }: EmailDocument, more: Row[] = []): ModuleFragment {
  const fragment: ModuleFragment = { nodes: [...rows, ...more] }
  if (assets !== undefined) fragment.assets = assets
  if (translations !== undefined) fragment.translations = translations.locales
  return fragment
}

function build({ host, inner, outer, places }: typeof cases extends fc.Arbitrary<infer T> ? T : never) {
  const nested: Row = { id: 'nested-use', type: 'module', ref: { id: 'inner', version: 1 } }
  const shelf: Record<string, ModuleFragment> = { inner: fragmentOf(inner), outer: fragmentOf(outer, [nested]) }
  const rows = [...host.rows]
  for (const [index, { at, look, module }] of places.entries()) {
    const use: Row = { ...look, id: `use-${index}`, type: 'module', ref: { id: module, version: 'latest' } }
    rows.splice(at % (rows.length + 1), 0, use)
  }
  return { document: { ...host, rows } as EmailDocument, lookup: ({ id }: { id: string }) => shelf[id] }
}

const idsIn = (document: EmailDocument) => [...walkNodes(document)].map(({ node }) => node.id)
const looks = (document: EmailDocument) =>
  [document, translate(document, 'de')].map((one) => {
    const { html, text } = renderEmail(one, blockTypes, { now: 0 })
    return { html, text }
  })

test('every node of an expanded document has a unique id, which leads to a node of the document', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const { document, lookup } = build(one)
      const known = new Set(idsIn(document))
      const ids = idsIn(expandModules(document, lookup).document)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.filter((id) => !known.has(instanceOf(id)))).toEqual([])
    }),
  )
})

test('detached, it is a valid document that renders the same in every language', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const { document, lookup } = build(one)
      const detached = detachModules(document, lookup, () => true)
      const read = readDocument(detached, blocks)
      if ('issues' in read) throw new Error(JSON.stringify(read.issues))
      expect(looks(read.document)).toEqual(looks(expandModules(document, lookup).document))
      const left = read.document.rows.flatMap((row) => (row.type === 'module' ? [row.ref.id] : []))
      expect(left.filter((id) => id !== 'gone')).toEqual([])
    }),
  )
})

test('nodes marked for the editor are nodes of the document', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const { document, lookup } = build(one)
      const known = new Set(idsIn(document))
      const { html = '' } = renderEmail(expandModules(document, lookup).document, blockTypes, {
        mode: 'editor',
        now: 0,
      })
      const marked = [...html.matchAll(/data-n="([^"]*)"/g)].map(([, id]) => id ?? '')
      // What a loop shows instead of nothing is in a column of its own.
      expect(marked.filter((id) => !known.has(id.replace(/-else$/, '')))).toEqual([])
    }),
    { numRuns: 50 },
  )
})
