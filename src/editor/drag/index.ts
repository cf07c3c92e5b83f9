/**
 * Drag and drop with pointer events. The landing position is a pure function of boxes measured once (landing.ts), so it
 * is tested without a browser and costs the same for any email. Start at drag.ts.
 */
export { type NewItem, type DraggedNode, dragNew, dragNode } from './drag.ts'
export { type Steps, followPointer } from './pointer.ts'
export { type DragState, dragState } from './drag.ts'
export { resizeColumns, stepColumns } from './resize.ts'
