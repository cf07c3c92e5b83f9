/**
 * The stage around the canvas: scrolling, hover and selection boxes, tools, column edges, empty slots. Start at
 * stage.tsx.
 */
export { Stage } from './stage.tsx'
export { iconOf, iconOfNode, isStructure } from './kinds.ts'
