/**
 * What leads into the document from outside: the HTML of any email, the designs of other editors, and what people paste.
 * May import data, document, render and sanitize. Gives documents in the loose form that readDocument takes, with a
 * report of what was kept. Start at import-html.ts. How a block type reads other editors' designs is in its folder,
 * email/blocks/<type>/import.ts, which uses the exports below the line.
 */
export type { ImageSizes } from './html/page.ts'
export { importDesign, reportUnknown } from './import-design.ts'
export { type HtmlInput, importHtml, importOwnHtml } from './import-html.ts'
export { type ShownDocument, showDocument } from './own/modules.ts'
export { type Pasted, cleanPaste } from './paste/clean-paste.ts'
export type { ImportReport, ImportSource, ImportWarning, Imported } from './report.ts'
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
  shareIn,
  styleFrom,
  textIn,
} from './designs/values.ts'
