import { describe, expect, test } from 'bun:test'
import { validateAmp } from '../../../src/app/tasks/validate-amp.ts'
import { cleanAmpCss, cleanAmpHtml, cleanHtml } from '../../../src/email/sanitize/index.ts'
import { payloads } from './payloads.ts'

const page = (body: string, css = '') =>
  `<!doctype html><html ⚡4email data-css-strict><head><meta charset="utf-8"><script async src="https://cdn.ampproject.org/v0.js"></script><style amp4email-boilerplate>body{visibility:hidden}</style><style amp-custom>${css}</style></head><body>${body}</body></html>`

const problems = async (marked: string) =>
  (await validateAmp({ marked, isPassed: false })).map(({ message }) => message)

const elements =
  'a abbr acronym address b bdi bdo big blockquote br center cite code col del details dfn dir div em figure font h1 h2 h6 hr i ins kbd li mark menu nav ol p pre q s samp section small span strike strong sub summary sup table td th time tr tt u ul var wbr blink marquee nobr x-y'.split(
    ' ',
  )
const attributes: readonly string[] =
  'abbr=x align=left background=x bgcolor=#fff border=0 cellpadding=0 cite=x class=a clear=all color=red colspan=1 data-x=1 dir=ltr face=x height=1 hidden= href=https://example.com id=a itemprop=x lang=en name=x nowrap= open= rel=x reversed= role=none scope=col size=1 span=1 start=1 tabindex=1 target=_top title=x type=a valign=top value=1 width=1 aria-label=x'.split(
    ' ',
  )

describe('authored HTML for AMP', () => {
  test('is valid whatever its elements and attributes', async () => {
    const all = attributes.map((one) => ` ${one.replace('=', '="')}"`)
    for (const name of elements) {
      const bare = cleanAmpHtml(`<${name}${all.join('')}>x</${name}>`).html
      const inner = /^t[dhr]$/.test(name) ? `<table>${bare}</table>` : bare
      expect({ name, problems: await problems(page(inner)) }).toEqual({ name, problems: [] })
    }
  })

  test('keeps the tags of a mailing system where they stand', () => {
    const source = '<table>{% for x in y %}<tr><td height="1">{{ x.name }}</td></tr>{% endfor %}</table>'
    expect(cleanAmpHtml(source).html).toBe(source)
    expect(cleanAmpHtml('<a href="{{ url }}" name="n">x</a>').html).toBe('<a href="{{ url }}">x</a>')
  })

  test('has no address of a tag that nobody fills in any more', async () => {
    const source = '<a href="{{url}}">x</a><img src=" {{ src }}" alt="A" width="9" height="9"><a href="{{a}}/b">y</a>'
    const { html, removed } = cleanAmpHtml(source, { isFinal: true })
    expect(html).toBe('<a>x</a>A<a>y</a>')
    expect(removed).toHaveLength(2)
    expect(await problems(page(html))).toEqual([])
  })

  test('is harmless and valid for everything that breaks other cleaners', async () => {
    for (const source of Object.values(payloads).flat()) {
      const { html } = cleanAmpHtml(cleanHtml(source).html)
      const found = (await problems(page(html))).filter(
        (message) => !/Parsing|tag may not appear|parent tag/i.test(message),
      )
      expect({ source, found }).toEqual({ source, found: [] })
    }
  })

  test('takes time in proportion to its length, also for what never ends', () => {
    for (const piece of ['<svg>', '<img src="https://x.y/', '<p style="color:red', '<style>', '<a href="', '<b><i><u>'])
      expect(cleanAmpHtml(piece.repeat(20_000)).html.length).toBeLessThan(20_000 * 40)
  })
})

describe('an authored style sheet for AMP', () => {
  const cases: [string, string][] = [
    ['.a{color:red!important;zoom:1}', '.a{color:red}'],
    ['.a{mso-x:1}.b{color:red}', '.b{color:red}'],
    ['@media (max-width:480px){.a{color:red !important}}', '@media (max-width:480px){.a{color:red}}'],
    [
      '@media only screen and (max-width:480px){.a{width:100%}}',
      '@media only screen and (max-width:480px){.a{width:100%}}',
    ],
    ['@media print{.a{color:red}}@supports(display:grid){.a{color:red}}@import "x";.b{color:red}', '.b{color:red}'],
    ['.a:hover{color:red}.a:visited{color:red}.a::after{color:red}[x]{color:red}', '.a:hover{color:red}'],
    [
      '.a{background:url(http://x.y/a.png)}.b{background:url("https://x.y/a.png")}',
      '.b{background:url("https://x.y/a.png")}',
    ],
    ['.a{color:red', ''],
    ['}}.a{color:red}', '.a{color:red}'],
    ['/* a */.a/* b */{/* c */color:/* d */red}', '.a{color:red}'],
    ['.a{font-family:"a;b",Arial;color:red}', '.a{font-family:"a;b",Arial;color:red}'],
  ]
  for (const [source, expected] of cases)
    test(`${source} → ${expected}`, async () => {
      expect(cleanAmpCss(source)).toBe(expected)
      expect(await problems(page('', cleanAmpCss(source)))).toEqual([])
    })
})
