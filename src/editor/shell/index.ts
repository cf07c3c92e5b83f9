/**
 * The frame of the editor: toolbar, rail and settings around the canvas, notices, key listeners. Panels are loaded when
 * first shown. Start at shell.tsx.
 */
export { Shell } from './shell.tsx'
