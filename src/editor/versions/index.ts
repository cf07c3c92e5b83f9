/**
 * Earlier versions: a list beside the canvas, previews with marked changes, restoring.
 * Start at versions.tsx.
 */
export { Versions } from './versions.tsx'
