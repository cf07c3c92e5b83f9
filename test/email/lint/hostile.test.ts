import { describe, expect, test } from 'bun:test'
import { cleanHtml } from '../../../src/email/sanitize/index.ts'
import { email, html, lint, section, words } from './email.ts'
import { processorMs } from '../../support/processor-time.ts'

/** No pattern or loop may take more than the length of its input; a tenfold of what is usual here still passes. */
const soon = 10_000

const evil: Record<string, string> = {
  'a megabyte of open brackets': '<'.repeat(500_000),
  'tags that never end': '<a '.repeat(150_000),
  'attributes without end': `<a ${'b="c" '.repeat(80_000)}`,
  'quotes that never close': `<a href="${'x'.repeat(400_000)}`,
  'merge tags that never close': `<a href="${'{{ '.repeat(150_000)}">x</a>`,
  'a hundred thousand levels': '<div>'.repeat(100_000),
  'closing tags of nothing': '</div>'.repeat(80_000),
  'scripts that never close': '<script>'.repeat(60_000),
  'comments that never close': '<!--'.repeat(120_000),
  'one style of endless declarations': `<p style="${'color:#fff;'.repeat(40_000)}">x</p>`,
  'brackets in a style': `<p style="background:${'('.repeat(400_000)}">x</p>`,
  'strange colours': `<p style="color:${'rgb('.repeat(100_000)}">x</p><p style="color:#${'f'.repeat(200_000)}">y</p>`,
  'a sheet of open blocks': `<style>${'a{'.repeat(200_000)}</style>`,
  'a sheet of selectors': `<style>${':hover>a+b~c[d]'.repeat(30_000)}{color:#fff}</style>`,
  'a sheet of rules inside rules': `<style>${'a{'.repeat(40_000)}${'color:#fff}'.repeat(35_000)}</style>`,
  'a sheet of media queries': `<style>${'@media(max-width:9px){'.repeat(20_000)}</style>`,
  'one word of link text': `<a href="https://example.com/">${'www.'.repeat(100_000)}</a>`,
  'spaces in link text': `<a href="https://example.com/">${' '.repeat(400_000)}x</a>`,
  'a street without end': `<p>12 ${'Aaaa '.repeat(80_000)}</p>`,
}

describe('lint takes bounded time over', () => {
  test.each(Object.entries(evil))('%s', (_name, source) => {
    const from = processorMs()
    const { findings } = lint(email({ more: [html(source.slice(0, 500_000))] }), { cleanHtml: (text) => text })
    expect(findings.length).toBeLessThanOrEqual(500)
    expect(processorMs() - from).toBeLessThan(soon)
  })

  test('five thousand nodes with a finding each', () => {
    const bad = {
      ...words,
      text: '<p><a href="#">here</a> {{ nmae }} {{ o.p }}</p>',
      style: { color: '#dddddd', size: 9 },
    }
    const rows = Array.from({ length: 49 }, (_, row) =>
      section(`r${row}`, ...Array.from({ length: 90 }, (_one, at) => ({ ...bad, id: `r${row}-${at}` }))),
    )
    const from = processorMs()
    const { findings, summary } = lint(email({ rows }))
    expect(findings.length).toBeLessThanOrEqual(500)
    expect(summary.errors).toBeGreaterThan(4000)
    expect(processorMs() - from).toBeLessThan(soon)
  })

  test('a thousand misspelled field names', () => {
    const fields = Array.from({ length: 500 }, (_, at) => ({
      path: `customer.attribute_number_${at}`,
      type: 'string',
      sample: 'x',
      default: 'x',
    }))
    const more = Array.from({ length: 1000 }, (_, at) => ({
      id: `w${at}`,
      type: 'text',
      text: `<p>{{ customer.attribute_nubmer_${at} }}</p>`,
    }))
    const from = processorMs()
    lint(email({ fields, more }))
    expect(processorMs() - from).toBeLessThan(soon)
  })

  test('conditions with many comparisons', () => {
    const of = Array.from({ length: 40 }, (_, at) => ({ op: 'eq', path: `f${at % 12}`, value: at }))
    const from = processorMs()
    lint(email({ more: [{ ...words, id: 'w', when: { op: 'and', of } }] }))
    expect(processorMs() - from).toBeLessThan(soon)
  })

  test('URLs with every feature', () => {
    const href = `https://${'a.'.repeat(2000)}com/${'{{x}}'.repeat(500)}`
    const from = processorMs()
    lint(email({ more: [{ id: 'l', type: 'button', label: 'Go', href }] }))
    expect(processorMs() - from).toBeLessThan(soon)
  })
})

test('the findings of the security rules disappear after sanitizing', () => {
  const source =
    '<p onclick="a()">Bread</p><script>a()</script><iframe src="https://example.com/"></iframe><form><input></form><a href="javascript:a()">Order bread</a><meta http-equiv="refresh" content="0"><style>@import url(x.css);</style>'
  const security = (text: string) =>
    lint(email({ more: [html(text)] })).findings.filter(({ id }) => id.startsWith('security.'))
  expect(security(source).length).toBeGreaterThan(6)
  expect(security(cleanHtml(source).html)).toEqual([])
})
