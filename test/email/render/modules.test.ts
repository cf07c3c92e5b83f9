/** Modules put into documents, as the renderer renders them; with the product's own block types. */
import { describe, expect, test } from 'bun:test'
import {
  type EmailDocument,
  type ModuleFragment,
  applyOperation,
  detachModules,
  expandModules,
  extractFragment,
  readDocument,
  translate,
  walkNodes,
} from '../../../src/email/document/index.ts'
import { limits } from '../../../src/kernel/limits.ts'
import { blockTypes, renderEmail } from './compose.ts'

const text = (id: string, words: string) => ({ id, type: 'text', text: words })
const section = (id: string, ...blocks: object[]) => ({ id, type: 'section', columns: [{ id: `${id}-c`, blocks }] })
const use = (id: string, module: string, more: object = {}) => ({
  id,
  type: 'module',
  ref: { id: module, version: 'latest' },
  ...more,
})

function read(rows: object[], more: object = {}): EmailDocument {
  const result = readDocument({ meta: { title: 'T' }, rows, ...more }, blockTypes)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.document
}

function fragment(rows: object[], more: Partial<ModuleFragment> = {}): ModuleFragment {
  return { nodes: read(rows, more.assets === undefined ? {} : { assets: more.assets }).rows, ...more }
}

type Shelf = Record<string, ModuleFragment>
const on = (shelf: Shelf) => (ref: { id: string }) => shelf[ref.id]
const expand = (document: EmailDocument, shelf: Shelf) => expandModules(document, on(shelf))
const idsOf = (document: EmailDocument) => [...walkNodes(document)].map(({ node }) => node.id)
const html = (document: EmailDocument, mode: 'production' | 'editor' = 'production') =>
  renderEmail(document, blockTypes, { mode, now: 0 }).html ?? ''

const footer: Shelf = {
  mod: fragment([section('s', text('t', '<p>Example Ltd</p>')), section('s2', text('t2', 'Two'))]),
}

