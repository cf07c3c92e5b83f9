/**
 * The catalogue of events: what can happen in a project that others are told of, and what they are told.
 * Pure data in TypeBox, so that one description types `emit`, documents the webhooks and is answered by the API.
 * Start at catalogue.ts.
 */
export { type EventData, type EventType, type SubscribableType, subscribableTypes } from './catalogue.ts'
export { type EventDescription, eventDescriptions } from './envelope.ts'
