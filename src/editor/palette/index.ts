/**
 * Tiles of blocks and layouts: drag, press or search.
 * Start at palette.tsx.
 */
export { Palette } from './palette.tsx'
