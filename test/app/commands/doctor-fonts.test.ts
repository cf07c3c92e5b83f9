import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFonts } from '../../../src/app/commands/doctor/fonts.ts'
import { embeddedFonts } from '../../../src/app/fonts.ts'
import { readFont } from '../../../src/app/tasks/embedded.ts'
import { temporaryDirectory } from '../../support/store.ts'

test('svc doctor says of the fonts which scripts have letters, and what of the folder cannot be used', async () => {
  const dataDir = temporaryDirectory()
  const folder = join(dataDir, 'fonts')
  expect(await checkFonts({ dataDir })).toEqual({
    name: 'fonts',
    state: 'ok',
    message: `${embeddedFonts.length} built-in, 0 in ${folder}; no glyphs for Chinese, Japanese, Korean: add a TTF or OTF font that has them to ${folder}`,
  })
  mkdirSync(folder)
  const thai = embeddedFonts.find(({ family }) => family.endsWith('Thai'))
  const bytes = await readFont(thai as (typeof embeddedFonts)[0])
  writeFileSync(join(folder, 'mine.ttf'), bytes)
  writeFileSync(join(folder, 'half.ttf'), bytes.slice(0, bytes.length / 2))
  writeFileSync(join(folder, 'notes.txt'), 'no font')
  const { state, message } = await checkFonts({ dataDir })
  expect(state).toBe('warn')
  expect(message).toStartWith(
    `half.ttf cannot be used: half.ttf is damaged or no font; ${embeddedFonts.length} built-in, 1 in`,
  )
})

test('svc doctor fails on a built-in font that is damaged, and names a script that loses its letters', async () => {
  const dataDir = temporaryDirectory()
  const damaged = await checkFonts({ dataDir }, async (font) => (await readFont(font)).slice(0, 1000))
  expect(damaged).toMatchObject({ state: 'fail', message: expect.stringContaining('Arimo_400Regular.ttf is damaged') })
  const first = embeddedFonts[0] as (typeof embeddedFonts)[0]
  const { message } = await checkFonts({ dataDir }, () => readFont(first))
  expect(message).toContain('no glyphs for Arabic, Devanagari, Thai, Chinese')
})
