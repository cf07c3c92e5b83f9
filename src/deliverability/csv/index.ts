/**
 * Tables in text: CSV with any delimiter, in the encodings that spreadsheets write, or one value per line; detection of the
 * email column; and writing of cells. No I/O. Start at read-table.ts.
 */
export { type EmailColumn, findEmailColumn } from './email-column.ts'
export { decodeTable } from './decode.ts'
export { type Table, openTable } from './read-table.ts'
export { writeCell } from './write-cell.ts'
