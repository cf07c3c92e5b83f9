import { type ImageFacts, type ImageFormat, probeImage } from '../../email/image/index.ts'
import { limits } from '../../kernel/limits.ts'
import { placeholderOf } from '../image-codec.ts'
import { renderSvgPng } from './render-svg.ts'

/** Properties of an uploaded image, or its problem as a sentence. */
export type Inspected = { facts: ImageFacts; placeholder?: string } | { problem: string }

const placeholderWidth = 100
const maxStretch = 500

/** Inspects an image, and decodes it once. Rejects damaged and unreadable images, and large ones before decoding. */
export async function inspectImage({ bytes, format }: { bytes: Uint8Array; format: ImageFormat }): Promise<Inspected> {
  const probed = probeImage(bytes, format)
  if ('problem' in probed) return probed
  const { facts } = probed
  const problem = problemOf(facts)
  if (problem !== undefined) return { problem }
  const image = format === 'svg' ? await renderOrProblem(bytes) : bytes
  if ('problem' in image) return image
  const placeholder = await placeholderOf(image, facts)
  // The codec cannot read an animated WebP, which is stored unchanged.
  const isRead = placeholder !== undefined || (format === 'webp' && facts.frames > 1)
  if (!isRead) return { problem: `The ${format.toUpperCase()} cannot be decoded.` }
  return { facts, ...(placeholder === undefined ? {} : { placeholder }) }
}

function problemOf({ format, width, height, frames }: ImageFacts): string | undefined {
  // An SVG has no pixels of its own, and is rendered at the requested size.
  if (format === 'svg' && Math.max(width / height, height / width) > maxStretch)
    return `The SVG is ${width} × ${height}: one side may be ${maxStretch} times as long as the other.`
  if (format !== 'svg' && width * height > limits.imagePixels)
    return `The image has ${width} × ${height} pixels; the limit is ${limits.imagePixels} in total.`
  return frames > limits.imageFrames
    ? `The animation has ${frames} frames; the limit is ${limits.imageFrames}.`
    : undefined
}

async function renderOrProblem(svg: Uint8Array): Promise<Uint8Array | { problem: string }> {
  try {
    return await renderSvgPng(svg, placeholderWidth)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `The SVG cannot be rendered: ${reason.replace('SVG data parsing failed cause ', '')}` }
  }
}
