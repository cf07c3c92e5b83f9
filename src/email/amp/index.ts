/**
 * What the AMP part of an email and its fallback show to a recipient: text, links and the URLs that AMP requests. Reads any
 * email, not only those of the renderer; pure. Start at read-part.ts.
 */
export { type Endpoint, type PartContent, readPart } from './read-part.ts'
export { likenessOf } from './likeness.ts'
export { findRemains } from './remains.ts'
export { hasUnsubscribeLink } from './unsubscribe-link.ts'
