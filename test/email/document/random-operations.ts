/** Random documents and random operations on them. */
import fc from 'fast-check'
import { type EmailDocument, type Operation, walkNodes } from '../../../src/email/document/index.ts'

const leaf = fc.oneof(
  fc.record({ type: fc.constant('spacer'), height: fc.nat(200) }),
  fc.record({
    type: fc.constant('text'),
    text: fc.constantFrom('Hello', '<p>a <b>b</b></p>', '<ul><li>{{ x }}</li></ul>'),
  }),
  fc.record({
    type: fc.constant('button'),
    label: fc.constantFrom('Go', '{{ label }}'),
    href: fc.constant('https://example.com/'),
  }),
)
const looping = leaf.map((block) => ({
  ...block,
  each: { in: 'items', as: 'item', else: [{ type: 'spacer', height: 1 }] },
}))
const interactive = fc.record({
  type: fc.constant('accordion'),
  items: fc.constant([]),
  fallback: fc.oneof(fc.constant('auto'), fc.array(leaf, { maxLength: 2 })),
})
const column = fc.record({
  blocks: fc.array(fc.oneof({ weight: 4, arbitrary: leaf }, looping, interactive), { maxLength: 3 }),
})
const nested = fc.record({ type: fc.constant('columns'), columns: fc.array(column, { minLength: 1, maxLength: 2 }) })
const section = fc.record({
  type: fc.constant('section'),
  columns: fc.array(
    fc.record({ blocks: fc.array(fc.oneof({ weight: 4, arbitrary: leaf }, nested), { maxLength: 3 }) }),
    { minLength: 1, maxLength: 3 },
  ),
})
const group = fc.record({ type: fc.constant('group'), rows: fc.array(section, { maxLength: 2 }) })
const row = fc.oneof({ weight: 3, arbitrary: section }, group)
/** The rows of a document. */
export const rowLists = fc.array(row, { maxLength: 4 })

/** What to do; it is turned into an operation against the document as it is when its turn comes. */
export const randomChanges = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'remove', 'move', 'set', 'settings'),
    first: fc.nat(),
    second: fc.nat(),
    index: fc.nat(5),
    count: fc.integer({ min: 1, max: 2 }),
    list: fc.constantFrom('', '', '/fallback', '/else'),
    nodes: fc.array(fc.oneof(leaf, interactive, nested, column, section, group), { minLength: 1, maxLength: 2 }),
    props: fc.constantFrom<Record<string, unknown>>(
      {},
      { name: 'Renamed' },
      { name: null, style: { padding: [1, 2, 3, 4] } },
      { style: null },
      { hide: { mobile: true }, when: { op: 'exists', path: 'a.b' } },
      { each: { in: 'list', as: 'one', else: [{ type: 'spacer', height: 4 }] } },
      { each: null },
      { height: 12 },
      { text: '<p>New</p>' },
    ),
    settings: fc.constantFrom<Record<string, unknown>>(
      {},
      { meta: {} },
      { meta: { subject: 'Hi {{ name }}' } },
      { meta: { subject: null, title: 'New' } },
      { body: { width: 640 }, theme: { colors: { primary: { light: '#112233' } } } },
      { fields: [{ path: 'name', type: 'string' }] },
      { head: { css: 'p{}' } },
      { head: null },
      { assets: { logo: { url: '/cdn/a/logo.png', width: 10, height: 10, mime: 'image/png' } } },
      { assets: { logo: null } },
    ),
  }),
  { minLength: 1, maxLength: 12 },
)
export type RandomChange = typeof randomChanges extends fc.Arbitrary<(infer One)[]> ? One : never

/** The operation that a wish means in a document; it may not be possible. */
export function operationOf(options: RandomChange, document: EmailDocument): Operation {
  const ids = [...walkNodes(document)].map(({ node }) => node.id)
  const pick = (at: number) => ids[at % Math.max(ids.length, 1)] ?? 'nobody'
  const parent = options.second % 4 === 0 ? 'root' : ownerOf(options, document) + options.list
  switch (options.kind) {
    case 'insert':
      return { op: 'insert', parent, index: options.index, nodes: options.nodes as never }
    case 'remove':
      return { op: 'remove', id: pick(options.first), count: options.count }
    case 'move':
      return { op: 'move', id: pick(options.first), parent, index: options.index }
    case 'set':
      return { op: 'set', id: pick(options.first), props: options.props }
    default:
      return { op: 'settings', props: options.settings }
  }
}

// Few nodes show something instead: who has such a list is queried first.
function ownerOf({ list, second }: RandomChange, document: EmailDocument): string {
  const nodes = [...walkNodes(document)].map(({ node }) => node)
  const owners = nodes.filter((node) =>
    list === '/fallback' ? 'fallback' in node : list === '' || node.each?.else !== undefined,
  )
  return owners[second % Math.max(owners.length, 1)]?.id ?? 'nobody'
}
