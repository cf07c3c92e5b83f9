import { type CountdownLook, drawCountdown } from '../../email/image/index.ts'
import { drawSvg } from './draw-svg.ts'

/** The animated picture of what is left until a moment. */
export function drawCountdownTask({
  look,
  untilMs,
  nowMs,
}: {
  look: CountdownLook
  untilMs: number
  nowMs: number
}): Promise<Uint8Array> {
  return drawCountdown(look, { untilMs, nowMs }, async (svg, width) => {
    const { data } = await drawSvg(svg, width)
    return Uint8Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 3] as number)
  })
}
