import { describe, expect, test } from 'bun:test'
import { validateAmp } from '../../../src/app/tasks/validate-amp.ts'
import { cleanHtml } from '../../../src/email/sanitize/index.ts'
import { ampCssOf, ampOf, renderAmp, findingsOf } from './amp-part.ts'
import { withBlocks } from './compose.ts'
import { addresses, everywhere, markup } from './hostile-values.ts'
import { elementsOf } from './views.ts'

/** What an AMP part must not have: anything that runs and is not AMP's own, or comes from elsewhere than https. */
function strangePartsOf(amp: string): string[] {
  return elementsOf(amp).flatMap(({ attrs, tagName }) => {
    const given = new Map(attrs.map(({ name, value }) => [name, value]))
    const isOwn = tagName !== 'script' || given.get('src')?.startsWith('https://cdn.ampproject.org/v0') === true
    const runs = attrs.filter(({ name }) => name.startsWith('on')).map(({ name }) => `${tagName} ${name}`)
    const links = ['href', 'src', 'action-xhr'].flatMap((name) => given.get(name) ?? [])
    const strange = links.filter((link) => !/^(?:https?:\/\/|mailto:|tel:)/.test(link))
    return [...(isOwn ? [] : [`<${tagName}>`]), ...runs, ...strange]
  })
}

const interactive = [
  { type: 'carousel', items: [{ src: '{{ x }}', alt: '{{ x }}', href: '{{ x }}' }] },
  { type: 'accordion', items: [{ title: '{{ x }}', text: '<p>{{ x }} <a href="{{ x }}">{{ x }}</a></p>' }] },
  {
    type: 'form',
    action: 'https://example.com/{{ x }}',
    inputs: [
      { name: 'a', label: '{{ x }}', type: 'text', value: '{{ x }}', placeholder: '{{ x }}' },
      { name: 'b', label: '{{ x }}', type: 'select', options: [{ label: '{{ x }}', value: '{{ x }}' }] },
      { name: 'c', label: '{{ x }}', type: 'textarea', value: '{{ x }}' },
    ],
    submitLabel: '{{ x }}',
    consent: '{{ x }}',
  },
  { type: 'form', action: '{{ x }}', inputs: [], submitLabel: '{{ x }}' },
  {
    type: 'dynamicList',
    src: 'https://example.com/{{ x }}',
    path: 'items',
    as: 'item',
    blocks: [
      { type: 'text', text: '{{ x }} {{ item.a }} <a href="{{ x }}" title="{{ x }}">{{ x }}</a>' },
      { type: 'image', src: '{{ x }}', alt: '{{ x }}' },
    ],
  },
]

describe('a hostile value in AMP', () => {
  for (const value of [...markup, ...addresses])
    test(`stays text at any position, and the part stays valid: ${JSON.stringify(value)}`, async () => {
      for (const document of [everywhere(), withBlocks(interactive)]) {
        const options = { data: { x: value, items: [{ a: value }] } }
        expect(strangePartsOf(renderAmp(document, options).amp)).toEqual([])
        expect(await findingsOf(document, options)).toEqual([])
      }
    })

  test('starts no mustache tag in a template', () => {
    for (const x of ['{{{secret}}}', '{{#a}}', '{', '{{', '{{!', '}}{{x}}']) {
      const [, template = ''] = /<template[^>]*>(.*?)<\/template>/s.exec(ampOf(interactive, { data: { x } })) ?? []
      expect(template.match(/\{\{[^}]*\}\}/g)).toEqual(['{{a}}'])
    }
  })

  test('with the raw mark is cleaned for AMP too', async () => {
    const blocks = [{ type: 'text', text: '{{ x | raw }}' }]
    const x =
      '<b style="color:red!important;position:fixed;behavior:url(x)">bold</b><img src="http://e.com/a.png" alt="A"><font color=red>f</font><script>1</script>'
    const options = { data: { x }, cleanHtml: (html: string) => cleanHtml(html).html }
    expect(ampOf(blocks, options)).toContain('<b style="color:red;position:fixed">bold</b>A<span>f</span>')
    expect(await findingsOf(withBlocks(blocks), options)).toEqual([])
  })
})

