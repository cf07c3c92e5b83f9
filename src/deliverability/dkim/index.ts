/**
 * DKIM (RFC 6376): keys of queried selectors and their problems. Selectors cannot be enumerated, so an unknown one may be
 * missed. Requests records through a function. Start at check-dkim.ts; selectors.json is the table.
 */
export { type DkimCheck, checkDkim } from './check-dkim.ts'
export { type KeyChange, compareKeys } from './compare-keys.ts'
export { type DkimKey, isKey, readKey } from './read-key.ts'
export { dkimReasons } from './reasons.ts'
