/**
 * The history of what was saved: a list beside the canvas, a inspect each version, and the way back to it. Uses the bridge
 * and shows versions as previews are shown. Start at versions.tsx.
 */
export { Versions } from './versions.tsx'
