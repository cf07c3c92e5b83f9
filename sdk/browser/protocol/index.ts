/**
 * The protocol between the host page and the editor in its iframe: a handshake over window messages, then calls and
 * notices over a private port. Shared by SDK and editor; no dependency, no DOM beyond MessagePort. Start at
 * handshake.ts, then channel.ts; methods.ts lists the calls.
 */
export { type Channel, type ChannelDeps, type Port, createChannel } from './channel.ts'
export {
  type EditorSetup,
  type HostImage,
  type LinkType,
  type MergeTag,
  type Palette,
  type SampleRecipient,
  type OwnBlock,
  type OwnField,
  type OwnLabel,
  type StylePreset,
  type Theme,
  defaultFeatures,
  isHexColor,
  isLogoUrl,
  isLiveMember,
  liveMembers,
  isLinkTypes,
  isStylePresets,
  readHostImage,
  readSetup,
  secretIn,
  setupLimits,
} from './setup.ts'
export type { ErrorCode } from './error-codes.ts'
export {
  type ErrorResponse,
  type Issue,
  type ErrorType,
  type SdkErrorCode,
  failureOf,
  readFailure,
  messageOf,
  sdkFailures,
} from './failures.ts'
export { type Boot, type Hello, type Versions, agreeOn, isBoot, isHello, nonceIn, versions } from './handshake.ts'
export {
  type EditorMethods,
  type EditorNotices,
  type HostMethods,
  type Start,
  type Started,
  readCallArgs,
} from './methods.ts'
export { parameters, parametersOf, readArgs } from './arguments.ts'
export { invalidArgs, listOf, refusalOfCall } from './refusals.ts'
export type {
  CompileResponse,
  Device,
  EditorMode,
  EditorModeResponse,
  ExportFormat,
  PluginApiResponse,
  PluginExportResponse,
  PluginPublishResponse,
  PluginReviewResponse,
  PluginSaveResponse,
  PluginUnpublishResponse,
  PreviewResponse,
  Publication,
  PublishOptions,
  Release,
  Review,
  ReviewChoice,
  ReviewDecision,
  ReviewRequest,
  SessionRefreshResponse,
  TokenRight,
  TokenRights,
  UndoRedoState,
  VersionHistoryResponse,
} from './results.ts'
