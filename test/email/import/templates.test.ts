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
  test('what compares two fields or filters one is a condition of its own language', () => {
    const { outline, report } = read(
      page('{% load i18n %}{% if a|upper != b|upper %}<p>One</p>{% else %}<p>Two</p>{% endif %}'),
    )
    expect(report).toMatchObject({ native_share: 1, words_kept: 1, warnings: [] })
    expect(outline).toContain('when {% if a|upper != b|upper %} … {% endif %}: One')
    expect(outline).toContain('when {% if a|upper != b|upper %}{% else %} … {% endif %}: Two')
  })

  test('it stays among the words and in addresses as it is written', () => {
    const source = `{% load static %}<p>Hi{% if x|length > 1 %} all{% endif %}</p><img src="{% if r %}{% static 'a.png' %}{% else %}https://example.com/a.png{% endif %}" width="90">`
    const { rendered, report } = read(page(source))
    expect(report).toMatchObject({ native_share: 1, warnings: [] })
    expect(rendered).toContain('Hi{% if x|length &gt; 1 %} all{% endif %}'.replace('&gt;', '>'))
    expect(rendered).toContain(`src="{% if r %}{% static 'a.png' %}{% else %}https://example.com/a.png{% endif %}"`)
  })

  test('a whole Liquid keeps running what it understands', () => {
    const { document } = read(page('{% if a > b %}<p>One</p>{% endif %}'))
    expect(JSON.stringify(document['rows'])).toContain('"type":"html"')
  })

  test('what a comment holds is for authors', () => {
    expect(read(page('<p>a{% comment %}<b>not</b> this{% endcomment %}b</p>')).rendered).not.toContain('not')
  })
})

describe('tables', () => {
  test('rows that come from elsewhere stay as they came, between the tags of a table', () => {
    const { rendered, report } = read(
      page(
        '{% load x %}<table cellspacing="0"><tr><td>One</td></tr>{% include "rows.html" %}{% block more %}{% endblock %}<tr><td>Two</td></tr></table>',
      ),
    )
    expect(rendered).toMatch(/<table[^>]*>\{% include "rows.html" %\}\{% block more %\}\{% endblock %\}<\/table>/)
    expect(report).toMatchObject({ words_kept: 1, native_share: 0.75 })
  })

  test('cells that repeat in more than one row are one table, with the style sheet that it needs', () => {
    const cells = '<% for (var c in t) { %><td><%= c %></td><% } %>'
    const { document, rendered } = read(
      `<!doctype html><style>.t td{padding:9px}.u td{color:red}</style><body><table class="t"><tr>${cells}</tr><tr>${cells}</tr></table></body>`,
    )
    expect(rendered).toContain(`<table class="t"><tr>${cells}</tr><tr>${cells}</tr></table>`)
    expect(document['head']).toEqual({ css: expect.stringMatching(/^\.t td\{[^}]*9px[^}]*\}$/) })
  })

  test('a cell that repeats in the only row is a column that does', () => {
    const { outline } = read(
      page('<table width="100%"><tr>{% for a in b %}<td>{{ a.c }} and more</td>{% endfor %}</tr></table>'),
    )
    expect(outline).toContain('column · for each {"in":"b","as":"a"}')
  })

  test('a button that repeats repeats as a block, and the report says how it stands', () => {
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
  test('one right inside another is not lost', () => {
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

  test('one of another language holds all that it repeats together', () => {
    const { rendered } = read(page('<% for (k in o) { %><p><%= k %></p><p><%= o[k] %></p><% } %>'))
    expect(rendered.match(/<% for \(k in o\) \{ %>/g)).toHaveLength(1)
  })

  test('EJS may trim what is around its tags, and call its data locals', () => {
    const { outline } = read(page('<% locals.list.forEach((a) => { -%><p><%- a.b %></p><%_ }) _%>'))
    expect(outline).toContain('for each {"in":"list","as":"a"}')
  })
})

describe('lines', () => {
  test('what holds for whole lines is a block of its own', () => {
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

  test('a link in two halves under one condition is the link or its words', () => {
    const { outline, report } = read(
      page('<p>{% if a.url %}<a href="{{ a.url }}">{% endif %}{{ a.title }}{% if a.url %}</a>{% endif %}</p>'),
    )
    expect(outline).toContain('when a.url != blank')
    expect(outline).toContain('when a.url == blank')
    expect(report).toMatchObject({ native_share: 1, links_kept: 1 })
  })

  test('a picture that nothing says the width of has a line for itself', () => {
    const { outline, report } = read(page('<p><img src="https://example.com/a.png"> and words</p>'))
    expect(outline).toMatch(/image: src[^\n]*\n\s*text: and words/)
    expect(report.native_share).toBe(1)
  })

  test('tags in a label that is none stay tags', () => {
    const link = '<a href="https://example.com/" style="background:#0000ff;padding:9px 20px">{{ a }} {% url "b" %}</a>'
    expect(read(page(`<p>Words ${link}</p>`)).rendered).toMatch(/\{\{ a \}\}[\s\S]*\{% url "b" %\}/)
  })
})

test('the room around alternatives is around each of them', () => {
  const { document } = read(
    page(
      '<table width="100%"><tr><td style="padding:30px 0">{% if a %}<p style="margin:0">One</p>{% else %}<p style="margin:0">Two</p>{% endif %}</td></tr></table>',
    ),
  )
  expect(JSON.stringify(document['rows']).match(/"padding":\[30,0,30,0\]/g)).toHaveLength(2)
})

test('what nobody sees is left out with a warning, and what fades in is not', () => {
  const { rendered, report } = read(
    page('<p>now</p><p style="opacity:0">never</p><p style="opacity:0;animation:in 1s">soon</p>'),
  )
  expect(rendered).not.toContain('never')
  expect(rendered).toContain('soon')
  expect(report.warnings.map(({ code }) => code)).toEqual(['HIDDEN_LEFT_OUT'])
})

test('tags before the doctype do not make a page an old one', () => {
  const { document } = read(
    '{% load x %}\n<!doctype html><body style="line-height:2"><table><tr><td>a</td></tr></table></body>',
  )
  expect(JSON.stringify(document)).toContain('"lineHeight":2')
})

test('a button of borders has the room of each side', () => {
  const { document } = read(
    page(
      '<a href="https://example.com/" style="display:inline-block;background:#0000ff;color:#ffffff;border-top:15px solid #0000ff;border-bottom:15px solid #0000ff;border-left:25px solid #0000ff;border-right:25px solid #0000ff">Go</a>',
    ),
  )
  expect(JSON.stringify(document['rows'])).toContain('"innerPadding":[15,25,15,25]')
})
