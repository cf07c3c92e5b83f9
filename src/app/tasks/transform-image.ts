import {
  type ImageFacts,
  type TransformOptions,
  encodeScaled,
  planTransform,
  probeImage,
  transformImage,
} from '../../email/image/index.ts'
import { imageCodec } from '../image-codec.ts'
import { renderSvg, renderSvgPng } from './render-svg.ts'

/** Undefined if the crop is outside of the image. */
export function transformImageTask({
  bytes,
  facts,
  options,
}: {
  bytes: Uint8Array
  facts: ImageFacts
  options: TransformOptions
}): Promise<Uint8Array | undefined> {
  return facts.format === 'svg'
    ? transformSvg(bytes, facts, options)
    : transformImage(bytes, facts, { options, codec: imageCodec })
}

/** Maximum pixels of a rendering; a larger one is scaled down. */
const maxRendered = 8_388_608

async function transformSvg(
  svg: Uint8Array,
  facts: ImageFacts,
  asked: TransformOptions,
): Promise<Uint8Array | undefined> {
  const options = withinReach(facts, asked)
  const plan = options && planTransform(facts, options)
  if (options === undefined || plan === undefined) return undefined
  const { cut, scaled, window } = plan
  const [across, down] = [scaled.width / cut.width, scaled.height / cut.height]
  // Renders at the final size, so that nothing is scaled afterwards. If it is stretched, the side that grows more decides.
  const factor = Math.max(across, down)
  const wide = Math.max(1, Math.round(facts.width * factor))
  if (Math.abs(across / down - 1) > 0.05) return stretch(await renderSvgPng(svg, wide), { facts, options })
  const rendered = await renderSvg(svg, wide)
  const inside = (at: number, length: number, end: number) => Math.max(0, Math.min(Math.round(at), end - length))
  const [width, height] = [Math.min(window.width, rendered.width), Math.min(window.height, rendered.height)]
  const part = {
    x: inside(cut.x * factor + window.x, width, rendered.width),
    y: inside(cut.y * factor + window.y, height, rendered.height),
    width,
    height,
  }
  return encodeScaled(
    { pixels: rendered, window: part, isWeighed: true },
    { plan, options, codec: imageCodec, hasAlpha: true },
  )
}

async function stretch(png: Uint8Array, { facts, options }: { facts: ImageFacts; options: TransformOptions }) {
  const probed = probeImage(png, 'png')
  if ('problem' in probed) throw new Error(probed.problem)
  const { crop, ...rest } = options
  const factor = probed.facts.width / facts.width
  const scaled = (length: number) => Math.max(1, Math.round(length * factor))
  const part = crop && {
    x: Math.round(crop.x * factor),
    y: Math.round(crop.y * factor),
    width: scaled(crop.width),
    height: scaled(crop.height),
  }
  const shaped = part === undefined ? rest : { ...rest, crop: part }
  return transformImage(png, probed.facts, { options: shaped, codec: imageCodec })
}

/** The options, reduced in proportion if the rendering would exceed the maximum number of pixels. */
function withinReach(facts: ImageFacts, options: TransformOptions): TransformOptions | undefined {
  const plan = planTransform(facts, options)
  if (plan === undefined) return undefined
  const factor = Math.max(plan.scaled.width / plan.cut.width, plan.scaled.height / plan.cut.height)
  const rendered = facts.width * factor * (facts.height * factor)
  if (rendered <= maxRendered) return options
  const less = Math.sqrt(maxRendered / rendered)
  const { width, height } = plan.sheet ?? plan.window
  return { ...options, width: Math.max(1, Math.floor(width * less)), height: Math.max(1, Math.floor(height * less)) }
}
