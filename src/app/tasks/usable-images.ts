import { probeImage, typeOfFile } from '../../email/image/index.ts'
import type { LoadedImage } from '../../email/layout/index.ts'
import { limits } from '../../kernel/limits.ts'

/** The images that can be decoded within the limits: their total number of pixels determines the memory. */
export function usableImages(images: readonly { src: string; bytes: Uint8Array }[]): LoadedImage[] {
  const usable: LoadedImage[] = []
  let pixels = 0
  for (const { src, bytes } of images) {
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
