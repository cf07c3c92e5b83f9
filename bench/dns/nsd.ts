import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** NSD on loopback with every name below bench.test; undefined where it is not installed. */
export function startNsd(port: number): { close(): void } | undefined {
  const program = Bun.which('nsd', { PATH: `${process.env['PATH']}:/usr/sbin` })
  if (program === null) return undefined
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-nsd-'))
  const zone = ['$TTL 60', '@ SOA ns.test. root.test. 1 60 60 60 5', '@ NS ns.test.', '*.bench A 192.0.2.1']
  writeFileSync(path.join(folder, 'zone'), `$ORIGIN test.\n${zone.join('\n')}\n`)
  const server = {
    'ip-address': `127.0.0.1@${port}`,
    username: '""',
    chroot: '""',
    zonesdir: folder,
    pidfile: `${folder}/pid`,
    database: '""',
    xfrdfile: `${folder}/xfrd`,
    xfrdir: folder,
    zonelistfile: `${folder}/zones`,
    'server-count': 1,
    // Off, or it answers two hundred a second to one address.
    'rrl-ratelimit': 0,
  }
  const lines = Object.entries(server).map(([key, value]) => `  ${key}: ${value}`)
  const conf = path.join(folder, 'nsd.conf')
  const end = ['remote-control:', '  control-enable: no', 'zone:', '  name: test', '  zonefile: zone']
  writeFileSync(conf, ['server:', ...lines, ...end, ''].join('\n'))
  const child = Bun.spawn([program, '-d', '-c', conf], { stdio: ['ignore', 'ignore', 'ignore'] })
  return {
    close() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
