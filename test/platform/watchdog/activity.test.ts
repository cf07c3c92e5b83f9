/** What the watchdog can read of the main thread's work. */
import { expect, test } from 'bun:test'
import { createActivity } from '../../../src/platform/watchdog/index.ts'
import { readActivity } from '../../../src/platform/watchdog/activity.ts'

const idsIn = ({ memory }: { memory: SharedArrayBuffer }) =>
  readActivity(memory)
    .work()
    .map(({ id, operation }) => `${id} ${operation}`)

test('work is listed until it ends, what began or continued last first', () => {
  const activity = createActivity()
  const first = activity.begin('req_1', 'templates.generate')
  const second = activity.begin('req_2', 'templates.create')
  activity.begin('job_3', 'exports.make')
  activity.resume(second)
  expect(idsIn(activity)[0]).toBe('req_2 templates.create')
  expect(idsIn(activity).toSorted()).toEqual([
    'job_3 exports.make',
    'req_1 templates.generate',
    'req_2 templates.create',
  ])
  activity.end(second)
  activity.end(first)
  expect(idsIn(activity)).toEqual(['job_3 exports.make'])
})

test('more work than there are slots leaves the newest, and what was overwritten ends without harm', () => {
  const activity = createActivity()
  const tickets = Array.from({ length: 1000 }, (_, index) => activity.begin(`req_${index}`, 'x'))
  const listed = idsIn(activity)
  expect(listed).toHaveLength(128)
  expect(listed[0]).toBe('req_999 x')
  expect(listed).toContain('req_872 x')
  activity.end(tickets[0] ?? 0)
  expect(idsIn(activity)).toHaveLength(128)
  for (const ticket of tickets) activity.end(ticket)
  expect(idsIn(activity)).toEqual([])
})

test('ids of 64 characters are kept whole, long names of operations are cut', () => {
  const activity = createActivity()
  activity.begin('i'.repeat(64), 'o'.repeat(100))
  expect(idsIn(activity)).toEqual([`${'i'.repeat(64)} ${'o'.repeat(46)}`])
})
