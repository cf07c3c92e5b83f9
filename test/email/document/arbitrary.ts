import fc from 'fast-check'
import { type EmailDocument, type Operation, findNode, walkNodes } from '../../../src/email/document/index.ts'
import { valid } from './sample.ts'

const style = fc.option(
  fc.record(
    { padding: fc.nat(3), color: fc.constantFrom('#000000', '#ff0000') },
    { requiredKeys: [], noNullPrototype: true },
  ),
  { nil: undefined, freq: 3 },
)
const leaf = fc.oneof(
  fc.record({ type: fc.constant('spacer'), height: fc.nat(3), style }, { noNullPrototype: true }),
  fc.record(
    { type: fc.constant('text'), text: fc.constantFrom('Hello', '<p>a <b>b</b></p>', '<ul><li>x</li></ul>'), style },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('button'),
      label: fc.constantFrom('Go', '{{ label }}'),
      href: fc.constantFrom('https://example.com/', 'logo'),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    { type: fc.constant('unheard'), size: fc.constantFrom<unknown>(null, 1, { a: [1] }) },
    { noNullPrototype: true },
  ),
)
const column = (blocks: fc.Arbitrary<object>) =>
  fc.record({ type: fc.constant('column'), blocks: fc.array(blocks, { maxLength: 4 }) }, { noNullPrototype: true })
const holder = (type: string, blocks: fc.Arbitrary<object>) =>
  fc.record(
    { type: fc.constant(type), columns: fc.array(column(blocks), { minLength: 1, maxLength: 4 }) },
    { noNullPrototype: true },
  )
const simple = fc.oneof({ weight: 5, arbitrary: leaf }, { weight: 1, arbitrary: looping(leaf, leaf) })
const others = fc.oneof(leaf, holder('columns', leaf))
const nested = fc.oneof({ weight: 3, arbitrary: holder('columns', simple) }, looping(holder('columns', leaf), leaf))
const fallback = fc.option(fc.oneof(fc.constant('auto'), fc.array(others, { maxLength: 2 })), { nil: undefined })
const interactive = fc
  .tuple(
    fc.oneof(
      fc.record(
        { type: fc.constant('accordion'), items: fc.constant([{ title: 'Title', text: 'Text' }]) },
        { noNullPrototype: true },
      ),
      fc.record(
        {
          type: fc.constant('dynamicList'),
          src: fc.constant('https://example.com/list.json'),
          path: fc.constant('items'),
          as: fc.constant('item'),
          blocks: fc.array(simple, { maxLength: 3 }),
        },
        { noNullPrototype: true },
      ),
    ),
    fallback,
  )
  .map(([one, shown]) => ({ ...one, ...(shown === undefined ? {} : { fallback: shown }) }))
const block = fc.oneof(
  { weight: 4, arbitrary: simple },
  { weight: 1, arbitrary: interactive },
  { weight: 1, arbitrary: looping(interactive, leaf) },
  { weight: 1, arbitrary: looping(leaf, others) },
  { weight: 1, arbitrary: nested },
)
const section = fc.oneof(
  { weight: 5, arbitrary: holder('section', block) },
  { weight: 1, arbitrary: looping(holder('section', simple), others) },
)
const group = fc.record(
  { type: fc.constant('group'), rows: fc.array(section, { maxLength: 2 }) },
  { noNullPrototype: true },
)
const row = fc.oneof({ weight: 3, arbitrary: section }, { weight: 1, arbitrary: group })

function looping(node: fc.Arbitrary<object>, other: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(node, fc.option(fc.array(other, { maxLength: 2 }), { nil: undefined })).map(([one, shown]) => ({
    ...one,
    each: { in: 'items', as: 'item', ...(shown === undefined ? {} : { else: shown }) },
  }))
}

const asset = { url: '/cdn/a/logo.png', width: 10, height: 10, mime: 'image/png' }

/**
 * Documents whose ids come from one small pool, so that two of them, made apart, share ids of nodes of the same type and
 * of others, in the same places and in others.
 */
