/**
 * Browsers open six connections to a host over HTTP/1.1. A thumbnail that is painted first occupies one for as long, so without a limit
 * a gallery of new thumbnails delays every click.
 */
const slots = 3

let used = 0
const queue: (() => void)[] = []

/** Calls `load` once a slot is free. Returns the function that frees it, or leaves the queue. */
export function takeImageSlot(load: () => void): () => void {
  let state: 'queued' | 'loading' | 'over' = 'queued'
  const start = () => {
    state = 'loading'
    used++
    load()
  }
  if (used < slots) start()
  else queue.push(start)
  return () => {
    if (state === 'queued') queue.splice(queue.indexOf(start), 1)
    if (state === 'loading') {
      used--
      queue.shift()?.()
    }
    state = 'over'
  }
}
