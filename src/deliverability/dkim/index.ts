/**
 * DKIM (RFC 6376): keys found under selectors that are tried, and what is wrong with them. A selector that nobody told cannot
 * be found for certain. Requests records through a function. Start at check-dkim.ts; selectors.json is the table.
 */
export { type DkimCheck, checkDkim } from './check-dkim.ts'
export { type DkimKey, readKey } from './read-key.ts'
export { dkimReasons } from './reasons.ts'
