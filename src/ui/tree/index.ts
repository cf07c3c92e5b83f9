/**
 * A tree to walk, fold and choose in, by the ARIA Authoring Practices; what keys mean in it is a pure function. Knows
 * nothing of what its lines represent. Start at tree.tsx.
 */
export { type TreeItem, type TreeProps, Tree } from './tree.tsx'
export { type Line, type TreeMove, between, findByLetter, readTreeKey } from './tree-keys.ts'
