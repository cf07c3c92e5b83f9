/**
 * Images: detects file types by content, inspects images without decoding them, strips metadata, and transforms.
 * Imports no sibling; the codec is an argument. Start at probe/probe.ts, then transform/transform.ts.
 */
export { stripMetadata } from './containers/strip.ts'
export { type Cover, renderCountdown } from './countdown/countdown.ts'
export type { CountdownStyle } from './countdown/layout.ts'
export type { ImageFacts, ImageFormat, Probed } from './probe/facts.ts'
export { type FileType, headBytes, typeOfFile } from './probe/file-type.ts'
export { probeImage } from './probe/probe.ts'
export type { Color, Pixels, Rect } from './pixels/pixels.ts'
export { readStoredPng } from './pixels/stored-png.ts'
export type { Codec, Output } from './transform/options.ts'
export { maxSide, planTransform } from './transform/plan.ts'
export { type Source, encodeScaled, needsPixels, transformImage, uprightImage } from './transform/transform.ts'
export { type TransformOptions, fits, gravities } from './transform/options.ts'
