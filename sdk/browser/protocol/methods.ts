import { type parameters, readArgs } from './arguments.ts'
import type { ErrorResponse } from './failures.ts'
import type {
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
  PublishOptions,
  ReviewChoice,
  ReviewDecision,
  ReviewRequest,
  SessionRefreshResponse,
  TokenRights,
  UndoRedoState,
  VersionHistoryResponse,
} from './results.ts'
import { type EditorSetup, type HostImage, readSetup } from './setup.ts'

/** The first call on the port: the configuration, and the session if the backend of the host created one. */
export interface Start {
  setup: EditorSetup
  session?: { sessionId: string; expiresAt?: number }
}

export interface Started {
  sessionId: string
  /** Milliseconds since epoch. */
  expiresAt: number
}

/** Calls of the SDK to the editor. Every method takes one object, or nothing. */
export interface EditorMethods {
  getHtml(): PluginApiResponse
  setHtml(content: PluginApiResponse): void
  /** Beyond the interface: replaces the email by a document. */
  setDocument(options: { document: object }): void
  /** Beyond the interface: applies operations as in the API. */
  applyOperations(options: { operations: readonly object[] }): void
  /** Beyond the interface: members of `liveMembers`; null restores the default. */
  update(options: { options: Record<string, unknown> }): void
  save(): PluginSaveResponse
  /** Beyond the interface: ends input in progress and sends pending changes; resolves when they are saved or kept. */
  flush(): void
  export(options: { format: ExportFormat }): PluginExportResponse
  compile(): CompileResponse
  preview(options: { device: Device; recipient?: string | undefined }): PreviewResponse
  refreshSession(): SessionRefreshResponse
  undo(): UndoRedoState
  redo(): UndoRedoState
  setMode(options: { mode: EditorMode }): void
  getMode(): EditorModeResponse
  toggleVersionHistory(): VersionHistoryResponse
  /** Beyond the interface: read-only mode, for a review step of the host. */
  setReadOnly(options: { readOnly: boolean }): void
  /** Beyond the interface: the theme of the host. */
  setTheme(options: { theme: 'light' | 'dark' }): void
  /** Beyond the interface: the document as in the API, on request with its `publication`. */
  getDocument(options: { publication?: true }): Record<string, unknown>
  /** Beyond the interface: saves pending changes, then publishes the draft or schedules it. */
  publish(options: PublishOptions): PluginPublishResponse
  /** Beyond the interface. */
  unpublish(): PluginUnpublishResponse
  /** Beyond the interface: saves pending changes, then requests an approval of the draft. */
  requestReview(options: ReviewRequest): PluginReviewResponse
  /** Beyond the interface. */
  withdrawReview(options: ReviewChoice): PluginReviewResponse
  /** Beyond the interface. */
  approve(options: ReviewDecision): PluginReviewResponse
  /** Beyond the interface. */
  reject(options: ReviewDecision): PluginReviewResponse
}

export interface HostMethods {
  /** A fresh ES-PLUGIN-AUTH token, for every request. */
  getAuthToken(): string
  /** The URL of the image that is replaced, if there is one. Null if the user canceled, `library` for that of the service. */
  pickImage(options: { url?: string }): HostImage | 'library' | null
  uploadImage(options: { file: File }): HostImage
  /** `type`: the name of a link type. Null if the user canceled. */
  pickLink(options: { type: string; href?: string }): { href: string } | null
}

/** Notices of the editor to the host page (interface 6.1, and additions). */
export interface EditorNotices {
  /** `rights`: of the token; beyond the interface. */
  ready: { timestamp: number; rights?: TokenRights }
  /** `auto`: an autosave, without `templateId`; beyond the interface. */
  save: Omit<PluginSaveResponse, 'templateId'> & { templateId?: string; auto?: true }
  exported: { format: string; downloadUrl: string }
  error: ErrorResponse
  authExpired: { pluginId: string }
  /** Beyond the interface: after every change. */
  change: { revision: number; dirty: boolean; canUndo: boolean; canRedo: boolean }
  /** Beyond the interface. */
  selectionChanged: { id: string | null }
  modeChanged: { mode: EditorMode }
  /** Beyond the interface: a release is live, by a call, in the editor, or by a rollback there. */
  published: PluginPublishResponse
  /** Beyond the interface. */
  unpublished: PluginUnpublishResponse
}

type WithoutArguments = Exclude<keyof EditorMethods, keyof typeof parameters>

const withoutArguments: Record<WithoutArguments, 1> = {
  getHtml: 1,
  save: 1,
  flush: 1,
  compile: 1,
  refreshSession: 1,
  undo: 1,
  redo: 1,
  getMode: 1,
  toggleVersionHistory: 1,
  unpublish: 1,
}

/** The validated arguments of a received call; undefined for an unknown method or invalid arguments. */
export function readCallArgs(name: string, args: unknown): unknown {
  const given = (typeof args === 'object' && args !== null ? args : {}) as Record<string, unknown>
  if (name === 'start') return readStart(given)
  return Object.hasOwn(withoutArguments, name) ? {} : readArgs(name, given)
}

function readStart({ setup: given, session }: Record<string, unknown>): Start | undefined {
  const setup = readSetup(given)
  if (setup === undefined) return undefined
  if (session === undefined) return { setup }
  const { sessionId, expiresAt } = (typeof session === 'object' && session !== null ? session : {}) as Record<
    string,
    unknown
  >
  if (typeof sessionId !== 'string' || sessionId === '') return undefined
  return { setup, session: typeof expiresAt === 'number' ? { sessionId, expiresAt } : { sessionId } }
}
