import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { limits } from '../../../src/kernel/limits.ts'
import { starters } from '../../../src/surfaces/templates/starters/index.ts'
import { sampleData, sampleNow, samples } from '../blocks/samples.ts'
import { documents } from '../document/arbitrary.ts'
import { ampCssOf, ampOf, renderAmp, findingsOf } from './amp-part.ts'
import { column, readSample, section, withBlocks } from './compose.ts'
import { compositions } from './compositions.ts'
import { expectGolden } from './golden.ts'
import { pretty } from './pretty.ts'

const asset = { url: '/cdn/a/one.png', width: 800, height: 400, mime: 'image/png' }
const text = (words: string, rest: object = {}) => ({ type: 'text', text: words, ...rest })
const codes = (blocks: readonly object[], options: object = {}) =>
  renderAmp(withBlocks(blocks), options).report.warnings.map(({ code }) => code)

describe('the official validator finds nothing wrong', () => {
  for (const target of ['data', 'sample', 'passthrough'] as const) {
    for (const { key, document, data } of starters)
      test(`in the starter ${key}, ${target}`, async () => {
        expect(await findingsOf(readSample(document), { data, target, now: sampleNow })).toEqual([])
      })

    for (const [name, { document, data }] of Object.entries(compositions))
      test(`in the composition ${name}, ${target}`, async () => {
        expect(await findingsOf(readSample(document), { data, target })).toEqual([])
      })
  }

  test('in random documents, and the AMP writer never throws', async () => {
    const all = fc.sample(documents, { numRuns: 120, seed: 20261121 })
    for (const document of all) {
      for (const target of ['data', 'passthrough'] as const) {
        const data = { items: [{ name: 'a' }, { name: 'b' }], list: [1] }
        expect(await findingsOf(document, { data, target })).toEqual([])
      }
    }
  })
})

describe('AMP parts equal their golden files', () => {
  for (const [name, { document, data }] of Object.entries(compositions))
    test(name, () => {
      expectGolden(`documents/${name}.amp.html`, pretty(renderAmp(readSample(document), { data, now: 0 }).amp))
    })
})

