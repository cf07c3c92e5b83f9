/**
 * Emails painted without a browser: HTML is read and styled as on a given window, laid out by our own rules of blocks,
 * lines and tables, and painted by takumi, which also shapes the letters. What `measure` gives is flat: boxes, images
 * and runs of text with their places, faces and links, for whatever writes pages of them. Start at layout-engine.ts, then
 * boxes/, flow/ and display list/.
 */
export type { Meaning } from './boxes/box.ts'
export type { Rect, Tile } from './display-list/background.ts'
export type {
  DisplayList,
  DisplayItem,
  DisplayBox,
  DisplayGroup,
  DisplayLink,
  DisplayImage,
  DisplayText,
} from './display-list/display-list.ts'
export { type Face, knownFamilies, standInFor } from './font-families.ts'
export {
  type FontFile,
  type LayoutEngine,
  type LoadedImage,
  type MeasuredPage,
  type Output,
  createLayoutEngine,
  listImages,
} from './layout-engine.ts'
export type { Medium } from './style/sheet.ts'
