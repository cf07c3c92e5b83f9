import { describe, expect, test } from 'bun:test'
import { ampOf, renderAmp, findingsOf } from '../render/amp-part.ts'
import { blockTypes, withBlocks } from '../render/compose.ts'
import { elementsOf } from '../render/views.ts'
import { sampleData, sampleNow, samples, variants } from './samples.ts'

const all = [
  ...[...blockTypes.keys()].map((type): [string, object] => [type, { type, ...samples[type] }]),
  ...Object.entries(variants),
]

for (const [name, block] of all)
  describe(`the AMP of ${name}`, () => {
    const options = { data: sampleData, now: sampleNow }

    test('is valid with data and as Liquid', async () => {
      const document = withBlocks([block])
      expect(await findingsOf(document, options)).toEqual([])
      expect(await findingsOf(document, { ...options, target: 'passthrough' })).toEqual([])
      expect(ampOf([block], options)).not.toBe(ampOf([], options))
    })

    test('is valid next to another instance in stacking columns', async () => {
      const column = { type: 'column', width: { fr: 1 }, blocks: [block] }
      const document = withBlocks([block, block], { rows: [{ type: 'section', columns: [column, column] }] })
      expect(await findingsOf(document, options)).toEqual([])
    })
  })

describe('interactive blocks', () => {
  const fallback = [{ type: 'text', text: 'Written to stand instead' }]

  for (const [type, { interactive }] of blockTypes) {
    if (interactive !== true) continue
    test(`${type}: the author's fallback is in HTML and text, never in AMP`, () => {
      const document = withBlocks([{ type, ...samples[type], fallback }])
      const { amp, html = '', text = '' } = renderAmp(document, { data: sampleData, outputs: ['amp', 'html', 'text'] })
      expect(html).toContain('Written to stand instead')
      expect(text).toBe('Written to stand instead\n')
      expect(amp).not.toContain('Written to stand instead')
    })

    test(`${type}: HTML has nothing that only AMP understands`, () => {
      const { html = '' } = renderAmp(withBlocks([{ type, ...samples[type] }]), { data: sampleData, outputs: ['html'] })
      const strange = elementsOf(html).filter(({ tagName }) =>
        /^amp-|^(?:form|input|select|textarea|template)$/.test(tagName),
      )
      expect(strange.map(({ tagName }) => tagName)).toEqual([])
    })
  }
})
