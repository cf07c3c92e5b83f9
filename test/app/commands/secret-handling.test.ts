import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { checkChromium, checkFlags, checkSecret } from '../../../src/app/commands/doctor/examine.ts'
import { weaknessOf } from '../../../src/app/secret-strength.ts'
import { exposedSecrets } from '../../../src/platform/config/index.ts'
import { startServer } from '../../support/server.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { svc } from './command-line.ts'

const random = () => randomBytes(32).toString('hex')
const url = 'postgres://svc:hunter2@db.example.com/svc'

const flags: [flag: string, value: string, isExposed: boolean][] = [
  ['SVC_SECRET', random(), true],
  ['SVC_METRICS_TOKEN', random(), true],
  ['SVC_DATABASE_URL', url, true],
  ['SVC_DATABASE_URL', 'postgres://svc@db.example.com/svc?password=hunter2', true],
  ['SVC_DATABASE_URL', 'postgres://svc@db.example.com/svc', false],
  ['SVC_BLOB_URL', 's3://KEY:SECRET@bucket?region=eu-1', true],
  ['SVC_VERIFY_PROXIES', 'socks5://one.example.com,socks5://user:pass@two.example.com', true],
  ['SVC_VERIFY_PROXIES', 'socks5://one.example.com', false],
  ['SVC_PORT', '3009', false],
]
test.each(flags)('the flag of %s with %p is a secret that others can read: %p', (name, value, isExposed) => {
  const sentences = exposedSecrets(new Map([[name, value]]))
  expect(sentences.length === 1).toBe(isExposed)
  expect(sentences.join()).not.toContain(value)
  if (isExposed) expect(sentences[0]).toContain(`${name}_FILE`)
})

test('a command warns of a secret among its flags on standard error, and works', async () => {
  const dataDir = temporaryDirectory()
  const { err } = await svc(['keys', 'list', '--data-dir', dataDir, '--secret', random()])
  expect(err).toContain('--secret exposes a secret to every process on this machine (ps): set SVC_SECRET')
  const clean = await svc(['keys', 'list', '--data-dir', dataDir])
  expect(clean.err).not.toContain('exposes a secret')
})

test('svc doctor warns of a secret among its flags, once', async () => {
  const { out, err } = await svc(['doctor', '--json', '--data-dir', temporaryDirectory(), '--secret', 'x'.repeat(40)])
  const { findings } = JSON.parse(out) as { findings: { name: string; state: string; message: string }[] }
  const of = (wanted: string) => findings.filter(({ name }) => name === wanted)
  expect(of('flags')).toMatchObject([{ state: 'warn', message: expect.stringContaining('--secret') }])
  expect(of('secret')).toMatchObject([{ state: 'warn', message: expect.stringContaining('different characters') }])
  expect(err).not.toContain('--secret')
  expect(checkFlags([], []).state).toBe('ok')
})

const weak: [secret: string, reason: string][] = [
  ['x'.repeat(40), 'different characters'],
  ['0011001100110011001100110011001100110011', 'different characters'],
  ['correct horse battery!'.repeat(2), 'repeats the same 22 characters'],
  ['please-change-me-before-production-x', 'change-me'],
  ['0123456789abcdef0123456789abcdeffedc', '01234567'],
  ['this is my super Secret value, really', 'Secret'],
]
test.each(weak)('the secret %p is weak: it %s', (secret, reason) => {
  expect(weaknessOf(secret)).toContain(reason)
})

test('secrets that are drawn at random are not called weak', () => {
  for (let n = 0; n < 2000; n++) {
    for (const secret of [randomBytes(16).toString('hex'), randomBytes(24).toString('base64')])
      expect([secret, weaknessOf(secret)]).toEqual([secret, undefined])
  }
})

const kept = { bootstrapApiKey: undefined, previousSecrets: [], dataDir: temporaryDirectory(), isPublic: false }

test.each([
  ['SVC_SECRET', { secret: 'x'.repeat(40), bootstrapApiKey: `svc_${random()}` }],
  ['SVC_BOOTSTRAP_API_KEY', { secret: random(), bootstrapApiKey: `svc_${'0'.repeat(48)}` }],
])(
  'a guessable %s is a warning for this machine alone, and fails svc doctor on a public service',
  (setting, secrets) => {
    const message = expect.stringContaining(`${setting} has fewer than 8 different characters.`)
    expect(checkSecret({ ...kept, ...secrets })).toMatchObject({ state: 'warn', message })
    expect(checkSecret({ ...kept, ...secrets, isPublic: true })).toMatchObject({ state: 'fail', message })
  },
)

test('the file of the secret is open to its owner alone, or svc doctor says so', () => {
  const dataDir = temporaryDirectory()
  const check = () => checkSecret({ ...kept, secret: undefined, dataDir })
  expect(check().state).toBe('ok')
  const file = join(dataDir, 'secret')
  writeFileSync(file, random(), { mode: 0o600 })
  expect(check().state).toBe('ok')
  chmodSync(file, 0o640)
  expect(check()).toMatchObject({ state: 'warn', message: expect.stringContaining('(mode 0640). Run chmod 600') })
})

test('the server logs at its start how its secret is kept, where that is a risk', async () => {
  const dataDir = temporaryDirectory()
  writeFileSync(join(dataDir, 'secret'), random())
  chmodSync(join(dataDir, 'secret'), 0o644)
  const server = await startServer(dataDir, { SVC_LOG: 'warn' })
  expect(server.errors()).toMatch(/"path":"[^"]+secret","mode":"0644","remedy":"If others had access, replace it/)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(await server.kill('SIGTERM')).toBe(0)
})

test.skipIf(process.getuid?.() !== 0)('a browser without its sandbox is a warning', async () => {
  const browser = join(temporaryDirectory(), 'chromium')
  writeFileSync(browser, '#!/bin/sh\necho Chromium 140.0\n', { mode: 0o755 })
  expect(await checkChromium({ chromiumPath: browser })).toMatchObject({
    state: 'warn',
    message: expect.stringContaining('without its sandbox because svc runs as root'),
  })
})
