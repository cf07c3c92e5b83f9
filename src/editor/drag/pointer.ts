/** What a drag does at each step; coordinates in px of the window. */
export interface Steps {
  begin(): void
  /** Once a frame, moved or not, so that edges scroll under a hand that rests. */
  move(x: number, y: number): void
  drop(x: number, y: number): void
  cancel(): void
}

/** Px that the pointer moves before a press becomes a drag. */
const threshold = 4
/** How long a finger rests before it lifts something, in ms; sooner, it scrolls. */
const longPressMs = 250

/**
 * Follows a pointer from the press on. Its events stay with the element that was pressed, also over frames. A finger has to
 * rest first. Escape, a lost pointer and leaving the window end it without effect.
 */
export function followPointer(event: PointerEvent, steps: Steps): void {
  if (event.button !== 0) return
  const source = event.currentTarget as HTMLElement
  const stop = new AbortController()
  const { clientX: startX, clientY: startY, pointerId } = event
  let [x, y] = [startX, startY]
  let isOn = false
  let frame = 0
  const isTouch = event.pointerType === 'touch'
  const timer = isTouch ? setTimeout(raise, longPressMs) : undefined

  function raise(): void {
    isOn = true
    source.setPointerCapture(pointerId)
    steps.begin()
    tick()
  }

  function tick(): void {
    steps.move(x, y)
    frame = requestAnimationFrame(tick)
  }

  function end(): boolean {
    stop.abort()
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    return isOn
  }

  const listen = { signal: stop.signal }
  source.addEventListener(
    'pointermove',
    (moved) => {
      if (moved.pointerId !== pointerId) return
      ;[x, y] = [moved.clientX, moved.clientY]
      const isFar = Math.hypot(x - startX, y - startY) > threshold
      if (isOn || !isFar) return
      if (isTouch) end()
      else raise()
    },
    listen,
  )
  source.addEventListener(
    'pointerup',
    () => {
      if (!end()) return
      setTimeout(swallowClick(source))
      steps.drop(x, y)
    },
    listen,
  )
  const cancel = () => {
    if (end()) steps.cancel()
  }
  source.addEventListener('pointercancel', cancel, listen)
  addEventListener('blur', cancel, listen)
  addEventListener('touchmove', (touched) => isOn && touched.preventDefault(), { ...listen, passive: false })
  window.addEventListener(
    'keydown',
    (pressed) => {
      if (pressed.key !== 'Escape' || !isOn) return
      pressed.preventDefault()
      pressed.stopImmediatePropagation()
      // The button is still down; the click comes when it is let go.
      const swallow = swallowClick(source)
      addEventListener('pointerup', () => setTimeout(swallow), { capture: true, once: true })
      cancel()
    },
    { ...listen, capture: true },
  )
  // Until it moves, the press is the button's own; a mouse is captured at once so that a quick one is not lost.
  if (!isTouch) source.setPointerCapture(pointerId)
}

// The click that follows the release was not meant. Answers how to let clicks through again.
function swallowClick(source: HTMLElement): () => void {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  source.addEventListener('click', swallow, { capture: true, once: true })
  return () => source.removeEventListener('click', swallow, { capture: true })
}
