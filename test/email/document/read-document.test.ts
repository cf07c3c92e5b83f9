import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  createDocument,
  emailDocumentSchema,
  migrateDocument,
  readDocument,
} from '../../../src/email/document/index.ts'
import { Value } from '@sinclair/typebox/value'
import { runs } from '../../support/runs.ts'
import { blocks, issuesOf, valid, withBlocks } from './sample.ts'

const block = (one: unknown) =>
  (valid(withBlocks(one)).rows[0] as { columns: { blocks: unknown[] }[] }).columns[0]?.blocks[0]

describe('the canonical form', () => {
  test('an empty object becomes an empty document, equal to a created one', () => {
    expect(valid({})).toEqual(createDocument())
  })

  test('optional members get their defaults', () => {
    const document = valid({
      meta: { subject: 'Hi' },
      rows: [{ columns: [{ blocks: [{ type: 'spacer', height: 4 }] }] }],
    })
    expect(document).toEqual({
      schema: 'svc.email/1',
      meta: { title: 'Untitled', lang: 'en', subject: 'Hi' },
      theme: { colors: {}, fonts: {} },
      body: { width: 600, breakpoint: 480 },
      fields: [],
      rows: [
        {
          id: 'n1',
          type: 'section',
          stack: 'stack',
          columns: [{ id: 'n2', type: 'column', width: { fr: 1 }, blocks: [{ id: 'n3', type: 'spacer', height: 4 }] }],
        },
      ],
    })
  })

  test.each([
    [5, [5, 5, 5, 5]],
    [
      [1, 2],
      [1, 2, 1, 2],
    ],
    [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ],
  ])('padding %j is %j', (written, canonical) => {
    expect(block({ type: 'spacer', height: 1, style: { padding: written } })).toMatchObject({
      style: { padding: canonical },
    })
  })

  test('rich text as HTML becomes runs', () => {
    expect(block({ type: 'text', text: '<p>Hi <b>{{ name }}</b></p>' })).toMatchObject({
      text: [{ type: 'paragraph', runs: [{ text: 'Hi ' }, { tag: { path: 'name' }, bold: true }] }],
    })
  })

  test('equal neighbors in runs are joined and empty ones left out', () => {
    const runs = [{ text: 'a' }, { text: '' }, { text: 'b' }, { text: 'c', bold: true }]
    expect(block({ type: 'text', text: [{ type: 'paragraph', runs }] })).toMatchObject({
      text: [{ type: 'paragraph', runs: [{ text: 'ab' }, { text: 'c', bold: true }] }],
    })
  })

  test('flags with the default value and undefined members are omitted', () => {
    expect(
      block({
        id: 'b',
        type: 'spacer',
        height: 1,
        hide: { mobile: false, desktop: true },
        parts: { amp: true },
        name: undefined,
      }),
    ).toEqual({ id: 'b', type: 'spacer', height: 1, hide: { desktop: true }, parts: {} })
  })

  test('given ids avoid those in use, in reading order', () => {
    const document = valid({ rows: [{ columns: [{ id: 'n2', blocks: [{ type: 'spacer', height: 1 }] }] }] })
    expect(JSON.stringify(document).match(/"id":"(\w+)"/g)).toHaveLength(3)
    expect(new Set(JSON.stringify(document).match(/"id":"(\w+)"/g))).toEqual(
      new Set(['"id":"n1"', '"id":"n2"', '"id":"n3"']),
    )
  })

  test('a theme color can be a single string', () => {
    expect(valid({ theme: { colors: { primary: '#123456' } } }).theme.colors).toEqual({ primary: { light: '#123456' } })
  })

  test('blocks of unknown types are kept as they are', () => {
    const odd = { id: 'x', type: 'hologram', depth: { anything: ['goes', 1] }, style: { padding: [1, 1, 1, 1] } }
    expect(block(odd)).toEqual(odd)
  })

  test('the rows of a table are cells and no nodes', () => {
    expect(block({ id: 't', type: 'table', rows: [['<b>x</b>']] })).toEqual({
      id: 't',
      type: 'table',
      rows: [[[{ type: 'paragraph', runs: [{ text: 'x', bold: true }] }]]],
    })
  })

  test('HTML and CSS go through the cleaners that are given', () => {
    const input = { ...withBlocks({ type: 'html', html: '<b>x</b>' }), head: { css: 'a{}' } }
    const read = readDocument(input, blocks, {
      cleanHtml: (html) => `clean ${html}`,
      cleanCss: (css) => `clean ${css}`,
    })
    expect(JSON.stringify(read)).toInclude('clean <b>x</b>')
    expect(JSON.stringify(read)).toInclude('clean a{}')
  })

  test('parts that are canonical are shared with the input, and the input is never changed', () => {
    const canonical = valid(withBlocks({ type: 'text', text: 'Hi' }))
    const read = readDocument(canonical, blocks)
    expect('document' in read && read.document).toBe(canonical)
    const loose = withBlocks({ type: 'text', text: 'Hi', style: { padding: 1 } })
    const before = structuredClone(loose)
    valid(loose)
    expect(loose).toEqual(before)
  })

  test('it fits the published JSON Schema', () => {
    const document = valid({
      ...withBlocks({ type: 'text', text: 'Hi', when: { op: 'exists', path: 'a' } }),
      theme: { colors: { a: '#fff' } },
    })
    expect([...Value.Errors(emailDocumentSchema, document)]).toEqual([])
  })
})

