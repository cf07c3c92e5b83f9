/**
 * Pushes emails to the template APIs of ESPs: requests are in the adapters in providers/, their order is in push.ts.
 * Network access, clock and state are arguments; imports no sibling. Start at adapter.ts.
 */
export type { Account } from './account.ts'
export type { Adapter, Field, PushedEmail } from './adapter.ts'
export { Api, type Wire, type WireAnswer, type WireRequest } from './api.ts'
export { type FailureKind, PushFailure } from './failure.ts'
export { adapters } from './list.ts'
export type { ImageStore, PushedImage } from './images.ts'
export { type Pushed, type Cached, pushEmail } from './push.ts'
