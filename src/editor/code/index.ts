/**
 * Code mode: the HTML of the email is edited as text, read by the service against the document it was printed from, and
 * applied as operations in one undo step. Start at draft.ts.
 */
export { Code } from './code.tsx'
export { leaveCode } from './draft.ts'
