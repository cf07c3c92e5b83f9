/**
 * A rendered email as files: image addresses found and replaced, names that every disk and header takes, and the ZIP; and
 * HTML that anybody wrote made smaller, its CSS put into attributes, the tags of ESPs kept out of all that.
 * Knows strings and bytes only, nothing of documents. Start at find-images.ts, zip-email.ts, tags/find-tags.ts.
 */
export { contentDisposition, fileName, freeName } from './file-names.ts'
export { findImages, listImages } from './find-images.ts'
export { type InlineCss, createInliner } from './inline/inline-css.ts'
export { contentType, imageExtension, imageTypeOf } from './mime.ts'
export { minifyHtml } from './minify/minify-html.ts'
export { rewriteImages } from './rewrite-images.ts'
export { type Tag, findTags } from './tags/hide-tags.ts'
export { type HiddenTags, hideTags } from './tags/hide-tags.ts'
export { minifyCss } from './minify/minify-css.ts'
export type { TagForm } from './tags/forms.ts'
export { type PageBlocks, splitPage } from './split-page.ts'
export { zipEmail } from './zip-email.ts'
export { type ZipFile, packZip } from './zip-stream.ts'
export { type InlineImage, type Message, writeEml } from './write-eml.ts'
