import type { EmailDocument, ModuleFragment, Operation } from '../../email/document/index.ts'
import type { MailType } from '../../email/lint/index.ts'
import type {
  CompileResponse,
  Device,
  ExportFormat,
  PluginExportResponse,
  PluginSaveResponse,
  PreviewResponse,
  TokenRights,
} from '../../../sdk/browser/protocol/index.ts'
import type { Requests } from './request.ts'

/** What the session edits. */
export interface ApiDocument {
  emailId: string
  /** The user of the token. */
  userId: string
  /** Null until the first save makes a template. */
  templateId: string | null
  name: string
  /** What the template is for. */
  type: MailType
  /** 0 until the first save. */
  revision: number
  document: EmailDocument
  /** The email as the service renders it for the canvas, so that it is seen before the renderer is read; empty when it cannot be. */
  canvas?: string
  /** What the user may do with the template: `view` and `comment` only look. */
  access: 'view' | 'comment' | 'edit_text' | 'edit' | 'manage'
  /** What the token allows beside editing; everything unless given. */
  rights?: TokenRights
  hasVersionHistory: boolean
  lock: ApiLock
  /** Precedes addresses that begin with `/cdn/` when the email is sent. */
  cdnUrl: string
  /** What the instances of modules mean, by `${ref.id} ${ref.version}`. */
  modules?: Readonly<Record<string, ModuleFragment>>
}

/** Who edits alone. */
export interface ApiLock {
  /** This session holds it. */
  held: boolean
  /** Somebody else; null when nobody does, or this session. */
  holder: { kind: string; id: string; name: string } | null
  /** The holder is this user, in another window. */
  isOtherWindow: boolean
  /** ISO 8601; null when nobody holds it. */
  expiresAt: string | null
}

/** Who edits, and the revision of the email now. */
export interface ApiLockStatus extends ApiLock {
  /** 0 until the first save. */
  revision: number
}

/** Content for what is rendered from it: the document as it is in the editor, or HTML from elsewhere. */
export type Content = { document: EmailDocument } | { html: string; css: string }

export interface AppliedOperations {
  revision: number
  /** What was applied, in canonical form. */
  operations: Operation[]
  inverse: Operation[]
  /** What others did since the base revision; the operations were fitted behind it. */
  operationsSince: Operation[]
  /** How many operations, as they were sent, the revision holds, counted from the first of the request. */
  operationsCovered: number
  /** Ids of the requests that the revision holds: this one, and others that were saved with it. */
  editIds: string[]
  /** ISO 8601. */
  savedAt: string
}

export interface ApiVersion {
  id: string
  number: number
  revision: number
  kind: 'auto' | 'manual'
  label: string | null
  message: string | null
  /** What differs from the version before: nodes, and settings of the email. */
  counts?: Record<'added' | 'removed' | 'moved' | 'changed' | 'settings', number>
  pinned: boolean
  current: boolean
  author: { kind: string; id: string; name: string }
  createdAt: string
  savedAt: string
}

export interface VersionList {
  data: ApiVersion[]
  nextCursor: string | null
}

export interface ApiAsset {
  id: string
  name: string
  mime: string
  bytes: number
  /** Address on the CDN host; takes `?w=&h=&fit=` and the other parameters of delivery. */
  url: string
  /** Signed URL of a small one of it; null for what is no image. */
  thumbnailUrl: string | null
  width: number | null
  height: number | null
  alt: string | null
  createdAt: string
}

export interface ImportedContent {
  document: EmailDocument
  /** What could not be brought over, in words. */
  warnings: { code: string; message: string }[]
}

/** Operations to save. */
export interface OperationsEdit {
  baseRevision: number
  operations: Operation[]
  label?: string
  /** Of this request; repeated under the same id it is saved once. */
  editId?: string
  /** Earlier requests without a response; `operations` begins with theirs. */
  previous?: EarlierEdit[]
}

/** A request whose response is not known. */
export interface EarlierEdit {
  editId: string
  operations: number
}

