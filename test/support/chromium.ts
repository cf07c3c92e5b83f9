/**
 * The browser of the tests: the headless shell, which lays out and runs pages as Chromium does without the window around
 * them and takes half of its processor time; Debian's, else the one that the npm registry has for Linux on x64. Elsewhere,
 * the installed browser.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { root } from '../../scripts/compile.ts'
import { isAvailable } from './missing.ts'

const shell = '/usr/bin/chromium-headless-shell'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const packed = join(root, 'node_modules/@sparticuz/chromium')

// NSS is of the package: a machine without a browser may lack it.
const launcherScript = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
LD_LIBRARY_PATH="$here/lib" exec "$here/headless-shell" "$@"
`

const chosen = [process.env['SVC_TEST_CHROMIUM'] ?? '', shell].find((path) => existsSync(path))

const whole = installed.find((path) => existsSync(path))

/** Where it is; undefined where there is none. */
export const chromiumPath: string | undefined = chosen ?? unpack() ?? whole

/** The whole browser, which operators configure, where one is installed. */
export const wholeChromiumPath: string | undefined = whole ?? chromiumPath

export const chromiumRemedy =
  'install it (on Debian: apt-get install chromium-headless-shell), or set SVC_TEST_CHROMIUM to its path'

/** True if tests that compare with a browser run; those that are about pages fail without one. */
export const hasChromium = isAvailable('Chromium', chromiumPath !== undefined, chromiumRemedy)

/** Unpacks the browser of the registry beside the packages, once; the processes of a run may do so at the same time. */
function unpack(): string | undefined {
  const isFitting = process.platform === 'linux' && process.arch === 'x64' && Bun.which('tar') !== null
  if (!isFitting || !existsSync(packed)) return undefined
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string }
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `chromium-${version}`)
  const launcher = join(folder, 'chromium')
  if (existsSync(launcher)) return launcher
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'chromium-'))
  const read = (name: string) => brotliDecompressSync(readFileSync(join(packed, 'bin', name)))
  writeFileSync(join(draft, 'headless-shell'), read('chromium.br'), { mode: 0o755 })
  for (const name of ['al2023.tar.br', 'swiftshader.tar.br']) {
    const { exitCode } = Bun.spawnSync(['tar', '-x', '-C', draft], { stdin: read(name) })
    if (exitCode !== 0) throw new Error(`tar cannot unpack ${name}.`)
  }
  writeFileSync(join(draft, 'chromium'), launcherScript, { mode: 0o755 })
  chmodSync(draft, 0o755)
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another process of the run was first.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(launcher)) throw error
  }
  return launcher
}
