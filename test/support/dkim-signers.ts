/** Signers of DKIM that share no code with the service: dkimpy, and OpenDKIM. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAvailable } from './missing.ts'

// The interpreter of Debian has what apt installs.
const python = ['python3', '/usr/bin/python3'].find(
  (name) => Bun.which(name) !== null && Bun.spawnSync([name, '-c', 'import dkim']).exitCode === 0,
)
const opendkim = Bun.which('opendkim-testmsg')

export const hasDkimpy = isAvailable('dkimpy', python !== undefined, 'apt-get install python3-dkim')
export const hasOpendkim = isAvailable('opendkim-testmsg', opendkim !== null, 'apt-get install opendkim-tools')

export interface Signing {
  readonly domain: string
  readonly selector: string
  /** PEM. */
  readonly key: string
}

const script = `
import sys, dkim
selector, domain, key, header, body = (each.encode() for each in sys.argv[1:6])
message = sys.stdin.buffer.read()
sys.stdout.buffer.write(dkim.sign(message, selector, domain, open(key, "rb").read(), canonicalize=(header, body)) + message)
`

/** A signature by dkimpy over every field it recommends, in front of the message. */
export function signWithDkimpy(
  message: string,
  { domain, selector, ...signing }: Signing,
  canonicalization: 'relaxed' | 'simple',
): Promise<string> {
  return withKey(signing.key, (key) =>
    run([python ?? '', '-c', script, selector, domain, key, canonicalization, canonicalization], message),
  )
}

/** A signature by OpenDKIM, whose test program signs with SHA-1. */
export function signWithOpendkim(message: string, { domain, selector, ...signing }: Signing): Promise<string> {
  return withKey(signing.key, (key) => run([opendkim ?? '', '-C', '-d', domain, '-k', key, '-s', selector], message))
}

async function withKey(pem: string, use: (file: string) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dkim-'))
  const file = join(folder, 'key.pem')
  try {
    writeFileSync(file, pem)
    chmodSync(file, 0o600)
    return await use(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function run(command: string[], input: string): Promise<string> {
  const child = Bun.spawn(command, { stdin: new Blob([input]), stdout: 'pipe', stderr: 'pipe' })
  const [output, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(errors)
  return output
}
