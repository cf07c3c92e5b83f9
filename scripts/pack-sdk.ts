/** Writes the package of the browser SDK, unpacked and as a tarball, into dist/sdk. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './compile.ts'
import { report } from './report.ts'
import { makeSdk } from './sdk/package.ts'

const folder = join(root, 'dist/sdk')
const { packed, served } = await makeSdk()
rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'browser'), { recursive: true })
for (const [name, bytes] of packed) await Bun.write(join(folder, 'browser', name), bytes)
for (const [name, bytes] of served)
  if (/-\d.*\.tgz$/.test(name)) {
    await Bun.write(join(folder, name), bytes)
    report(`dist/sdk/${name}`)
  }
