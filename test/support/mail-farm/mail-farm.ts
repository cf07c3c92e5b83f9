/**
 * Real mail and name servers on loopback, each mail server with an address of its own in 127.21.0.0/16: Postfix, postgrey,
 * NSD and Unbound, where they are installed and we are root. Nothing leaves the machine, and no mail is ever taken.
 */
import { mkdirSync, mkdtempSync, chmodSync, rmSync, writeFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '../certificates.ts'
import { cleanUp, endProcess } from '../clean-up.ts'
import { startDnsServer } from '../dns-server.ts'
import { isAvailable } from '../missing.ts'
import { listed, mailboxes, mainConfig, masterConfig, recipients } from './postfix.ts'
import { nsdConfig, signedZone, unboundConfig, zone } from './zones.ts'

const programs = ['postfix', 'postgrey', 'nsd', 'unbound'] as const
const search = `${process.env['PATH']}:/usr/sbin:/sbin`
const missing = programs.filter((name) => Bun.which(name, { PATH: search }) === null)

/** True if it can run here. */
export const hasFarm = isAvailable(
  'A mail farm',
  process.getuid?.() === 0 && missing.length === 0,
  `run as root, with postfix, postgrey, nsd and unbound installed${missing.length === 0 ? '' : ` (missing: ${missing.join(', ')})`}`,
)

/** How long a greylisted recipient is put off, seconds. */
const greySeconds = 2

/** A running farm. */
export interface MailFarm {
  readonly dnsPort: number
  readonly smtpPort: number
  /** Whose certificate the mail servers show, PEM; it is of the name mx.normal.test. */
  readonly ca: string
  readonly cert: string
  readLog(): string
}

/** Starts everything, and ends it after the tests. */
export async function startMailFarm(): Promise<MailFarm> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-farm-'))
  const [smtp, dns, nsd, grey] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const refusing = await startDnsServer(() => ({ rcode: 'REFUSED' }))
  for (const name of ['postfix', 'spool', 'spool/pid', 'data', 'grey']) mkdirSync(join(folder, name))
  for (const name of ['', 'postfix']) chmodSync(join(folder, name), 0o755)
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const authority = await createAuthority()
  const { key, cert } = await authority.issue(['mx.normal.test'])
  const signed = await signedZone(cert)
  write('test.zone', zone)
  write('signed.test.zone', signed.text)
  write('nsd.conf', nsdConfig(folder, nsd))
  write(
    'unbound.conf',
    unboundConfig(folder, { port: dns, nsd, refusing: refusing.port, trustAnchor: signed.trustAnchor }),
  )
  write('postfix/main.cf', mainConfig(folder))
  write('postfix/master.cf', masterConfig(folder, { smtp, grey }))
  write('postfix/mailboxes', mailboxes)
  write('postfix/recipients', recipients)
  write('postfix/listed', listed)
  write('postfix/key.pem', key)
  write('postfix/cert.pem', cert)
  if (existsSync('/etc/postfix/dynamicmaps.cf'))
    write('postfix/dynamicmaps.cf', readFileSync('/etc/postfix/dynamicmaps.cf', 'utf8'))
  run('chown', 'postfix', join(folder, 'data'))
  run('chown', 'postgrey', join(folder, 'grey'))

  const children = [
    start('nsd', '-d', '-c', join(folder, 'nsd.conf')),
    start('unbound', '-d', '-c', join(folder, 'unbound.conf')),
    start(
      'postgrey',
      `--inet=127.0.0.1:${grey}`,
      `--delay=${greySeconds}`,
      `--dbdir=${join(folder, 'grey')}`,
      '--user=postgrey',
      '--group=postgrey',
      '--auto-whitelist-clients=0',
    ),
  ]
  cleanUp(async () => {
    Bun.spawnSync([path('postfix'), '-c', join(folder, 'postfix'), 'stop'], { stdio: quiet, timeout: 10_000 })
    await Promise.all(children.map(endProcess))
    rmSync(folder, { recursive: true, force: true })
  })
  run(path('postfix'), '-c', join(folder, 'postfix'), 'start')
  await Promise.all([accepts(dns), accepts(grey), accepts(smtp, '127.21.0.10')])
  const readLog = () => readFileSync(join(folder, 'maillog'), 'utf8')
  return { dnsPort: dns, smtpPort: smtp, ca: authority.ca, cert, readLog }
}

const quiet: ['ignore', 'ignore', 'ignore'] = ['ignore', 'ignore', 'ignore']

function path(name: (typeof programs)[number]): string {
  return Bun.which(name, { PATH: search }) ?? name
}

function start(name: (typeof programs)[number], ...words: string[]) {
  return Bun.spawn([path(name), ...words], { stdio: quiet })
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { stdio: ['ignore', 'ignore', 'pipe'] })
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function accepts(port: number, hostname = '127.0.0.1'): Promise<void> {
  const end = performance.now() + 20_000
  for (;;) {
    try {
      const socket = await Bun.connect({ hostname, port, socket: { data: () => undefined } })
      return void socket.end()
    } catch (error) {
      if (performance.now() > end) throw error
      await Bun.sleep(20)
    }
  }
}
