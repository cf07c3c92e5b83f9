import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import {
  type EmailDocument,
  type ModuleFragment,
  expandModules,
  operationsBetween,
  readDocument,
} from '../../../src/email/document/index.ts'
import { importHtml, showDocument } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { type Random, createRandom } from '../../support/random.ts'
import { runs } from '../../support/runs.ts'

const cdnUrl = 'https://cdn.example.com'

function read(input: unknown): EmailDocument {
  const result = readDocument(input, blockTypes)
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  return result.document
}

const footer: ModuleFragment = {
  nodes: read({
    meta: { title: '', lang: 'en' },
    rows: [
      {
        id: 'foot',
        type: 'section',
        columns: [{ id: 'foot-c', blocks: [{ id: 'foot-t', type: 'text', text: '<p>Kept by the module</p>' }] }],
      },
    ],
  }).rows,
}
const lookup = ({ id }: { id: string }) => (id === 'footer' ? footer : undefined)

function render(document: EmailDocument, mode: 'production' | 'editor' = 'production'): string {
  const { document: whole } = expandModules(document, lookup)
  return renderEmail(whole, blockTypes, { mode, cdnUrl, outputs: ['html'] }).html ?? ''
}

function readBack(html: string, base: EmailDocument) {
  const { document, report } = importHtml({ html, base, shown: showDocument(base, lookup), cdnUrl }, blockTypes)
  const back = read(document)
  return { back, report, operations: operationsBetween(base, back), codes: report.warnings.map(({ code }) => code) }
}

const use = { id: 'use', type: 'module', ref: { id: 'footer', version: 'latest' } }
const withModule = (document: EmailDocument): EmailDocument => read({ ...document, rows: [...document.rows, use] })

const page = withModule(
  read({
    meta: { title: 'T', lang: 'en', preheader: 'Look inside' },
    body: { background: '#eeeeee' },
    theme: { colors: { ink: { light: '#102030', dark: '#ddeeff' } }, text: { color: '$color.ink' } },
    rows: [
      {
        id: 'top',
        type: 'section',
        box: { background: '#ffffff', padding: [10, 20, 10, 20] },
        columns: [
          {
            id: 'left',
            blocks: [
              { id: 'hello', type: 'text', text: '<p>Hello {{ user.name }}, <b>welcome</b></p><p>Second</p>' },
              {
                id: 'go',
                type: 'button',
                label: 'Go',
                href: 'https://example.com/a',
                style: { background: '#aa0000' },
              },
              { id: 'secret', type: 'text', text: '<p>For some</p>', when: { op: 'exists', path: 'user.vip' } },
              {
                id: 'each',
                type: 'text',
                text: '<p>{{ item.title }}</p>',
                each: { in: 'items', as: 'item', else: [{ id: 'none', type: 'text', text: '<p>Nothing</p>' }] },
              },
            ],
          },
          {
            id: 'right',
            blocks: [{ id: 'picture', type: 'image', src: 'https://example.com/a.png', alt: 'A', width: 200 }],
          },
        ],
      },
      {
        id: 'end',
        type: 'section',
        columns: [{ id: 'last', blocks: [{ id: 'bye', type: 'text', text: '<p>Bye</p>' }] }],
      },
    ],
  }),
)

