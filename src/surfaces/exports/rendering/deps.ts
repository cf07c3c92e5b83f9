import type { Chromium } from '../../../platform/chromium/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { SignImageUrls } from '../../templates/index.ts'
import type { MailClient } from '../clients.ts'
import type { CreateExport, ExportWarning } from '../contract.ts'
import type { ExportOptions } from '../options.ts'
import type { Collect } from './fetch-images.ts'
import type { ExportTarget } from './target.ts'

export interface ExportRequest {
  format: CreateExport['format']
  data?: CreateExport['data'] | undefined
  locale?: string | undefined
  options?: ExportOptions | undefined
  target?: ExportTarget | undefined
  /** The target of the format eml. */
  client?: MailClient | undefined
}

export interface ExportDeps {
  cdnUrl: string
  /** Undefined unless transformations require signed URLs. */
  signImages?: SignImageUrls | undefined
  projectId: string
  nowMs: number
  workers: Workers
  collect: Collect
  signal?: AbortSignal | undefined
  /** Receives warnings about losses in the exported email. */
  warn: (warnings: readonly ExportWarning[]) => void
}

export interface RenderDeps extends ExportDeps {
  /** Folder with the operator’s fonts. */
  fontFolder: string
  /** The operator’s browser, if configured. */
  chromium?: Chromium | undefined
}
