import { Resvg, initWasm } from '@resvg/resvg-wasm'
import { spoilThread } from '../../platform/jobs/index.ts'
import { type EmbeddedFont, embeddedFonts } from '../fonts.ts'
import { capMemory } from './cap-memory.ts'
import { readFont, readResvg } from './embedded.ts'

/** RGBA pixels with premultiplied alpha. */
export interface Rendered {
  width: number
  height: number
  data: Uint8Array
}

/** Memory limit of a rendering: a filter over an unbounded region requests gigabytes. */
const maxBytes = 384 * 1024 * 1024

let isReady: Promise<void> | undefined
let [latin, every]: (Promise<Uint8Array[]> | undefined)[] = []

/**
 * Renders an SVG at a width. Scripts are not executed, and no external resource is loaded: references to URLs are omitted.
 * Throws an Error with the problem. The caller must stop a rendering that does not end.
 */
export function renderSvg(svg: Uint8Array | string, width: number): Promise<Rendered> {
  return render(svg, width, (image) => ({ width: image.width, height: image.height, data: image.pixels }))
}

/** Renders an SVG as PNG. */
export function renderSvgPng(svg: Uint8Array | string, width: number): Promise<Uint8Array> {
  return render(svg, width, (image) => image.asPng())
}

type Image = ReturnType<InstanceType<typeof Resvg>['render']>

async function render<T>(svg: Uint8Array | string, width: number, read: (image: Image) => T): Promise<T> {
  await (isReady ??= load())
  const fontBuffers = await fontsFor(svg)
  const font = { fontBuffers, ...generic, defaultFontFamily: 'Arimo' }
  try {
    // Not freed after a trap: freeing would fail as well and hide the first error.
    const displayList = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font })
    const image = displayList.render()
    displayList.free()
    const result = read(image)
    image.free()
    return result
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    // The memory of the module is in an undefined state.
    spoilThread()
    throw new Error('it is too large or too deep', { cause: error })
  }
}

const generic = {
  sansSerifFamily: 'Arimo',
  serifFamily: 'Arimo',
  monospaceFamily: 'Arimo',
  cursiveFamily: 'Arimo',
  fantasyFamily: 'Arimo',
}

async function load(): Promise<void> {
  await initWasm(capMemory(await readResvg(), maxBytes))
}

// Fonts are parsed for every rendering, so those of other scripts are passed only if needed.
function fontsFor(svg: Uint8Array | string): Promise<Uint8Array[]> {
  const text = typeof svg === 'string' ? svg : new TextDecoder().decode(svg)
  if (/[^\u0000-\u052f\u2000-\u20cf]|&#/.test(text)) return (every ??= readFonts(({ italic }) => !italic))
  return (latin ??= readFonts(({ family, italic }) => family === 'Arimo' && !italic))
}

function readFonts(isWanted: (font: EmbeddedFont) => boolean): Promise<Uint8Array[]> {
  return Promise.all(embeddedFonts.filter(isWanted).map(readFont))
}
