/**
 * The catalog of events of a project and of their data. Pure data in TypeBox, so that one description types `emit`,
 * documents the webhooks and is returned by the API. Start at catalog.ts.
 */
export { type EventData, type EventType, type SubscribableType, subscribableTypes } from './catalog.ts'
export { type EventDescription, eventDescriptions } from './envelope.ts'
