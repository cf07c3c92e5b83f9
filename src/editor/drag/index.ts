/**
 * Dragging with pointer events of our own: what is in the hand, where it would land, and what dropping does. Where it would
 * land is a pure function of places measured once (landing.ts), so that it is tested without a browser and costs the same
 * for any email. Uses state, actions, canvas geometry. Start at drag.ts.
 */
export { type NewThing, type NodeThing, dragNew, dragNode } from './drag.ts'
export { type Steps, followPointer } from './pointer.ts'
export { type DragState, dragState } from './drag.ts'
export { resizeColumns, stepColumns } from './resize.ts'
