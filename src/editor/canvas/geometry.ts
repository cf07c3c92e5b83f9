/** A rectangle in px. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The box of an element in its own window. */
export function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

/** A box of the canvas in px of what is rendered over it. */
export function scaled(box: Box, scale: number): Box {
  return { left: box.left * scale, top: box.top * scale, width: box.width * scale, height: box.height * scale }
}

/** The scale at which a frame fits into the room there is, times what people requested. */
export function fittingScale(frameWidth: number, available: number, zoom: number): number {
  return Math.min(1, Math.max(0.25, available / frameWidth)) * zoom
}

/** Width of the canvas in px of the email: a real phone, or the email with a margin that shows its paper. */
export function frameWidth(device: 'desktop' | 'mobile', bodyWidth: number, available: number): number {
  if (device === 'mobile') return 375
  const min = bodyWidth + 32
  return Math.round(Math.max(min, Math.min(available, bodyWidth + 200)))
}

/** The box around several, as the rows of a module are one thing; undefined for none. */
export function boxAround(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes
  if (first === undefined || boxes.length === 1) return first
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.left + box.width))
  const bottom = Math.max(...boxes.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}
