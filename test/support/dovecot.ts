/** Dovecot with one account on a port of this machine, as a user without rights, in a folder of its own. */
import { chownSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp, endProcess } from './clean-up.ts'
import type { Identity } from './certificates.ts'
import { freePort } from './free-port.ts'
import { isAvailable } from './missing.ts'
import { temporaryDirectory } from './store.ts'
import { until } from './until.ts'

const path = `${process.env['PATH']}:/usr/sbin`
const dovecot = Bun.which('dovecot', { PATH: path })
const doveadm = Bun.which('doveadm', { PATH: path })
const setpriv = Bun.which('setpriv', { PATH: path })
const isRoot = process.getuid?.() === 0
/** Dovecot opens no mail as root. */
const nobody = 65_534

export const hasDovecot = isAvailable(
  'Dovecot as an IMAP server',
  dovecot !== null && (!isRoot || setpriv !== null),
  'apt-get install dovecot-imapd',
)

export interface Dovecot {
  /** STARTTLS, and plain text. */
  readonly port: number
  readonly tlsPort: number
  readonly username: string
  readonly password: string
  /** Appends a message to a folder. */
  deliver(message: string | Uint8Array, folder?: string): void
  /** The flags of each message in a folder, such as `S` for \Seen, in the order of arrival; empty without the folder. */
  flags(folder?: string): string[]
  log(): string
}

/** Stops after the tests. */
export async function startDovecot({ cert, key }: Identity): Promise<Dovecot> {
  const folder = temporaryDirectory()
  const [port, tlsPort] = [freePort(), freePort()]
  const [username, password] = ['reports', 'correct horse']
  const own = (name: string, content?: string) => {
    const file = join(folder, name)
    if (content === undefined) mkdirSync(file, { recursive: true })
    else writeFileSync(file, content)
    if (isRoot) chownSync(file, nobody, nobody)
    return file
  }
  if (isRoot) chownSync(folder, nobody, nobody)
  for (const name of ['run', 'state', 'mail', 'home']) own(name)
  const config = own('dovecot.conf', configOf(folder, { port, tlsPort, user: userName() }))
  own('users', `${username}:{PLAIN}${password}\n`)
  own('cert.pem', cert)
  own('key.pem', key)
  own('log', '')
  const as = isRoot ? [setpriv ?? '', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
  const child = Bun.spawn([...as, dovecot ?? '', '-F', '-c', config], {
    env: { PATH: path },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  cleanUp(() => endProcess(child))
  const log = () => readFileSync(join(folder, 'log'), 'utf8')
  await until(
    () => child.exitCode !== null || log().includes('starting up'),
    () => `Dovecot: ${log()}`,
  )
  if (child.exitCode !== null) throw new Error(`Dovecot does not start: ${log()}`)
  const admin = (words: readonly string[], input?: string | Uint8Array) =>
    Bun.spawnSync([...as, doveadm ?? '', '-c', config, ...words], {
      env: { PATH: path },
      ...(input === undefined ? {} : { stdin: typeof input === 'string' ? new TextEncoder().encode(input) : input }),
    })
  return {
    port,
    tlsPort,
    username,
    password,
    deliver(message, into = 'INBOX') {
      // Fails if the folder exists.
      if (into !== 'INBOX') admin(['mailbox', 'create', '-u', username, into])
      const { exitCode, stderr } = admin(['save', '-u', username, '-m', into], message)
      if (exitCode !== 0) throw new Error(`doveadm save: ${stderr.toString()}`)
    },
    flags: (of = 'INBOX') => flagsIn(join(folder, 'mail', ...(of === 'INBOX' ? [] : [`.${of}`]))),
    log,
  }
}

function userName(): string {
  return Bun.spawnSync(['id', '-un', ...(isRoot ? [String(nobody)] : [])])
    .stdout.toString()
    .trim()
}

/** The names of files in a Maildir: `<time>.<unique>:2,<flags>`. */
function flagsIn(maildir: string): string[] {
  return ['new', 'cur']
    .flatMap((name) => namesIn(join(maildir, name)))
    .toSorted()
    .map((name) => /:2,(\w*)$/.exec(name)?.[1] ?? '')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function configOf(folder: string, { port, tlsPort, user }: { port: number; tlsPort: number; user: string }): string {
  const rootless = [
    'anvil',
    'auth',
    'auth-worker',
    'config',
    'dict',
    'director',
    'imap',
    'ipc',
    'log',
    'stats',
    'ssl-params',
  ]
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
default_internal_user = ${user}
default_internal_group = ${groupOf(user)}
default_login_user = ${user}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
mail_home = ${folder}/home
disable_plaintext_auth = no
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_mechanisms = plain login xoauth2
# Each refused password delays all later responses to the IP address.
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=${user} gid=${groupOf(user)} home=${folder}/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
${rootless.map((name) => `service ${name} {\n  chroot =\n  user = ${user}\n}`).join('\n')}
`
}

function groupOf(user: string): string {
  return Bun.spawnSync(['id', '-gn', user]).stdout.toString().trim()
}
