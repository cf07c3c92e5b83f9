import type { DisplayList, LayoutEngine, LoadedImage, Output } from '../../email/layout/index.ts'

/** Paints a display list as PNG. Undecodable images are replaced by a gray box; `shown` are the others. */
export async function paintDisplayList(
  engine: LayoutEngine,
  displayList: DisplayList,
  output: Output,
  images: readonly LoadedImage[],
): Promise<{ png: Uint8Array; shown: readonly LoadedImage[] }> {
  try {
    return { png: await engine.raster(displayList, output, images), shown: images }
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error
    const shown = await readable(engine, images)
    return { png: await engine.raster(displayList, output, shown), shown }
  }
}

/** Decodes each image separately, because the content may differ from the magic bytes. */
async function readable(engine: LayoutEngine, images: readonly LoadedImage[]): Promise<LoadedImage[]> {
  const good: LoadedImage[] = []
  const rect = { x: 0, y: 0, width: 1, height: 1 }
  for (const image of images) {
    const item = { kind: 'picture', ...rect, src: image.src, alt: '', radius: [0, 0, 0, 0], meaning: {} } as const
    const tried = engine.raster({ ...rect, items: [item] }, { format: 'png', width: 1, maxHeight: 1 }, [image])
    const isGood = await tried.then(
      () => true,
      () => false,
    )
    if (isGood) good.push(image)
  }
  return good
}
