/**
 * Tables in text as people have them: CSV with any delimiter, in the encodings that spreadsheets write, or one value a line;
 * and which column holds the email addresses; and cells as they are written. Asks nobody. Start at read-table.ts.
 */
export { type EmailColumn, findEmailColumn } from './email-column.ts'
export { decodeTable } from './decode.ts'
export { type Table, openTable } from './read-table.ts'
export { writeCell } from './write-cell.ts'
