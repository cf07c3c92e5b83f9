import { canvasOf } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'

/** What has to be here before a press means something: who hears keys, who hears the frame, and what commands do. */
type Ear = 'keys' | 'frame' | 'commands'

interface Early {
  missing: Set<Ear>
  kept: Event[]
  stop: AbortController
}

const earlies = new WeakMap<Editor, Early>()

/**
 * Keeps keys and clicks that come between the first image and the code that hears them. They happen, in their order, as soon
 * as everybody does.
 */
export function keepEarly(editor: Editor): void {
  const early: Early = { missing: new Set(['keys', 'frame', 'commands']), kept: [], stop: new AbortController() }
  earlies.set(editor, early)
  const keep = (event: Event) => {
    // What is replayed is not kept again.
    if (!event.isTrusted || isOwn(event)) return
    // A press still moves the focus, so that keys are for the email.
    if (event.type !== 'pointerdown') event.preventDefault()
    event.stopImmediatePropagation()
    early.kept.push(event)
  }
  const listen = { capture: true, signal: early.stop.signal }
  document.addEventListener('keydown', keep, listen)
  const frame = canvasOf(editor)?.document
  for (const kind of ['keydown', 'pointerdown', 'click', 'dblclick']) frame?.addEventListener(kind, keep, listen)
}

/** Says that somebody hears now; the last one lets everything happen that was kept. */
export function startListening(editor: Editor, ear: Ear): void {
  const early = earlies.get(editor)
  if (early === undefined || !early.missing.delete(ear) || early.missing.size > 0) return
  earlies.delete(editor)
  early.stop.abort()
  for (const event of early.kept) event.target?.dispatchEvent(again(event))
}

// Keys of the browser and of the computer, and of a field or a button that can be used already.
function isOwn(event: Event): boolean {
  if (event.type !== 'keydown') return false
  const { key } = event as KeyboardEvent
  if (key === 'Tab' || key === 'Control' || key === 'Meta' || key === 'Alt' || key === 'Shift') return true
  return (event.target as Element).closest?.('button, input, textarea, select, a') != null
}

// A key may be used as often as one likes, but an event happens once.
function again(event: Event): Event {
  const Kind = event.constructor as new (type: string, init: EventInit) => Event
  return new Kind(event.type, event)
}
