/** In px. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** In px of the element's own window. */
export function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

/** Converts a box from px of the email to px of the overlay. */
export function scaled(box: Box, scale: number): Box {
  return { left: box.left * scale, top: box.top * scale, width: box.width * scale, height: box.height * scale }
}

/** Scale at which the frame fits the available width, times the zoom. */
export function fittingScale(frameWidth: number, available: number, zoom: number): number {
  return Math.min(1, Math.max(0.25, available / frameWidth)) * zoom
}

/** In px of the email: 375 for a phone, otherwise the body with a margin that shows its background. */
export function frameWidth(device: 'desktop' | 'mobile', bodyWidth: number, available: number): number {
  if (device === 'mobile') return 375
  const min = bodyWidth + 32
  return Math.round(Math.max(min, Math.min(available, bodyWidth + 200)))
}

/** Undefined without boxes. A module instance may have several rows. */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes
  if (first === undefined || boxes.length === 1) return first
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.left + box.width))
  const bottom = Math.max(...boxes.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}
