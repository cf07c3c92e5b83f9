import { accessName, emit, pool } from './emit.ts'
import type { OwnStream, World } from './mail.ts'

/** Own mail that its recipients forward, or that lists distribute. */
export function addForwarding(world: World): void {
  const { dice } = world
  const hosts = Math.round(dice.scale(15, 350))
  const total = world.volume * dice.scale(0.003, 0.07)
  const weights = Array.from({ length: hosts }, () => dice.scale(0.01, 1))
  const sum = weights.reduce((all, each) => all + each, 0)
  for (const weight of weights) addForwarder(world, (total * weight) / sum)
  for (let list = dice.int(0, 8); list > 0; list--) addList(world, world.volume * dice.scale(0.0001, 0.006))
}

const big: readonly ((world: World) => string)[] = [
  ({ dice }) => `mail-sor-f${dice.int(10, 99)}.google.com`,
  ({ dice }) => `mail-am6eur05on2${dice.int(100, 140)}.outbound.protection.outlook.com`,
  ({ dice }) => `sonic${dice.int(300, 320)}-${dice.int(1, 60)}.consmr.mail.ir2.yahoo.com`,
  ({ dice }) => `resqmta-a1p-${dice.int(100_000, 999_999)}.sys.comcast.net`,
  ({ dice }) => `mout${dice.int(1, 9)}.gmx.net`,
  ({ dice }) => `mail${dice.int(10, 99)}.improvmx.com`,
  ({ dice }) => `mta${dice.int(1, 9)}.forwardemail.net`,
  ({ dice }) => `a-${dice.int(10, 99)}.cloudflare-email.net`,
  ({ dice }) => `eu-smtp-delivery-${dice.int(100, 300)}.mimecast.com`,
  ({ dice }) => `mx0a-00${dice.int(10_000, 99_999)}01.pphosted.com`,
  ({ dice }) => `d${dice.int(1000, 9999)}a.ess.barracudanetworks.com`,
]

function addForwarder(world: World, perDay: number): void {
  const { dice } = world
  const own = `${dice.word()}.${dice.pick(['edu', 'org', 'ac.uk', 'com', 'de', 'net'])}`
  const type = dice.pick(['big', 'big', 'institution', 'institution', 'hosting', 'small'] as const)
  const [ip = ''] = pool(world, 1, (_, address) => {
    if (type === 'big') return dice.pick(big)(world)
    if (type === 'institution')
      return `${dice.pick(['mx', 'mail', 'relay', 'mailgate', 'smtp-out', 'lists'])}${dice.int(1, 4)}.${own}`
    if (type === 'hosting') return `server${dice.int(1, 400)}.${own}`
    return accessName(world, address)
  })
  // Plain forwarders keep the message; filters and mailers that add footers break the signature.
  const keeps = dice.chance(0.8) ? dice.between(0.93, 1) : dice.between(0, 0.5)
  const rewrites = dice.chance(type === 'big' ? 0.6 : 0.3)
  const isActive = dice.scale(0.1, 1)
  const shares = world.streams.filter(() => dice.chance(0.6))
  const streams = shares.length === 0 ? world.streams.slice(0, 1) : shares
  const total = streams.reduce((sum, { share }) => sum + share, 0)
  for (let day = 0; day < world.days; day++) {
    if (!dice.chance(isActive)) continue
    for (const stream of streams)
      forward(world, { stream, keeps, rewrites, ip, own, day, mean: ((perDay / isActive) * stream.share) / total })
  }
}

interface Forwarding {
  readonly stream: OwnStream
  readonly keeps: number
  readonly rewrites: boolean
  readonly ip: string
  readonly own: string
  readonly day: number
  readonly mean: number
}

function forward(world: World, { day, ip, keeps, mean, own, rewrites, stream }: Forwarding): void {
  const signed = stream.isSigned ? keeps : 0
  for (const [survives, share] of [
    [true, signed],
    [false, 1 - signed],
  ] as const)
    emit(world, {
      day,
      ip,
      headerFrom: stream.headerFrom,
      envelopeFrom: rewrites ? own : world.domain,
      dkim: stream.isSigned
        ? [{ domain: world.domain, selector: stream.selector, result: survives ? 'pass' : 'fail' }]
        : [],
      spf: rewrites ? { domain: own, result: 'pass' } : { domain: world.domain, result: 'softfail' },
      dkimAligned: survives,
      spfAligned: false,
      mean: mean * share,
      truth: 'forwarder',
      kind: `forwarder ${rewrites ? 'rewriting' : 'plain'}${survives ? '' : ' broken'}`,
      isRelayed: true,
    })
}

function addList(world: World, perDay: number): void {
  const { dice } = world
  const name = dice.chance(0.3)
    ? dice.pick([
        { domain: 'googlegroups.com', host: 'mail-oo1-f55.google.com' },
        { domain: 'groups.io', host: 'web01.groups.io' },
      ])
    : (() => {
        const domain = `${dice.word()}.org`
        return { domain: `lists.${domain}`, host: `${dice.pick(['lists', 'mail', 'mailman'])}.${domain}` }
      })()
  const ips = pool(world, dice.int(1, 3), () => name.host)
  const keeps = dice.chance(0.25) ? dice.between(0.8, 1) : 0
  const signs = dice.chance(0.6)
  for (let day = 0; day < world.days; day++)
    for (const ip of ips)
      for (const [survives, share] of [
        [true, keeps],
        [false, 1 - keeps],
      ] as const)
        emit(world, {
          day,
          ip,
          headerFrom: world.domain,
          envelopeFrom: name.domain,
          dkim: [
            { domain: world.domain, selector: 's1', result: survives ? 'pass' : 'fail' },
            ...(signs ? [{ domain: name.domain, selector: 'list', result: 'pass' }] : []),
          ],
          spf: { domain: name.domain, result: 'pass' },
          dkimAligned: survives,
          spfAligned: false,
          mean: (perDay / ips.length) * share,
          truth: 'forwarder',
          kind: `list${survives ? '' : ' broken'}`,
          isRelayed: true,
        })
}
