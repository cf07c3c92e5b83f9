/**
 * Schemas that three or more contracts share. TypeBox only, so that they validate, type and document at once. May import
 * kernel/ids and kernel/limits.ts; start at pieces.ts.
 */
export {
  ExternalId,
  Metadata,
  changedExternalMembers,
  externalFilters,
  externalMembers,
  givenExternalMembers,
  looseReferenceTo,
  referenceMark,
  referenceOrName,
  referenceTo,
} from './external.ts'
export {
  Actor,
  GivenName,
  GivenPath,
  GivenTag,
  Instant,
  Name,
  Nullable,
  Tag,
  closed,
  idOf,
  literals,
  pageOf,
  pageQuery,
  shownOnce,
  shownOnceMark,
  tracked,
  trimmedMark,
} from './pieces.ts'
