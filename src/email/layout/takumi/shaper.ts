import type { Renderer } from '@takumi-rs/wasm'
import { type Face, familiesFor } from '../font-families.ts'
import type { Shaper } from '../shaping/widths.ts'

/** Font size for measuring, px; the line height prevents lines from overlapping. */
const size = 100
const lineHeight = 400

/** Measures all words in one block, one per line: many blocks are slow. */
export function createShaper(renderer: Renderer): Shaper {
  async function measure(face: Face, families: string, texts: readonly string[]): Promise<number[]> {
    const style = {
      display: 'block',
      whiteSpace: 'pre',
      width: '1000000px',
      fontFamily: families,
      fontWeight: face.weight,
      fontStyle: face.italic ? 'italic' : 'normal',
      fontSize: `${size}px`,
      lineHeight: `${lineHeight}px`,
    } as const
    const node = { type: 'text', text: texts.join('\n'), style } as const
    const { runs, children } = await renderer.measure(
      { type: 'container', style: { display: 'block' }, children: [node] },
      { width: 1_000_000 },
    )
    const widths = texts.map(() => 0)
    for (const run of [...runs, ...children.flatMap((child) => child.runs)]) {
      const line = Math.floor((run.y + run.height / 2) / lineHeight)
      widths[line] = (widths[line] ?? 0) + run.width / size
    }
    return widths
  }

  return {
    async measure(face, texts) {
      const widths = new Map<string, number>()
      for (const [families, some] of Map.groupBy(texts, (text) => familiesFor(text, face))) {
        const measured = await measure(face, families, some)
        for (const [index, text] of some.entries()) widths.set(text, measured[index] ?? 0)
      }
      return texts.map((text) => widths.get(text) ?? 0)
    },
  }
}
