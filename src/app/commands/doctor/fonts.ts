import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedFont, embeddedFonts } from '../../fonts.ts'
import { isFontFile, maxFontBytes } from '../../tasks/layout-engine.ts'
import { readFont } from '../../tasks/embedded.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'

/** A sample letter of each script. */
const scripts = {
  Latin: 'a',
  Greek: 'α',
  Cyrillic: 'б',
  Hebrew: 'א',
  Arabic: 'ا',
  Devanagari: 'अ',
  Thai: 'ก',
  Chinese: '中',
  Japanese: 'あ',
  Korean: '가',
  emoji: '😀',
}

/**
 * Checks that the fonts for thumbnails, PDF and PNG are intact, including those in `fonts` of the data directory, and lists
 * the supported scripts.
 */
export async function checkFonts(
  { dataDir }: { dataDir: string },
  read: (font: EmbeddedFont) => Promise<Uint8Array> = readFont,
): Promise<Finding> {
  const name = 'fonts'
  const all: CodePoints[] = []
  try {
    for (const font of embeddedFonts) all.push(readCodePoints(await read(font), font.file))
  } catch (error) {
    return bad(name, `a built-in font is damaged: ${reason(error)}`, 'Install svc again')
  }
  const folder = join(dataDir, 'fonts')
  const [own, problems] = await readOwn(folder)
  all.push(...own)
  const lacking = Object.entries(scripts).filter(([, letter]) => !all.some((has) => has(letter.codePointAt(0) ?? 0)))
  const built = `${embeddedFonts.length} built-in, ${own.length} in ${folder}`
  const missing = lacking.map(([script]) => script).join(', ')
  const coverage =
    missing === ''
      ? 'all scripts have letters'
      : `no glyphs for ${missing}: add a TTF or OTF font that has them to ${folder}`
  if (problems.length > 0)
    return warn(name, `${problems.join('; ')}; ${built}; ${coverage}`, `Replace or remove these files of ${folder}`)
  return ok(name, `${built}; ${coverage}`)
}

type CodePoints = (code: number) => boolean

async function readOwn(folder: string): Promise<[fonts: CodePoints[], problems: string[]]> {
  const fonts: CodePoints[] = []
  const problems: string[] = []
  let names: string[] = []
  try {
    names = readdirSync(folder).filter(isFontFile).toSorted()
  } catch (error) {
    // Most data directories have no such folder.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') problems.push(`${folder} cannot be read: ${reason(error)}`)
  }
  for (const name of names)
    try {
      const file = Bun.file(join(folder, name))
      if (file.size > maxFontBytes) problems.push(`${name} is ignored: it is larger than ${maxFontBytes / 2 ** 20} MB`)
      // The tables of WOFF2 are compressed; the layout engine can read them.
      else fonts.push(name.toLowerCase().endsWith('.woff2') ? () => false : readCodePoints(await file.bytes(), name))
    } catch (error) {
      problems.push(`${name} cannot be used: ${reason(error)}`)
    }
  return [fonts, problems]
}

/**
 * Code points that a TrueType or OpenType font maps to glyphs (OpenType 1.9, cmap formats 4 and 12). Throws an Error on
 * damage.
 */
function readCodePoints(bytes: Uint8Array, name: string): CodePoints {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const kind = view.getUint32(0)
    if (kind !== 0x00010000 && kind !== 0x4f54544f && kind !== 0x74727565) throw new RangeError('no font')
    let map = -1
    for (let table = 0; table < view.getUint16(4); table++) {
      const at = 12 + table * 16
      const [tag, offset, length] = [view.getUint32(at), view.getUint32(at + 8), view.getUint32(at + 12)]
      if (offset + length > bytes.length) throw new RangeError('cut off')
      if (tag === 0x636d6170) map = offset
    }
    const ranges = map < 0 ? [] : readRanges(view, map)
    if (ranges.length === 0) throw new RangeError('no characters')
    return (code) => ranges.some(([first, last]) => code >= first && code <= last)
  } catch (error) {
    if (error instanceof RangeError) throw new Error(`${name} is damaged or no font`, { cause: error })
    throw error
  }
}

type Range = [first: number, last: number]

function readRanges(view: DataView, map: number): Range[] {
  const ranges: Range[] = []
  for (let record = 0; record < view.getUint16(map + 2); record++) {
    const at = map + view.getUint32(map + 4 + record * 8 + 4)
    const format = view.getUint16(at)
    if (format === 4) {
      const segments = view.getUint16(at + 6)
      for (let end = 0; end < segments; end += 2) {
        const range: Range = [view.getUint16(at + 16 + segments + end), view.getUint16(at + 14 + end)]
        if (range[0] !== 0xffff) ranges.push(range)
      }
    } else if (format === 12)
      for (let group = 0; group < view.getUint32(at + 12); group++)
        ranges.push([view.getUint32(at + 16 + group * 12), view.getUint32(at + 20 + group * 12)])
  }
  return ranges
}
