/**
 * The email as its HTML: shown as it is sent, edited as text, read back by the service against the document it was printed
 * from, and taken over as operations under one entry of the log. Start at draft.ts.
 */
export { Code } from './code.tsx'
export { leaveCode } from './draft.ts'
