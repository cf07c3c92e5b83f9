import { describe, expect, test } from 'bun:test'
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'
import { fillSources } from '../../../src/email/liquid/index.ts'
import { dangers } from '../sanitize/evaluate.ts'
import { cleanHtml } from '../../../src/email/sanitize/index.ts'
import { processorMs } from '../../support/processor-time.ts'

function fill(html: string, data: Record<string, unknown> = {}, locals: Record<string, unknown> = {}) {
  const [filled] = fillSources([{ html, locals }], {
    data,
    cdnUrl: 'https://cdn.example',
    locale: 'de',
    now: Date.UTC(2026, 0, 2),
    cleanHtml: (source) => cleanHtml(source).html,
  })
  return filled ?? { problem: 'nothing came back' }
}

function htmlOf(html: string, data: Record<string, unknown> = {}, locals: Record<string, unknown> = {}): string {
  const filled = fill(html, data, locals)
  return 'html' in filled ? filled.html : `PROBLEM ${filled.problem}`
}

const data = {
  name: 'ann',
  plan: 'pro',
  total: 1234.5,
  items: [
    { title: 'Mug', price: 5 },
    { title: 'Vase', price: 12 },
  ],
  none: [],
  when: '2026-11-21',
}

describe('authored Liquid', () => {
  test.each<[string, string]>([
    ['{% if plan == "pro" %}A{% elsif plan %}B{% else %}C{% endif %}', 'A'],
    ['{% unless plan == "pro" %}A{% else %}B{% endunless %}', 'B'],
    ['{% case plan %}{% when "free" %}A{% when "pro", "team" %}B{% else %}C{% endcase %}', 'B'],
    ['{% for item in items limit:1 %}{{ item.title }}{% endfor %}', 'Mug'],
    [
      '{% for item in items reversed %}{{ forloop.index }}{{ item.title }}{% unless forloop.last %}, {% endunless %}{% endfor %}',
      '1Vase, 2Mug',
    ],
    ['{% for item in none %}x{% else %}nothing{% endfor %}', 'nothing'],
    ['{% for i in (1..3) %}{% if i == 2 %}{% continue %}{% endif %}{{ i }}{% endfor %}', '13'],
    [
      '{% for item in items %}{% for part in items %}{{ part.price }}{{ item.price }} {% endfor %}{% endfor %}',
      '55 125 512 1212 ',
    ],
    ['{% assign x = items | map: "price" | sum %}{{ x }}', '17'],
    ['{% assign x = items | where: "title", "Mug" | first %}{{ x.price }}', '5'],
    ['{% capture x %}<b>{{ name }}</b>{% endcapture %}{{ x | raw }}', '<b>ann</b>'],
    ['a {%- if name -%} b {%- endif -%} c', 'abc'],
    ['{% comment %}{{ gone }}{% endcomment %}{% raw %}{{ name }}{% endraw %}{% # a note %}', '{{ name }}'],
    [
      '{% if 1 %}{{ name | upcase }} {{ name | capitalize }} {{ gone | default: "friend" }}{% endif %}',
      'ANN Ann friend',
    ],
    ['{% if 1 %}{{ total | number: 2 }} {{ total | number: "EUR" }}{% endif %}', '1.234,50 1.234,50\u00a0€'],
    ['{% if 1 %}{{ when | date: "%d. %B %Y" }} {{ "now" | date: "%Y" }}{% endif %}', '21. November 2026 2026'],
    ['{% if 1 %}{{ "abcdefgh" | truncate: 4 }} {{ "abcdefgh" | truncate: 5, "." }}{% endif %}', 'abc… abcd.'],
    [
      '{% tablerow item in items cols:2 %}{{ item.title }}{% endtablerow %}',
      '<tr class="row1"><td class="col1">Mug</td><td class="col2">Vase</td></tr>',
    ],
    ['{% if 1 %}{{ items[0].title }}{{ items.last.title }}{{ items.size }}{% endif %}', 'MugVase2'],
  ])('%s gives %s', (source, expected) => {
    expect(htmlOf(source, data)).toBe(expected)
  })

  test('sees the variables of loops around it', () => {
    expect(htmlOf('{% if item %}{{ item.title }} of {{ name }}{% endif %}', data, { item: { title: 'Mug' } })).toBe(
      'Mug of ann',
    )
  })

  test('does not change the data', () => {
    const own = { list: [3, 1, 2], text: 'a' }
    htmlOf('{% assign text = "b" %}{% assign l = list | sort | push: 4 %}{% increment text %}', own)
    expect(own).toEqual({ list: [3, 1, 2], text: 'a' })
  })

  test('reports a missing value once', () => {
    expect(fill('{% if 1 %}{{ a.b }}{{ a.b }}{{ c | default: "x" }}{% endif %}')).toEqual({
      html: 'x',
      warnings: [{ code: 'MISSING_VALUE', message: 'a.b has no value.' }],
    })
  })
})

