import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FontFile, type LayoutEngine, createLayoutEngine } from '../../email/layout/index.ts'
import { embeddedFonts } from '../fonts.ts'
import { readFont, readTakumi } from './embedded.ts'

let engine: Promise<LayoutEngine> | undefined
let allFonts: Promise<FontFile[]> | undefined

/** The layout engine of this thread, with the embedded fonts and those of the operator's folder. */
export function loadLayoutEngine(fontFolder: string): Promise<LayoutEngine> {
  engine ??= Promise.all([readTakumi(), loadFonts(fontFolder)]).then(([wasm, fonts]) =>
    createLayoutEngine({ wasm, fonts }),
  )
  return engine
}

/** The fonts of this thread in fallback order. */
export function loadFonts(fontFolder: string): Promise<FontFile[]> {
  allFonts ??= Promise.all([readEmbeddedFonts(), readFolder(fontFolder)]).then(([fonts, own]) => [...fonts, ...own])
  return allFonts
}

async function readEmbeddedFonts(): Promise<FontFile[]> {
  return Promise.all(
    embeddedFonts.map(async (font) => {
      const { family, weight, italic } = font
      return { family, weight, italic, bytes: await readFont(font) }
    }),
  )
}

/** Maximum bytes of a font file; fonts of whole East Asian scripts have about 20 MB. */
export const maxFontBytes = 40 * 1024 * 1024

/** True for the file names that are loaded as fonts. */
export function isFontFile(name: string): boolean {
  return /\.(ttf|otf|woff2)$/i.test(name)
}

// Each file is a separate family: only its glyph coverage matters.
async function readFolder(folder: string): Promise<FontFile[]> {
  const names = await readdir(folder).catch(() => [])
  const fonts: FontFile[] = []
  for (const name of names.filter(isFontFile).toSorted()) {
    const file = Bun.file(join(folder, name))
    if (file.size > 0 && file.size <= maxFontBytes) {
      const family = `own ${name.replace(/[^\w.-]/g, '')}`
      fonts.push({ family, weight: 400, italic: false, bytes: await file.bytes() })
    }
  }
  return fonts
}
