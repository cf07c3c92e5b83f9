/**
 * Imports emails that are not documents, with the engines alone: a worker thread loads this entry point and nothing else of
 * the surface.
 * Start at import-email.ts.
 */
export type { DisplayedImport } from '../import-report.ts'
export type { CompareImport } from './compare-import.ts'
export { type ImportOutcome, type ImportTask, importEmail } from './import-email.ts'
