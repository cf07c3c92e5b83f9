/**
 * Exports of templates: a format or provider, the progress of large ones, files, and what could not be expressed. Start at
 * export-dialog.tsx.
 */
export { ExportDialog } from './export-dialog.tsx'
export { ExportResult } from './export-result.tsx'