describe('an AMP part', () => {
  test('is a valid AMP for Email document with only the required scripts', () => {
    const { amp, report } = renderAmp(withBlocks([text('Hi')]))
    expect(amp).toStartWith(
      '<!doctype html><html ⚡4email data-css-strict lang="en" dir="ltr"><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script><style amp4email-boilerplate>body{visibility:hidden}</style><style amp-custom>',
    )
    expect(amp.match(/<script/g)?.length).toBe(1)
    expect(report.amp_bytes).toBe(new TextEncoder().encode(amp).length)
  })

  test('has each style once, as a class, without Outlook markup or !important', () => {
    const { amp } = renderAmp(
      withBlocks([1, 2, 3].map(() => text('Same', { style: { padding: [8, 24] }, mobile: { size: 12 } }))),
    )
    expect(ampCssOf(amp).split('padding:8px 24px').length).toBe(2)
    expect(ampCssOf(amp)).toMatch(/@media \(max-width:480px\)\{\.m1\{font-size:12px\}\}$/)
    expect(amp).not.toMatch(/mso|<!--|!important|<table/)
  })

  test('defines exactly the classes that it uses', () => {
    for (const { document, data } of [...Object.values(compositions), ...starters]) {
      const { amp } = renderAmp(readSample(document), { data })
      const used = new Set([...amp.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
      const ruled = new Set([...ampCssOf(amp).matchAll(/\.([a-z]\w*)[ {]/g)].map(([, name = '']) => name))
      expect(used).toEqual(ruled)
    }
    const spaced = [text('<p>a</p><p>b</p>', { style: { spacing: 20 }, mobile: { spacing: 4 } })]
    expect(ampCssOf(renderAmp(withBlocks(spaced)).amp)).toContain('@media (max-width:480px){.m1{margin-bottom:4px}}')
  })

  test('includes and excludes nodes by their parts', () => {
    const document = withBlocks([
      text('Both'),
      text('Only HTML', { parts: { amp: false } }),
      text('Only AMP', { parts: { html: false } }),
    ])
    const { amp, html = '' } = renderAmp(document, { outputs: ['amp', 'html'] })
    expect([amp.includes('Only HTML'), amp.includes('Only AMP'), amp.includes('Both')]).toEqual([false, true, true])
    expect([html.includes('Only HTML'), html.includes('Only AMP')]).toEqual([true, false])
    const parts = { amp: false }
    const rows = [
      section([column([text('Section')])], { parts }),
      section([column([text('Column')], { parts }), column([text('Left')])]),
    ]
    expect(renderAmp(readSample({ rows })).amp).not.toMatch(/Section|Column/)
  })

  test('evaluates conditions and loops like HTML', () => {
    const blocks = [
      text('Yes', { when: { op: 'exists', path: 'name' } }),
      text('No', { when: { op: 'empty', path: 'name' } }),
      text('Item {{ item.name }}', { each: { in: 'items', as: 'item', else: [text('None')] } }),
    ]
    const amp = ampOf(blocks, { data: sampleData })
    expect(amp).toContain('Item Coat')
    expect(amp).toContain('Item Hat')
    expect(amp).not.toMatch(/No|None/)
    expect(ampOf(blocks)).toContain('None')
    expect(ampOf(blocks, { target: 'passthrough' })).toMatch(
      /\{% for item in items %\}.*\{\{ item\.name \}\}.*\{% endfor %\}/s,
    )
  })

  test("stacks columns on phones by the section's setting", () => {
    const css = (stack: string) =>
      ampCssOf(renderAmp(readSample({ rows: [section([column([]), column([])], { stack })] })).amp)
    expect(css('stack')).toContain('@media (max-width:480px){.m1{width:100%}.m2{display:block}}')
    expect(css('reverse')).toContain('flex-direction:column-reverse')
    expect(css('keep')).not.toContain('@media')
  })

  test('hides by screen size without !important', () => {
    const { amp } = renderAmp(
      withBlocks([text('Phone', { hide: { desktop: true } }), text('Desk', { hide: { mobile: true } })]),
    )
    expect(ampCssOf(amp)).toMatch(
      /\.s1\{display:none;.*@media \(max-width:480px\)\{\.m1\{display:block\}\.m2\{display:none\}\}/s,
    )
  })
})

describe('a picture', () => {
  const image = (rest: object) => ({ type: 'image', alt: 'A', ...rest })

  test('has the size of its asset, or its own', () => {
    const rest = { assets: { one: asset, moving: { ...asset, mime: 'image/gif' } } }
    expect(ampOf([image({ src: 'one' })], {}, rest)).toContain(
      '<amp-img src="https://cdn.example.com/cdn/a/one.png" alt="A" width="600" height="300" layout="responsive"></amp-img>',
    )
    expect(ampOf([image({ src: 'one', width: 200 })], {}, rest)).toContain(
      'width="200" height="100" layout="intrinsic"',
    )
    expect(ampOf([image({ src: 'https://example.com/a.png', width: 200, height: 50 })])).toContain(
      'width="200" height="50" layout="intrinsic"',
    )
    const { amp } = renderAmp(withBlocks([image({ src: 'moving' })], rest))
    expect(amp).toContain('<amp-anim src=')
    expect(amp).toContain('custom-element="amp-anim"')
  })

  test('of unknown size is contained in a box, with a warning', async () => {
    const blocks = [image({ src: 'https://example.com/a.png' })]
    expect(ampOf(blocks)).toMatch(
      /<span class="s\d"><amp-img src="https:\/\/example\.com\/a\.png" alt="A" layout="fill" class="fit"><\/amp-img><\/span>/,
    )
    expect(codes(blocks)).toEqual(['AMP_IMAGE_WITHOUT_SIZE'])
    expect(await findingsOf(withBlocks(blocks))).toEqual([])
  })

  test('without https is omitted, with a warning', async () => {
    for (const src of [
      'http://example.com/a.png',
      'ftp://example.com/a.png',
      'javascript:alert(1)',
      '//example.com/a.png',
    ]) {
      const blocks = [image({ src: '{{ src }}' })]
      expect(ampOf(blocks, { data: { src } })).not.toContain('amp-img')
      expect(codes(blocks, { data: { src } })[0]).toMatch(/AMP_ADDRESS_REFUSED|UNSAFE_ADDRESS/)
    }
    const backed = withBlocks([text('x', { style: { backgroundImage: { src: 'http://example.com/a.png' } } })])
    expect(await findingsOf(backed)).toEqual([])
  })
})

describe('a link that AMP forbids', () => {
  test('is removed, with a warning', async () => {
    for (const href of ['#offers', 'sms:+4912345']) {
      const blocks = [{ type: 'button', label: 'Go', href }]
      expect(ampOf(blocks)).not.toContain('href')
      expect(codes(blocks)).toEqual(['AMP_ADDRESS_REFUSED'])
      expect(await findingsOf(withBlocks(blocks))).toEqual([])
    }
  })
})

describe('a dynamic list', () => {
  const list = (blocks: readonly object[], rest: object = {}) => ({
    type: 'dynamicList',
    src: 'https://example.com/list.json',
    path: 'shop.items',
    as: 'item',
    blocks,
    ...rest,
  })
  const templateOf = (blocks: readonly object[], options: object = {}) =>
    /<template type="amp-mustache">(.*)<\/template>/s
      .exec(ampOf([list(blocks)], options))?.[1]
      ?.replace(/<\/?div[^>]*>/g, '')

  test('leaves item fields to AMP, and fills in the rest when rendering', () => {
    const data = { name: 'Zo{{x}}ë' }
    expect(templateOf([text('{{ item.name }} for {{ name }}')], { data })).toBe('{{name}} for Zo{\u2060{\u2060x}}ë')
    expect(templateOf([text('{{ item.name | default: "one" }}')], { data })).toBe('{{name}}{{^name}}one{{/name}}')
    expect(templateOf([text('{{ item }}')], { data })).toBe('{{.}}')
    expect(templateOf([{ type: 'button', label: 'Go', href: '{{ item.url }}' }], { data })).toContain(
      '<a href="{{url}}"',
    )
    expect(
      templateOf([{ type: 'image', src: '{{ item.src }}', alt: '{{ item.alt }}', width: 9, height: 3 }], { data }),
    ).toContain('<amp-img src="{{src}}" alt="{{alt}}"')
  })

  test('escapes mustache from an ESP that evaluates Liquid', () => {
    expect(templateOf([text('{{ item.name }} for {{ name }} {x}')], { target: 'passthrough' })).toBe(
      '{% raw %}{{name}}{% endraw %} for {{ name }} {\u2060x}',
    )
  })

  test('tests item values, and repeats nested lists', () => {
    const has = (op: string, rest: object = {}) => [text('x', { when: { op, path: 'item.new', ...rest } })]
    expect(templateOf(has('exists'))).toBe('{{#new}}x{{/new}}')
    expect(templateOf(has('empty'))).toBe('{{^new}}x{{/new}}')
    expect(templateOf(has('eq', { value: false }))).toBe('{{^new}}x{{/new}}')
    const both = {
      op: 'and',
      of: [
        { op: 'exists', path: 'vip' },
        { op: 'exists', path: 'item.new' },
      ],
    }
    expect(templateOf([text('x', { when: both })], { data: { vip: true } })).toBe('{{#new}}x{{/new}}')
    expect(templateOf([text('x', { when: both })])).toBeUndefined()
    const tags = text('{{ tag }} of {{ item.name }}', { each: { in: 'item.tags', as: 'tag', else: [text('none')] } })
    expect(templateOf([tags])).toBe('{{#tags}}{{.}} of {{name}}{{/tags}}{{^tags}}none{{/tags}}')
  })

  test('warns of what AMP cannot express there', () => {
    for (const block of [
      text('{{ item.name | upcase }}'),
      text('x', { when: { op: 'gt', path: 'item.price', value: 3 } }),
      text('x', { each: { in: 'item.tags', as: 'tag', limit: 3 } }),
      { type: 'table', rows: [['{{ tag }}']], each: { in: 'item.tags', as: 'tag' } },
      { type: 'button', label: 'Go', href: 'https://example.com/{{ item.id }}' },
    ])
      expect(codes([list([block])])).toContain('AMP_TEMPLATE_LIMITS')
  })

  test('shows the items of the data until it is loaded, and renders as usual without an https URL', () => {
    const blocks = [text('{{ item.name }}')]
    const data = { shop: { items: [{ name: 'Coat' }, { name: 'Hat' }] } }
    expect(ampOf([list(blocks)], { data })).toMatch(/<div placeholder>.*Coat.*Hat.*<\/div><\/amp-list>/)
    const plain = ampOf([list(blocks, { src: 'http://example.com/x' })], { data })
    expect(plain).toContain('Coat')
    expect(plain).not.toContain('amp-list')
  })
})

describe('a form', () => {
  test('without an https URL is a button, and without consent has no hidden inputs', async () => {
    const form = { type: 'form', ...samples['form'] }
    expect(ampOf([{ ...form, action: 'http://example.com/x' }])).not.toContain('<form')
    expect(codes([{ ...form, action: '' }])).toContain('AMP_FORM_INCOMPLETE')
    expect(ampOf([{ ...form, consent: undefined }])).not.toContain('type="hidden"')
    expect(ampOf([form])).toContain('<input type="hidden" name="order"')
  })
})

test('URLs that begin with native tags are absolute to the validator', async () => {
  const tagged = (address: string) => [
    { type: 'button', label: 'Go', href: address },
    { type: 'image', src: address, alt: 'A', width: 20, height: 20 },
  ]
  for (const address of [
    `{{ "{% url 'shop' %}" | native }}?a=1#b`,
    `{{ "{% if a %}" | native }}{{ "{% static 'a.png' %}" | native }}{{ "{% else %}" | native }}cid:a.png{{ "{% endif %}" | native }}`,
    `{{ "{% if a %}" | native }}https://example.com/a.png{{ "{% endif %}" | native }}`,
  ])
    expect(await findingsOf(withBlocks(tagged(address)), { target: 'passthrough' })).toEqual([])
})

describe('a validator finding', () => {
  const bad = (words: string) => ({ type: 'form', ...samples['form'], inputs: [{ name: words, type: 'text' }] })

  test('names the node, in a document of any length', async () => {
    const blocks = [text('Äöü 😀 before'), { ...bad('innerHTML'), id: 'culprit' }, text('after')]
    const [finding, ...rest] = await findingsOf(withBlocks(blocks))
    expect(rest).toEqual([])
    expect(finding).toMatchObject({ id: 'amp-invalid-attr-value', severity: 'error', node_id: 'culprit' })
    expect(finding?.message).toContain("The attribute 'name' in tag 'input'")
    expect(finding?.doc_url).toStartWith('https://amp.dev/')
  })

  test('in a module names the instance, and the AMP part contains no marks', async () => {
    const { amp } = renderAmp(withBlocks([{ ...bad('a'), id: 'culprit' }]))
    expect(amp).not.toContain('\0')
    expect(amp).not.toContain('culprit')
  })
})

describe('limits', () => {
  test('of size are reported', () => {
    const long = 'word '.repeat(12_000)
    const { report } = renderAmp(withBlocks([1, 2, 3, 4].map(() => text(long))))
    expect(report.amp_bytes).toBeGreaterThan(limits.ampBytes)
    expect(report.warnings.map(({ code }) => code)).toEqual(['AMP_TOO_LARGE'])
    const css = Array.from({ length: 4000 }, (_, at) => `.long-name-${at}{color:#123456}`).join('')
    const styled = renderAmp(withBlocks([text('x')], { head: { css } }))
    expect(styled.report.warnings.map(({ code }) => code)).toEqual(['AMP_STYLE_TOO_LARGE'])
  })

  test('three nested loops stop at the limit', () => {
    const many = { in: 'items', as: 'a' }
    const items = Array.from({ length: 1000 }, () => ({}))
    const rows = [section([column([text('word '.repeat(100), { each: { ...many, as: 'b' } })])], { each: many })]
    expect(() => renderAmp(readSample({ rows }), { data: { items } })).toThrow('the limit is')
  })
})
