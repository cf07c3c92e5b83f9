import { expect, test } from 'bun:test'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endStandstill, timeoutMs } from '../../scripts/standstill.ts'
import { cleanUp } from '../support/clean-up.ts'
import { temporaryDirectory } from '../support/store.ts'

/** A process that never ends by itself. */
function spin() {
  const child = Bun.spawn([process.execPath, '-e', 'for (;;);'], { stdio: ['ignore', 'ignore', 'ignore'] })
  cleanUp(() => child.kill('SIGKILL'))
  return child
}

test('a process that stands still in a test file is ended and named, one that rests between files only when all do', async () => {
  const directory = temporaryDirectory()
  const [stuck, resting, busy] = [spin(), spin(), spin()]
  const now = Date.now()
  const note = ({ pid }: { pid: number }, file: string, silentMs: number) => {
    const path = join(directory, `${pid}`)
    writeFileSync(path, file)
    utimesSync(path, (now - silentMs) / 1000, (now - silentMs) / 1000)
  }
  note(stuck, 'loop.test.ts', timeoutMs + 60_000)
  note(resting, '', timeoutMs + 60_000)
  note(busy, 'slow.test.ts', timeoutMs - 60_000)
  const first = endStandstill(directory, now)
  expect(first).toEqual({ ended: [expect.stringContaining('9 minutes in loop.test.ts')], living: 3 })
  expect(first.ended[0]).toContain(`${stuck.pid}`)
  await stuck.exited

  note(busy, '', timeoutMs + 60_000)
  expect(endStandstill(directory, now)).toEqual({
    ended: [resting, busy].map(() => expect.stringContaining('after its last file')),
    living: 2,
  })
  await Promise.all([resting.exited, busy.exited])
  expect(endStandstill(directory, now)).toEqual({ ended: [], living: 0 })
  expect(readdirSync(directory)).toEqual([])
})
