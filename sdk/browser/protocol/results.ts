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
