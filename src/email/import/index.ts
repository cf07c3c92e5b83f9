/**
 * What leads into the document from outside: the HTML of any email, the designs of other editors, and what people paste.
 * May ask data, document, render, blocks and sanitize. Gives documents in the loose form that readDocument takes, with a
 * report of what was kept. Start at import-html.ts.
 */
export type { ImageSizes } from './html/page.ts'
export { importDesign, reportUnknown } from './import-design.ts'
export { type HtmlInput, importHtml, importOwnHtml } from './import-html.ts'
export { type ShownDocument, showDocument } from './own/shown.ts'
export { type Pasted, cleanPaste } from './paste/clean-paste.ts'
export type { ImportReport, ImportSource, ImportWarning, Imported } from './report.ts'
export { type WrittenImage, findImages, moveImages } from './embedded-images.ts'
