import { describe, expect, test } from 'bun:test'
import { blockTypes, renderEmail, withBlocks } from '../render/compose.ts'
import { expectGolden, orphans } from '../render/golden.ts'
import { pretty } from '../render/pretty.ts'
import { sampleData, sampleNow, samples } from './samples.ts'

describe('every block looks as it did', () => {
  for (const type of blockTypes.keys())
    test(type, () => {
      const document = withBlocks([{ type, ...samples[type] }])
      const { html = '', text = '' } = renderEmail(document, blockTypes, { data: sampleData, now: sampleNow })
      const from = html.indexOf('<div role="article"')
      expectGolden(`blocks/${type}.html`, pretty(html.slice(from, html.lastIndexOf('</body>'))))
      expectGolden(`blocks/${type}.txt`, text)
    })

  test('and no golden file is left over', () => {
    const names = [...blockTypes.keys()].flatMap((type) => [`${type}.html`, `${type}.txt`])
    expect(orphans('blocks', names)).toEqual([])
  })
})