describe('an AMP part that breaks the validator', () => {
  const page = (body: string) =>
    `<!doctype html><html ⚡4email data-css-strict><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script><style amp4email-boilerplate>body{visibility:hidden}</style></head><body>${body}</body></html>`
  const idsOf = async (body: string) => (await validateAmp({ marked: page(body), isPassed: false })).map(({ id }) => id)

  test('by its depth is found before, with its node', async () => {
    for (const open of ['<div>', '<b>', '<table><tr><td>', '<ul><li>', '<span><i>']) {
      expect(await idsOf(open.repeat(1000))).toEqual(['amp-too-deep'])
      expect(await idsOf(open.repeat(Math.floor(80 / (open.split('<').length + 1))))).not.toContain('amp-unreadable')
    }
    expect(await idsOf(`<ul>${'<li>x'.repeat(500)}</ul>${'<p>x'.repeat(500)}${'<br>'.repeat(500)}`)).toEqual([])
    const [finding] = await findingsOf(withBlocks([{ id: 'deep', type: 'html', html: '<div>'.repeat(300) }]))
    expect(finding).toMatchObject({ id: 'amp-too-deep', node_id: 'deep' })
  })

  test('by its errors does not affect the next one', async () => {
    expect(await idsOf('<font>x</font>'.repeat(60_000))).toEqual(['amp-unreadable'])
    expect(await idsOf('<p>x</p>')).toEqual([])
  })
})

describe('a hostile author', () => {
  test('cannot leave the style element, nor write what AMP refuses there', async () => {
    const css = `</style><script>alert(1)</script>.a{color:red!important;behavior:url(x);width:expression(1);-moz-binding:url(x)}@import url(https://evil.example/x.css);@font-face{font-family:x;src:url(https://e.com/x)}.b{background:url(javascript:alert(1))}.c::before{content:"x"}[onclick]{color:red}@media print{.a{color:red}}@media (prefers-color-scheme:dark){.a{color:red}}.ok{color:green}`
    const document = withBlocks([{ type: 'text', text: 'x' }], { head: { css } })
    const { amp } = renderAmp(document)
    expect(ampCssOf(amp)).toContain('.ok{color:green}')
    expect(ampCssOf(amp)).not.toMatch(
      /important|behavior|expression|binding|@import|font-face|javascript|::|\[|print|prefers/,
    )
    expect(strangePartsOf(amp)).toEqual([])
    expect(await findingsOf(document)).toEqual([])
  })

  test('gets HTML reduced to what AMP allows', async () => {
    const html = `<center><font color="red" size=5>Big</font><strike>old</strike></center><table height="9" background="http://x.y/a.png"><tr><td background="x" nowrap onclick="x">cell</td></tr></table><p style="color:red!important;mso-line-height-rule:exactly;background:url(http://x.y/a.png);--x:1">p</p><a name="x" href="#y" target="_top">anchor</a><img src="https://example.com/a.png" width="30" height="20"><img src="https://example.com/b.png" width="30"><img src="http://example.com/c.png" alt="C"><!--[if mso]><table><tr><td><![endif]--><svg><circle/></svg><style>.x{color:red}</style>`
    const blocks = [{ type: 'html', html }]
    const { report } = renderAmp(withBlocks(blocks))
    expect(await findingsOf(withBlocks(blocks))).toEqual([])
    expect(ampOf(blocks)).toContain('<div align="center"><span>Big</span><s>old</s></div>')
    expect(ampOf(blocks)).toContain('width="30" height="20" layout="intrinsic"')
    expect(report.warnings.map(({ code }) => code)).toContain('AMP_HTML_REMOVED')
  })

  test('cannot set a URL with a native tag in HTML', async () => {
    const blocks = [{ type: 'html', html: '{{#if a}}<a href="{{url}}">x</a><img src="{{src}}" alt="A">{{/if}}' }]
    for (const target of ['data', 'sample', 'passthrough'] as const)
      expect({ target, found: await findingsOf(withBlocks(blocks), { target }) }).toEqual({ target, found: [] })
    expect(ampOf(blocks, { target: 'data' })).toContain('{{#if a}}<a>x</a>A{{/if}}')
    expect(ampOf(blocks, { target: 'passthrough' })).toContain('<a href="{{url}}">x</a>')
  })
})
