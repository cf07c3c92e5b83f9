/** A wall clock that is off, for one process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cleanUp } from '../../test/support/clean-up.ts'

let library: string | undefined

/** True if this machine can compile the library that is preloaded: Linux with a C compiler. */
export const canSkewClocks = process.platform === 'linux' && Bun.which('cc') !== null

/** The environment of a process whose wall clock is so many seconds ahead. */
export function skewedClock(seconds: number): Record<string, string> {
  library ??= compile()
  return { LD_PRELOAD: library, SKEW_SECONDS: `${seconds}` }
}

function compile(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-clock-'))
  cleanUp(() => rmSync(directory, { recursive: true, force: true }))
  const output = path.join(directory, 'skewed-clock.so')
  const source = path.join(import.meta.dir, 'skewed-clock.c')
  const { exitCode, stderr } = Bun.spawnSync(['cc', '-shared', '-fPIC', '-O1', '-o', output, source, '-ldl'])
  if (exitCode !== 0) throw new Error(`cc failed: ${stderr}`)
  return output
}