/** The plugin surface, typed. Every call may fail with an ApiFailure. */
export interface EditorApi {
  getDocument(): Promise<ApiDocument>
  /**
   * Autosave. On REVISION_CONFLICT the failure's `context` has `revision`, `operationsSince` and `conflicts`. With
   * `baseRevision` 0 it makes the template. `parting`: the page is going away, and the request is finished without it.
   */
  applyOperations(edit: OperationsEdit, options?: { parting?: boolean }): Promise<AppliedOperations>
  /** The document as a revision left it, 0 for what the email began with; VERSION_NOT_FOUND when it is too old. */
  getRevision(revision: number): Promise<{ revision: number; document: EmailDocument }>
  /** Saves the whole; a version that people named by requesting it. */
  save(content: {
    html: string
    css: string
    document?: EmailDocument
    baseRevision?: number
    /** Of this request; repeated under the same id it is saved once. */
    editId?: string
    /** Requests for what the document holds already. */
    previous?: EarlierEdit[]
  }): Promise<PluginSaveResponse & { revision: number; templateId: string }>
  export(request: Content & { format: ExportFormat }): Promise<PluginExportResponse>
  compile(content: Content): Promise<CompileResponse>
  preview(request: Content & { device: Device }): Promise<PreviewResponse>
  /**
   * HTML from elsewhere (setHtml, paste, code mode) as a document, cleaned and made native where it can be. `document` is what
   * it was printed from, and gets the changes; without it, what was saved last.
   */
  importHtml(content: { html: string; css: string; document?: EmailDocument }): Promise<ImportedContent>
  /** The host's customCSS without what could reach out of the editor or mislead; for `@layer custom`. */
  cleanCss(css: string): Promise<{ css: string; dropped: string[] }>
  listVersions(page?: { cursor?: string; limit?: number }): Promise<VersionList>
  /** How a version looks, to be shown in a canvas frame. */
  /** A version as it looked, each node marked, and as it was. */
  getVersionHtml(versionId: string): Promise<{ html: string; document: EmailDocument }>
  /** Names a version, which keeps it for ever; null takes the name away. */
  nameVersion(versionId: string, label: string | null): Promise<ApiVersion>
  restoreVersion(versionId: string): Promise<ApiDocument>
  listAssets(query?: { q?: string; cursor?: string; limit?: number }): Promise<{
    data: ApiAsset[]
    nextCursor: string | null
  }>
  /** The project's saved modules, with what they hold by `id version`. */
  listModules(query?: { q?: string; cursor?: string; limit?: number }): Promise<{
    data: { id: string; name: string }[]
    modules: Record<string, ModuleFragment>
    nextCursor: string | null
  }>
  /** Makes a module of rows; answers it as the list does. */
  saveModule(module: { name: string } & ModuleFragment): Promise<{
    id: string
    name: string
    modules: Record<string, ModuleFragment>
  }>
  uploadAsset(file: File, options?: { alt?: string; signal?: AbortSignal }): Promise<ApiAsset>
  /** A signed URL of an image with these parameters, such as a crop. */
  signAssetUrl(id: string, parameters: Record<string, string | number>): Promise<{ url: string }>
  /** Who edits; repeated by itself, so it asks the host page for no new token. */
  readLock(): Promise<ApiLockStatus>
  /** Takes or keeps the lock; with `force` from whoever has it. `held` says whether it worked. */
  acquireLock(request?: { force?: boolean }): Promise<ApiLockStatus>
  releaseLock(): Promise<void>
  refresh(): Promise<{ sessionId: string; expiresAt: number }>
}

/** The typed calls over the requests of a session. */
export function createApi({ send, refresh }: Requests): EditorApi {
  return {
    getDocument: () => send('/document'),
    applyOperations: (edit, { parting = false } = {}) => send('/operations', { body: edit, parting }),
    getRevision: (revision) => send(`/revisions/${revision}`),
    save: (content) => send('/save', { body: content }),
    export: (request) => send('/export', { body: request }),
    compile: (content) => send('/compile', { body: content }),
    preview: (request) => send('/preview', { body: request }),
    importHtml: (content) => send('/import', { body: content }),
    cleanCss: (css) => send('/css', { body: { css } }),
    listVersions: (page = {}) => send(`/versions${queryOf(page)}`),
    getVersionHtml: (versionId) => send(`/versions/${encodeURIComponent(versionId)}`),
    nameVersion: (versionId, label) =>
      send(`/versions/${encodeURIComponent(versionId)}`, { method: 'PUT', body: { label } }),
    restoreVersion: (versionId) => send(`/versions/${encodeURIComponent(versionId)}/restore`, { method: 'POST' }),
    listAssets: (query = {}) => send(`/assets${queryOf(query)}`),
    listModules: (query = {}) => send(`/modules${queryOf(query)}`),
    saveModule: (module) => send('/modules', { body: module }),
    uploadAsset(file, { alt, signal } = {}) {
      const form = new FormData()
      if (alt !== undefined) form.set('alt', alt)
      form.set('file', file)
      return send('/assets', { body: form, signal })
    },
    signAssetUrl: (id, parameters) => send(`/assets/${encodeURIComponent(id)}/links`, { body: parameters }),
    readLock: () => send('/lock', { reusesToken: true }),
    acquireLock: (request = {}) => send('/lock', { method: 'PUT', body: request }),
    releaseLock: () => send('/lock', { method: 'DELETE', parting: true }),
    refresh,
  }
}

function queryOf(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
