import type { Box } from '../boxes/box.ts'
import { lettersOf } from '../shaping/metrics.ts'
import type { Four, ComputedStyle } from '../style/computed-style.ts'
import type { Flow } from './flow.ts'
import type { BoxPaint, Content, Fragment } from './fragment.ts'

/** The marker of a list item: outside its content at the start side, on the baseline of the first line. */
export function markerFragment(
  flow: Flow,
  { computed, marker = '', meaning }: Box,
  { left, y, width, content }: { left: number; y: number; width: number; content: Content },
): Fragment {
  const { ascent, descent } = lettersOf(computed)
  const baseline = y + (content.first ?? ascent)
  const isRight = computed.direction === 'rtl'
  const right = width - left
  const bullet = bulletPaint(marker, computed)
  if (bullet !== undefined) {
    // Blink's metrics of a bullet: its size is half of two thirds of the ascent.
    const offset = (ascent * 2) / 3
    const size = Math.floor((offset + 1) / 2)
    const x = isRight ? right + offset + 8 - size - 1 : left - offset - 8 + 1
    const top = baseline - ascent + (3 * (ascent - offset)) / 2
    return { x, y: top, width: size, height: size, children: [], box: roundPaint(bullet, size, marker) }
  }
  const text = `${marker} `
  const markerWidth = flow.widths.of(marker, computed) + flow.widths.of(' ', computed)
  return {
    x: isRight ? right : left - markerWidth,
    y: baseline - ascent,
    width: markerWidth,
    height: ascent + descent,
    children: [],
    run: { text: isRight ? ` ${marker}` : text, computed, meaning, direction: 'ltr', baseline: ascent },
  }
}

/** Requests the width of the marker text. */
export function requestMarker({ computed, marker }: Box, flow: Pick<Flow, 'widths'>): void {
  if (marker === undefined) return
  flow.widths.request(computed.face, marker)
  flow.widths.request(computed.face, ' ')
}

function bulletPaint(marker: string, { color }: ComputedStyle): string | undefined {
  return marker === '•' || marker === '◦' || marker === '▪' ? color : undefined
}

function roundPaint(color: string, size: number, marker: string): BoxPaint {
  const isRing = marker === '◦'
  const edge = { width: isRing ? 1 : 0, style: isRing ? 'solid' : 'none', color } as const
  const radius = marker === '▪' ? 0 : size / 2
  return {
    background: isRing ? undefined : color,
    image: undefined,
    gradients: undefined,
    border: [edge, edge, edge, edge],
    radius: [radius, radius, radius, radius] satisfies Four<number>,
    opacity: 1,
    clips: false,
  }
}
