import { Resvg, initWasm } from '@resvg/resvg-wasm'
import { spoilThread } from '../../platform/jobs/index.ts'
import { type EmbeddedFont, embeddedFonts } from '../fonts.ts'
import { capMemory } from './cap-memory.ts'
import { readFont, readResvg } from './embedded.ts'

/** A rendering as red, green, blue and alpha, the colors weighed by it. */
export interface Rendered {
  width: number
  height: number
  data: Uint8Array
}

/** Memory that a rendering may take: a filter over a region without end requests gigabytes. */
const maxBytes = 384 * 1024 * 1024

let isReady: Promise<void> | undefined
let [latin, every]: (Promise<Uint8Array[]> | undefined)[] = []

/**
 * Renders an SVG at a width. Scripts are not run, and nothing outside of the file is read: what it refers to by an address
 * is left out. Throws an Error that says what is wrong with it. One without end has to be ended from outside.
 */
export function renderSvg(svg: Uint8Array | string, width: number): Promise<Rendered> {
  return render(svg, width, (image) => ({ width: image.width, height: image.height, data: image.pixels }))
}

/** The same as a PNG. */
export function renderSvgPng(svg: Uint8Array | string, width: number): Promise<Uint8Array> {
  return render(svg, width, (image) => image.asPng())
}

type Image = ReturnType<InstanceType<typeof Resvg>['render']>

async function render<T>(svg: Uint8Array | string, width: number, read: (image: Image) => T): Promise<T> {
  await (isReady ??= load())
  const fontBuffers = await fontsFor(svg)
  const font = { fontBuffers, ...generic, defaultFontFamily: 'Arimo' }
  try {
    // Freed only where all went well: after a trap freeing fails too, and would hide what happened.
    const displayList = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font })
    const image = displayList.render()
    displayList.free()
    const result = read(image)
    image.free()
    return result
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error
    // The memory of the module is in no known state.
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

// Fonts are read anew for every rendering, so those of other scripts only come where there may be any.
function fontsFor(svg: Uint8Array | string): Promise<Uint8Array[]> {
  const text = typeof svg === 'string' ? svg : new TextDecoder().decode(svg)
  if (/[^\u0000-\u052f\u2000-\u20cf]|&#/.test(text)) return (every ??= readFonts(({ italic }) => !italic))
  return (latin ??= readFonts(({ family, italic }) => family === 'Arimo' && !italic))
}

function readFonts(isWanted: (font: EmbeddedFont) => boolean): Promise<Uint8Array[]> {
  return Promise.all(embeddedFonts.filter(isWanted).map(readFont))
}
