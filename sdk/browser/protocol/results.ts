/** The shapes that SDK methods answer with (interface 2.7). */

export type ExportFormat = 'html' | 'zip' | 'pdf'
export type Device = 'desktop' | 'mobile'
export type EditorMode = 'visual' | 'code'

/** What a token may allow beside editing: its claim `can`. */
export type TokenRight = 'upload' | 'modules' | 'export' | 'preview'

/** What the token of the user allows, as the service reads it from its claims and the settings of the project. */
export interface TokenRights {
  can: TokenRight[]
  files: 'images' | 'all'
  /** Which images and modules are listed: `project`, `own`, or `folder:` with a path. */
  library: string
}

export interface PluginApiResponse {
  html: string
  css: string
}

export interface PluginSaveResponse {
  success: boolean
  emailId: string
  /** ISO 8601, UTC. */
  savedAt: string
}

export interface PluginExportResponse {
  downloadUrl: string
  /** Seconds for which the address works. */
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
  /** Seconds for which the address works. */
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
