/**
 * The outbox: events are stored in the transaction that caused them, and a job publishes them to listeners. Uses storage for
 * its table and jobs for publishing; independent of the listeners. Start at emit.ts; publish.ts calls the listeners.
 */
export { type NewEvent, emit, emitEach, emitMany, keepEvent } from './emit.ts'
export { type EventListener, type ReceivedEvent, eventHandlers, republishEvents } from './publish.ts'
export { purgeEvents } from './purge.ts'
export type { TemplateState } from './store.ts'
