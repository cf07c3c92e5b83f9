/**
 * Code mode: the HTML of the email is edited as text, parsed by the service against the document from which it was
 * printed, and applied as operations in one undo step. Start at draft.ts.
 */
export { Code } from './code.tsx'
export { leaveCode } from './draft.ts'
