/** Mails with reports, written by the email package of Python: every MIME form and packing is read with the same figures. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isAvailable } from '../../support/missing.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { readAll } from './read-all.ts'

interface Expected {
  id: string
  records: number
  messages: number
  file: string
  name: string
}

const hasPython = isAvailable('Python', Bun.which('python3') !== null, 'apt-get install python3')
const seed = process.env['SVC_TEST_SEED'] ?? '11'
const mails = process.env['SVC_TEST_RUNS'] ?? '120'

test.skipIf(!hasPython)(
  'every mail has one report with the records and messages that it was written with',
  async () => {
    const folder = temporaryDirectory()
    const { exitCode, stderr } = Bun.spawnSync([
      'python3',
      join(import.meta.dir, 'write_mails.py'),
      seed,
      mails,
      folder,
    ])
    expect(stderr.toString()).toBe('')
    expect(exitCode).toBe(0)
    const expected = (await Bun.file(join(folder, 'expected.json')).json()) as Expected[]
    for (const { file, id, messages, name, records } of expected) {
      const { aggregate, rejected } = await readAll(await Bun.file(file).bytes())
      const reports = aggregate.map(({ header, records: found, summary }) => ({
        id: header.reportId,
        records: found.length,
        messages: summary.messages,
      }))
      expect({ name, reports, rejected }).toEqual({ name, reports: [{ id, records, messages }], rejected: [] })
    }
  },
)
