import { readBeefree, isBeefree, beefreeWidth } from './designs/beefree.ts'
import { Design } from './designs/design.ts'
import { isUnlayer, readUnlayer, unlayerWidth } from './designs/unlayer.ts'
import { type Part, partOf } from './designs/values.ts'
import { judgeImport } from './judge.ts'
import type { Imported } from './report.ts'

const editors = [
  { source: 'unlayer', is: isUnlayer, width: unlayerWidth, read: readUnlayer },
  { source: 'beefree', is: isBeefree, width: beefreeWidth, read: readBeefree },
] as const

/** Reads the saved design of another editor, known by its shape; undefined when it is of none that is known. Never throws. */
export function importDesign(design: unknown): Imported | undefined {
  const given = partOf(design)
  // Unlayer's own events hand the design over inside an object.
  const inner: Part = given['design'] === undefined ? given : partOf(given['design'])
  for (const { source, is, width, read } of editors) {
    if (!is(inner)) continue
    const reading = new Design(width(inner))
    const document = read(inner, reading)
    return judgeImport(document, { source, wanted: reading.contents, warnings: reading.warnings })
  }
  return undefined
}
