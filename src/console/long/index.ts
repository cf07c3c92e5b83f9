/**
 * Lists of any length: only what is near the screen exists, the focus stays, and assistive technology knows where it is. Start at
 * use-window.ts.
 */
export { type CellProps, LongGrid } from './long-grid.tsx'
export { LongTable, type RowProps } from './long-table.tsx'
