import { options } from 'preact'

/** Milliseconds until what is deferred runs in a hidden page, or under load. */
const latestMs = 100

const deferred = new Set<() => void>()
let latest: ReturnType<typeof setTimeout> | undefined

/**
 * Runs a change whose components render after the next frame, so that the frame with a typed letter does not wait for
 * panels that show the same text. Any other change renders them at once, as do the next click and control key.
 */
export function renderAfterFrame(change: () => void): void {
  options.debounceRendering = afterFrame
  try {
    change()
  } finally {
    delete options.debounceRendering
  }
}

/** True while a change runs whose components render later. */
export function rendersLater(): boolean {
  return options.debounceRendering !== undefined
}

/** Runs a function once after the next frame, in idle time if there is some within 100 ms. */
export function afterFrame(run: () => void): void {
  deferred.add(run)
  if (latest !== undefined) return
  const isIdleKnown = typeof requestIdleCallback === 'function'
  const onFrame = () =>
    isIdleKnown ? requestIdleCallback(flushDeferred, { timeout: latestMs }) : setTimeout(flushDeferred)
  requestAnimationFrame(onFrame)
  // Hidden pages have no frames.
  latest = setTimeout(flushDeferred, latestMs)
}

/** Runs what is deferred now. */
function flushDeferred(): void {
  clearTimeout(latest)
  latest = undefined
  const runs = [...deferred]
  deferred.clear()
  for (const run of runs) run()
}

/** Makes handlers of clicks, of keys other than letters and of left fields see what was typed before. */
export function flushBeforeInput(view: Window): void {
  const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key.length > 1 || ctrlKey || metaKey) flushDeferred()
  }
  view.addEventListener('keydown', onKey, true)
  for (const type of ['pointerdown', 'focusin', 'focusout', 'submit', 'pagehide'])
    view.addEventListener(type, flushDeferred, true)
}
