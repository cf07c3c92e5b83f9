/**
 * Typing in the canvas: each text of a block where it stands, with the tools above it. The text editor itself comes after the
 * editor is ready, when nothing else is to be done. Uses the canvas, the engines and the state. Start at session.ts.
 */
export { TextTools, Typing } from './lazy.ts'
