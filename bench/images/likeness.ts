/**
 * How like images are to those of sharp: `[CORPUS=DIR] bun bench/images/likeness.ts` transforms the images of the starters, a
 * photo and a logo made of noise and shapes, and those of a folder, in the same sizes, fits and formats, and prints the
 * structural similarity (SSIM), the worst image and the bytes beside sharp's.
 */
import { join, relative } from 'node:path'
import { besideSharp, sharedCases, sharedFormats } from '../../test/support/beside-sharp.ts'
import { ssim } from '../../test/support/ssim.ts'
import { median, printTable } from '../table.ts'
import { logo, photo } from './images.ts'

const starters = join(import.meta.dir, '../../src/surfaces/templates/starters/images')
const corpus = process.env['CORPUS']

const files: { name: string; bytes: Uint8Array }[] = [
  { name: 'noise', bytes: await photo() },
  { name: 'shapes', bytes: await logo() },
]
for (const folder of [starters, ...(corpus === undefined ? [] : [corpus])])
  for (const path of [...new Bun.Glob('**/*.{png,jpg,jpeg,webp}').scanSync({ cwd: folder, absolute: true })].sort())
    files.push({ name: relative(folder, path), bytes: await Bun.file(path).bytes() })

interface Compared {
  name: string
  case: string
  format: string
  similarity: number
  bytes: number
  isOff: boolean
}

const all: Compared[] = []
for (const { name, bytes } of files)
  for (const each of sharedCases)
    for (const format of sharedFormats) {
      const made = await besideSharp(bytes, each, format).catch((error: unknown) => {
        console.error(`${name}, ${each.name}, ${format}: ${String(error)}`)
        process.exitCode = 1
        return undefined
      })
      if (made === undefined) continue
      const { isOff, ours, theirs } = made
      const similarity = await ssim(ours, theirs)
      all.push({ name, case: each.name, format, similarity, bytes: ours.length / theirs.length, isOff })
    }

const groups = [
  ...sharedCases.map(({ name }) => ({ title: name, of: all.filter((one) => one.case === name) })),
  ...sharedFormats.map((format) => ({ title: format, of: all.filter((one) => one.format === format) })),
  { title: 'all', of: all },
]
printTable(
  [
    `${files.length} images`,
    'results',
    'SSIM, median',
    'p10',
    'worst',
    'bytes ÷ sharp',
    'size off by 1 px',
    'worst image',
  ],
  groups.map(({ title, of }) => {
    const sorted = of.toSorted((a, b) => a.similarity - b.similarity)
    const [worst] = sorted
    const figure = (at: number) => (sorted[at]?.similarity ?? Number.NaN).toFixed(4)
    return [
      title,
      String(of.length),
      median(of.map(({ similarity }) => similarity)).toFixed(4),
      figure(Math.floor(sorted.length / 10)),
      figure(0),
      median(of.map(({ bytes }) => bytes)).toFixed(2),
      String(of.filter(({ isOff }) => isOff).length),
      worst === undefined ? '' : `${worst.name}, ${worst.case}, ${worst.format}`,
    ]
  }),
)
