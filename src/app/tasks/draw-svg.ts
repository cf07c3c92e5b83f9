import { Resvg, initWasm } from '@resvg/resvg-wasm'
import { type EmbeddedFont, embeddedFonts } from '../fonts.ts'
import { readEmbedded, readFont } from './embedded.ts'

let fonts: Promise<Uint8Array[]> | undefined

/**
 * An SVG as a PNG of that width. Scripts are not run, and nothing outside of the file is read: what it refers to by an
 * address is left out. Throws an Error that says what is wrong with it.
 */
export async function drawSvg(svg: Uint8Array | string, width: number): Promise<Uint8Array> {
  const image = await renderSvg(svg, width)
  try {
    return image.asPng()
  } finally {
    image.free()
  }
}

/** The same as red, green, blue and alpha, the colours weighed by it. */
export async function drawSvgPixels(
  svg: string,
  width: number,
): Promise<{ width: number; height: number; data: Uint8Array }> {
  const image = await renderSvg(svg, width)
  try {
    return { width: image.width, height: image.height, data: image.pixels }
  } finally {
    image.free()
  }
}

async function renderSvg(svg: Uint8Array | string, width: number) {
  fonts ??= load()
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    font: {
      fontBuffers: await fonts,
      defaultFontFamily: 'Arimo',
      sansSerifFamily: 'Arimo',
      serifFamily: 'Arimo',
      monospaceFamily: 'Arimo',
      cursiveFamily: 'Arimo',
      fantasyFamily: 'Arimo',
    },
  })
  try {
    return drawing.render()
  } finally {
    drawing.free()
  }
}

async function load(): Promise<Uint8Array[]> {
  await initWasm(await readEmbedded('resvg.wasm'))
  return Promise.all(embeddedFonts.filter(isSans).map(readFont))
}

function isSans({ family, italic }: EmbeddedFont): boolean {
  return family === 'Arimo' && !italic
}
