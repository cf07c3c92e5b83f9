/**
 * Renders a document to HTML and plain text in one pass, and defines the interface of block types. May import
 * document and data; pure and browser-safe: the editor's canvas uses the same code. Start at render-email.ts, then
 * html/render-html.ts.
 */
export { type BlockOf, type BlockType, type BlockTypes, defineBlock } from './block-type.ts'
export type { HtmlContext, Paint, BlockImage } from './html-context.ts'
export { type AmpContext, type AmpImage, isAmp } from './amp-context.ts'
export { hasAmpContent } from './amp/has-amp.ts'
export {
  type AmpFinding,
  type AmpToCheck,
  type CheckedAmp,
  findTooDeep,
  nodeAtPosition,
  readMarkedAmp,
} from './amp/check-amp.ts'
export type { CleanAmp } from './amp/amp-block-context.ts'
export type { TextContext } from './text-context.ts'
export type { ComputedStyle } from './style/computed-style.ts'
export {
  addLayer,
  blankStyle,
  inheritText,
  assignInherited,
  assignLayer,
  plainLinkColor,
  plainText,
  textProperties,
} from './style/computed-style.ts'
export { boxLengths, px } from './style/declarations.ts'
export { type RenderOptions, type RenderReport, type Rendered, renderHtml } from './render-html.ts'
export { preheaderFiller, preheaderTag } from './html/render-page.ts'
export { RenderedRows } from './html/rendered-rows.ts'
export { renderEmail } from './render-email.ts'
export { TooLarge } from './too-large.ts'
export { isRawLiquid } from './html/authored-html.ts'
export { isEncoded } from './values/values.ts'
export type { FillLiquid, LiquidResult, LiquidRequest } from './values/raw-liquid.ts'
export type { Warning, WarningCode } from './values/warnings.ts'
export { columnsOf } from './text/columns.ts'
export { type Position, encodeAt, positionAfter, safeAddress } from './values/url.ts'
export { escapeAttribute, escapeText } from './values/escape.ts'
