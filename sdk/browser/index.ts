/**
 * The browser SDK: embeds the email editor in a page. `svc` is the editor of most pages; `createSvc` creates another
 * one in a container of its own. Start at instance/svc.ts; protocol/ defines the messages between SDK and editor.
 */
import { type Svc, createSvc } from './instance/svc.ts'

/** The default editor of the page. */
const svc: Svc = createSvc()
export default svc
export { createSvc }
export { SvcError } from './errors.ts'
export type { EditedDocument, Svc } from './instance/svc.ts'
export type { LiveConfig, PluginConfig } from './config.ts'
export type { Listener, SvcEvents } from './events.ts'
export type {
  CompileResponse,
  Device,
  EditorMode,
  EditorModeResponse,
  ErrorCode,
  ErrorResponse,
  ErrorType,
  ExportFormat,
  Issue,
  HostImage,
  LinkType,
  MergeTag,
  Palette,
  SampleRecipient,
  OwnBlock,
  OwnField,
  OwnLabel,
  StylePreset,
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
  Theme,
  TokenRight,
  TokenRights,
  UndoRedoState,
  VersionHistoryResponse,
} from './protocol/index.ts'
