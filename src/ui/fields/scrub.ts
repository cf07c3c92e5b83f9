import { type Bounds, settleNumber } from './number.ts'

export interface Scrubbed {
  read: () => number
  write: (value: number) => void
  bounds: () => Bounds
  isRtl?: boolean
}

const pxPerStep = 3
const thresholdPx = 3

/**
 * Lets a label be dragged sideways to change its number; Shift makes it ten times as fast. A press without a drag stays a
 * press. Gives back the function that ends it.
 */
export function makeScrubbable(label: HTMLElement, scrubbed: Scrubbed): () => void {
  const stop = new AbortController()
  label.classList.add('svc-scrub')
  label.addEventListener('pointerdown', (event) => startScrub(event, label, scrubbed), { signal: stop.signal })
  return () => {
    label.classList.remove('svc-scrub')
    stop.abort()
  }
}

function startScrub(down: PointerEvent, label: HTMLElement, { read, write, bounds }: Scrubbed): void {
  if (down.button !== 0 || down.pointerType === 'touch') return
  const start = read()
  const stop = new AbortController()
  let isDragging = false
  label.setPointerCapture(down.pointerId)
  const end = () => {
    stop.abort()
    label.classList.remove('svc-scrubbing')
  }
  const move = (event: PointerEvent) => {
    const distance = event.clientX - down.clientX
    if (!isDragging && Math.abs(distance) < thresholdPx) return
    isDragging = true
    label.classList.add('svc-scrubbing')
    const { step = 1 } = bounds()
    const steps = Math.round(distance / pxPerStep) * (event.shiftKey ? 10 : 1)
    write(settleNumber(start + steps * step, bounds()))
  }
  label.addEventListener('pointermove', move, { signal: stop.signal })
  label.addEventListener('pointerup', end, { signal: stop.signal })
  label.addEventListener('pointercancel', end, { signal: stop.signal })
  // The click that ends a drag would put the cursor into the field.
  label.addEventListener('click', (event) => isDragging && event.preventDefault(), { once: true })
}
