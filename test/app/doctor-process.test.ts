/** The checks that the console shows are those of `svc doctor`, run by a process with the flags of the service. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { doctorInProcess } from '../../src/app/doctor-process.ts'
import { temporaryDirectory } from '../support/store.ts'

const executable = [process.execPath, join(import.meta.dir, '../../src/main.ts')]

test('the findings have the settings of the flags and a remedy, and callers share one run', async () => {
  const dataDir = temporaryDirectory()
  const flags = ['--data-dir', dataDir, '--base-url', 'http://mail.example.com', '--dns-servers', '127.0.0.1:9']
  const check = doctorInProcess(executable, flags)
  const running = check()
  const [first, second] = await Promise.all([running, check()])
  expect(second).toBe(first)
  expect(first.find(({ name }) => name === 'data directory')?.message).toContain(dataDir)
  expect(first.find(({ state }) => state === 'fail')).toMatchObject({
    name: 'address',
    message: expect.stringContaining('http://mail.example.com is not encrypted'),
    remedy: expect.stringContaining('Put a TLS proxy in front of the service'),
  })
})

test('a doctor that does not start is a finding', async () => {
  const [finding] = await doctorInProcess(executable, ['--no-such-flag'])()
  expect(finding).toMatchObject({ name: 'doctor', state: 'fail', message: expect.stringContaining('--no-such-flag') })
})
