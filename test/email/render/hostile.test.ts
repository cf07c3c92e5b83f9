import { describe, expect, test } from 'bun:test'
import { blockTypes, bodyOf, renderEmail, withBlocks } from './compose.ts'
import { addresses, everywhere, markup } from './hostile-values.ts'
import { executableParts } from './views.ts'
import { processorMs } from '../../support/processor-time.ts'

describe('a hostile value', () => {
  for (const value of [...markup, ...addresses])
    test(`stays text at any position: ${JSON.stringify(value)}`, () => {
      const { html = '', subject } = renderEmail(everywhere(), blockTypes, { data: { x: value } })
      expect(executableParts(html)).toEqual([])
      expect(html).not.toContain('<script')
      expect(subject ?? '').not.toMatch(/[\r\n\0]/)
    })

  for (const value of addresses)
    test(`creates no URL with its own scheme: ${JSON.stringify(value)}`, () => {
      const body = bodyOf([{ type: 'button', label: 'Go', href: '{{ x }}' }], { data: { x: value } })
      const href = / href="([^"]*)"/.exec(body.slice(body.indexOf('<a ')))?.[1]
      expect(href === '#' || href?.startsWith('https://example.com/')).toBe(true)
    })

  test('cannot put a scheme together from two values', () => {
    const body = bodyOf([{ type: 'button', label: 'Go', href: '{{ a }}{{ b }}' }], {
      data: { a: 'javascript', b: ':alert(1)' },
    })
    expect(body).toContain('<a href="#"')
  })

  test('is encoded for its part of the URL', () => {
    const href = 'https://{{ host }}/a/{{ path }}?q={{ query }}#{{ hash }}'
    const data = { host: 'shop.example.com/<evil>', path: 'b c/ü?x', query: 'a&b=c d', hash: '"x' }
    expect(bodyOf([{ type: 'button', label: 'Go', href }], { data })).toContain(
      'href="https://shop.example.comevil/a/b%20c/%C3%BC%3Fx?q=a%26b%3Dc%20d#%22x"',
    )
  })

  test('in authored HTML is escaped for its position', () => {
    const html = `<a href="{{ x }}" title='{{ t }}' style="color:{{ c }}">{{ t }}</a><style>p{color:{{ c }}}</style><img src={{ x }} alt={{ t }}>`
    const data = { x: 'javascript:alert(1)', t: `'"><b onclick=alert(1)>`, c: 'red;}</style><script>' }
    const body = bodyOf([{ type: 'html', html }], { data })
    expect(executableParts(body)).toEqual([])
    expect(body).toContain('<a href="#"')
    expect(body).toContain('color:redstylescript"')
  })

  test.each(['<{{ x }}>', 'a<{{ x }}', '<{{ x | raw }}>'])('becomes no tag or comment: %s', (html) => {
    for (const x of ['img src=x onerror=alert(1) ', '--', '-', '![endif]-- '])
      expect(bodyOf([{ type: 'html', html }], { data: { x } })).toMatch(/>a?&lt;(?!.*<!-- |.*<img)/)
  })

  test('with the raw mark is escaped unless the caller can clean it', () => {
    const blocks = [{ type: 'text', text: '{{ x | raw }}' }]
    const data = { x: '<b>bold</b><script>alert(1)</script>' }
    expect(bodyOf(blocks, { data })).toContain('&lt;b&gt;bold')
    const cleaned = bodyOf(blocks, { data, cleanHtml: (html) => html.replace(/<script[\s\S]*?<\/script>/g, '') })
    expect(cleaned).toContain('<b>bold</b>')
    expect(executableParts(cleaned)).toEqual([])
  })
})

describe('a hostile author', () => {
  test('gets # for a forbidden URL, with a warning', () => {
    for (const href of addresses.slice(0, 16)) {
      if (href.includes('\u0000') || href.includes('\u0001')) continue
      const document = withBlocks([])
      document.rows[0] = {
        id: 's',
        type: 'section',
        stack: 'stack',
        columns: [
          { id: 'c', type: 'column', width: { fr: 1 }, blocks: [{ id: 'b', type: 'button', label: 'Go', href }] },
        ],
      }
      const { html = '', report } = renderEmail(document, blockTypes, { data: {} })
      expect(html).toContain('<a href="#"')
      expect(report.warnings[0]).toMatchObject({ code: 'UNSAFE_ADDRESS', node_id: 'b' })
    }
  })

  test('adds no markup to passed-through Liquid', () => {
    const attack = `"><script>alert(1)</script>'`
    const document = withBlocks([
      { type: 'text', text: [{ type: 'paragraph', runs: [{ tag: { path: 'a', fallback: attack } }] }] },
      { type: 'button', label: 'Go', href: 'https://example.com/{{ a | default: "\\"><script>" }}' },
      { type: 'text', text: 'x', when: { op: 'eq', path: 'a', value: attack } },
    ])
    const [first] = document.rows
    if (first !== undefined) {
      first.when = { op: 'native', target: 'other', before: `<% if %>${attack}`, after: '<% end %>' }
    }
    const { html: body = '' } = renderEmail(document, blockTypes, { target: 'passthrough' })
    expect(executableParts(body)).toEqual([])
    expect(body).toContain('<% if %>')
  })

  test('cannot break out of the style element', () => {
    const document = withBlocks([{ type: 'text', text: 'x' }])
    const { html = '', css = '' } = renderEmail(
      { ...document, head: { css: 'p{color:red}</style><script>alert(1)</script>' } },
      blockTypes,
      { data: {} },
    )
    expect(executableParts(html)).toEqual([])
    expect(html).toContain(`<style>${css}</style>`)
  })

  test('cannot break out of a style attribute with a font name or image URL', () => {
    const document = withBlocks([
      {
        type: 'text',
        text: 'x',
        style: { backgroundImage: { src: "https://example.com/');background:url(x", position: 'center' } },
      },
    ])
    document.theme.text = { font: `Arial";}</style><script>alert(1)</script>` }
    const { html = '' } = renderEmail(document, blockTypes, { data: {} })
    expect(executableParts(html)).toEqual([])
    expect(html).toContain("url('https://example.com/%27%29;background:url%28x')")
  })
})

describe('a hostile length', () => {
  const long = 60_000
  for (const [name, block] of Object.entries({
    'of spaces': { type: 'code', code: `${' '.repeat(long)}x` },
    'of open brackets': { type: 'html', html: `{{ x }}${'<a '.repeat(long / 3)}` },
    'of unclosed attributes': { type: 'html', html: `{{ x }}<a ${'b'.repeat(long)}` },
    'of unclosed comments and links': { type: 'html', html: `{{ x }}${'<a href="x"><!--'.repeat(long / 16)}` },
    'of braces': { type: 'text', text: [{ type: 'paragraph', runs: [{ text: '{'.repeat(long) }] }] },
  }))
    test(`${name} takes linear time`, () => {
      const document = withBlocks([block])
      const start = processorMs()
      for (const target of ['data', 'passthrough'] as const)
        renderEmail(document, blockTypes, { data: { x: 'y' }, target })
      expect(processorMs() - start).toBeLessThan(1000)
    })
})
