import { describe, expect, test } from 'bun:test'
import { blockTypes, renderEmail, withBlocks } from '../render/compose.ts'
import { ampOf } from '../render/amp-part.ts'
import { expectGolden, orphans } from '../render/golden.ts'
import { pretty } from '../render/pretty.ts'
import { sampleData, sampleNow, samples, variants } from './samples.ts'

const all = [
  ...[...blockTypes.keys()].map((type): [string, object] => [type, { type, ...samples[type] }]),
  ...Object.entries(variants),
]

describe('the HTML of every block equals its golden file', () => {
  for (const [name, block] of all)
    test(name, () => {
      const document = withBlocks([block])
      const { html = '', text = '' } = renderEmail(document, blockTypes, { data: sampleData, now: sampleNow })
      const from = html.indexOf('<div role="article"')
      expectGolden(`blocks/${name}.html`, pretty(html.slice(from, html.lastIndexOf('</body>'))))
      expectGolden(`blocks/${name}.txt`, text)
      const amp = ampOf([block], { data: sampleData, now: sampleNow })
      expectGolden(`blocks/${name}.amp.html`, pretty(amp))
    })

  test('every golden file belongs to a sample', () => {
    const names = all.flatMap(([name]) => [`${name}.html`, `${name}.txt`, `${name}.amp.html`])
    expect(orphans('blocks', names)).toEqual([])
  })
})