const inBlock = '/rows/0/columns/0/blocks/0'
const button = (more: object) => withBlocks({ type: 'button', label: 'Go', href: '#', ...more })
const column = (more: object) => ({ rows: [{ type: 'section', columns: [{ blocks: [], ...more }] }] })

describe('a validation issue names the position and the remedy', () => {
  test.each<[unknown, string, string]>([
    [5, '', 'expected an email document'],
    [[], '', 'expected an email document'],
    [{ schema: 'svc.email/2' }, '/schema', 'up to svc.email/1'],
    [{ surprise: 1 }, '/surprise', 'is not a property here'],
    [{ mta: {} }, '/mta', 'did you mean meta?'],
    [{ meta: { title: 5 } }, '/meta/title', 'expected a text'],
    [{ meta: { lang: 'english please' } }, '/meta/lang', 'language tag'],
    [{ meta: { subject: 'Hi {{ x' } }, '/meta/subject', 'not closed'],
    [{ body: { width: 10 } }, '/body/width', 'a whole number from 320 to 900'],
    [{ theme: { colors: { 'a b': '#fff' } } }, '/theme/colors/a b', 'must match'],
    [{ theme: { colors: { a: 'red;x:y' } } }, '/theme/colors/a/light', 'a color such as #1a73e8'],
    [
      { theme: { fonts: { a: { family: 'X"y', fallback: 'Arial' } } } },
      '/theme/fonts/a/family',
      'name of a font family',
    ],
    [
      { theme: { fonts: { a: { family: 'X', fallback: 'Arial', href: 'https://a/"onload=' } } } },
      '/theme/fonts/a/href',
      'https URL',
    ],
    [{ fields: [{ path: 'a..b', type: 'string' }] }, '/fields/0/path', 'a path such as'],
    [{ fields: [{ path: 'a', type: 'text' }] }, '/fields/0/type', 'one of string, number'],
    [
      {
        fields: [
          { path: 'a', type: 'string' },
          { path: 'a', type: 'number' },
        ],
      },
      '/fields/1/path',
      'the same path twice',
    ],
    [{ rows: {} }, '/rows', 'a list of sections'],
    [{ rows: [{ type: 'text' }] }, '/rows/0', 'blocks belong in the columns'],
    [{ rows: [{ type: 'section', columns: [] }] }, '/rows/0/columns', 'a list of 1 to 6 items'],
    [
      { rows: [{ type: 'section', columns: Array(7).fill({ blocks: [] }) }] },
      '/rows/0/columns',
      'a list of 1 to 6 items',
    ],
    [{ rows: [{ type: 'group', rows: [{ type: 'group', rows: [] }] }] }, '/rows/0/rows/0/type', 'section'],
    [{ rows: [{ type: 'module', ref: { id: 'x', version: 0 } }] }, '/rows/0/ref/version', '"latest" or a whole number'],
    [column({ width: { em: 1 } }), '/rows/0/columns/0/width', '{ "fr": 1 }'],
    [withBlocks({}), `${inBlock}/type`, 'the type of the block, one of'],
    [withBlocks({ type: 'section', columns: [] }), inBlock, 'must be a row'],
    [
      withBlocks({ type: 'columns', columns: [{ blocks: [{ type: 'columns', columns: [{ blocks: [] }] }] }] }),
      `${inBlock}/columns/0/blocks/0`,
      'one level deep',
    ],
    [withBlocks({ type: 'button', href: '#' }), `${inBlock}/label`, 'is required'],
    [button({ id: 'a b' }), `${inBlock}/id`, '1 to 64 letters'],
    [button({ id: 'root' }), `${inBlock}/id`, 'reserved'],
    [button({ id: 's' }), `${inBlock}/id`, 'used twice'],
    [button({ href: 'javascript:alert(1)' }), `${inBlock}/href`, 'a URL that starts with https://'],
    [button({ href: ' javascript:alert(1)' }), `${inBlock}/href`, 'a URL'],
    [button({ href: 'https://a\n.example' }), `${inBlock}/href`, 'a URL'],
    [button({ href: 'data:text/html,x' }), `${inBlock}/href`, 'a URL'],
    [button({ href: '//evil.example' }), `${inBlock}/href`, 'a URL'],
    [button({ href: 'https://a.example/{{ x' }), `${inBlock}/href`, 'not closed'],
    [button({ label: '{{ x | shout }}' }), `${inBlock}/label`, 'Unknown filter shout'],
    [button({ style: { paddding: 1 } }), `${inBlock}/style/paddding`, 'did you mean padding?'],
    [button({ style: { color: 'url(x)' } }), `${inBlock}/style/color`, '$color.primary'],
    [button({ style: { font: 'Arial;background:url(x)' } }), `${inBlock}/style/font`, 'font stack'],
    [button({ style: { width: '50%;x' } }), `${inBlock}/style/width`, '"50%"'],
    [
      button({ style: { backgroundImage: { src: '/cdn/x', position: 'top;x:y' } } }),
      `${inBlock}/style/backgroundImage/position`,
      'center top',
    ],
    [button({ style: { padding: [1, 2, 3] } }), `${inBlock}/style/padding`, '[vertical, horizontal]'],
    [button({ style: null }), `${inBlock}/style`, 'expected an object, not null'],
    [button({ when: { op: 'exists', path: '__proto__ x' } }), `${inBlock}/when/path`, 'a path such as'],
    [button({ when: { op: 'eq', path: 'a' } }), `${inBlock}/when/value`, 'is required'],
    [button({ when: { op: 'and', of: [] } }), `${inBlock}/when/of`, '1 to 100 conditions'],
    [
      button({ when: { op: 'native', target: 'x', before: '<script>', after: '' } }),
      `${inBlock}/when/before`,
      'HTML tags',
    ],
    [button({ each: { in: 'a', as: 'forloop' } }), `${inBlock}/each/as`, 'a name for one item'],
    [
      button({ each: { in: 'a', as: 'b', else: [{ type: 'nope' }, { type: 'spacer' }] } }),
      `${inBlock}/each/else/1/height`,
      'is required',
    ],
    [withBlocks({ type: 'text', text: 5 }), `${inBlock}/text`, 'rich text'],
    [withBlocks({ type: 'text', text: '<a href="javascript:x">y</a>' }), `${inBlock}/text`, 'a URL'],
    [
      withBlocks({ type: 'text', text: [{ type: 'paragraph', runs: [{ text: 'x', link: { href: 'vbscript:x' } }] }] }),
      `${inBlock}/text/0/runs/0/link/href`,
      'a URL',
    ],
    [
      withBlocks({ type: 'text', text: [{ type: 'paragraph', runs: [{ text: 'x', link: {} }] }] }),
      `${inBlock}/text/0/runs/0/link`,
      'an href, or a role',
    ],
    [
      withBlocks({
        type: 'text',
        text: [{ type: 'paragraph', runs: [{ tag: { path: 'a', filters: [{ name: 'date', argument: 5 }] } }] }],
      }),
      `${inBlock}/text/0/runs/0/tag/filters/0`,
      'a pattern',
    ],
    [withBlocks({ type: 'text', text: 'x'.repeat(1_100_000) }), `${inBlock}/text`, 'the limit is 1048576'],
    [withBlocks({ type: 'countdown', until: 'next week' }), `${inBlock}/until`, 'an instant such as'],
    [
      { translations: { default: 'en', locales: { de: { 'meta.lang': 'de' } } } },
      '/translations/locales/de/meta.lang',
      'nodeId.prop',
    ],
    [
      { ...button({ id: 'b' }), translations: { default: 'en', locales: { de: { 'b.href': 'javascript:x' } } } },
      '/translations/locales/de/b.href',
      'a URL',
    ],
    [
      { ...button({ id: 'b' }), translations: { default: 'en', locales: { de: { 'b.nope': 1 } } } },
      '/translations/locales/de/b.nope',
      'names a property',
    ],
  ])('%j: %s', (input, path, message) => {
    const issues = issuesOf(input)
    expect(issues.map((issue) => issue.path)).toContain(path)
    expect(issues.find((issue) => issue.path === path)?.message).toInclude(message)
  })

  test('at most 50 issues are returned', () => {
    expect(issuesOf(withBlocks(...Array(200).fill({ type: 'spacer', height: -1 })))).toHaveLength(50)
  })

  test('addresses, anchors, assets and merge tags are taken', () => {
    for (const href of [
      '',
      'https://a.example',
      'HTTP://a.example',
      'mailto:a@b.example',
      'tel:+1',
      'sms:+1',
      '#x',
      '/cdn/a/b.png',
      '{{ url }}/x',
      '{{ url | default: "https://a.example" }}',
    ]) {
      expect(valid(button({ href }))).toBeDefined()
    }
    const assets = { logo: { url: '/cdn/a/logo.png', width: 1, height: 1, mime: 'image/png' } }
    expect(valid({ ...withBlocks({ type: 'image', src: 'logo', alt: '' }), assets })).toBeDefined()
  })
})

