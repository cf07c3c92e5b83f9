/**
 * Earlier versions: a list beside the canvas, previews with marked changes, restoring.
 * Start at versions.tsx.
 */
export { ChangeLines } from './change-list.tsx'
export { type Changes, findChanges } from './changes.ts'
export { Versions } from './versions.tsx'
