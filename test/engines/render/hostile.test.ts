import { describe, expect, test } from 'bun:test'
import { blockTypes, bodyOf, renderEmail, withBlocks } from './compose.ts'
import { executableParts } from './views.ts'

const markup = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '"><img src=x onerror=alert(1)>',
  '</td></tr></table><svg onload=alert(1)>',
  '--><script>alert(1)</script>',
  '<![endif]--><script>alert(1)</script>',
  ']]><iframe src=javascript:alert(1)>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  '&quot; onmouseover=&quot;alert(1)',
  '\u0000<scr\u0000ipt>alert(1)</script>',
  '<\u0000script>alert(1)</script>',
  '＜script＞alert(1)＜/script＞',
  '{{ x }}<script>',
  '\ud800<script>alert(1)</script>',
]

const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'java\u0000script:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  '//evil.example/x',
  '/etc/passwd',
  '\\\\evil.example\\x',
  'https://example.com/"onmouseover="alert(1)',
  "https://example.com/'onmouseover='alert(1)",
  'https://example.com/><script>alert(1)</script>',
]

describe('a hostile value', () => {
  for (const value of [...markup, ...addresses])
    test(`stays text wherever it stands: ${JSON.stringify(value)}`, () => {
      const { html = '', subject } = renderEmail(everywhere(), blockTypes, { data: { x: value } })
      expect(executableParts(html)).toEqual([])
      expect(html).not.toContain('<script')
      expect(subject ?? '').not.toMatch(/[\r\n\0]/)
    })

  for (const value of addresses)
    test(`makes no address of its own scheme: ${JSON.stringify(value)}`, () => {
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

  test('is encoded for the part of the address it fills', () => {
    const href = 'https://{{ host }}/a/{{ path }}?q={{ query }}#{{ hash }}'
    const data = { host: 'shop.example.com/<evil>', path: 'b c/ü?x', query: 'a&b=c d', hash: '"x' }
    expect(bodyOf([{ type: 'button', label: 'Go', href }], { data })).toContain(
      'href="https://shop.example.comevil/a/b%20c/%C3%BC%3Fx?q=a%26b%3Dc%20d#%22x"',
    )
  })

  test('in authored HTML is written by its place', () => {
    const html = `<a href="{{ x }}" title='{{ t }}' style="color:{{ c }}">{{ t }}</a><style>p{color:{{ c }}}</style><img src={{ x }} alt={{ t }}>`
    const data = { x: 'javascript:alert(1)', t: `'"><b onclick=alert(1)>`, c: 'red;}</style><script>' }
    const body = bodyOf([{ type: 'html', html }], { data })
    expect(executableParts(body)).toEqual([])
    expect(body).toContain('<a href="#"')
    expect(body).toContain('color:redstylescript"')
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
  test('gets # for an address that may not be, and hears of it', () => {
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

  test('puts no markup into what is passed on as Liquid', () => {
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

  test('does not leave the style element', () => {
    const document = withBlocks([{ type: 'text', text: 'x' }])
    const { html = '', css = '' } = renderEmail(
      { ...document, head: { css: 'p{color:red}</style><script>alert(1)</script>' } },
      blockTypes,
      { data: {} },
    )
    expect(executableParts(html)).toEqual([])
    expect(html).toContain(`<style>${css}</style>`)
  })

  test('does not leave a style attribute by the name of a font or a picture', () => {
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
    test(`${name} costs no more than its length`, () => {
      const document = withBlocks([block])
      const start = performance.now()
      for (const target of ['data', 'passthrough'] as const)
        renderEmail(document, blockTypes, { data: { x: 'y' }, target })
      expect(performance.now() - start).toBeLessThan(1000)
    })
})

/** A document with the value {{ x }} in every kind of place. */
function everywhere() {
  return withBlocks(
    [
      { type: 'heading', level: 1, text: '{{ x }}' },
      { type: 'text', text: '<p>{{ x }} <a href="{{ x }}" title="{{ x }}">{{ x }}</a></p><ul><li>{{ x }}</li></ul>' },
      { type: 'image', src: '{{ x }}', alt: '{{ x }}', href: '{{ x }}', title: '{{ x }}', darkSrc: '{{ x }}' },
      { type: 'image', src: 'https://example.com/{{ x }}', alt: '{{ x }}' },
      { type: 'button', label: '{{ x }}', href: '{{ x }}' },
      { type: 'button', label: '{{ x }}', href: 'https://example.com/?a={{ x }}' },
      { type: 'social', items: [{ network: 'x', href: '{{ x }}', label: '{{ x }}' }] },
      { type: 'menu', items: [{ label: '{{ x }}', href: '{{ x }}' }] },
      { type: 'table', head: ['{{ x }}'], rows: [['{{ x }}']] },
      { type: 'list', items: [{ text: '{{ x }}' }] },
      { type: 'video', href: '{{ x }}', poster: '{{ x }}', alt: '{{ x }}' },
      { type: 'icons', items: [{ src: '{{ x }}', alt: '{{ x }}', label: '{{ x }}', href: '{{ x }}' }] },
      { type: 'countdown', until: 'x', expiredText: '{{ x }}' },
      { type: 'html', html: '<a href="{{ x }}" title="{{ x }}" style="color:{{ x }}">{{ x }}</a><img src="{{ x }}">' },
      {
        type: 'product',
        title: '{{ x }}',
        price: '{{ x }}',
        image: '{{ x }}',
        alt: '{{ x }}',
        href: '{{ x }}',
        description: '{{ x }}',
        buttonLabel: '{{ x }}',
      },
      { type: 'text', text: 'b', style: { backgroundImage: { src: '{{ x }}' } } },
    ],
    { meta: { title: '{{ x }}', subject: '{{ x }}', preheader: '{{ x }}', lang: 'en' } },
  )
}
