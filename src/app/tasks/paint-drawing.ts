import type { Drawing, LayoutEngine, LoadedPicture, Output } from '../../email/layout/index.ts'

/** Paints a drawing as PNG. Pictures that turn out to be none leave a grey box; `shown` are the others. */
export async function paintDrawing(
  engine: LayoutEngine,
  drawing: Drawing,
  output: Output,
  pictures: readonly LoadedPicture[],
): Promise<{ png: Uint8Array; shown: readonly LoadedPicture[] }> {
  try {
    return { png: await engine.raster(drawing, output, pictures), shown: pictures }
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error
    const shown = await readable(engine, pictures)
    return { png: await engine.raster(drawing, output, shown), shown }
  }
}

/** Those that can be painted, each tried by itself: a file may be another thing than its first bytes say. */
async function readable(engine: LayoutEngine, pictures: readonly LoadedPicture[]): Promise<LoadedPicture[]> {
  const good: LoadedPicture[] = []
  const rect = { x: 0, y: 0, width: 1, height: 1 }
  for (const picture of pictures) {
    const item = { kind: 'picture', ...rect, src: picture.src, alt: '', radius: [0, 0, 0, 0], meaning: {} } as const
    const tried = engine.raster({ ...rect, items: [item] }, { format: 'png', width: 1, maxHeight: 1 }, [picture])
    const isGood = await tried.then(
      () => true,
      () => false,
    )
    if (isGood) good.push(picture)
  }
  return good
}
