import type { Renderer } from '@takumi-rs/wasm'
import type { Shaper } from '../shaping/widths.ts'

/** Size at which words are measured, px; lines are so high that no font reaches into another. */
const size = 100
const lineHeight = 400

/** Measures words with the renderer's fonts: each on a line of its own, because one block is cheap and many are not. */
export function createShaper(renderer: Renderer): Shaper {
  return {
    async measure(face, texts) {
      const style = {
        display: 'block',
        whiteSpace: 'pre',
        width: '1000000px',
        fontFamily: face.family,
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
    },
  }
}
