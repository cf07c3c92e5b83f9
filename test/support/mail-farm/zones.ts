import { X509Certificate, createHash } from 'node:crypto'
import { type SignedZone, record, signZone } from './signed-zone.ts'

/** The zone `test.` of the farm, as NSD reads it. Hosts are in 127.21.0.0/16. */
export const zone = `$ORIGIN test.
$TTL 60
@ SOA ns.test. root.test. 1 60 60 60 5
@ NS ns.test.
ns A 127.0.0.1
normal      MX 10 mx.normal
mx.normal   A 127.21.0.1
catchall    MX 10 mx.catchall
mx.catchall A 127.21.0.2
grey        MX 10 mx.grey
mx.grey     A 127.21.0.3
tarpit      MX 10 mx.tarpit
mx.tarpit   A 127.21.0.4
secret      MX 10 mx.secret
mx.secret   A 127.21.0.5
rbl         MX 10 mx.rbl
mx.rbl      A 127.21.0.6
busy        MX 10 mx.busy
mx.busy     A 127.21.0.7
picky       MX 10 mx.picky
mx.picky    A 127.21.0.8
ascii       MX 10 mx.ascii
mx.ascii    A 127.21.0.9
strict      MX 10 mx.strict
mx.strict   A 127.21.0.10
; Nobody serves mx.dead: SERVFAIL.
failover    MX 10 mx.dead
failover    MX 20 mx.normal
; The first resolves, and nothing listens there.
down        MX 10 mx.down
down        MX 20 mx.normal
mx.down     A 127.21.0.99
relay       MX 10 mx.normal
nullmx      MX 0 .
nullmx      A 127.21.0.1
implicit    A 127.21.0.1
nomail      TXT "no address here"
; Outside of what the tests open, and in a network that is nobody's.
private     MX 10 mx.private
mx.private  A 127.99.0.1
localmx     MX 10 localhost.
cname       CNAME normal
mxip        MX 10 127.21.0.1.
loopmx      MX 10 nowhere
ring        CNAME gnir
gnir        CNAME ring
; How a domain is set up, in full: a record of several strings, an include, an alias of a key, one that leads nowhere.
normal      TXT "v=spf1 mx include:_spf.normal" ".test -all"
_spf.normal TXT "v=spf1 ip4:127.21.0.0/24 ~all"
_dmarc.normal TXT "v=DMARC1; p=quarantine; rua=mailto:d@normal.test"
own._domainkey.normal CNAME key.sender
lost._domainkey.normal CNAME key.nobody
key.sender  TXT "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
sender      MX 10 mx.picky
loop        TXT "v=spf1 include:pool.test -all"
pool        TXT "v=spf1 include:loop.test -all"
; A mail host without addresses, and one under a domain that is nobody's.
broken      MX 10 gone.normal
broken      MX 20 mx.normal
lost        MX 10 mx.nowhere
lost        MX 20 mx.normal
many        MX 10 a.many
${Array.from({ length: 49 }, (_, index) => `many        MX ${20 + index} m${index}.many`).join('\n')}
`

/** The signed zone `signed.test.`: its mail host shows a certificate that DNS names, another has changed it without a word. */
export function signedZone(cert: string): Promise<SignedZone> {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  const at = (name: string) => (name === '' ? 'signed.test' : `${name}.signed.test`)
  return signZone(at(''), [
    record.soa(at('')),
    record.ns(at(''), 'ns.test'),
    record.mx(at(''), at('mx')),
    record.txt(at(''), 'v=spf1 mx -all'),
    record.a(at('mx'), '127.21.0.1'),
    record.tlsa(at('_25._tcp.mx'), createHash('sha256').update(key).digest()),
    record.mx(at('changed'), at('mx2')),
    record.a(at('mx2'), '127.21.0.2'),
    record.tlsa(at('_25._tcp.mx2'), Buffer.alloc(32, 7)),
  ])
}

/** NSD for `test.` and `signed.test.`, on a port of its own. It answers as fast as it is queried. */
export function nsdConfig(folder: string, port: number): string {
  return `server:
  ip-address: 127.0.0.1@${port}
  username: ""
  chroot: ""
  zonesdir: ${folder}
  pidfile: ${folder}/nsd.pid
  database: ""
  xfrdfile: ${folder}/xfrd
  xfrdir: ${folder}
  zonelistfile: ${folder}/zones
  server-count: 1
  rrl-ratelimit: 0
remote-control:
  control-enable: no
zone:
  name: test
  zonefile: test.zone
zone:
  name: signed.test
  zonefile: signed.test.zone
`
}

/** Unbound as the resolver the product asks: `test.` at NSD, and `dead.test.` at somebody who refuses. */
export function unboundConfig(
  folder: string,
  { port, nsd, refusing, trustAnchor }: { port: number; nsd: number; refusing: number; trustAnchor: string },
): string {
  return `server:
  interface: 127.0.0.1@${port}
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: "${folder}/unbound.pid"
  use-syslog: no
  do-not-query-localhost: no
  module-config: "validator iterator"
  trust-anchor: "${trustAnchor}"
  local-zone: "test." nodefault
  access-control: 127.0.0.0/8 allow
stub-zone:
  name: "mx.dead.test."
  stub-addr: 127.0.0.1@${refusing}
stub-zone:
  name: "dead.test."
  stub-addr: 127.0.0.1@${refusing}
stub-zone:
  name: "signed.test."
  stub-addr: 127.0.0.1@${nsd}
stub-zone:
  name: "test."
  stub-addr: 127.0.0.1@${nsd}
remote-control:
  control-enable: no
`
}
