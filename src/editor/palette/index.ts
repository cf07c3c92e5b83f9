/**
 * What an email is built of: tiles of blocks and layouts, to drag, to press, to search. What a tile makes and where it lands
 * is the business of actions and drag. Start at palette.tsx.
 */
export { Palette } from './palette.tsx'
