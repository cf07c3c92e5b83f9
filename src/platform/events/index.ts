/**
 * The outbox: what happened is kept in the transaction that caused it, and told to listeners by a job. Uses storage for
 * its table and jobs for the telling; knows no listener by name.
 * Start at emit.ts; publish.ts says who hears.
 */
export { type NewEvent, emit, emitEach, emitMany, keepEvent } from './emit.ts'
export { type EventListener, type ReceivedEvent, eventHandlers, republishEvents } from './publish.ts'
export { purgeEvents } from './purge.ts'
