/**
 * The email in its frame: the HTML of the renderer, synchronized with the document by minimal changes, and measured
 * for the overlay. Start at canvas.ts, then painter.ts.
 */
export { type Canvas, canvasOf, canvasSignal, createCanvas } from './canvas.ts'
export { type RenderPage, type RenderedPage, rendererOf } from './canvas-renderer.ts'
export { createRenderPage, expandTranslated } from './page.ts'
export { type Box, boxAround, boxOf, fittingScale, frameWidth, scaled } from './geometry.ts'
export { applyScheme } from './canvas-style.ts'
export { unseen } from './stand-ins.ts'
export { type HtmlReader, createHtmlReader, trustScript } from './trusted.ts'
