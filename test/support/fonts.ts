/**
 * Browsers of the tests see the pinned fonts and no others: where text wraps would otherwise depend on what is installed on the
 * machine. Read by fontconfig, so on Linux only.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const pinned = join(import.meta.dir, '../../node_modules/@expo-google-fonts')
// Of this checkout: another one has the fonts in another folder.
const folder = join(tmpdir(), `svc-test-fonts-${process.getuid?.() ?? 0}-${Bun.hash(pinned).toString(36)}`)

/** The metrics of each pair are the same, so emails wrap as with the originals. */
const standIns = [
  ['Arial', 'Arimo'],
  ['Helvetica', 'Arimo'],
  ['sans-serif', 'Arimo'],
  ['Georgia', 'Gelasio'],
  ['Times New Roman', 'Tinos'],
  ['serif', 'Tinos'],
  ['Courier New', 'Cousine'],
  ['monospace', 'Cousine'],
] as const

/** Writes the configuration and returns its path, for FONTCONFIG_FILE. */
export function pinFonts(): string {
  const aliases = standIns.map(
    ([family, preferred]) =>
      `<alias binding="same"><family>${family}</family><prefer><family>${preferred}</family></prefer></alias>`,
  )
  const dirs = `<dir>${pinned}</dir><cachedir>${join(folder, 'cache')}</cachedir>`
  const configuration = `<?xml version="1.0"?><fontconfig>${dirs}${aliases.join('')}</fontconfig>`
  const file = join(folder, `${Bun.hash(configuration).toString(36)}.conf`)
  // Never written again: a browser that runs reads its fonts anew when the file has changed, and fails on half of them.
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  // Several processes of a run write the same; none may read half of it.
  const half = `${file}.${process.pid}`
  writeFileSync(half, configuration)
  renameSync(half, file)
  return file
}
