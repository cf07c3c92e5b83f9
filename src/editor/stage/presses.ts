/** Duration of a touch that counts as a long press, in ms, and the movement that makes it a swipe, in px. */
const longPressMs = 500
const swipePx = 10

export interface Presses {
  /** A mouse went down, or a finger or pen was lifted that neither scrolled nor rested. */
  onPress(event: MouseEvent): void
  /** A finger or pen rests; returns whether that has an effect, so that nothing else happens when it is lifted. */
  onLongPress?(event: MouseEvent): boolean
}

/** Listens to presses: a mouse selects as it goes down, but a touch may become a scroll, which selects nothing. */
export function listenToPresses(target: Document | HTMLElement, { onPress, onLongPress }: Presses): void {
  let isTouch = false
  let isHeld = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let [startX, startY] = [0, 0]

  function hold(event: MouseEvent): void {
    clearTimeout(timer)
    isHeld ||= onLongPress?.(event) === true
  }

  function listen<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ): void {
    target.addEventListener(type, listener as EventListener, { passive: false })
  }

  listen('pointerdown', (event) => {
    clearTimeout(timer)
    const canScroll = event.pointerType === 'touch' || event.pointerType === 'pen'
    // A second finger zooms.
    if (canScroll && !event.isPrimary) return
    isTouch = canScroll
    isHeld = false
    if (!isTouch) return onPress(event)
    ;[startX, startY] = [event.clientX, event.clientY]
    timer = setTimeout(hold, longPressMs, event)
  })
  listen('pointermove', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - startX, clientY - startY) > swipePx) clearTimeout(timer)
  })
  for (const type of ['pointerup', 'pointercancel'] as const) listen(type, () => clearTimeout(timer))
  // Not every browser sends this for a long press.
  listen('contextmenu', (event) => {
    if (!isTouch) return
    hold(event)
    if (isHeld) stop(event)
  })
  // Otherwise a click follows.
  listen('touchend', (event) => isHeld && event.cancelable && event.preventDefault())
  listen('click', (event) => {
    if (isTouch && isHeld) stop(event)
    else if (isTouch) onPress(event)
  })
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
