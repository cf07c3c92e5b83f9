/** What only a disk can do; what every store promises is in conformance.test.ts. */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { temporaryDirectory } from '../../support/store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('blobs on disk', () => {
  test('bytes are read back after reopening', async () => {
    const directory = temporaryDirectory()
    await openBlobs(directory).put('exports/exp_1/mail.zip', bytes('zip'))
    expect(await openBlobs(directory).get('exports/exp_1/mail.zip')).toEqual(Buffer.from('zip'))
  })

  test('are reached through the service alone', () => {
    expect(openBlobs(temporaryDirectory()).presignPut('a', { seconds: 60, bytes: 5 })).toBeUndefined()
  })

  test('a put that fails leaves the old blob and no half-written file', async () => {
    const directory = temporaryDirectory()
    const blobs = openBlobs(directory)
    mkdirSync(join(directory, 'folder/inside'), { recursive: true })
    await expect(blobs.put('folder', bytes('x'))).rejects.toThrow()
    const broken = (async function* () {
      yield bytes('half')
      throw new Error('broken')
    })()
    await expect(blobs.putStream('streamed', broken)).rejects.toThrow('broken')
    expect(readdirSync(join(directory, '.incoming'))).toEqual([])
  })

  test('folders that have become empty go with their last blob', async () => {
    const directory = temporaryDirectory()
    const blobs = openBlobs(directory)
    await Promise.all([blobs.put('x/1/a', bytes('a')), blobs.put('x/1/b', bytes('b')), blobs.put('x/2', bytes('c'))])
    await blobs.delete('x/1/a')
    expect(readdirSync(join(directory, 'x/1'))).toEqual(['b'])
    await blobs.delete('x/1/b')
    expect(readdirSync(join(directory, 'x'))).toEqual(['2'])
    await blobs.delete('x/2')
    expect(readdirSync(directory)).toEqual(['.incoming'])
  })

  test('a put succeeds while another process removes the folder that has become empty', async () => {
    const directory = temporaryDirectory()
    const room = join(import.meta.dir, '../../../src/platform/blobs/index.ts')
    const script = `const blobs = (await import(${JSON.stringify(room)})).openBlobs(${JSON.stringify(directory)})
      for (;;) { await blobs.put('shared/theirs', new Uint8Array(1)); await blobs.delete('shared/theirs') }`
    const other = Bun.spawn([process.execPath, '-e', script], { stdout: 'ignore', stderr: 'inherit' })
    try {
      const blobs = openBlobs(directory)
      for (let at = 0; at < 800; at++) {
        await blobs.put('shared/ours', bytes(String(at)))
        await blobs.delete('shared/ours')
      }
      expect(other.exitCode).toBeNull()
    } finally {
      other.kill('SIGKILL')
      await other.exited
    }
  })

  test('partial files of a crash are removed when the blobs are opened', () => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, '.incoming'))
    writeFileSync(join(directory, '.incoming/of-a-crash'), 'half')
    writeFileSync(join(directory, '.incoming/of-another-process'), 'half')
    const yesterday = Date.now() / 1000 - 86_400
    utimesSync(join(directory, '.incoming/of-a-crash'), yesterday, yesterday)
    openBlobs(directory)
    expect(readdirSync(join(directory, '.incoming'))).toEqual(['of-another-process'])
  })
})
