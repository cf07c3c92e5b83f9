import type { EditorNotices } from './protocol/index.ts'

/** The events and their details (interface 6.1, and additions). */
export interface SvcEvents extends EditorNotices {
  initialized: { sessionId: string; pluginId: string }
  destroyed: Record<string, never>
}

export const eventNames = [
  'initialized',
  'ready',
  'destroyed',
  'save',
  'exported',
  'error',
  'authExpired',
  'change',
  'selectionChanged',
  'modeChanged',
  'published',
  'unpublished',
] as const satisfies readonly (keyof SvcEvents)[]

export type Listener<Event extends keyof SvcEvents> = (payload: SvcEvents[Event]) => void

export interface Events {
  on<Event extends keyof SvcEvents>(event: Event, callback: Listener<Event>): void
  off<Event extends keyof SvcEvents>(event: Event, callback: Listener<Event>): void
  once<Event extends keyof SvcEvents>(event: Event, callback: Listener<Event>): void
  emit<Event extends keyof SvcEvents>(event: Event, payload: SvcEvents[Event]): void
}

type Entry = { callback: unknown; once: boolean }

/** Listeners by event. A listener that throws does not stop the others. */
export function createEvents(): Events {
  const entries = new Map<string, Entry[]>()
  const add = (event: string, entry: Entry) => void entries.set(event, [...(entries.get(event) ?? []), entry])
  const off = (event: string, callback: unknown) =>
    void entries.set(
      event,
      (entries.get(event) ?? []).filter((entry) => entry.callback !== callback),
    )

  return {
    on: (event, callback) => add(event, { callback, once: false }),
    once: (event, callback) => add(event, { callback, once: true }),
    off,
    emit(event, payload) {
      for (const { callback, once } of entries.get(event) ?? []) {
        if (once) off(event, callback)
        try {
          ;(callback as (payload: unknown) => void)(payload)
        } catch (error) {
          // Reported as an error of the page, not of the editor.
          queueMicrotask(() => {
            throw error
          })
        }
      }
    },
  }
}
