import { compositeColor, meanColor, readHexColor, splitGradients } from '../../web/index.ts'
import { readAddress } from './values.ts'

/** Replaces gradients, which documents do not have, by the mean of their colors, over the color behind; not over an image. */
export function flattenGradient(css: Record<string, string>): void {
  const image = css['background-image']
  if (image === undefined || !/gradient\(/i.test(image) || readAddress(image) !== undefined) return
  delete css['background-image']
  const behind = readHexColor(css['background-color'] ?? '')
  const means = splitGradients(image).gradients.map(meanColor).reverse()
  const color = means.reduce((under, mean) => (mean === undefined ? under : compositeColor(mean, under)), behind)
  if (color !== undefined) css['background-color'] = color
}
