/**
 * BIMI (draft-brand-indicators): whether a domain says which logo stands beside its mail. The logo itself is not looked at.
 * Asks for records through a function.
 */
export { checkBimi } from './check-bimi.ts'
