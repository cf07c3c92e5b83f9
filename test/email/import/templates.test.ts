import { describe, expect, test } from 'bun:test'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { readDocument } from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { cleanHtml } from '../../../src/email/sanitize/index.ts'
import { type Loose, outlineOf } from './outline.ts'

function read(html: string) {
  const { document, report } = importHtml({ html }, blockTypes)
  const result = readDocument(document, blockTypes, { cleanHtml: (source) => cleanHtml(source).html })
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues))
  const rendered = renderEmail(result.document, blockTypes, { outputs: ['html'] }).html ?? ''
  return { document, rendered, outline: outlineOf(document['rows'] as Loose[]), report }
}

const page = (inner: string) => `<!doctype html><body style="margin:0">${inner}</body>`

describe('the language of Django and Jinja', () => {
  test('comparisons of two fields and filters become native conditions', () => {
    const { outline, report } = read(
      page('{% load i18n %}{% if a|upper != b|upper %}<p>One</p>{% else %}<p>Two</p>{% endif %}'),
    )
    expect(report).toMatchObject({ native_share: 1, words_kept: 1, warnings: [] })
    expect(outline).toContain('when {% if a|upper != b|upper %} … {% endif %}: One')
    expect(outline).toContain('when {% if a|upper != b|upper %}{% else %} … {% endif %}: Two')
  })

  test('tags in text and URLs are unchanged', () => {
    const source = `{% load static %}<p>Hi{% if x|length > 1 %} all{% endif %}</p><img src="{% if r %}{% static 'a.png' %}{% else %}https://example.com/a.png{% endif %}" width="90">`
    const { rendered, report } = read(page(source))
    expect(report).toMatchObject({ native_share: 1, warnings: [] })
    expect(rendered).toContain('Hi{% if x|length &gt; 1 %} all{% endif %}'.replace('&gt;', '>'))
    expect(rendered).toContain(`src="{% if r %}{% static 'a.png' %}{% else %}https://example.com/a.png{% endif %}"`)
  })

  test('full Liquid tags are still executed', () => {
    const { document } = read(page('{% if a > b %}<p>One</p>{% endif %}'))
    expect(JSON.stringify(document['rows'])).toContain('"type":"html"')
  })

  test('template comments are removed', () => {
    expect(read(page('<p>a{% comment %}<b>not</b> this{% endcomment %}b</p>')).rendered).not.toContain('not')
  })
})

describe('tables', () => {
  test('rows that a tag inserts stay between the tags of a table', () => {
    const { rendered, report } = read(
      page(
        '{% load x %}<table cellspacing="0"><tr><td>One</td></tr>{% include "rows.html" %}{% block more %}{% endblock %}<tr><td>Two</td></tr></table>',
      ),
    )
    expect(rendered).toMatch(/<table[^>]*>\{% include "rows.html" %\}\{% block more %\}\{% endblock %\}<\/table>/)
    expect(report).toMatchObject({ words_kept: 1, native_share: 0.75 })
  })

  test('cells repeated in several rows stay one table, with its style rules', () => {
    const cells = '<% for (var c in t) { %><td><%= c %></td><% } %>'
    const { document, rendered } = read(
      `<!doctype html><style>.t td{padding:9px}.u td{color:red}</style><body><table class="t"><tr>${cells}</tr><tr>${cells}</tr></table></body>`,
    )
    expect(rendered).toContain(`<table class="t"><tr>${cells}</tr><tr>${cells}</tr></table>`)
    expect(document['head']).toEqual({ css: expect.stringMatching(/^\.t td\{[^}]*9px[^}]*\}$/) })
  })

  test('a repeated cell in a single row is a repeated column', () => {
    const { outline } = read(
      page('<table width="100%"><tr>{% for a in b %}<td>{{ a.c }} and more</td>{% endfor %}</tr></table>'),
    )
    expect(outline).toContain('column · for each {"in":"b","as":"a"}')
  })

  test('a repeated button is a repeated block, and the report says that it is stacked', () => {
    const button =
      '<a href="{{ a.url }}" style="display:inline-block;background:#0000ff;padding:9px 20px">{{ a.label }}</a>'
    for (const html of [
      `<table align="center"><tr>{% for a in b %}<td>${button}</td>{% endfor %}</tr></table>`,
      `<p>{% for a in b %} ${button} {% endfor %}</p>`,
    ]) {
      const { rendered, outline, report } = read(page(html))
      expect(outline).toContain('for each {"in":"b","as":"a"}')
      expect(outline).toContain('button: label {{ a.label }}')
      expect(report.warnings.map(({ code }) => code)).toEqual(['LOOP_STACKED'])
      expect(rendered.match(/\{\{ a.label \}\}/g)?.length).toBeGreaterThan(0)
    }
  })
})

