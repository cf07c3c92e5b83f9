/**
 * MJML both ways: source → document that renders the same image, and document → MJML that mjml compiles and that reads
 * back. May ask data, document, render and blocks; pure and browser-safe. Start at read-mjml.ts, then body/rows.ts.
 */
export { type ReadMjml, readMjml } from './read-mjml.ts'
export type { MjmlReport, MjmlWarning, MjmlWarningCode } from './report.ts'
export type { WriteWarning } from './writing/write-blocks.ts'
export { type WrittenMjml, writeMjml } from './writing/write-mjml.ts'
