/** Callbacks of a drag; coordinates in px of the window. */
export interface Steps {
  begin(): void
  /**
   * Called in each frame, also without movement, so that the stage scrolls under a resting pointer, and before
   * `drop`.
   */
  move(x: number, y: number): void
  drop(x: number, y: number): void
  cancel(): void
}

/** Movement that turns a press into a drag, px. */
const threshold = 4
/** Touch duration that starts a drag, ms; earlier movement scrolls. */
const longPressMs = 250

/**
 * Tracks a pointer from its press on. The pressed element captures its events, also over frames. Touch requires a
 * long press. Escape, a lost pointer and leaving the window cancel the drag.
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
      // The last movement may be of this frame.
      steps.move(x, y)
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
      // The button is still down; its click follows on release.
      const swallow = swallowClick(source)
      addEventListener('pointerup', () => setTimeout(swallow), { capture: true, once: true })
      cancel()
    },
    { ...listen, capture: true },
  )
  // Touch is captured once it drags; a mouse at once, so that fast movement is not lost.
  if (!isTouch) source.setPointerCapture(pointerId)
}

// Suppresses the click that follows the release; returns a function that stops the suppression.
function swallowClick(source: HTMLElement): () => void {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  source.addEventListener('click', swallow, { capture: true, once: true })
  return () => source.removeEventListener('click', swallow, { capture: true })
}
