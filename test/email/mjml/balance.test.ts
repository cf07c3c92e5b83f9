import { mjmlBlocks } from '../../../src/email/blocks/mjml.ts'
import { describe, expect, test } from 'bun:test'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { readMjml } from '../../../src/email/mjml/index.ts'
import { renderEmail } from '../../../src/email/render/index.ts'
import { blocksOf, inColumn, read } from './read.ts'

const unbalanced = (source: string) =>
  readMjml(source, blockTypes, mjmlBlocks)
    .report.warnings.filter(({ code }) => code === 'MJML_UNBALANCED')
    .map(({ line, message }) => `${line} ${message}`)

describe('tags without counterpart', () => {
  test('an element that is never closed is named with its line', () => {
    const source =
      '<mjml>\n<mj-body>\n<mj-section>\n<mj-column>\n<mj-text>One</mj-text>\n\n<mj-section>\n<mj-column><mj-text>Two</mj-text></mj-column>\n</mj-section>\n</mj-body></mjml>'
    expect(unbalanced(source)).toEqual([
      '3 <mj-section> in line 3 is never closed; it ends with its parent.',
      '4 <mj-column> in line 4 is never closed; it ends with its parent.',
    ])
    expect(JSON.stringify(read(source).document)).toContain('One')
  })

  test('an element left open at the end of the source is named too', () => {
    expect(unbalanced('<mjml><mj-body>\n<mj-section><mj-column><mj-text>Bread')).toHaveLength(5)
  })

  test('a closing tag without an opening tag is named with its line', () => {
    const source = inColumn('\n<mj-text>Bread</mj-text>\n</mj-button>\n<mj-text>and cake</mj-text>')
    expect(unbalanced(source)).toEqual(['3 </mj-button> in line 3 has no start tag and was ignored.'])
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

  test('at most a hundred are reported', () => {
    expect(unbalanced(inColumn('</mj-text>'.repeat(5000))).length).toBeLessThanOrEqual(100)
  })
})

describe('white space before the > of closing tags, as Prettier writes it', () => {
  const folder = join(import.meta.dir, '../../fixtures/mjml')
  const spaced = (source: string, space: string) => source.replace(/(<\/[a-z][a-z0-9-]*)>/g, `$1${space}>`)
  const spaces = [
    ['a blank', ' '],
    ['a tab', '\t'],
    ['a line break', '\n'],
    ['a line break of Windows', '\r\n  '],
    ['a carriage return', '\r'],
  ] as const
  // HTML that is kept is kept as it is written.
  const tight = (html: string) => html.replace(/(<\/[a-z][a-z0-9-]*)\s+>/g, '$1>')
  const outlined = (source: string) =>
    blocksOf(read(source).document).map(({ id: _id, ...block }) =>
      block['html'] === undefined ? block : { ...block, html: tight(String(block['html'])) },
    )

  for (const file of readdirSync(folder)) {
    test.each(spaces)(`changes nothing of ${file}: %s`, (_name, space) => {
      const source = readFileSync(join(folder, file), 'utf8')
      expect(outlined(spaced(source, space))).toEqual(outlined(source))
      expect(unbalanced(spaced(source, space))).toEqual([])
    })
  }

  test('text and buttons end with their own closing tag', () => {
    const source = inColumn(
      '<mj-text><b>One</b\n></mj-text\n><mj-button href="https://a.example"><i>Two</i ></mj-button ><mj-text>Three</mj-text>',
    )
    const { text } = renderEmail(read(source).document, blockTypes, { outputs: ['text'] })
    expect(text?.match(/\w+/g)).toEqual(['One', 'Two', 'https', 'a', 'example', 'Three'])
  })

  test('a stray closing tag and one with an attribute do not shift the tags after them', () => {
    const source = inColumn(
      '<mj-text>One</i ></mj-text><mj-text><b>Two</b class="x"></mj-text><mj-text>Three</mj-text>',
    )
    expect(blocksOf(read(source).document).map((block) => JSON.stringify(block).match(/One|Two|Three/g))).toEqual([
      ['One'],
      ['Two'],
      ['Three'],
    ])
  })

  test('a component kept as HTML includes its closing tag and nothing after it', () => {
    const source = inColumn('<marquee><p>One</p ></marquee ><mj-text>Two</mj-text>')
    expect(outlined(source)).toMatchObject([{ type: 'html', html: '<marquee><p>One</p></marquee>' }, { type: 'text' }])
  })
})
