/**
 * The editor's side of the bridge: the handshake with the host page, the calls of its SDK, and the calls to the service. A frame whose
 * URL opens its session (session-host.ts) talks to the page around it by window messages.
 * Uses the bridge protocol of the SDK, nothing else of the editor.
 * Start at connect-host.ts; api.ts lists what the service answers.
 */
export { connectHost } from './connect-host.ts'
export { type Host, type HostHandlers, NotEmbedded } from './host.ts'
export type {
  AppliedOperations,
  EarlierEdit,
  ApiAsset,
  ApiDocument,
  ApiLock,
  ApiLockStatus,
  ApiVersion,
  Content,
  EditorApi,
  ImportedContent,
  VersionList,
} from './api.ts'
export { ApiFailure } from './request.ts'
export type {
  EditorNotices,
  EditorSetup as EditorConfig,
  MergeTag,
  TokenRight,
} from '../../../sdk/browser/protocol/index.ts'
