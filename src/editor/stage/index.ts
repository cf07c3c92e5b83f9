/**
 * What surrounds and covers the canvas: the stage that scrolls, boxes around what is pointed at and selected, tools, edges of
 * columns, places that wait for a block. Uses canvas, drag, actions, commands and the kit. Start at stage.tsx.
 */
export { Stage } from './stage.tsx'
export { iconOf, isStructure } from './kinds.ts'
