import { describe, expect, test } from 'bun:test'
import type { EmailDocument } from '../../../src/email/document/index.ts'
import type { RenderOptions, Rendered } from '../../../src/email/render/index.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { sampleData, sampleNow, samples, variants } from '../blocks/samples.ts'
import { runs } from '../../support/runs.ts'
import { blockTypes, column, readSample, renderEmail, section } from './compose.ts'
import { compositions } from './compositions.ts'

/** What a document may be requested one after the other: other data, other outputs, other addresses of images. */
function askings(data: Record<string, unknown>): RenderOptions[] {
  return [
    { data, now: sampleNow },
    { data: {}, now: sampleNow },
    { data: { ...data, name: 'B<b>' }, now: sampleNow + 86_400_000, cdnUrl: 'https://cdn.example.com' },
    { target: 'passthrough' },
    { target: 'sample', locale: 'de' },
    { data, mode: 'editor', now: sampleNow },
    { data, target: 'passthrough', cdnUrl: 'https://other.example.com', outputs: ['html'] },
    { data, locale: 'tr' },
  ]
}

function expectSame(document: EmailDocument, data: Record<string, unknown>): void {
  const all = askings(data)
  const fresh = all.map((options) => renderEmail(structuredClone(document), blockTypes, options))
  for (const [round, step] of [1, 3, 5].entries()) {
    for (const at of all.keys()) {
      // Another order each round, so that each asking follows others.
      const index = (at * step + round) % all.length
      expect(renderEmail(document, blockTypes, all[index])).toEqual(fresh[index] as Rendered)
    }
  }
}

describe('the cache never changes the output', () => {
  for (const { key, document, data } of starters)
    test(`in the starter ${key}`, () => expectSame(readSample(document), data as Record<string, unknown>))

  for (const [name, { document, data = {} }] of Object.entries(compositions))
    test(`in the composition ${name}`, () => expectSame(readSample(document), data))

  test('in random documents', () => {
    for (let seed = 0; seed < runs(120); seed++) expectSame(randomDocument(seed), { ...sampleData, name: `N${seed}` })
  })

  test('when a section that appears and disappears shifts class numbers', () => {
    const small = (size: number) => ({ type: 'text', text: 'Same', mobile: { size }, dark: { color: `#0000${size}` } })
    const document = readSample({
      rows: [
        section([column([small(11)])], { when: { op: 'exists', path: 'a' } }),
        section([column([small(12), { ...small(13), when: { op: 'exists', path: 'b' } }])]),
        section([column([small(14)]), column([small(11)])]),
      ],
    })
    const fresh = (data: object) => renderEmail(structuredClone(document), blockTypes, { data })
    for (const data of [{}, { a: 1 }, { b: 1 }, { a: 1, b: 1 }, {}, {}, { b: 1 }, { b: 1 }, { a: 1 }])
      expect(renderEmail(document, blockTypes, { data })).toEqual(fresh(data))
  })

  test('with empty values, in loops, in reversed columns, and with raw values', () => {
    const text = (html: string, rest: object = {}) => ({ type: 'text', text: html, ...rest })
    const document = readSample({
      rows: [
        section([
          column([
            text('<p>{{ a }}</p><p>Dear {{ a }}</p>'),
            { type: 'heading', text: '{{ a }}<br>{{ b }}' },
            text('It is {{ it.name }}', { each: { in: 'items', as: 'it', else: [text('No {{ a }}')] } }),
          ]),
        ]),
        section([column([text('First {{ x }} {{ a }}')]), column([text('Second {{ y }} {{ x }}')])], {
          stack: 'reverse',
        }),
        section([
          column([text('Raw {{ b | raw }}'), { type: 'button', label: 'Go', href: 'https://x.example/{{ b }}' }]),
        ]),
      ],
    })
    const cleanHtml = (html: string) => `<i>${html}</i>\x000\x00`
    const options = [
      { data: { a: 'A', b: 'B', items: [{ name: '1' }, { name: '\x002\x00' }] } },
      { data: { b: '\x000\x00<x>' }, cleanHtml },
      { data: { a: '', items: [{}, { name: 'long '.repeat(100) }] } },
      { target: 'passthrough' as const },
    ]
    const fresh = options.map((one) => renderEmail(structuredClone(document), blockTypes, one))
    for (const at of [1, 0, 2, 3, 0, 0, 1, 3, 2, 1, 2, 0, 3])
      expect(renderEmail(document, blockTypes, options[at])).toEqual(fresh[at] as Rendered)
  })

  test('when links and images of the data appear and disappear, with their classes and warnings', () => {
    const document = readSample({
      theme: {
        colors: { ink: { light: '#112233', dark: '#ddeeff' }, link: { light: '#0000ff', dark: '#8888ff' } },
        fonts: {},
        link: { color: '$color.link' },
      },
      rows: [
        section([
          column([
            {
              type: 'text',
              text: 'Go <a href="{{ url }}">there</a> or <a href="{{ url }}" title="{{ a }}">{{ a }}</a>',
            },
            { type: 'image', src: '{{ pic }}', darkSrc: '{{ dark }}', alt: '{{ a }}', href: '{{ url }}' },
            { type: 'text', text: 'Ink', style: { color: '$color.ink' } },
            { type: 'menu', items: [{ label: '{{ a }}', href: '{{ url }}' }] },
            { type: 'text', text: '<a data-role="unsubscribe">Leave</a>' },
          ]),
        ]),
        section([column([{ type: 'text', text: '<p>{{ a }}</p><p><a href="{{ url }}">{{ a }}</a></p>' }])]),
      ],
    })
    const data = [
      { url: 'https://x.example/', pic: 'https://x.example/1.png', dark: 'https://x.example/2.png', a: 'A' },
      { url: '#top', pic: 'https://x.example/1.png', a: 'A', unsubscribe_url: 'https://x.example/bye' },
      { url: '', pic: '', a: '' },
      { url: 'javascript:1', pic: 'javascript:2', a: 'A', unsubscribe_url: '' },
      { url: 'https://y.example/', pic: '#', dark: '#', a: 'B', unsubscribe_url: 'https://y.example/bye' },
      {},
    ]
    const fresh = data.map((one) => renderEmail(structuredClone(document), blockTypes, { data: one }))
    for (let first = 0; first < data.length; first++) {
      const again = structuredClone(document)
      for (let at = 0; at < 40; at++) {
        const index = (first + at * (1 + (at % 3))) % data.length
        expect(renderEmail(again, blockTypes, { data: data[index] })).toEqual(fresh[index] as Rendered)
      }
    }
  })

  test('when warnings depend on earlier content', () => {
    const bad = (rest: object) => ({
      type: 'button',
      label: 'x',
      href: 'https://bad.example',
      style: { color: '$color.none', font: '$font.none' },
      ...rest,
    })
    const read = readSample({
      rows: [section([column([bad({ when: { op: 'exists', path: 'a' } }), bad({}), bad({ classes: ['gone'] })])])],
    })
    // Reading refuses such an address; data can bring one about, and the renderer trusts nobody.
    const document = JSON.parse(JSON.stringify(read).replaceAll('https://bad.example', 'javascript:1')) as EmailDocument
    for (const data of [{ a: 1 }, { a: 1 }, {}, {}, { a: 1 }]) {
      const { report } = renderEmail(document, blockTypes, { data })
      expect(report).toEqual(renderEmail(structuredClone(document), blockTypes, { data }).report)
      expect(report.warnings.length).toBeGreaterThan(3)
    }
  })
})

