/**
 * The email as a tree beside the canvas, and the way to everything in it for those who do not use a pointer. Is on
 * ui/tree; moving and removing are the editor's commands. Start at layers.tsx.
 */
export { Layers } from './layers.tsx'
export { type DropZone, dropPosition } from './tree-drag.ts'
export { labelOf, treeItems } from './tree-items.ts'
