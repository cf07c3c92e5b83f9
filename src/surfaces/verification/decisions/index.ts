/**
 * What a project itself knows about an email address, which decides before anything is queried: its allow and block lists, and
 * the feedback that it reported. Start at decide.ts.
 */
export { type OwnData, decideMany, decidedFindings, isDecided, withDelivery } from './decide.ts'
