/** The throw-away Postgres of the tests starts on machines that are not ours. */
import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, chmodSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { executableByAll, postgresBinaries } from '../../support/postgres-binaries.ts'
import { temporaryDirectory } from '../../support/store.ts'

const nobody = { uid: 65_534, gid: 65_534 }

test.skipIf(process.getuid?.() !== 0)(
  'binaries below a private folder are copied to where another user runs them',
  () => {
    const closed = join(temporaryDirectory(), 'private')
    mkdirSync(closed, { mode: 0o700 })
    cpSync(dirname(postgresBinaries()), join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
    const place = temporaryDirectory()
    chmodSync(place, 0o755)

    const binaries = executableByAll(join(closed, 'native/bin'), place)

    expect(binaries).toStartWith(place)
    const version = Bun.spawnSync([join(binaries, 'postgres'), '--version'], { ...nobody, cwd: '/' })
    expect(version.stdout.toString()).toStartWith('postgres (PostgreSQL)')
  },
)
