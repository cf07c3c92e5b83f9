import { describe, expect, test } from 'bun:test'
import { readMjml } from '../../../src/engines/mjml/index.ts'
import { blocksOf, inColumn, read } from './read.ts'

const unbalanced = (source: string) =>
  readMjml(source)
    .report.warnings.filter(({ code }) => code === 'MJML_UNBALANCED')
    .map(({ line, message }) => `${line} ${message}`)

describe('tags without counterpart', () => {
  test('an element that is never closed is named with its line', () => {
    const source =
      '<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n<mj-text>One</mj-text>\n\n<mj-section>\n<mj-column><mj-text>Two</mj-text></mj-column>\n</mj-section>\n</mj-body></mjml>'
    expect(unbalanced(source)).toEqual([
      '3 <mj-section> of line 3 is never closed and is taken to end where what it stands in ends.',
      '4 <mj-column> of line 4 is never closed and is taken to end where what it stands in ends.',
    ])
    expect(JSON.stringify(read(source).document)).toContain('One')
  })

  test('what the end of the source closes is named too', () => {
    expect(unbalanced('<mjml><mj-body>\n<mj-section><mj-column><mj-text>Bread')).toHaveLength(5)
  })

  test('a closing tag of nothing is named with its line', () => {
    const source = inColumn('\n<mj-text>Bread</mj-text>\n</mj-button>\n<mj-text>and cake</mj-text>')
    expect(unbalanced(source)).toEqual(['3 </mj-button> in line 3 closes nothing that is open and is passed over.'])
    expect(blocksOf(read(source).document)).toHaveLength(2)
  })

  test.each([
    ['elements that close themselves', '<mj-image src="https://example.com/a.png" /><mj-divider/>'],
    ['HTML that leaves its own open', '<mj-text><p>One<p>Two<br><b>three</mj-text>'],
    ['tags in comments', '<!-- </mj-section> <mj-column> --><mj-text>a<!-- </mj-text> --></mj-text>'],
    ['tags of templates', '<mj-raw>{% if a %}</mj-raw><mj-text>a</mj-text><mj-raw>{% endif %}</mj-raw>'],
    ['elements inside of elements that hold HTML', '<mj-raw><mj-text>a</mj-text></mj-raw>'],
  ])('are not %s', (_name, components) => {
    expect(unbalanced(inColumn(components))).toEqual([])
  })

  test('a hundred are told at most', () => {
    expect(unbalanced(inColumn('</mj-text>'.repeat(5000))).length).toBeLessThanOrEqual(100)
  })
})
