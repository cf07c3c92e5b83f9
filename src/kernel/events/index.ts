/**
 * The catalog of events: what can happen in a project that others are notified of, and what they are notified.
 * Pure data in TypeBox, so that one description types `emit`, documents the webhooks and is answered by the API.
 * Start at catalog.ts.
 */
export { type EventData, type EventType, type SubscribableType, subscribableTypes } from './catalogue.ts'
export { type EventDescription, eventDescriptions } from './envelope.ts'
