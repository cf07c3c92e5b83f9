/**
 * The history of what was saved: a list beside the canvas, a look at each version, and the way back to it. Asks the bridge
 * and shows versions as previews are shown. Start at versions.tsx.
 */
export { Versions } from './versions.tsx'