describe('a mistake', () => {
  test.each<[string, string, number]>([
    ['{% if a %}', '{% if a %} is not closed', 1],
    ['a\nb\n{% nope %}', 'the tag nope is not supported', 3],
    ['a\n{{ a | nope }}{% if 1 %}{% endif %}', 'the filter nope is not supported', 2],
    ['{{ a', 'not closed', 1],
    ['\n\n{% for x on y %}{% endfor %}', 'cannot be parsed', 3],
    ['{% if 1 %}{{ 5 | number: 99 }}{% endif %}', 'number takes a number of decimals', 1],
    ['{% include "x" %}', 'the tag include is not supported', 1],
    ['{% render "/etc/passwd" %}', 'the tag render is not supported', 1],
    ['{% layout "x" %}', 'the tag layout is not supported', 1],
    ['{% echo name %}', 'the tag echo is not supported', 1],
    ['{% liquid\n echo name\n%}', 'the tag liquid is not supported', 1],
    ['{% cycle name %}', 'the tag cycle is not supported', 1],
  ])('%j is a problem that names its line', (source, problem, line) => {
    const filled = fill(source, data)
    expect('problem' in filled && filled.problem).toContain(problem)
    expect('problem' in filled && filled.line).toBe(line)
  })

  test('does not affect other blocks', () => {
    const options = { data, cdnUrl: '', cleanHtml: (html: string) => html }
    const sources = ['{% if %}', '{% if name %}{{ name }}{% endif %}'].map((html) => ({ html, locals: {} }))
    expect(fillSources(sources, options)).toMatchObject([{ line: 1 }, { html: 'ann' }])
  })
})

const hostile = [
  '"><script>alert(1)</script>',
  "' onmouseover='alert(1)",
  'x" style="position:fixed" y="',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' \u0001javascript:alert(1)',
  'JAVASCRIPT&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'red;background:url(https://evil.example/x)',
  'expression(alert(1))',
  '}</style><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  '<![endif]--><script>alert(1)</script>',
  '{{ secret }}{% if 1 %}{{ secret }}{% endif %}',
  '<a href="https://evil.example">x</a>',
]
const places = [
  '<p>{% if v %}{{ v }}{% endif %}</p>',
  '<a title="{% if v %}{{ v }}{% endif %}">x</a>',
  "<a title='{% if v %}{{ v }}{% endif %}'>x</a>",
  '<a title={{ v }}{% if v %}{% endif %}>x</a>',
  '<a href="{% if v %}{{ v }}{% endif %}">x</a>',
  '<a href={{ v }}{% if v %}{% endif %}>x</a>',
  "<a href = '{{ v }}/a{% if v %}{% endif %}'>x</a>",
  '<a href="https://example.com/{{ v }}?a={{ v }}{% if v %}{% endif %}">x</a>',
  '<a {% if v %}href="{{ v }}"{% endif %} {{ v }}>x</a>',
  '<img src="{{ v }}{% if v %}{% endif %}" {{ v }}="1">',
  '<p style="color:{{ v }};{% if v %}width:{{ v }}px{% endif %}">x</p>',
  '<style>p{color:{{ v }}{% if v %}{% endif %}}</style>',
  '<!-- {{ v }}{% if v %}{% endif %} --><p>x</p>',
  '<!--[if mso]><p title="{{ v }}">{{ v }}{% if v %}{% endif %}</p><![endif]-->',
  '<{{ v }}{% if v %}{% endif %}>x',
  '{% assign w = v | append: v %}<a href="{{ w }}" title="{{ w | escape }}" id="{{ w | newline_to_br }}">{{ w | raw }}</a>',
  '{% capture w %}<a href="{{ v }}">{{ v }}</a>{% endcapture %}{{ w | raw }}',
]

function stylesIn(html: string): string[] {
  const styles: string[] = []
  const waiting: DefaultTreeAdapterMap['node'][] = [parseFragment(html)]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('attrs' in node) styles.push(...node.attrs.filter(({ name }) => name === 'style').map(({ value }) => value))
    if ('childNodes' in node) waiting.push(...node.childNodes)
  }
  return styles
}

