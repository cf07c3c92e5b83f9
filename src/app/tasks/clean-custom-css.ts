/** Sanitizes the style sheet of a host for the editor; large ones take a tenth of a second. */
export { cleanCustomCss } from '../../email/sanitize/index.ts'
