/**
 * Removes everything harmful from authored HTML and CSS without rewriting the rest, which stays byte for byte; a host's
 * style sheet for the editor is rewritten. Pure functions on strings; imports no other module. Start at clean-html.ts.
 */
export { type CleanedHtml, cleanHtml } from './clean-html.ts'
export { type AmpHtml, cleanAmpHtml } from './amp/clean-amp-html.ts'
export { cleanAmpCss } from './amp/amp-css.ts'
export { type CleanedCustomCss, cleanCustomCss } from './clean-custom-css.ts'
export { type CleanedCss, cleanCss } from './clean-css.ts'
