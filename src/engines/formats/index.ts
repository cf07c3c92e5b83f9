/**
 * A rendered email as files: image addresses found and replaced, names that every disk and header takes, and the ZIP.
 * Knows strings and bytes only, nothing of documents. Start at find-images.ts and zip-email.ts.
 */
export { contentDisposition, fileName, freeName } from './file-names.ts'
export { findImages, listImages } from './find-images.ts'
export { contentType, imageExtension } from './mime.ts'
export { minifyHtml } from './minify-html.ts'
export { rewriteImages } from './rewrite-images.ts'
export { type PageParts, splitPage } from './split-page.ts'
export { type ZipFile, zipEmail } from './zip-email.ts'
