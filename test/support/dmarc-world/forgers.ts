import { accessName, emit, pool } from './emit.ts'
import { knownServices, unknownService } from './services.ts'
import type { World } from './mail.ts'

/** Mail in the name of the domain by others: botnets, rented servers, hacked websites, and accounts at shared services. */
export function addForgers(world: World): void {
  const { dice } = world
  if (dice.chance(0.1)) return
  const total = world.volume * world.days * dice.scale(0.001, 0.3)
  const campaigns = dice.int(1, 9)
  const weights = Array.from({ length: campaigns }, () => dice.scale(0.02, 1))
  const sum = weights.reduce((all, each) => all + each, 0)
  for (const weight of weights) {
    const messages = Math.max(5, (total * weight) / sum)
    const kind = dice.unit()
    if (kind < 0.4) addBotnet(world, messages)
    else if (kind < 0.6) addRented(world, messages)
    else if (kind < 0.75) addHacked(world, messages)
    else if (kind < 0.95) addServiceForger(world, messages)
    else addAlignedForger(world, Math.min(messages, world.volume * world.days * 0.003))
  }
}

function addBotnet(world: World, messages: number): void {
  const { dice } = world
  const ips = pool(world, Math.min(1500, Math.ceil(messages / dice.between(1, 6))), (_, ip) => accessName(world, ip))
  const days = dice.int(1, 8)
  const headerFrom = forgedName(world)
  spread(world, {
    days,
    messages,
    ips,
    headerFrom,
    envelope: world.domain,
    spf: dice.pick(['fail', 'softfail']),
    signer: '',
    kind: 'botnet',
  })
}

function addRented(world: World, messages: number): void {
  const { dice } = world
  const domain = `${dice.word()}${dice.word()}.${dice.pick(['xyz', 'top', 'com', 'click'])}`
  const ips = pool(world, dice.int(1, 20), (index) =>
    dice.pick([`mail${index}.${domain}`, `vm${dice.int(100, 9999)}.${dice.word()}-cloud.net`, null]),
  )
  spread(world, {
    days: dice.int(2, 40),
    messages,
    ips,
    headerFrom: forgedName(world),
    envelope: domain,
    spf: dice.chance(0.8) ? 'pass' : 'none',
    signer: dice.chance(0.5) ? domain : '',
    kind: 'rented server',
  })
}

function addHacked(world: World, messages: number): void {
  const { dice } = world
  const hoster = `${dice.word()}-web.net`
  const ips = pool(world, dice.int(1, 30), () => `web${dice.int(1, 900)}.${hoster}`)
  spread(world, {
    days: dice.int(1, 25),
    messages,
    ips,
    headerFrom: forgedName(world),
    envelope: `web.${hoster}`,
    spf: dice.pick(['pass', 'none']),
    signer: '',
    kind: 'hacked website',
  })
}

function addServiceForger(world: World, messages: number): void {
  const { dice } = world
  const service = dice.chance(0.3) ? unknownService(dice) : dice.pick(knownServices)
  const ips = pool(world, dice.int(1, 12), (index) => service.host(dice, index))
  spread(world, {
    days: dice.int(1, 15),
    messages,
    ips,
    headerFrom: forgedName(world),
    envelope: service.bounce,
    spf: 'pass',
    signer: service.signer,
    kind: 'account at a service',
  })
}

/** An account at a service that the SPF record of the domain includes, which lets it choose the envelope sender. */
function addAlignedForger(world: World, messages: number): void {
  const { dice } = world
  const service = knownServices.find(({ include }) => world.spfTerms.has(`include:${include}`))
  if (service === undefined) return
  const ips = pool(world, dice.int(1, 4), (index) => service.host(dice, index))
  spread(world, {
    days: dice.int(1, 10),
    messages,
    ips,
    headerFrom: world.domain,
    envelope: world.domain,
    spf: 'pass',
    signer: service.signer,
    kind: 'aligned forger',
  })
}

interface Campaign {
  readonly days: number
  readonly messages: number
  readonly ips: readonly string[]
  readonly headerFrom: string
  readonly envelope: string
  readonly spf: string
  readonly signer: string
  readonly kind: string
}

function spread(world: World, { days, envelope, headerFrom, ips, kind, messages, signer, spf }: Campaign): void {
  const { dice, domain } = world
  const first = dice.int(0, world.days - 1)
  for (let day = first; day < Math.min(world.days, first + days); day++)
    for (const ip of ips)
      emit(world, {
        day,
        ip,
        headerFrom,
        envelopeFrom: envelope,
        dkim: signer === '' ? [] : [{ domain: signer, selector: 'x', result: 'pass' }],
        spf: { domain: envelope, result: spf },
        dkimAligned: false,
        spfAligned: spf === 'pass' && (envelope === domain || envelope.endsWith(`.${domain}`)),
        mean: messages / days / ips.length,
        truth: 'threat',
        kind,
      })
}

function forgedName({ dice, domain }: World): string {
  if (dice.chance(0.75)) return domain
  return `${dice.pick(['secure', 'billing', 'accounts', 'hr', 'support'])}-${dice.word()}.${domain}`
}
