/** The results of SDK methods (interface 2.7). */

export type ExportFormat = 'html' | 'zip' | 'pdf'
export type Device = 'desktop' | 'mobile'
export type EditorMode = 'visual' | 'code'

/** A right besides editing, from the `can` claim of the token. */
export type TokenRight = 'upload' | 'modules' | 'export' | 'preview'

/** The rights of the user, by the claims of the token and the settings of the project. */
export interface TokenRights {
  can: TokenRight[]
  files: 'images' | 'all'
  /** The listed images and modules: `project`, `own`, or `folder:` with a path. */
  library: string
}

export interface PluginApiResponse {
  html: string
  css: string
}

export interface PluginSaveResponse {
  success: boolean
  emailId: string
  /** The id of the template of the email. */
  templateId: string
  /** ISO 8601, UTC. */
  savedAt: string
}

export interface PublishOptions {
  note?: string | undefined
  /** ISO 8601: the draft as it is now is published at this time; at once when omitted. */
  publishAt?: string | undefined
}

/** A release of the email: content that never changes. Times are ISO 8601, UTC. */
export interface Release {
  number: number
  state: 'published' | 'scheduled' | 'cancelled'
  /** The release that recipients get. */
  live: boolean
  /** The revision of the draft that it was made from. */
  revision: number
  note: string | null
  /** The release that a rollback published again. */
  restoredFrom: number | null
  author: { kind: string; id: string; name: string }
  createdAt: string
  publishAt: string | null
  publishedAt: string | null
}

/** What is published of the email. */
export interface Publication {
  /** `on_save`: every save is live at once. */
  publishing: 'on_save' | 'by_hand'
  /** `draft` until it is published. */
  status: 'draft' | 'published'
  /** True if the draft was changed since it was published. */
  unpublishedChanges: boolean
  /** The live release. */
  release: Release | null
  scheduled: Release | null
  /** The user has the level `publish`. */
  mayPublish: boolean
  /** `required`: exactly this draft needs an approval before it is published. */
  approval: 'not_required' | 'required' | 'approved'
  /** The latest review of the draft. */
  review: Review | null
  mayRequestReview: boolean
  /** Of the draft; 0 until the first save. */
  revision: number
}

/** A request for the approval of a draft. */
export interface Review {
  id: string
  state: 'pending' | 'approved' | 'rejected'
  /** True if the draft was changed since. */
  stale: boolean
  note: string | null
  requestedBy: Release['author']
  createdAt: string
  decidedBy: Release['author'] | null
  decidedAt: string | null
  /** The note of the decision. */
  comment: string | null
  mayDecide: boolean
}

export interface PluginUnpublishResponse {
  emailId: string
  templateId: string
  publication: Publication
}

export interface ReviewRequest {
  note?: string | undefined
}

export interface ReviewChoice {
  /** The pending review that the editor shows, when omitted. */
  reviewId?: string | undefined
}

export interface ReviewDecision extends ReviewChoice {
  /** For the requester. */
  note?: string | undefined
}

/** Its `publication.review` is the review. */
export type PluginReviewResponse = PluginUnpublishResponse

export interface PluginPublishResponse extends PluginUnpublishResponse {
  release: Release
}

export interface PluginExportResponse {
  downloadUrl: string
  /** Validity of the URL in seconds. */
  expiresIn: number
  format: ExportFormat
}

export interface CompileResponse {
  html: string
  css: string
  minified: boolean
}

export interface PreviewResponse {
  previewUrl: string
  /** Validity of the URL in seconds. */
  expiresIn: number
}

export interface SessionRefreshResponse {
  sessionId: string
  /** Milliseconds since epoch. */
  expiresAt: number
}

export interface UndoRedoState {
  canUndo: boolean
  canRedo: boolean
}

export interface EditorModeResponse extends UndoRedoState {
  mode: EditorMode
}

export interface VersionHistoryResponse {
  versionHistoryOpen: boolean
  hasVersionHistory: boolean
}