describe('loops', () => {
  test('directly nested loops are kept', () => {
    const inner = '{% for y in x.list %}<p>{{ y }}</p>{% endfor %}'
    for (const html of [
      `{% for x in z %}${inner}{% endfor %}`,
      `<div style="background:#eeeeee"><p>a</p>{% for x in z %}${inner}{% endfor %}</div>`,
    ]) {
      const { outline } = read(page(html))
      expect(outline).toContain('for each {"in":"z","as":"x"}')
      expect(outline).toContain('for each {"in":"x.list","as":"y"}')
    }
  })

  test('a loop in another language keeps its content together', () => {
    const { rendered } = read(page('<% for (k in o) { %><p><%= k %></p><p><%= o[k] %></p><% } %>'))
    expect(rendered.match(/<% for \(k in o\) \{ %>/g)).toHaveLength(1)
  })

  test('EJS trim markers and `locals` are understood', () => {
    const { outline } = read(page('<% locals.list.forEach((a) => { -%><p><%- a.b %></p><%_ }) _%>'))
    expect(outline).toContain('for each {"in":"list","as":"a"}')
  })
})

describe('lines', () => {
  test('a condition on whole lines becomes a separate block', () => {
    const { outline, report } = read(
      page(
        '<p>One<br>{% if a %}Two<br>{% endif %}{% if b %}Three{% else %}Four{% endif %}<br>Five{% if c %}<br>Six{% endif %}</p>',
      ),
    )
    const lines = outline.split('\n').flatMap((line) => (line.includes('text') ? [line.trim()] : []))
    expect(lines).toEqual([
      'text: One',
      'text · when a != blank: Two',
      'text · when b != blank: Three',
      'text · when b == blank: Four',
      'text: Five',
      'text · when c != blank: Six',
    ])
    expect(report.words_kept).toBe(1)
  })

  test('a link opened and closed under one condition becomes the link or its text', () => {
    const { outline, report } = read(
      page('<p>{% if a.url %}<a href="{{ a.url }}">{% endif %}{{ a.title }}{% if a.url %}</a>{% endif %}</p>'),
    )
    expect(outline).toContain('when a.url != blank')
    expect(outline).toContain('when a.url == blank')
    expect(report).toMatchObject({ native_share: 1, links_kept: 1 })
  })

  test('an image without a width has its own line', () => {
    const { outline, report } = read(page('<p><img src="https://example.com/a.png"> and words</p>'))
    expect(outline).toMatch(/image: src[^\n]*\n\s*text: and words/)
    expect(report.native_share).toBe(1)
  })

  test('tags in text that is not a button label stay tags', () => {
    const link = '<a href="https://example.com/" style="background:#0000ff;padding:9px 20px">{{ a }} {% url "b" %}</a>'
    expect(read(page(`<p>Words ${link}</p>`)).rendered).toMatch(/\{\{ a \}\}[\s\S]*\{% url "b" %\}/)
  })
})

test('the space around alternatives is around each of them', () => {
  const { document } = read(
    page(
      '<table width="100%"><tr><td style="padding:30px 0">{% if a %}<p style="margin:0">One</p>{% else %}<p style="margin:0">Two</p>{% endif %}</td></tr></table>',
    ),
  )
  // With the 2 px that browsers leave around a cell.
  expect(JSON.stringify(document['rows']).match(/"padding":\[32,2,32,2\]/g)).toHaveLength(2)
})

test('hidden content is dropped with a warning, animated content is not', () => {
  const { rendered, report } = read(
    page('<p>now</p><p style="opacity:0">never</p><p style="opacity:0;animation:in 1s">soon</p>'),
  )
  expect(rendered).not.toContain('never')
  expect(rendered).toContain('soon')
  expect(report.warnings.map(({ code }) => code)).toEqual(['HIDDEN_LEFT_OUT'])
})

test('tags before the doctype do not cause quirks mode', () => {
  const { document } = read(
    '{% load x %}\n<!doctype html><body style="line-height:2"><table><tr><td>a</td></tr></table></body>',
  )
  expect(JSON.stringify(document)).toContain('"lineHeight":2')
})

test('a button built from borders has the padding of each side', () => {
  const { document } = read(
    page(
      '<a href="https://example.com/" style="display:inline-block;background:#0000ff;color:#ffffff;border-top:15px solid #0000ff;border-bottom:15px solid #0000ff;border-left:25px solid #0000ff;border-right:25px solid #0000ff">Go</a>',
    ),
  )
  expect(JSON.stringify(document['rows'])).toContain('"innerPadding":[15,25,15,25]')
})
