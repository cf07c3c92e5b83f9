import { blockTypes } from '../../email/blocks/index.ts'
import { showOneReader } from '../../email/import/index.ts'
import { compareContent, comparePages } from '../../email/likeness/index.ts'
import { renderEmail } from '../../email/render/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { CompareImport, DisplayedImport } from '../../surfaces/templates/template/importing/index.ts'
import { loadLayoutEngine } from './layout-engine.ts'

const widths = [640, 375]
// Of an image whose size nothing says: the same on both sides.
const unknownSize = { width: 600, height: 300 }
// What names no font is displayed in that of the mail client.
const clientStyle = '<style>html{font-family:Arial,sans-serif}</style>'

/** Lays out the imported HTML and the rendered document for one reader, and compares what they display. */
export async function compareImport(given: CompareImport): Promise<DisplayedImport> {
  try {
    return await compare(given)
  } catch (error) {
    // After a trap the module is unusable; the next email gets a new thread.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    throw error
  }
}

async function compare(given: CompareImport): Promise<DisplayedImport> {
  const engine = await loadLayoutEngine(given.fontFolder)
  const rendered = renderEmail(given.document, blockTypes, { outputs: ['html'] }).html ?? ''
  const style = given.css === undefined ? '' : `<style>${given.css.replaceAll('</', '<\\/')}</style>`
  const [source, result] = [clientStyle + showOneReader(given.html) + style, showOneReader(rendered)]
  const sizes = [...(given.images ?? [])].map(([src, size]) => ({ src, ...size }))
  const views: DisplayedImport['views'] = []
  let kept = { words: 1, links: 1, images: 1 }
  for (const width of widths) {
    const medium = { width, scheme: 'light' } as const
    const before = await engine.measure(source, medium, sizes, unknownSize)
    const after = await engine.measure(result, medium, sizes, unknownSize)
    if (width === widths[0]) kept = compareContent(before, after)
    const { share, differences, isCut } = comparePages(before, after, {
      maxHeight: limits.importComparedHeight,
      maxDifferences: limits.importDifferences,
    })
    views.push({
      width,
      likeness: rounded(share),
      is_cut: isCut,
      differences: differences.map(({ resultY, ...rect }) => ({ ...rect, result_y: resultY })),
    })
  }
  return { words_kept: rounded(kept.words), links_kept: rounded(kept.links), images_kept: rounded(kept.images), views }
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
