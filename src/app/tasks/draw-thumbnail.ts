import { probeImage, typeOfFile } from '../../engines/image/index.ts'
import { type LayoutEngine, type LoadedPicture, type Medium, listPictures } from '../../engines/layout/index.ts'
import { limits } from '../../kernel/limits.ts'
import { imageCodec } from '../image-codec.ts'
import { loadLayoutEngine } from './layout-engine.ts'

/** An email to be drawn as it is seen on a medium. */
export interface DrawThumbnail {
  html: string
  medium: Medium
  /** Pixels across of the picture, and the most down. */
  width: number
  maxHeight: number
  format: 'png' | 'webp'
  pictures: readonly { src: string; bytes: Uint8Array }[]
  /** Where fonts of the operator's lie. */
  fontFolder: string
}

/** Quality of WebP, 0 to 100: text stays sharp, and a picture has a third of the bytes of a PNG. */
const quality = 82

/** Draws a page into an image file. Pictures that cannot be shown leave a grey box. */
export async function drawThumbnail({
  html,
  medium,
  width,
  maxHeight,
  format,
  pictures,
  fontFolder,
}: DrawThumbnail): Promise<Uint8Array> {
  const engine = await loadLayoutEngine(fontFolder)
  const usable = usablePictures(pictures)
  try {
    const drawing = await engine.measure(html, medium, usable)
    const output = { format: 'png', width, maxHeight } as const
    const png = await engine
      .raster(drawing, output, usable)
      .catch(async () => engine.raster(drawing, output, await readable(engine, usable)))
    return format === 'png' ? png : await imageCodec.convert(png, undefined, { format: 'webp', quality })
  } catch (error) {
    // What trapped once is in no state to go on; the next picture gets a thread of its own.
    if (error instanceof WebAssembly.RuntimeError) process.exit(1)
    throw error
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

/** The addresses of the pictures that a page shows on a medium. */
export function findPictures({ html, medium }: { html: string; medium: Medium }): string[] {
  return listPictures(html, medium)
}

/** Those that can be decoded within bounds: the total of their pixels is memory. */
function usablePictures(pictures: DrawThumbnail['pictures']): LoadedPicture[] {
  const usable: LoadedPicture[] = []
  let pixels = 0
  for (const { src, bytes } of pictures) {
    const { image } = typeOfFile(bytes)
    if (image === undefined || image === 'svg') continue
    const probed = probeImage(bytes, image)
    if ('problem' in probed) continue
    const { width, height } = probed.facts
    if (pixels + width * height > limits.layoutPixels) continue
    pixels += width * height
    usable.push({ src, key: `picture-${Bun.hash(bytes).toString(36)}-${bytes.length}`, bytes, width, height })
  }
  return usable
}
