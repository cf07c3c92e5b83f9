import type { EmailDocument } from '../../../../email/document/index.ts'
import type { ImageSizes } from '../../../../email/import/index.ts'
import { ServiceError } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import type { Workers } from '../../../../platform/jobs/index.ts'
import type { DisplayedImport, ImportReport } from '../import-report.ts'

/** Input of the task `compareImport`. */
export interface CompareImport {
  html: string
  css?: string
  document: EmailDocument
  images?: ImageSizes
  /** Directory of the operator's fonts. */
  fontFolder: string
}

/**
 * Adds to the report how alike the source and the document are as displayed. The import does not depend on it: what takes
 * too long or cannot be laid out is a warning.
 */
export async function addComparison(report: ImportReport, task: CompareImport, workers: Workers): Promise<void> {
  try {
    report.displayed = await workers.runWithin<DisplayedImport>(limits.importCompareMs, 'compareImport', task)
  } catch (error) {
    // Such as a caller who has gone.
    if (error instanceof ServiceError) throw error
    report.warnings.push({ code: 'NOT_COMPARED', message: 'The result was not compared with the source as displayed.' })
  }
}
