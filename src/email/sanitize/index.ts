/**
 * Makes authored HTML and CSS harmless without rewriting it: what may not stay is cut out of the source, the rest stays
 * byte for byte; a host's style sheet for the editor is rewritten. Pure strings in, strings out; imports nothing of other
 * rooms. Start at clean-html.ts.
 */
export { type CleanedHtml, cleanHtml } from './clean-html.ts'
export { type AmpHtml, cleanAmpHtml } from './amp/clean-amp-html.ts'
export { cleanAmpCss } from './amp/amp-css.ts'
export { type CleanedCustomCss, cleanCustomCss } from './clean-custom-css.ts'
export { type CleanedCss, cleanCss } from './clean-css.ts'
