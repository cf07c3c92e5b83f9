import { expect, test } from 'bun:test'
import { createLog } from '../../src/platform/log/index.ts'
import { logStrayFaults } from '../../src/app/stray-faults.ts'

test('a fault in a promise that nobody awaits is a line of the log', () => {
  const lines: string[] = []
  const stop = logStrayFaults(createLog('error', (line) => void lines.push(line)))
  process.emit('unhandledRejection', new Error('the lane died'), Promise.resolve())
  stop()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', message: 'unhandled promise rejection', error: { message: 'the lane died' } },
  ])
})
