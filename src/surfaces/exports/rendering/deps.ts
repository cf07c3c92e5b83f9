import type { Chromium } from '../../../platform/chromium/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { MailClient } from '../clients.ts'
import type { CreateExport, ExportWarning } from '../contract.ts'
import type { ExportOptions } from '../options.ts'
import type { Collect } from './fetch-images.ts'
import type { ExportTarget } from './target.ts'

/** What a call wants of every email. */
export interface ExportRequest {
  format: CreateExport['format']
  data?: CreateExport['data'] | undefined
  locale?: string | undefined
  options?: ExportOptions | undefined
  target?: ExportTarget | undefined
  /** The mail program that a message is for. */
  client?: MailClient | undefined
}

/** What rendering an email needs besides it. */
export interface ExportDeps {
  cdnUrl: string
  /** What countdowns count from. */
  nowMs: number
  workers: Workers
  collect: Collect
  signal?: AbortSignal | undefined
  /** Hears what the email could not be made to say. */
  warn: (warnings: readonly ExportWarning[]) => void
}

/** What rendering an email as it is seen needs besides. */
export interface RenderDeps extends ExportDeps {
  /** Where the operator’s fonts lie. */
  fontFolder: string
  /** The operator’s browser, where there is one. */
  chromium?: Chromium | undefined
}
