/**
 * Detection of directory harvesting: guessing the mailboxes of a domain from the replies of its mail server. No I/O; the
 * state of a domain is passed in. Start at suspicion.ts; enumeration.ts compares local parts.
 */
export { enumerates } from './enumeration.ts'
export {
  type HarvestSignal,
  type Suspicion,
  addSignal,
  innocent,
  isSuspect,
  suspectAgain,
  suspectWith,
} from './suspicion.ts'
