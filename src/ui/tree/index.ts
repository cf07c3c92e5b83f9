/**
 * A tree view (ARIA Authoring Practices); the meaning of keys is a pure function.
 * Start at tree.tsx.
 */
export { type TreeItem, type TreeProps, Tree } from './tree.tsx'
export { type Line, type TreeMove, between, findByLetter, readTreeKey } from './tree-keys.ts'
