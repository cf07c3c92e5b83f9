/**
 * The email as a tree, which makes every node accessible by keyboard.
 * Start at layers.tsx.
 */
export { Layers } from './layers.tsx'
export { type DropZone, dropPosition } from './tree-drag.ts'
export { treeItems } from './tree-items.ts'
