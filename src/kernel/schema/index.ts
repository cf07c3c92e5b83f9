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
  metadataFilter,
  referenceMark,
  referenceOrName,
  referenceTo,
} from './external.ts'
export { linkExpiry, linkMembers } from './links.ts'
export { createdFilters, repeated, sortBy, tagMatch } from './lists.ts'
export {
  publishedAddress,
  publishedDomain,
  publishedInstant,
  publishedMark,
  publishedReportUri,
  publishedUrl,
} from './published.ts'
export { readOnlyMembers, volatileMark } from './read-only.ts'
export {
  Actor,
  GivenName,
  GivenPath,
  GivenTag,
  Instant,
  Name,
  Nullable,
  PageInfo,
  Tag,
  closed,
  fileBody,
  idOf,
  literals,
  pageOf,
  pageQuery,
  pieceMark,
  shownOnce,
  shownOnceMark,
  tracked,
  trimmedMark,
} from './pieces.ts'
