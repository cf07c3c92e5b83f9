import type { EmailDocument, ModuleFragment, Operation } from '../../email/document/index.ts'
import type { MailType } from '../../email/lint/index.ts'
import type {
  CompileResponse,
  Device,
  ExportFormat,
  HostImage,
  PluginExportResponse,
  PluginPublishResponse,
  PluginSaveResponse,
  PluginUnpublishResponse,
  PreviewResponse,
  Publication,
  PublishOptions,
  Release,
  TokenRights,
} from '../../../sdk/browser/protocol/index.ts'
import type { Requests } from './request.ts'

export interface ApiDocument {
  emailId: string
  userId: string
  /** Null until the first save creates the template. */
  templateId: string | null
  name: string
  type: MailType
  /** 0 until the first save. */
  revision: number
  document: EmailDocument
  /** HTML of the canvas rendered by the service, shown until the renderer is loaded; empty if rendering failed. */
  canvas?: string
  /** Access level; `view` and `comment` are read-only. */
  access: 'view' | 'comment' | 'edit_text' | 'edit' | 'publish' | 'manage'
  /** Default: all rights. */
  rights?: TokenRights
  hasVersionHistory: boolean
  /** Undefined if the service is older than releases. */
  publication?: Publication
  lock: ApiLock
  /** Prefix of URLs that begin with `/cdn/` when the email is sent. */
  cdnUrl: string
  /** Content of module instances, by `${ref.id} ${ref.version}`. */
  modules?: Readonly<Record<string, ModuleFragment>>
}

export interface ApiLock {
  /** Held by this session. */
  held: boolean
  /** Null if the lock is free or held by this session. */
  holder: { kind: string; id: string; name: string } | null
  /** The holder is the same user in another window. */
  isOtherWindow: boolean
  /** ISO 8601; null if the lock is free. */
  expiresAt: string | null
  /** The window that has requested the lock; undefined if the service does not report it. */
  request?: ApiLockRequest | null
}

/** Acquires or extends the lock, takes it over, requests it from its holder, or responds to such a request. */
export interface LockChange {
  force?: boolean
  handover?: 'request' | 'accept' | 'decline'
}

export interface ApiLockRequest {
  name: string
  /** Of this session. */
  isOwn: boolean
  state: 'pending' | 'declined'
  /** Seconds until the requester may take the lock over without a response. */
  secondsLeft: number
}

export interface ApiLockStatus extends ApiLock {
  /** 0 until the first save. */
  revision: number
}

export type Content = { document: EmailDocument } | { html: string; css: string }

export interface AppliedOperations {
  revision: number
  /** The applied operations in canonical form. */
  operations: Operation[]
  inverse: Operation[]
  /** Operations of others since the base revision; `operations` were rebased onto them. */
  operationsSince: Operation[]
  /** Number of sent operations that the revision contains, counted from the first one of the request. */
  operationsCovered: number
  /** Ids of the requests that the revision contains: this one and others saved with it. */
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
  /** Differences from the previous version: nodes, and settings of the email. */
  counts?: Record<'added' | 'removed' | 'moved' | 'changed' | 'settings', number>
  pinned: boolean
  current: boolean
  author: { kind: string; id: string; name: string }
  createdAt: string
  savedAt: string
}

export interface ReleaseList {
  data: Release[]
  nextCursor: string | null
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
  /** URL on the CDN host; accepts `?w=&h=&fit=` and the other image parameters. */
  url: string
  /** Signed; null for files that are not images. */
  thumbnailUrl: string | null
  width: number | null
  height: number | null
  alt: string | null
  createdAt: string
}

export interface StarterList {
  data: {
    id: string
    name: string
    /** Included with the service; otherwise a template of the project. */
    isPublic: boolean
    /** Signed. */
    thumbnailUrl: string
  }[]
  hasMore: boolean
}

export interface ImportedContent {
  document: EmailDocument
  /** Parts that could not be imported. */
  warnings: { code: string; message: string }[]
}