const changes: [name: string, change: (html: string) => string, operation: object][] = [
  ['words beside a merge tag', (html) => html.replace('Hello {{', 'Dear {{'), { op: 'set', id: 'hello' }],
  ['a merge tag', (html) => html.replace('user.name', 'user.nick'), { op: 'set', id: 'hello' }],
  [
    'a colour of a block',
    (html) => html.replace('background-color:#aa0000', 'background-color: #00aa00'),
    { op: 'set', id: 'go', props: { style: { background: '#00aa00' } } },
  ],
  [
    'the padding of a section',
    (html) => html.replace('padding:10px 20px', 'padding:12px 20px'),
    { op: 'set', id: 'top', props: { box: { background: '#ffffff', padding: [12, 20, 12, 20] } } },
  ],
  ['a condition’s block', (html) => html.replace('For some', 'For few'), { op: 'set', id: 'secret' }],
  [
    'the block of a loop',
    (html) => html.replace('{{ item.title }}', 'No. {{ item.title }}'),
    { op: 'set', id: 'each' },
  ],
  ['what a loop shows instead', (html) => html.replace('Nothing', 'Nothing yet'), { op: 'set', id: 'none' }],
  ['a size of a picture', (html) => html.replaceAll(/(width[:=]"?)200/g, '$1180'), { op: 'set', id: 'picture' }],
  ['the title', (html) => html.replaceAll(/(<title>|aria-label=")T/g, '$1News'), { op: 'settings' }],
  ['the preview text', (html) => html.replace('Look inside', 'Look here'), { op: 'settings' }],
  [
    'a new row in a column',
    (html) => html.replace(/(<tr><td[^>]*>)(<p[^>]*>)?Bye/, '<tr><td><p>Before that</p></td></tr>$&'),
    { op: 'insert', parent: 'last', index: 0 },
  ],
  [
    'new markup between the sections',
    (html) => html.replace(/(?=<!--\[if mso\]>(?:(?!-->).)*--><div[^>]*>(?:(?!<div).)*Bye)/, '<p>New <i>here</i></p>'),
    { op: 'insert', parent: 'root', index: 1 },
  ],
]

describe('rendered HTML with a small change', () => {
  test.each(changes)('%s: one operation, no warning, and the module stays an instance', (_, change, operation) => {
    const html = render(page)
    expect(change(html)).not.toBe(html)
    const { operations, codes, report, back } = readBack(change(html), page)
    expect(operations).toHaveLength(1)
    expect(operations[0]).toMatchObject(operation)
    expect(codes).toEqual([])
    expect(report).toMatchObject({ source: 'svc', words_kept: 1, links_kept: 1, images_kept: 1 })
    expect(back.rows.at(-1)).toEqual(use as never)
  })

  test('table parts that browsers add and other white space change nothing', () => {
    const html = render(page)
      .split(/(<!--[\s\S]*?-->)/)
      .map((part) => (part.startsWith('<!--') ? part : part.replace(/<table([^>]*)><tr>/g, '<table$1>\n  <tbody><tr>')))
      .join('')
    const { codes, operations } = readBack(html, page)
    expect({ codes, operations }).toEqual({ codes: [], operations: [] })
  })

  test('a section that moved is moved', () => {
    const html = render(page, 'editor').replace(/<!--[\s\S]*?-->/g, '')
    const [, last = ''] = /(<div[^>]*data-n="end"[\s\S]*?<\/div>)<div/.exec(html) ?? []
    const moved = html.replace(last, '').replace(/<div[^>]*data-n="top"/, `${last}$&`)
    const { operations } = readBack(moved, page)
    expect(operations).toHaveLength(1)
    expect(operations[0]).toMatchObject({ op: 'move', parent: 'root' })
  })

  test('a changed module becomes rows, and the report says so', () => {
    for (const mode of ['production', 'editor'] as const) {
      const { back, report } = readBack(render(page, mode).replace('Kept by the module', 'Changed by hand'), page)
      expect(report.warnings).toMatchObject([{ code: 'MODULE_DETACHED', node_id: 'use' }])
      expect(back.rows.slice(0, -1)).toEqual(page.rows.slice(0, -1))
      expect(JSON.stringify(back.rows.at(-1))).toContain('Changed by hand')
    }
  })

  test('a module removed from the HTML is removed, and the report says so', () => {
    const html = render(page, 'editor').replace(/<div[^>]*data-n="use"[\s\S]*?<\/table><\/div>/, '')
    const { operations, report } = readBack(html, page)
    expect(operations).toEqual([{ op: 'remove', id: 'use' }])
    expect(report.warnings).toMatchObject([{ code: 'NOT_IN_HTML', node_id: 'use' }])
  })

  test.each([
    ['a rule of the style sheet', (html: string) => html.replace('img{border:0;', 'img{border:1px;')],
    [
      'what only Outlook reads',
      (html: string) => html.replace(/(<!--\[if mso\]><table[^>]*)width="\d+"/, '$1width="99"'),
    ],
    ['a style that no property says', (html: string) => html.replace('max-width:600px', 'max-width:600px;opacity:.5')],
    ['a class', (html: string) => html.replace(/data-none|<div style="margin/, '<div class="x" style="margin')],
    ['a template tag', (html: string) => html.replace('{% if user.vip', '{% if user.gold')],
  ])('%s is dropped with a warning, and nothing else changes', (_, change) => {
    const html = render(page)
    expect(change(html)).not.toBe(html)
    const { codes, operations } = readBack(change(html), page)
    expect({ codes, operations }).toEqual({ codes: ['CHANGE_LEFT_OUT'], operations: [] })
  })

  test('other HTML replaces everything, and the report names lost instances, conditions and loops', () => {
    const { report } = readBack('<p>Something else</p>', page)
    expect(report.source).toBe('html')
    expect(report.warnings.map(({ code, node_id }) => `${code} ${node_id}`)).toEqual([
      'NOT_IN_HTML secret',
      'NOT_IN_HTML each',
      'NOT_IN_HTML use',
    ])
  })
})

// Edits someone makes by hand, where the random source points.
type Edit = (html: string, random: Random) => string
const at = (pattern: RegExp, put: (found: RegExpMatchArray) => string): Edit => {
  return (html, random) => {
    const body = html.indexOf('role="article"')
    const found = [...html.matchAll(pattern)].filter(({ index }) => index > body)
    if (found.length === 0) return html
    const one = random.pick(found)
    return html.slice(0, one.index) + put(one) + html.slice(one.index + one[0].length)
  }
}
const row = /<tr><td(?:(?!<t[rdh]|<table)[\s\S])*?<\/td><\/tr>/g
const edits: Record<string, Edit> = {
  text: at(/>[^<>{}]*[a-z]{4}[^<>{}]*</g, ([all]) => all.replace(/[a-z]{4,}/, 'edited')),
  bold: at(/>[^<>{}]*[a-z]{4}[^<>{}]*</g, ([all]) => all.replace(/[a-z]{4,}/, '<b>bold</b>')),
  'alternative text': at(/alt="[^"]+"/g, () => 'alt="Other"'),
  link: at(/href="https:[^"]*"/g, () => 'href="https://other.example/x"'),
  colour: at(/([";])(color|background-color):#[0-9a-f]+/gi, ([, before, name]) => `${before}${name}:#123456`),
  size: at(/([";])font-size:\d+px/g, ([, before]) => `${before}font-size:33px`),
  'removed row': at(row, () => ''),
  'added row': at(row, ([all]) => `<tr><td><p>Brand new words</p></td></tr>${all}`),
  'added section': at(/<div style="margin:0 auto;max-width/g, ([all]) => `<h2>Brand new words</h2>${all}`),
}

describe.each(starters.map(({ key, document }) => ({ key, document: withModule(read(document)) })))(
  'random edits of $key with a module',
  ({ document }) => {
    test.each(Object.keys(edits))('%s: applied or reported, and all other nodes are unchanged', (name) => {
      const random = createRandom(name.length * 7 + document.rows.length)
      const html = render(document)
      for (let round = 0; round < runs(2); round++) {
        const changed = (edits[name] as Edit)(html, random)
        if (changed === html) continue
        const { operations, report, back } = readBack(changed, document)
        expect(operations.length + report.warnings.length).toBeGreaterThan(0)
        expect(operations.length).toBeLessThanOrEqual(3)
        expect(report).toMatchObject({ source: 'svc', links_kept: 1, images_kept: 1 })
        // Template tags around a removed block are words too.
        expect(report.words_kept).toBeGreaterThan(0.95)
        const isInModule = report.warnings.some(({ code }) => code === 'MODULE_DETACHED' || code === 'NOT_IN_HTML')
        if (!isInModule) expect(back.rows.some(({ type }) => type === 'module')).toBe(true)
      }
    })
  },
)

test.each(['logo', 'letters'])(
  'an alternative text of social links that no property expresses keeps the links and images, with %s',
  (icon) => {
    const items = [
      { network: 'instagram', href: 'https://example.com/i', src: 'https://example.com/i.png' },
      { network: 'youtube', href: 'https://example.com/y' },
    ]
    const document = read({
      meta: { title: 'T', lang: 'en' },
      rows: [
        { type: 'section', columns: [{ blocks: [{ id: 'links', type: 'social', icon, look: 'outline', items }] }] },
      ],
    })
    const changed = render(document).replace('alt="Instagram"', 'alt="Our pictures"')
    const { back, codes, report } = readBack(changed, document)
    expect(codes).toContain('BLOCK_READ_ANEW')
    expect(report).toMatchObject({ words_kept: 1, links_kept: 1, images_kept: 1 })
    for (const kept of ['Our pictures', 'https://example.com/i.png', 'https://example.com/y'])
      expect(JSON.stringify(back.rows)).toContain(kept)
  },
)

test('new content becomes blocks, and existing nodes stay', () => {
  const [first] = starters
  const document = read(first?.document)
  const html = render(document)
  const long = html.replace(
    '</div></body>',
    `${'<p>More <a href="https://example.com">words</a></p>'.repeat(1000)}</div></body>`,
  )
  const { back, report } = readBack(long, document)
  expect(report).toMatchObject({ source: 'svc', words_kept: 1 })
  expect(back.rows.slice(0, document.rows.length)).toEqual(document.rows)
})