describe('a document with modules', () => {
  test("has their rows in place of the instances, with ids that start with the instance's id", () => {
    const { document, findings } = expand(
      read([section('a', text('x', 'X')), use('one', 'mod'), use('two', 'mod')]),
      footer,
    )
    expect(findings).toEqual([])
    const inside = (id: string) => ['s', 's-c', 't', 's2', 's2-c', 't2'].map((each) => `${id}:${each}`)
    expect(idsOf(document)).toEqual(['a', 'a-c', 'x', ...inside('one'), ...inside('two')])
  })
  test('is unchanged without modules', () => {
    const document = read([section('a', text('x', 'X'))])
    expect(expand(document, footer).document).toBe(document)
  })
  test('renders as if it contained the rows', () => {
    const flat = read([
      section('a', text('x', 'X')),
      section('s', text('t', '<p>Example Ltd</p>')),
      section('s2', text('t2', 'Two')),
    ])
    expect(html(expand(read([section('a', text('x', 'X')), use('one', 'mod')]), footer).document)).toBe(html(flat))
  })
  test('has one marker for each row of an instance in the editor, and is the same without them', () => {
    const { document } = expand(read([use('one', 'mod')]), footer)
    const marked = html(document, 'editor')
    expect([...marked.matchAll(/data-n="([^"]*)"/g)].map(([, id]) => id)).toEqual(['one', 'one'])
    expect(marked.replaceAll(/ data-n="[^"]*"/g, '')).toBe(html(document))
  })
  test('names the instance in warnings, not a node of the module', () => {
    const shelf = { mod: fragment([section('s', { id: 'odd', type: 'hologram' })]) }
    const { report } = renderEmail(expand(read([use('one', 'mod')]), shelf).document, blockTypes)
    expect(report.warnings).toMatchObject([{ code: 'UNKNOWN_BLOCK', node_id: 'one' }])
  })
  test('keeps the position of a missing module, visible only in the editor', () => {
    const { document, findings } = expand(read([use('one', 'gone', { name: 'Footer' })]), footer)
    expect(findings).toMatchObject([{ code: 'MODULE_NOT_FOUND', node_id: 'one' }])
    const { html: rendered = '', report } = renderEmail(document, blockTypes, { findings })
    expect(rendered).not.toContain('Footer')
    expect(report.warnings.map(({ code }) => code)).toEqual(['MODULE_NOT_FOUND'])
    expect(html(document, 'editor')).toContain('data-n="one"')
    expect(html(document, 'editor')).toContain('Footer')
  })
})

describe('nested modules', () => {
  const nested = (depth: number): Shelf =>
    Object.fromEntries(
      Array.from({ length: depth }, (_, n) => [
        `m${n}`,
        fragment(
          n + 1 < depth ? [section('s', text('t', `${n}`)), use('u', `m${n + 1}`)] : [section('s', text('t', 'last'))],
        ),
      ]),
    )
  test('are expanded down to the maximum depth', () => {
    const { document, findings } = expand(read([use('i', 'm0')]), nested(limits.moduleDepth))
    expect(findings).toEqual([])
    expect(idsOf(document)).toContain('i:u:u:t')
  })
  test('are omitted below the maximum depth, with a warning', () => {
    const { findings } = expand(read([use('i', 'm0')]), nested(limits.moduleDepth + 1))
    expect(findings).toMatchObject([{ code: 'MODULE_TOO_DEEP', node_id: 'i' }])
  })
  test('that contain themselves stop at the limit', () => {
    const shelf = { m: fragment([use('a', 'm'), use('b', 'm')]) }
    expect(expand(read([use('i', 'm')]), shelf).findings.every(({ code }) => code === 'MODULE_TOO_DEEP')).toBe(true)
  })
  test('create at most the maximum number of nodes', () => {
    const big = { m: fragment([section('s', ...Array.from({ length: 1000 }, (_, n) => text(`t${n}`, 'x')))]) }
    const { document, findings } = expand(read(Array.from({ length: 50 }, (_, n) => use(`i${n}`, 'm'))), big)
    expect(findings.length).toBe(46)
    expect(findings[0]?.code).toBe('MODULE_TOO_LARGE')
    expect(idsOf(document).length).toBeLessThanOrEqual(limits.documentNodes)
  })
})

describe('the settings of an instance apply to all rows of its module', () => {
  const when = { op: 'exists', path: 'vip' }
  test('a condition, a loop, a style: by a group around them', () => {
    const { document } = expand(read([use('one', 'mod', { when, style: { background: '#fafafa' } })]), footer)
    expect(document.rows).toMatchObject([{ id: 'one', type: 'group', when, rows: [{ id: 'one:s' }, { id: 'one:s2' }] }])
  })
  test('with groups among them each row is shown or hidden individually, and styles do not apply', () => {
    const shelf = {
      mod: fragment([{ id: 'g', type: 'group', rows: [section('s')], when: { op: 'exists', path: 'b' } }]),
    }
    const { document, findings } = expand(
      read([use('one', 'mod', { when, hide: { mobile: true }, style: { radius: 4 } })]),
      shelf,
    )
    expect(document.rows).toMatchObject([
      { id: 'one:g', hide: { mobile: true }, when: { op: 'and', of: [when, { op: 'exists', path: 'b' }] } },
    ])
    expect(findings).toMatchObject([{ code: 'MODULE_STYLE_UNUSED' }])
  })
})

describe('slots', () => {
  const shelf: Shelf = {
    mod: fragment(
      [section('s', text('t', 'Default'), { id: 'b', type: 'button', label: 'Buy', href: 'https://a.example' })],
      {
        slots: ['t', 'b', 's-c'],
      },
    ),
  }
  const shown = (slots: object) => expand(read([use('one', 'mod', { slots })]), shelf)
  test('accept blocks in place of a block', () => {
    const { document } = shown({ t: [text('mine', 'Mine'), text('also', 'Also')] })
    expect(idsOf(document)).toEqual(['one:s', 'one:s-c', 'one:t:mine', 'one:t:also', 'one:b'])
  })
  test('accept blocks in a column', () => {
    expect(idsOf(shown({ 's-c': [text('mine', 'Mine')] }).document)).toEqual(['one:s', 'one:s-c', 'one:s-c:mine'])
  })
  test("accept properties, and keep the block's other properties", () => {
    expect(html(shown({ b: { type: 'button', label: 'Rent' } }).document)).toContain('Rent')
    expect(html(shown({ b: { type: 'button', label: 'Rent' } }).document)).toContain('https://a.example')
  })
  test('of another type, or unknown ones, are reported and change nothing', () => {
    const { document, findings } = shown({ b: { type: 'heading', level: 1 }, nowhere: [] })
    expect(findings).toMatchObject([{ code: 'MODULE_SLOT_UNUSED', message: expect.stringContaining('b, nowhere') }])
    expect(html(document)).toBe(html(shown({}).document))
  })
  test('are read by the rules of their types, ids given where they lack', () => {
    const slots = { t: [{ type: 'text', text: '<p>Hi <b>you</b></p>' }], b: { type: 'button', label: 'Go' } }
    const [row] = read([use('one', 'mod', { slots })]).rows
    expect(row).toMatchObject({ slots: { t: [{ id: 'n1', text: [{ type: 'paragraph' }] }], b: { label: 'Go' } } })
  })
  test('are set by an operation like any property, and reverted by its inverse', () => {
    const document = read([section('a', text('x', 'X')), use('one', 'mod')])
    const props = { slots: { t: [{ type: 'text', text: 'Hi' }, text('x', 'the id of another node')] } }
    const applied = applyOperation(document, { op: 'set', id: 'one', props }, blockTypes)
    if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
    expect(applied.document.rows[1]).toMatchObject({ slots: { t: [{ id: 'n1' }, { id: 'x' }] } })
    const undone = applyOperation(applied.document, applied.inverse, blockTypes)
    expect('document' in undone && undone.document).toEqual(document)
  })
  test.each([
    ['a value that is no filling', { t: 'words' }, '/rows/0/slots/t'],
    ['properties without a type', { t: { label: 'x' } }, '/rows/0/slots/t/type'],
    ['a property that the type does not have', { t: { type: 'button', level: 1 } }, '/rows/0/slots/t/level'],
    ['an address that runs code', { t: { type: 'button', href: 'javascript:alert(1)' } }, '/rows/0/slots/t/href'],
    ['a block of a wrong form', { t: [{ type: 'button', label: 7 }] }, '/rows/0/slots/t/0/label'],
    ['an id twice', { t: [text('x', 'a'), text('x', 'b')] }, '/rows/0/slots/t/1/id'],
    ['a row', { t: [section('s')] }, '/rows/0/slots/t/0'],
  ])('refuse %s', (_, slots, path) => {
    const result = readDocument({ meta: { title: 'T' }, rows: [use('one', 'mod', { slots })] }, blockTypes)
    expect('issues' in result && result.issues.map((issue) => issue.path)).toContain(path)
  })
})

describe('assets and translations of a module', () => {
  const image = (url: string) => ({ url, width: 10, height: 20, mime: 'image/png' })
  const shelf: Shelf = {
    mod: fragment([section('s', { id: 'i', type: 'image', src: 'logo', alt: 'L' }, text('t', 'Hello'))], {
      assets: { logo: image('https://a.example/theirs.png') },
      slots: ['t'],
      translations: { de: { 't.text': [{ type: 'paragraph', runs: [{ text: 'Hallo' }] }] } },
    }),
  }
  test('are included with it', () => {
    expect(html(expand(read([use('one', 'mod')]), shelf).document)).toContain('theirs.png')
  })
  test('do not take the name of another asset', () => {
    const rows = [use('one', 'mod'), section('a', { id: 'own', type: 'image', src: 'logo', alt: 'O' })]
    const rendered = html(expand(read(rows, { assets: { logo: image('https://a.example/ours.png') } }), shelf).document)
    expect(rendered).toContain('theirs.png')
    expect(rendered).toContain('ours.png')
  })
  test('include the languages of the document', () => {
    const translations = { default: 'en', locales: { de: {} } }
    const german = (slots?: object) =>
      html(translate(expand(read([use('one', 'mod', slots && { slots })], { translations }), shelf).document, 'de'))
    expect(german()).toContain('Hallo')
    expect(german({ t: { type: 'text', text: 'Mine' } })).toContain('Mine')
    expect(html(translate(expand(read([use('one', 'mod')]), shelf).document, 'de'))).toContain('Hello')
  })
  test('of slot contents belong to the instance, rendered and detached', () => {
    const slots = { t: { type: 'text', text: 'Mine' }, 's-c': [text('own', 'Own')] }
    const german = { t: { type: 'text', text: 'Meins' }, 's-c': [text('own', 'Eigenes')] }
    const shelf = {
      mod: fragment([section('r', text('t', 'Hello')), section('s', text('u', 'Other'))], { slots: ['t', 's-c'] }),
    }
    const document = read([use('one', 'mod', { slots })], {
      translations: { default: 'en', locales: { de: { 'one.slots': german } } },
    })
    const detached = detachModules(document, on(shelf), () => true)
    for (const whole of [detached, expand(document, shelf).document]) {
      expect(html(whole)).toContain('Mine')
      expect(html(translate(whole, 'de'))).toContain('Meins')
      expect(html(translate(whole, 'de'))).toContain('Eigenes')
    }
    const again = readDocument(detached, blockTypes)
    expect('document' in again && html(translate(again.document, 'de'))).toBe(html(translate(detached, 'de')))
  })
  test('come from the document of their row', () => {
    const document = read(
      [section('s', { id: 'i', type: 'image', src: 'logo', alt: 'L' }), section('other', text('t', 'x'))],
      {
        assets: { logo: image('https://a.example/a.png'), unused: image('https://a.example/b.png') },
        translations: { default: 'en', locales: { de: { 'i.alt': 'Bild', 't.text': 'y' }, fr: {} } },
      },
    )
    const [row] = document.rows
    if (row === undefined) throw new Error('The document has no row')
    const taken = extractFragment(document, row)
    expect(Object.keys(taken.assets ?? {})).toEqual(['logo'])
    expect(taken.translations).toEqual({ de: { 'i.alt': 'Bild' } })
  })
})

describe('instances that are detached', () => {
  const rows = [
    section('s', text('t', 'Host')),
    use('one', 'mod'),
    use('two', 'mod', { when: { op: 'exists', path: 'x' } }),
  ]
  test('become valid rows of the document with their own ids, and render the same', () => {
    const document = read(rows)
    const detached = detachModules(document, on(footer), () => true)
    const again = readDocument(detached, blockTypes)
    if ('issues' in again) throw new Error(JSON.stringify(again.issues))
    expect(again.document).toEqual(detached)
    expect(new Set(idsOf(detached)).size).toBe(idsOf(detached).length)
    expect(html(detached)).toBe(html(expand(document, footer).document))
  })
  test('can be detached individually, except those of a missing module', () => {
    const detached = detachModules(read([...rows, use('three', 'gone')]), on(footer), ({ id }) => id !== 'two')
    expect(detached.rows.map(({ type }) => type)).toEqual(['section', 'section', 'section', 'module', 'module'])
  })
  test('keep their translations under the new ids', () => {
    const shelf = {
      mod: fragment([section('s', text('t', 'Hello'))], {
        translations: { de: { 't.text': [{ type: 'paragraph', runs: [{ text: 'Hallo' }] }] } },
      }),
    }
    const document = read([section('s', text('t', 'Own')), use('one', 'mod')], {
      translations: { default: 'en', locales: { de: { 't.text': 'Eigen' } } },
    })
    const detached = detachModules(document, on(shelf), () => true)
    expect(idsOf(detached)).toEqual(['s', 's-c', 't', 's-2', 's-c-2', 't-2'])
    const german = html(translate(detached, 'de'))
    expect(german).toContain('Eigen')
    expect(german).toContain('Hallo')
  })
})
