/**
 * File formats of a rendered email: finds and replaces image URLs, writes safe file names, EML and ZIP; minifies any
 * HTML, inlines its CSS, and protects ESP tags from both. Works on strings and bytes, without documents. Start at
 * find-images.ts, zip-email.ts, tags/find-tags.ts.
 */
export { contentDisposition, fileName, freeName } from './file-names.ts'
export { type Parameter, addLinkParameters, addUrlParameters } from './link-parameters.ts'
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
export { crc32 } from './crc32.ts'
export { zipEmail } from './zip-email.ts'
export { type ZipFile, packZip } from './zip-stream.ts'
export { type InlineImage, type Message, writeEml } from './write-eml.ts'