export const documents: fc.Arbitrary<EmailDocument> = fc
  .record({
    rows: fc.array(row, { maxLength: 4 }),
    ids: fc.shuffledSubarray(
      Array.from({ length: 60 }, (_, index) => `i${index}`),
      { minLength: 60 },
    ),
    isShuffled: fc.boolean(),
    subject: fc.option(fc.constantFrom('One', 'Two'), { nil: undefined }),
    css: fc.option(fc.constantFrom('p{}', 'a{}'), { nil: undefined }),
    translated: fc.option(fc.constantFrom('Name', 'Nom'), { nil: undefined }),
    more: fc.boolean(),
  })
  .map(({ css, ids, isShuffled, more, rows, subject, translated }) => {
    const named = withIds({ rows }, isShuffled ? ids : ids.toSorted())
    const document = valid({
      ...named,
      meta: subject === undefined ? {} : { subject },
      assets: { logo: asset, ...(more ? { more: asset } : {}) },
      ...(css === undefined ? {} : { head: { css } }),
    })
    const all = [...walkNodes(document)].map(({ node }) => node.id)
    const usesLogo = JSON.stringify(document.rows).includes('"logo"')
    const bare = { ...document }
    if (!usesLogo && !more) delete bare.assets
    if (translated === undefined) return bare
    const de = Object.fromEntries(all.filter((_, at) => at % 3 === 0).map((id) => [`${id}.name`, translated]))
    return valid({ ...bare, translations: { default: 'en', locales: { de } } })
  })

// Gives ids in turn to the nodes of a document that may be written loosely.
function withIds(input: object, ids: readonly string[]): object {
  let used = 0
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member)]))
    return 'type' in value ? { id: ids[used++] ?? `more${used}`, ...copy } : copy
  }
  return visit(input) as object
}

/** Wishes for changes; each is turned into an operation against the document as it is when its turn comes. */
export const randomChanges = fc.array(
  fc.record({
    kind: fc.constantFrom('insert', 'remove', 'move', 'move', 'set', 'set', 'settings'),
    first: fc.nat(),
    second: fc.nat(),
    index: fc.nat(4),
    nodes: fc.array(fc.oneof(leaf, interactive, holder('columns', leaf), column(leaf), section, group), {
      minLength: 1,
      maxLength: 2,
    }),
    props: fc.constantFrom<Record<string, unknown>>(
      { name: 'Renamed' },
      { name: null, style: { padding: [1, 2, 3, 4] } },
      { style: { color: '#00ff00' } },
      { hide: { mobile: true }, when: { op: 'exists', path: 'a.b' } },
      { each: { in: 'list', as: 'one', else: [{ type: 'spacer', height: 4 }] } },
      { each: null },
      {
        fallback: [
          { type: 'spacer', height: 5 },
          { type: 'text', text: 'Instead' },
        ],
      },
      { fallback: 'auto' },
      { fallback: null },
      { height: 12 },
      { text: '<p>New</p>' },
    ),
    settings: fc.constantFrom<Record<string, unknown>>(
      { meta: { subject: 'Hi {{ name }}' } },
      { meta: { subject: null, title: 'New' } },
      { body: { width: 640 }, theme: { colors: { primary: { light: '#112233' } } } },
      { fields: [{ path: 'name', type: 'string' }] },
      { head: { css: 'p{}' } },
      { head: null },
      { translations: null },
      { translations: { default: 'en', locales: { fr: { 'meta.subject': 'Salut' } } } },
    ),
  }),
  { maxLength: 8 },
)
export type RandomChange = typeof randomChanges extends fc.Arbitrary<(infer One)[]> ? One : never

// What a node shows instead, now and then, where it shows something.
function listOf(id: string, { second }: RandomChange, document: EmailDocument): string {
  const node = findNode(document, id) as { fallback?: unknown; each?: { else?: unknown } } | undefined
  if (second % 3 !== 0) return id
  if (Array.isArray(node?.fallback)) return `${id}/fallback`
  return node?.each?.else === undefined ? id : `${id}/else`
}

/** What a wish asks of this document; it may well be refused. */
export function operationOf(options: RandomChange, document: EmailDocument): Operation {
  const ids = [...walkNodes(document)].map(({ node }) => node.id)
  const pick = (at: number) => ids[at % Math.max(ids.length, 1)] ?? 'nobody'
  const parent = options.second % 4 === 0 ? 'root' : listOf(pick(options.second), options, document)
  switch (options.kind) {
    case 'insert':
      return { op: 'insert', parent, index: options.index, nodes: options.nodes as never }
    case 'remove':
      return { op: 'remove', id: pick(options.first) }
    case 'move':
      return { op: 'move', id: pick(options.first), parent, index: options.index }
    case 'set':
      return { op: 'set', id: pick(options.first), props: options.props }
    default:
      return { op: 'settings', props: options.settings }
  }
}
