/** Postfix as a relay that queues what it accepts, and delivers it to one port of this machine over TLS. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp } from './clean-up.ts'
import { freePort } from './free-port.ts'
import { isAvailable } from './missing.ts'
import { temporaryDirectory } from './store.ts'

const path = `${process.env['PATH']}:/usr/sbin`
const postfix = Bun.which('postfix', { PATH: path })

export const hasPostfix = isAvailable(
  'Postfix as a relay of mail',
  postfix !== null && process.getuid?.() === 0,
  'run as root, with postfix installed',
)

export interface PostfixRelay {
  /** Where it accepts mail. */
  readonly port: number
  /** Delivers what is queued now. */
  flush(): void
  log(): string
}

/** Stops after the tests. */
export function startPostfixRelay(target: number): PostfixRelay {
  const folder = temporaryDirectory()
  chmodSync(folder, 0o755)
  for (const name of ['config', 'spool', 'spool/pid', 'data']) mkdirSync(join(folder, name), { mode: 0o755 })
  const port = freePort()
  writeFileSync(join(folder, 'config/main.cf'), mainConfig(folder, target))
  writeFileSync(join(folder, 'config/master.cf'), masterConfig(port))
  if (existsSync('/etc/postfix/dynamicmaps.cf'))
    writeFileSync(join(folder, 'config/dynamicmaps.cf'), readFileSync('/etc/postfix/dynamicmaps.cf', 'utf8'))
  Bun.spawnSync(['chown', 'postfix', join(folder, 'data')])
  const run = (word: string) =>
    Bun.spawnSync([postfix ?? '', '-c', join(folder, 'config'), word], { env: { PATH: path } }).exitCode
  if (run('start') !== 0) throw new Error('Postfix does not start')
  cleanUp(() => void run('stop'))
  return { port, flush: () => void run('flush'), log: () => readFileSync(join(folder, 'maillog'), 'utf8') }
}

function mainConfig(folder: string, port: number): string {
  const settings = {
    compatibility_level: '3.6',
    queue_directory: `${folder}/spool`,
    data_directory: `${folder}/data`,
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    myhostname: 'mx.reporter.test',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    mydestination: '',
    relayhost: `[127.0.0.1]:${port}`,
    smtp_tls_security_level: 'encrypt',
    minimal_backoff_time: '1s',
    maximal_backoff_time: '2s',
    queue_run_delay: '1s',
    transport_retry_time: '1s',
    maillog_file: `${folder}/maillog`,
    maillog_file_prefixes: folder,
    alias_maps: '',
  }
  return Object.entries(settings)
    .map(([key, value]) => `${key} = ${value}\n`)
    .join('')
}

function masterConfig(port: number): string {
  return `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
retry unix - - n - - error
error unix - - n - - error
postlog unix-dgram n - n - 1 postlogd
`
}
