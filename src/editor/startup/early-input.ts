import { canvasOf } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'

/** Listeners that a replay of input requires: keys, frame, commands. */
type InputListener = 'keys' | 'frame' | 'commands'

interface InputQueue {
  missing: Set<InputListener>
  kept: Event[]
  stop: AbortController
}

const queues = new WeakMap<Editor, InputQueue>()

/**
 * Queues keys and clicks between the first rendering and the loaded code; replays them in order as soon as all
 * listeners are ready.
 */
export function queueEarlyInput(editor: Editor): void {
  const queue: InputQueue = { missing: new Set(['keys', 'frame', 'commands']), kept: [], stop: new AbortController() }
  queues.set(editor, queue)
  const keep = (event: Event) => {
    // Do not queue replayed events again.
    if (!event.isTrusted || isOwn(event)) return
    // A press still moves the focus, so that keys go to the email.
    if (event.type !== 'pointerdown') event.preventDefault()
    event.stopImmediatePropagation()
    queue.kept.push(event)
  }
  const listen = { capture: true, signal: queue.stop.signal }
  document.addEventListener('keydown', keep, listen)
  const frame = canvasOf(editor)?.document
  for (const kind of ['keydown', 'pointerdown', 'click', 'dblclick']) frame?.addEventListener(kind, keep, listen)
}

/** Marks a listener as ready; the last one replays the queue. */
export function markListening(editor: Editor, ear: InputListener): void {
  const queue = queues.get(editor)
  if (queue === undefined || !queue.missing.delete(ear) || queue.missing.size > 0) return
  queues.delete(editor)
  queue.stop.abort()
  for (const event of queue.kept) event.target?.dispatchEvent(cloneEvent(event))
}

// Keys of the browser and the system, and input of controls that are ready.
function isOwn(event: Event): boolean {
  if (event.type !== 'keydown') return false
  const { key } = event as KeyboardEvent
  if (key === 'Tab' || key === 'Control' || key === 'Meta' || key === 'Alt' || key === 'Shift') return true
  return (event.target as Element).closest?.('button, input, textarea, select, a') != null
}

// An event can be dispatched only once.
function cloneEvent(event: Event): Event {
  const Kind = event.constructor as new (type: string, init: EventInit) => Event
  return new Kind(event.type, event)
}
