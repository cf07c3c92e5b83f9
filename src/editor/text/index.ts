/**
 * Text editing on the canvas. The text editor is loaded when the editor is ready and idle.
 * Start at session.ts.
 */
export { isQuiet } from './context.ts'
export { RichField } from './rich-field.tsx'
export { TextTools, Typing } from './lazy.ts'
