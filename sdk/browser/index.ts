/**
 * The browser SDK: puts the email editor into a page and talks to it. `svc` is the editor of most pages; `createSvc` makes
 * another one, in a container of its own.
 * Start at instance/svc.ts; protocol/ is what the SDK and the editor say to each other.
 */
import { type Svc, createSvc } from './instance/svc.ts'

/** The editor of this page. */
const svc: Svc = createSvc()
export default svc
export { createSvc }
export { SvcError } from './errors.ts'
export type { Svc } from './instance/svc.ts'
export type { PluginConfig } from './config.ts'
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
  MergeTag,
  PluginApiResponse,
  PluginExportResponse,
  PluginSaveResponse,
  PreviewResponse,
  SessionRefreshResponse,
  Theme,
  TokenRight,
  TokenRights,
  UndoRedoState,
  VersionHistoryResponse,
} from './protocol/index.ts'