describe('hostile input', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic['meta'] = cyclic
  const bushy: unknown[] = []
  bushy.push(bushy, bushy, bushy)
  const deep = (levels: number) => {
    let value: unknown = {}
    for (let level = 0; level < levels; level++) value = { inner: value }
    return value
  }
  test.each<[string, unknown, string]>([
    ['a cycle', cyclic, 'refers to itself'],
    ['a cycle that branches', { rows: bushy }, 'refers to itself'],
    ['depth 10,000', { meta: deep(10_000) }, 'deeper than 64 levels'],
    ['a __proto__ key', JSON.parse('{"meta":{"__proto__":{"x":1}}}'), '__proto__ is not allowed'],
    ['a lone surrogate', { meta: { title: '\ud800' } }, 'well-formed Unicode'],
    ['a lone surrogate in a key', { '\udc00': 1 }, 'well-formed Unicode'],
    ['a NUL', { meta: { title: 'a\0b' } }, 'NUL'],
    ['a number that is none', { body: { width: Number.NaN } }, 'finite number'],
    ['a function', { meta: () => 1 }, 'cannot be serialized as JSON'],
    ['a date object', { meta: new Date(0) }, 'plain object'],
    ['a map', { meta: new Map() }, 'plain object'],
    [
      'a name of 100,000 characters',
      withBlocks({ type: 'spacer', height: 1, name: 'x'.repeat(100_000) }),
      'the limit is 200',
    ],
    ['a key of 100,000 characters', { ['x'.repeat(100_000)]: 1 }, 'is not a property'],
    [
      '5,001 nodes',
      withBlocks(...Array.from({ length: 4999 }, () => ({ type: 'spacer', height: 1 }))),
      'more than 5000 nodes',
    ],
    ['more than the limit', { meta: { description: 'x'.repeat(2_400_000) } }, 'the limit is 2359296'],
    [
      'HTML that grows past the limit as runs',
      withBlocks(...Array.from({ length: 4000 }, () => ({ type: 'text', text: '<p>'.repeat(90) }))),
      'the limit is 2359296',
    ],
    [
      'conditions nested 20 deep',
      button({
        when: Array.from({ length: 20 }).reduce((of: unknown) => ({ op: 'not', of }), { op: 'exists', path: 'a' }),
      }),
      'deeper than 8',
    ],
  ])('%s is refused', (_, input, message) => {
    const issues = issuesOf(input)
    expect(issues.some((issue) => issue.message.includes(message))).toBe(true)
    expect(JSON.stringify(issues).length).toBeLessThan(20_000)
  })

  test('5,000 nodes and four sibling loops are accepted; four nested loops are not', () => {
    expect(valid(withBlocks(...Array.from({ length: 4998 }, () => ({ type: 'spacer', height: 1 }))))).toBeDefined()
    const each = { in: 'a', as: 'b' }
    const loops = (node: object) => ({
      rows: [{ type: 'group', each, rows: [{ type: 'section', each, columns: [{ each, blocks: [node] }] }] }],
    })
    expect(valid(loops({ type: 'spacer', height: 1 }))).toBeDefined()
    expect(issuesOf(loops({ type: 'spacer', height: 1, each }))[0]?.message).toInclude('at most 3 deep')
  })

  test('no JSON makes it throw, and an accepted document is accepted again unchanged', () => {
    const keys = fc.oneof(
      fc.constantFrom(
        'type',
        'rows',
        'columns',
        'blocks',
        'text',
        'style',
        'padding',
        'meta',
        'theme',
        'id',
        'when',
        'op',
        'of',
        'each',
        'translations',
        'locales',
        'items',
        'runs',
        'constructor',
        '__proto__',
      ),
      fc.string(),
    )
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom<unknown>(
          'section',
          'column',
          'text',
          'button',
          'group',
          'paragraph',
          'and',
          '#fff',
          '<b>{{ x',
          null,
          true,
          0,
          -1,
          1.5,
        ),
        fc.string({ unit: 'binary' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(keys, tie('value'), { maxKeys: 6 }),
      ),
    }))
    fc.assert(
      fc.property(value, (input) => {
        for (const one of [input, { rows: input }, withBlocks(input), { meta: input, theme: input }]) {
          const read = readDocument(one, blocks)
          if ('document' in read) expect(readDocument(read.document, blocks)).toEqual({ document: read.document })
          else expect(read.issues.length).toBeGreaterThan(0)
        }
      }),
      { numRuns: runs(600), seed: 6 },
    )
  })
})

describe('older schema versions', () => {
  const steps = [
    {
      from: 'svc.email/0',
      to: 'svc.email/0.5',
      migrate: (old: Record<string, unknown>) => ({ ...old, meta: { title: old['title'] }, title: undefined }),
    },
    {
      from: 'svc.email/0.5',
      to: 'svc.email/1',
      migrate: (old: Record<string, unknown>) => ({ ...old, rows: old['sections'], sections: undefined }),
    },
  ]

  test('are migrated step by step', () => {
    const old = { schema: 'svc.email/0', title: 'Old', sections: [] }
    expect(valid(migrateDocument(old, steps))).toEqual(createDocument({ title: 'Old' }))
    expect(old).toEqual({ schema: 'svc.email/0', title: 'Old', sections: [] })
  })

  test('that are unknown are rejected, also when migrations form a cycle', () => {
    expect(migrateDocument({ schema: 'svc.email/9' }, steps)).toBeUndefined()
    const circle = [
      { from: 'a', to: 'b', migrate: (old: Record<string, unknown>) => old },
      { from: 'b', to: 'a', migrate: (old: Record<string, unknown>) => old },
    ]
    expect(migrateDocument({ schema: 'a' }, circle)).toBeUndefined()
  })
})
