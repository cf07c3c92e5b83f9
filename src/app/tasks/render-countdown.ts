import { type CountdownStyle, renderCountdown } from '../../email/image/index.ts'
import { renderSvg } from './render-svg.ts'

/** An animated image of the time left until a date. */
export function renderCountdownTask({
  look,
  untilMs,
  nowMs,
}: {
  look: CountdownStyle
  untilMs: number
  nowMs: number
}): Promise<Uint8Array> {
  return renderCountdown(look, { untilMs, nowMs }, async (svg, width) => {
    const { data } = await renderSvg(svg, width)
    return Uint8Array.from({ length: data.length / 4 }, (_, i) => data[i * 4 + 3] as number)
  })
}
