/** Cutting a host's style sheet for the editor down to what changes its looks; large ones take a tenth of a second. */
export { cleanCustomCss } from '../../email/sanitize/index.ts'
