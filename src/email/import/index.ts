/**
 * Imports external content: HTML of any email, designs of other editors, and pasted content. May import data, document,
 * render and sanitize. Returns documents in the loose form that readDocument accepts, with a report on what was preserved.
 * Start at import-html.ts. Each block type has its importers of other editors' designs in email/blocks/<type>/import.ts,
 * which use the exports below the line.
 */
export type { ImageSizes } from './html/page.ts'
export { importDesign, reportUnknown } from './import-design.ts'
export { type HtmlInput, importHtml, reimportHtml } from './import-html.ts'
export { type ShownDocument, showDocument } from './reimport/modules.ts'
export { type Pasted, cleanPaste } from './paste/clean-paste.ts'
export { countWords, shareOf, shareOfWords } from './content-share.ts'
export { uploadUrlOf } from './upload-url.ts'
export type { ImportReport, ImportSource, ImportWarning, Imported } from './report.ts'
export { showOneReader } from './tags/one-reader.ts'
export { type WrittenImage, findImages, moveImages } from './embedded-images.ts'
// ---
export type { BeefreeModule, BlockImport, BlockImports, Design, UnlayerContent } from './designs/design.ts'
export { labelStyle } from './designs/label.ts'
export { unlayerHref } from './designs/unlayer-content.ts'
export {
  type DesignPart,
  alignIn,
  borderIn,
  borderOf,
  bordersOf,
  colorIn,
  declarationsOf,
  familyIn,
  numberIn,
  paddingIn,
  paddingOf,
  partOf,
  partsOf,
  pixelsIn,
  percentIn,
  styleFrom,
  textIn,
} from './designs/values.ts'
export { draftSpacer } from './spacer.ts'