/** A document put together from the samples of all blocks; the same number gives the same document. */
function randomDocument(seed: number): EmailDocument {
  let state = seed * 2654435761 + 1
  const below = (max: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
  const pick = <One>(...from: One[]): One => from[below(from.length)] as One
  const pool: object[] = [
    ...Object.entries(samples).flatMap(([type, sample]) => (type === 'columns' ? [] : [{ type, ...sample }])),
    ...Object.values(variants),
  ]
  const backgroundImage = () => ({
    src: pick('https://example.com/b.png', 'https://example.com/{{ id }}.png', 'paper'),
  })
  const extras = () =>
    pick<object>(
      {},
      {},
      {},
      { when: { op: 'exists', path: pick('name', 'gone') } },
      { each: { in: pick('items', 'gone'), as: 'item' } },
      { hide: pick<object>({ mobile: true }, { desktop: true }) },
      { mobile: { size: 10 + below(5), align: 'center' } },
      { dark: { color: pick('#ffffff', '$color.ink'), background: '#000000' } },
      { classes: [pick('quiet', 'gone')] },
      { style: { backgroundImage: backgroundImage() }, mobile: { backgroundImage: backgroundImage(), minHeight: 40 } },
      { anchor: pick('here', 'there') },
    )
  const block = () => ({ ...pick(...pool), ...extras() })
  const named = () => ({
    type: 'text',
    text: pick(
      'Dear {{ name }}',
      'Dear <b>you</b>, <a href="https://a.example">go</a>',
      '<b>{{ gone }}</b> or <a href="https://a.example/{{ name }}?{{ gone }}">{{ name }}</a>',
      '{{ name }}{{ gone }}',
    ),
  })
  const columns = (depth: number): object[] =>
    Array.from({ length: 1 + below(3) }, () =>
      column(
        Array.from({ length: below(3) }, () =>
          depth > 0 && below(6) === 0 ? { type: 'columns', columns: columns(0) } : below(3) === 0 ? named() : block(),
        ),
        pick<object>(
          {},
          {},
          { style: { color: '$color.ink', padding: [4, 8], font: '$font.body' } },
          { style: { backgroundImage: backgroundImage(), minHeight: 90 }, mobile: { color: '#445566', size: 20 } },
        ),
      ),
    )
  const row = (): object => ({
    ...section(columns(1), { stack: pick('stack', 'reverse', 'keep') }),
    ...pick<object>(
      {},
      { band: { background: '#eeeeee', backgroundImage: backgroundImage() } },
      {
        box: { background: '$color.ink', color: '#ffffff' },
        mobile: { color: '#eeeeee', align: 'center', padding: 4 },
      },
      { box: { backgroundImage: backgroundImage(), minHeight: 200, valign: 'middle' }, anchor: 'section' },
    ),
    ...pick<object>({}, {}, {}, { when: { op: 'exists', path: 'name' } }, { hide: { desktop: true } }),
  })
  return readSample({
    meta: { title: 'R', lang: 'en', dir: pick('ltr', 'rtl') },
    theme: {
      colors: { ink: { light: '#112233', dark: '#ddeeff' } },
      fonts: { body: { family: 'Inter', fallback: 'Arial', href: 'https://fonts.example.com/i.css' } },
      classes: { quiet: { size: 12, color: '$color.ink' } },
      ...pick<object>({}, { text: { font: '$font.body' } }),
    },
    assets: { paper: { url: '/cdn/ast_1/paper.png', width: 8, height: 8, mime: 'image/png' } },
    rows: Array.from({ length: 1 + below(4) }, () =>
      below(5) === 0 ? { type: 'group', rows: [row(), row()], style: { font: '$font.body' } } : row(),
    ),
  })
}
