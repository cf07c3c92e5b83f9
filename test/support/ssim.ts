/**
 * Structural similarity of two images of one size (Wang, Bovik, Sheikh, Simoncelli 2004): the mean over windows of 8 × 8 pixels
 * of their luma, 1 for equal images. Transparent pixels are seen on white.
 */
import { seen } from '../email/image/images.ts'

const side = 8
const step = 4
const c1 = (0.01 * 255) ** 2
const c2 = (0.03 * 255) ** 2

/** Fails for images of different sizes. */
export async function ssim(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = [await seen(one), await seen(other)]
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`${a.width} × ${a.height} and ${b.width} × ${b.height}`)
  const { width, height } = a
  const [first, second] = [lumaOf(a.data), lumaOf(b.data)]
  const starts = (length: number) =>
    Array.from({ length: Math.max(1, Math.floor((length - side) / step) + 1) }, (_, at) => at * step)
  const columns = starts(width)
  let [sum, count] = [0, 0]
  for (const top of starts(height))
    for (const left of columns) {
      sum += windowSsim(first, second, {
        width,
        left,
        top,
        right: Math.min(width, left + side),
        bottom: Math.min(height, top + side),
      })
      count++
    }
  return sum / count
}

/** ITU-R BT.601. */
function lumaOf(pixels: Uint8Array): Float64Array {
  const luma = new Float64Array(pixels.length / 4)
  for (let at = 0; at < luma.length; at++) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at * 4, at * 4 + 4)
    const share = alpha / 255
    luma[at] = (0.299 * red + 0.587 * green + 0.114 * blue) * share + 255 * (1 - share)
  }
  return luma
}

function windowSsim(
  a: Float64Array,
  b: Float64Array,
  { width, left, top, right, bottom }: { width: number; left: number; top: number; right: number; bottom: number },
): number {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const [p, q] = [a[y * width + x] ?? 0, b[y * width + x] ?? 0]
      sumA += p
      sumB += q
      squareA += p * p
      squareB += q * q
      product += p * q
    }
  const n = (right - left) * (bottom - top)
  const [meanA, meanB] = [sumA / n, sumB / n]
  const [varianceA, varianceB] = [squareA / n - meanA ** 2, squareB / n - meanB ** 2]
  const covariance = product / n - meanA * meanB
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  )
}