describe('a value', () => {
  test.each(places)('is escaped in %s', (source) => {
    for (const v of hostile) {
      const html = htmlOf(source, { v, secret: 'SECRET' })
      expect(html).toBe(cleanHtml(html).html)
      expect(html).not.toContain('SECRET')
      expect(html).not.toMatch(/<script[\s>/]/i)
      expect(dangers(html), `${source} ${v}`).toEqual([])
      expect(stylesIn(html).join(), v).not.toMatch(/position:|url\(https:\/\/evil/)
    }
  })

  test('reaches no prototype', () => {
    for (const path of [
      'constructor',
      '__proto__',
      'v.constructor.name',
      'v.__proto__.x',
      'list.constructor',
      'name.constructor',
    ]) {
      expect(htmlOf(`{% if 1 %}[{{ ${path} }}]{% endif %}`, { v: {}, list: [], name: 'x' })).toBe('[]')
    }
  })

  test('with a CDN path gets the CDN host', () => {
    expect(htmlOf('<img src="{{ v }}{% if 1 %}{% endif %}">', { v: '/cdn/ast_1/a.png' })).toBe(
      '<img src="https://cdn.example/cdn/ast_1/a.png">',
    )
  })

  test('that is rejected as a URL is reported', () => {
    expect(fill('<a href="{{ v }}{% if 1 %}{% endif %}">', { v: 'javascript:x' })).toMatchObject({
      html: '<a href="#">',
      warnings: [{ code: 'UNSAFE_ADDRESS' }],
    })
  })
})

describe('a resource attack', () => {
  const text = 'x'.repeat(40_000)
  test.each<[string, string, Record<string, unknown>]>([
    ['a range', '{% for i in (1..1000000000) %}x{% endfor %}', {}],
    ['empty loops', '{% for i in (1..100000) %}{% for j in (1..100000) %}{% endfor %}{% endfor %}', {}],
    [
      'loops in loops',
      '{% for a in l %}{% for b in l %}{% for c in l %}{{ c }}{% endfor %}{% endfor %}{% endfor %}',
      { l: Array(1000).fill('q') },
    ],
    ['doubled text', '{% assign s = "ab" %}{% for i in (1..60) %}{% assign s = s | append: s %}{% endfor %}', {}],
    [
      'doubled captures',
      '{% capture s %}ab{% endcapture %}{% for i in (1..60) %}{% capture s %}{{ s }}{{ s }}{% endcapture %}{% endfor %}',
      {},
    ],
    ['a long text in a loop', `{% for i in (1..100000) %}${text}{% endfor %}`, {}],
    ['a replacement', `{% assign s = v | replace: "a", "${text}" %}`, { v: 'a'.repeat(100_000) }],
    ['a condition without end', `{% if ${'a and '.repeat(1_000_000)}b %}{% endif %}`, {}],
    [
      'a long condition in a loop',
      `{% for i in (1..1000000) %}{% if ${'a and '.repeat(10_000)}b %}{% endif %}{% endfor %}`,
      {},
    ],
    ['tags in tags', '{% if 1 %}'.repeat(20_000), {}],
    ['filters after filters', `{% assign s = v${' | append: v'.repeat(20_000)} %}`, { v: 'abcdefgh' }],
    ['a text without end', '{{'.repeat(200_000), {}],
  ])('of %s is stopped', (_, source, values) => {
    const start = processorMs()
    expect(fill(source, values)).toHaveProperty('problem')
    expect(processorMs() - start).toBeLessThan(10_000)
  })
})