export interface OperationsEdit {
  baseRevision: number
  operations: Operation[]
  label?: string
  /** Idempotency id of the request: repeated requests are saved once. */
  editId?: string
  /** Earlier requests without a response; `operations` starts with theirs. */
  previous?: EarlierEdit[]
}

/** A request without a response. */
export interface EarlierEdit {
  editId: string
  operations: number
}

/** Client of the plugin API. Every call may reject with an ApiFailure. */
export interface EditorApi {
  getDocument(): Promise<ApiDocument>
  /**
   * Autosave. The `context` of REVISION_CONFLICT has `revision`, `operationsSince` and `conflicts`. `baseRevision` 0
   * creates the template. `parting`: the request outlives the page.
   */
  applyOperations(edit: OperationsEdit, options?: { parting?: boolean }): Promise<AppliedOperations>
  /** Revision 0 is the initial document. Fails with VERSION_NOT_FOUND if the revision is too old. */
  getRevision(revision: number): Promise<{ revision: number; document: EmailDocument }>
  save(content: {
    html: string
    css: string
    document?: EmailDocument
    baseRevision?: number
    /** Idempotency id of the request: repeated requests are saved once. */
    editId?: string
    /** Requests whose operations the document contains already. */
    previous?: EarlierEdit[]
  }): Promise<PluginSaveResponse & { revision: number; templateId: string }>
  export(request: Content & { format: ExportFormat }): Promise<PluginExportResponse>
  compile(content: Content): Promise<CompileResponse>
  preview(request: Content & { device: Device; recipient?: string }): Promise<PreviewResponse>
  /**
   * Converts HTML (setHtml, paste, code mode) to a document, sanitized, with native blocks if possible. `document` is
   * the one from which the HTML was printed, and receives the changes; default: the last saved one.
   */
  importHtml(content: { html: string; css: string; document?: EmailDocument }): Promise<ImportedContent>
  /**
   * Sanitizes customCSS of the host for `@layer custom`: it must not send data out of the editor or mislead the
   * user.
   */
  cleanCss(css: string): Promise<{ css: string; dropped: string[] }>
  listVersions(page?: { cursor?: string; limit?: number }): Promise<VersionList>
  /** The version as HTML with a marker on each node, and as a document. */
  getVersionHtml(versionId: string): Promise<{ html: string; document: EmailDocument }>
  /** Named versions are kept forever; null removes the name. */
  nameVersion(versionId: string, label: string | null): Promise<ApiVersion>
  restoreVersion(versionId: string): Promise<ApiDocument>
  getPublication(): Promise<Publication>
  /** REVISION_CONFLICT if the draft has another revision than `baseRevision`. */
  publish(request: PublishOptions & { baseRevision?: number | undefined }): Promise<PluginPublishResponse>
  unpublish(): Promise<PluginUnpublishResponse>
  /** REVISION_CONFLICT like `publish`. */
  requestReview(request: {
    note?: string | undefined
    baseRevision?: number | undefined
  }): Promise<PluginUnpublishResponse>
  cancelReview(reviewId: string): Promise<PluginUnpublishResponse>
  approveReview(reviewId: string, decision: { note?: string | undefined }): Promise<PluginUnpublishResponse>
  rejectReview(reviewId: string, decision: { note?: string | undefined }): Promise<PluginUnpublishResponse>
  /** Publishes the release with the number again, as a new one. */
  rollBack(to: number): Promise<PluginPublishResponse>
  listReleases(page?: { cursor?: string; limit?: number }): Promise<ReleaseList>
  /** The release as HTML with a marker on each node, and as a document. */
  getReleaseHtml(number: number): Promise<{ release: Release; html: string; document: EmailDocument }>
  cancelRelease(number: number): Promise<PluginUnpublishResponse>
  listAssets(query?: { q?: string; cursor?: string; limit?: number }): Promise<{
    data: ApiAsset[]
    nextCursor: string | null
  }>
  /** Saved modules of the project, with their content by `id version`. */
  listModules(query?: { q?: string; cursor?: string; limit?: number }): Promise<{
    data: { id: string; name: string }[]
    modules: Record<string, ModuleFragment>
    nextCursor: string | null
  }>
  /** Creates a module from rows; returns it as `listModules` does. */
  saveModule(module: { name: string } & ModuleFragment): Promise<{
    id: string
    name: string
    modules: Record<string, ModuleFragment>
  }>
  /** Sample recipients of the project; empty for users who see nothing of it. TOKEN_RIGHT_MISSING without `preview`. */
  listRecipients(): Promise<{ data: { id: string; name: string }[] }>
  getRecipient(id: string): Promise<{ id: string; name: string; data: Record<string, unknown> }>
  /** Templates that an empty email can begin with. */
  listStarters(): Promise<StarterList>
  getStarter(id: string): Promise<{ document: EmailDocument; modules: Record<string, ModuleFragment> }>
  uploadAsset(file: File): Promise<ApiAsset>
  /** Stores a copy of an image on the web. */
  importAsset(url: string): Promise<ApiAsset>
  /** Images and links of the host page; undefined without the SDK. Reject as its callbacks do. */
  host?: {
    pickImage(current: { url?: string }): Promise<HostImage | 'library' | null>
    uploadImage(file: File): Promise<HostImage>
    /** `type`: the name of a link type. Null if the user canceled. */
    pickLink(current: { type: string; href?: string }): Promise<{ href: string } | null>
  }
  /** A signed URL of an image with these parameters, such as a crop. */
  signAssetUrl(id: string, parameters: Record<string, string | number>): Promise<{ url: string }>
  /** Polled, so it reuses the token of the session. */
  readLock(): Promise<ApiLockStatus>
  /** Acquires or renews the lock; `force` takes it over. `held` is the result. */
  acquireLock(request?: LockChange): Promise<ApiLockStatus>
  releaseLock(): Promise<void>
  refresh(): Promise<{ sessionId: string; expiresAt: number }>
}

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
    getVersionHtml: (versionId) => send(`/versions${part(versionId)}`),
    nameVersion: (versionId, label) => send(`/versions${part(versionId)}`, { method: 'PUT', body: { label } }),
    getPublication: () => send('/publication'),
    publish: (request) => send('/publish', { body: request }),
    unpublish: () => send('/unpublish', { method: 'POST' }),
    requestReview: (request) => send('/reviews', { body: request }),
    cancelReview: (reviewId) => send(`/reviews${part(reviewId)}`, { method: 'DELETE' }),
    approveReview: (reviewId, decision) => send(`/reviews${part(reviewId)}/approve`, { body: decision }),
    rejectReview: (reviewId, decision) => send(`/reviews${part(reviewId)}/reject`, { body: decision }),
    rollBack: (to) => send('/rollback', { body: { to } }),
    listReleases: (page = {}) => send(`/releases${queryOf(page)}`),
    getReleaseHtml: (number) => send(`/releases/${number}`),
    cancelRelease: (number) => send(`/releases/${number}`, { method: 'DELETE' }),
    restoreVersion: (versionId) => send(`/versions${part(versionId)}/restore`, { method: 'POST' }),
    listAssets: (query = {}) => send(`/assets${queryOf(query)}`),
    listModules: (query = {}) => send(`/modules${queryOf(query)}`),
    saveModule: (module) => send('/modules', { body: module }),
    listRecipients: () => send('/sample-recipients'),
    getRecipient: (id) => send(`/sample-recipients${part(id)}`),
    listStarters: () => send('/starters'),
    getStarter: (id) => send(`/starters${part(id)}`),
    uploadAsset(file) {
      const form = new FormData()
      form.set('file', file)
      return send('/assets', { body: form })
    },
    importAsset: (url) => send('/assets/from-url', { body: { url } }),
    signAssetUrl: (id, parameters) => send(`/assets${part(id)}/links`, { body: parameters }),
    readLock: () => send('/lock', { reusesToken: true }),
    acquireLock: (request = {}) => send('/lock', { method: 'PUT', body: request }),
    releaseLock: () => send('/lock', { method: 'DELETE', parting: true }),
    refresh,
  }
}

/** An id as a segment of a path. */
function part(id: string): string {
  return `/${encodeURIComponent(id)}`
}

function queryOf(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
