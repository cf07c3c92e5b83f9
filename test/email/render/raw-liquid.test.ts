import { describe, expect, test } from 'bun:test'
import type { LiquidRequest } from '../../../src/email/render/index.ts'
import { blockTypes, renderEmail, withBlocks } from './compose.ts'

const html = (source: string, rest: object = {}) => ({ id: 'raw', type: 'html', html: source, ...rest })

function requestsOf(blocks: object[], data: object, outputs: ('html' | 'text')[] = ['html']): LiquidRequest[] {
  const requests: LiquidRequest[] = []
  const fillLiquid = (ask: LiquidRequest) => {
    requests.push(ask)
    return undefined
  }
  renderEmail(withBlocks(blocks), blockTypes, { data, outputs, fillLiquid })
  return requests
}

describe('authored HTML', () => {
  test.each<[string, boolean]>([
    ['<p>{{ a | upcase }}</p><a href="{{ b }}?x={{ c }}">d</a>', false],
    ['<p style="color:{{ c }}">{{ "{%" }}</p>', false],
    ['<!--[if mso]><td width="{{ w }}"><![endif]-->', false],
    ['<p>{% if a %}b{% endif %}</p>', true],
    ['<p>{{ a | split: "," | first }}</p>', true],
    ['<td {% if a %}class="b"{% endif %}>', true],
    ['<td {{ a }}>', true],
    ['<a href="{% if a %}https://example.com/{% endif %}">', true],
    ['<!-- {% if a %} --><p>b</p><!-- {% endif %} -->', true],
    ['<p>{{ a', true],
  ])('%s needs Liquid: %p', (source, isRaw) => {
    expect(requestsOf([html(source)], {}).length).toBe(isRaw ? 1 : 0)
  })

  test('is evaluated with the data and loop variables of its position', () => {
    const each = { in: 'items', as: 'item' }
    const data = { items: [{ n: 1 }, { n: 2 }], name: 'x' }
    const requests = requestsOf(
      [html('{% if item %}{% endif %}', { each }), html('{% x %}', { id: 'b', when: { op: 'empty', path: 'name' } })],
      data,
    )
    expect(requests).toMatchObject([
      { data, locals: { item: { n: 1 }, forloop: { index: 1, last: false } }, round: 'item:0' },
      { data, locals: { item: { n: 2 }, forloop: { index: 2, last: true } }, round: 'item:1' },
    ])
  })

  test('shows the result and its warnings', () => {
    const options = {
      data: { a: 1 },
      fillLiquid: () => ({
        html: '<p>{{ not }} again</p>',
        warnings: [{ code: 'MISSING_VALUE' as const, message: 'm' }],
      }),
    }
    const document = withBlocks([html('{% if a %}{% endif %}')])
    for (let time = 0; time < 3; time++) {
      const { html: page, text, report } = renderEmail(document, blockTypes, options)
      expect(page).toContain('<p>{{ not }} again</p>')
      expect(text).toBe('{{ not }} again\n')
      expect(report.warnings).toEqual([{ code: 'MISSING_VALUE', node_id: 'raw', message: 'm' }])
    }
  })

  test('is unchanged for the ESP, and without a Liquid engine', () => {
    const source = '<p>{% if a < b %}{{ a }}{% endif %}</p>'
    const document = withBlocks([html(source)])
    const kept = renderEmail(document, blockTypes, { target: 'passthrough' })
    expect(kept.html).toContain(source)
    expect(kept.text).toBe('{% if a < b %}{{ a }}{% endif %}\n')
    expect(kept.report.warnings).toEqual([])
    expect(renderEmail(document, blockTypes, { data: {} }).report.warnings).toMatchObject([
      { code: 'LIQUID_NOT_FILLED', node_id: 'raw' },
    ])
  })
})
