/**
 * Lays out and paints emails without a browser: HTML is parsed and styled for a given window, laid out by our own
 * rules for blocks, lines and tables, and painted by takumi, which also shapes text. `measure` returns a flat display
 * list: boxes, images and text runs with their positions, faces and links, which the PDF writer uses as well. Start
 * at layout-engine.ts, then boxes/, flow/ and display-list/.
 */
export type { Meaning } from './boxes/box.ts'
export type { Rect, Tile } from './display-list/background.ts'
export { type DisplayGradient, type DisplayStop, lineLength } from './display-list/gradient.ts'
export type {
  DisplayList,
  DisplayItem,
  DisplayBox,
  DisplayGroup,
  DisplayLink,
  DisplayImage,
  DisplayText,
} from './display-list/display-list.ts'
export type { Face } from './font-families.ts'
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
