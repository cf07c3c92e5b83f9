/**
 * Identifiers and keys. An id is a prefix for its kind and a time-ordered body, so ids sort by creation. Pure: randomness
 * and time come from Web Crypto and the caller.
 */
export { type ExternalKind, externalIdIn, externalKinds, externalPrefix } from './external.ts'
export { type IdPrefix, anyIdPattern, createId, firstId, idPattern, isId } from './id.ts'
export { demoCompanyId, demoProjectId, demoVisitorPrefix, publicCompanyId, publicProjectId } from './reserved.ts'
export {
  createApiKey,
  createPluginId,
  createPluginSecret,
  createLinkToken,
  createSessionId,
  keyKind,
  keyPrefixShown,
} from './key.ts'
