/**
 * Connects the editor to the host page (handshake, calls of the SDK) and to the service. A frame whose URL opens its
 * session (session-host.ts) exchanges window messages with its parent. Start at connect-host.ts; api.ts lists the calls
 * to the service.
 */
export { connectHost } from './connect-host.ts'
export { type Host, type HostHandlers, NotEmbedded, OpeningFailed } from './host.ts'
export type {
  AppliedOperations,
  EarlierEdit,
  ApiAsset,
  ApiDocument,
  ApiLock,
  LockChange,
  ApiLockStatus,
  ApiVersion,
  Content,
  EditorApi,
  ImportedContent,
  StarterList,
  ReleaseList,
  VersionList,
} from './api.ts'
export { ApiFailure } from './request.ts'
export { isLiveMember, readSetup as readConfig } from '../../../sdk/browser/protocol/index.ts'
export type {
  EditorNotices,
  HostImage,
  LinkType,
  StylePreset,
  EditorSetup as EditorConfig,
  MergeTag,
  PluginPublishResponse as Published,
  Publication,
  Release,
  TokenRight,
} from '../../../sdk/browser/protocol/index.ts'
