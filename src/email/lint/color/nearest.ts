import { type Rgb, hexOf } from './color.ts'
import { lightnessOf, withLightness } from './lightness.ts'

/** The color of the same hue that is nearest in lightness and passes; undefined when none does. */
export function nearestPassing(color: Rgb, passes: (color: Rgb) => boolean): string | undefined {
  const from = Math.round(lightnessOf(color))
  for (let step = 0; step <= 100; step += 2) {
    for (const lightness of step === 0 ? [from] : [from - step, from + step]) {
      if (lightness < 0 || lightness > 100) continue
      const candidate = withLightness(color, lightness)
      if (passes(candidate)) return hexOf(candidate)
    }
  }
  return undefined
}
