/**
 * What several sections use: the head of a section with its pages, lists that load page by page, results of calls, the dialog
 * that asks before what cannot be undone, tables, and text to copy. Start at section-head.tsx.
 */
export { ConfirmDialog } from './confirm-dialog.tsx'
export { CopyText } from './copy-text.tsx'
export { CsvButton, loadedRows } from './csv-button.tsx'
export { FileButton } from './file-button.tsx'
export { FileDrop } from './file-drop.tsx'
export { FormDialog } from './form-dialog.tsx'
export { Figure, Figures } from './figures.tsx'
export { LabelledText } from './labelled-text.tsx'
export { Listed } from './listed.tsx'
export { localTime } from './local-time.ts'
export { Loaded } from './loaded.tsx'
export { OnceDialog } from './once-dialog.tsx'
export { type SectionTab, SectionHead } from './section-head.tsx'
export { createSectionWords } from './section-words.ts'
export { saveFile } from './save-file.ts'
export { ShowMore } from './show-more.tsx'
export { Table } from './table.tsx'
export { ThumbnailImage } from './thumbnail-image.tsx'
export { type Call, useCall } from './use-call.ts'
export { type Pages, usePages } from './use-pages.ts'
