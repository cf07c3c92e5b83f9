import { readBeefree, isBeefree, beefreeWidth } from './designs/beefree.ts'
import { type BlockImports, Design } from './designs/design.ts'
import { isUnlayer, readUnlayer, unlayerWidth } from './designs/unlayer.ts'
import { type DesignPart, partOf, partsOf } from './designs/values.ts'
import { nameFonts } from './html/head.ts'
import { reportImport } from './report-import.ts'
import type { Imported } from './report.ts'

const editors = [
  { source: 'unlayer', is: isUnlayer, width: unlayerWidth, read: readUnlayer },
  { source: 'beefree', is: isBeefree, width: beefreeWidth, read: readBeefree },
] as const

/** Imports a saved design of another editor, detected by its structure; undefined if no editor matches. Never throws. */
export function importDesign(design: unknown, blockImports: BlockImports): Imported | undefined {
  const { design: inner } = insideOf(design)
  for (const { source, is, width, read } of editors) {
    if (!is(inner)) continue
    const reading = new Design(width(inner), blockImports)
    const document = read(inner, reading)
    const fonts = nameFonts(document, reading.fonts)
    if (Object.keys(fonts).length > 0) document['theme'] = { ...partOf(document['theme']), fonts }
    return reportImport(document, { source, wanted: reading.contents, warnings: reading.warnings })
  }
  return undefined
}

// Unlayer's own events wrap the design in an object.
function insideOf(design: unknown): { design: DesignPart; path: string } {
  const given = partOf(design)
  return given['design'] === undefined
    ? { design: given, path: '/design' }
    : { design: partOf(given['design']), path: '/design/design' }
}

const homes = [
  ['Unlayer', 'body'],
  ['Beefree', 'page'],
  ['Beefree', 'template'],
] as const

/** Describes an unrecognized design: the expected members and the actual ones. `path` begins with `/design`. */
export function reportUnknown(design: unknown): { path: string; message: string } {
  const { design: inner, path } = insideOf(design)
  const home = homes.find(([, name]) => inner[name] !== undefined)
  if (home === undefined) {
    const looked = 'Found neither body.rows (Unlayer) nor page.rows or template.rows (Beefree)'
    return { path, message: `${looked}; found ${namesIn(inner)}.` }
  }
  const [editor, name] = home
  const { rows } = partOf(inner[name])
  if (!Array.isArray(rows)) {
    const found = rows === undefined ? `only ${namesIn(partOf(inner[name]))}` : 'no list'
    return { path: `${path}/${name}/rows`, message: `${editor} stores a list of rows here; found ${found}.` }
  }
  const at = partsOf(rows).findIndex((row) => !Array.isArray(row['columns']))
  const found = namesIn(partOf(rows[at]))
  const message = `Every ${editor} row has a list of columns; this one has ${found}.`
  return { path: `${path}/${name}/rows/${at}/columns`, message }
}

const maxNames = 8

function namesIn(part: DesignPart): string {
  const names = Object.keys(part)
  if (names.length === 0) return 'nothing'
  const first = names.slice(0, maxNames).map((name) => JSON.stringify(name.slice(0, 40).toWellFormed()))
  return first.join(', ') + (names.length > maxNames ? ` and ${names.length - maxNames} more` : '')
}
