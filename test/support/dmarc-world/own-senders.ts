import { emit, pool } from './emit.ts'
import { type Service, knownServices, mailboxes, unknownService } from './services.ts'
import type { World } from './mail.ts'

/** Mail that the owner of the domain sends, by two to eight senders, from well set up to not at all. */
export function addOwnMail(world: World): void {
  const { dice } = world
  const count = dice.int(1, 7)
  const weights = Array.from({ length: count + 1 }, () => dice.scale(0.02, 1))
  const total = weights.reduce((sum, each) => sum + each, 0)
  weights.forEach((weight, index) => {
    const share = weight / total
    if (index === 0) addMailbox(world, share)
    else if (dice.chance(0.28)) addServer(world, share)
    else addService(world, share)
  })
}

function addMailbox(world: World, share: number): void {
  const { dice } = world
  if (dice.chance(0.2)) return addServer(world, share)
  const service = dice.pick(mailboxes)
  const state = dice.pick(['good', 'good', 'good', 'default_signature', 'spf_missing'] as const)
  if (state !== 'spf_missing') world.spfTerms.add(`include:${service.include}`)
  const isSigned = state !== 'default_signature'
  send(world, {
    share,
    ips: pool(world, dice.int(6, 60), (index) => service.host(dice, index)),
    headerFrom: world.domain,
    signer: isSigned ? world.domain : service.defaultSigner(world.domain, dice),
    selector: service.selector,
    envelope: world.domain,
    spf: state === 'spf_missing' ? 'softfail' : 'pass',
    rhythm: 'daily',
    kind: `mailbox ${state}`,
  })
}

function addService(world: World, share: number): void {
  const { dice } = world
  const service: Service = dice.chance(0.22) ? unknownService(dice) : dice.pick(knownServices)
  const state = dice.pick(['good', 'good', 'dkim_only', 'dkim_only', 'nothing', 'partly', 'spf_only'] as const)
  if (state === 'good' || state === 'spf_only' || dice.chance(0.5)) world.spfTerms.add(`include:${service.include}`)
  const headerFrom = dice.chance(0.25) ? `${dice.pick(['news', 'mail', 'info', 'shop'])}.${world.domain}` : world.domain
  const ips = pool(world, dice.int(1, 40), (index) => service.host(dice, index))
  const rhythm = dice.pick(['daily', 'daily', 'weekdays', 'weekly'] as const)
  const bounce = `${dice.pick(['bounces', 'em123', 'mail'])}.${world.domain}`
  const base = { ips, headerFrom, rhythm, selector: service.selector }
  const good = { ...base, signer: world.domain, envelope: bounce, spf: 'pass' as const }
  const bad = { ...base, signer: service.signer, envelope: service.bounce, spf: 'pass' as const }
  if (state === 'good') send(world, { ...good, share, kind: 'service good' })
  if (state === 'dkim_only') send(world, { ...good, share, envelope: service.bounce, kind: 'service dkim' })
  if (state === 'spf_only') send(world, { ...good, share, signer: service.signer, kind: 'service spf' })
  if (state === 'nothing')
    send(world, { ...bad, share, kind: `service nothing ${service.isKnown ? 'known' : 'unknown'}` })
  if (state === 'partly') {
    const part = dice.between(0.05, 0.95)
    send(world, { ...good, share: share * part, envelope: service.bounce, kind: 'service dkim' })
    send(world, { ...bad, share: share * (1 - part), kind: 'service partly' })
  }
}

function addServer(world: World, share: number): void {
  const { dice } = world
  const hoster = `${dice.word()}-hosting.net`
  const place = dice.pick(['own_name', 'own_name', 'hoster_name', 'hoster_name', 'no_name'] as const)
  const ips = pool(world, dice.int(1, 3), (index, ip) =>
    place === 'own_name'
      ? `${dice.pick(['mail', 'mx', 'srv', 'web', 'crm'])}${index}.${world.domain}`
      : place === 'hoster_name'
        ? dice.pick([
            `vps${dice.int(1000, 90_000)}.${hoster}`,
            `static.${ip.split('.').toReversed().join('.')}.${hoster}`,
          ])
        : null,
  )
  const isListed = dice.chance(0.6)
  if (isListed) for (const ip of ips) world.spfTerms.add(`ip4:${ip}`)
  const isSigned = dice.chance(0.45)
  const isWeb = !isListed && !isSigned && dice.chance(0.4)
  send(world, {
    share,
    ips,
    headerFrom: dice.chance(0.15) ? `app.${world.domain}` : world.domain,
    signer: isSigned ? world.domain : '',
    selector: 'default',
    envelope: isWeb ? `web.${hoster}` : world.domain,
    spf: isWeb || isListed ? 'pass' : dice.pick(['fail', 'softfail']),
    rhythm: dice.pick(['daily', 'daily', 'weekdays', 'weekly']),
    kind: `server ${place} ${isListed ? 'listed' : ''}${isSigned ? ' signed' : ''}${isWeb ? ' web' : ''}`,
  })
}

interface OwnSending {
  readonly share: number
  readonly ips: readonly string[]
  readonly headerFrom: string
  readonly signer: string
  readonly selector: string
  readonly envelope: string
  readonly spf: 'pass' | 'fail' | 'softfail'
  readonly rhythm: 'daily' | 'weekdays' | 'weekly'
  readonly kind: string
}

function send(world: World, own: OwnSending): void {
  const { dice, domain } = world
  const isWithin = (name: string) => name === domain || name.endsWith(`.${domain}`)
  const broken = dice.scale(0.0005, 0.015)
  const dnsTrouble = dice.scale(0.0002, 0.006)
  const weekday = dice.int(0, 6)
  const isSigned = isWithin(own.signer)
  world.streams.push({ headerFrom: own.headerFrom, isSigned, selector: own.selector, share: own.share })
  for (let day = 0; day < world.days; day++) {
    const rate = rateOf(own.rhythm, day, weekday)
    if (rate === 0) continue
    const mean = world.volume * own.share * rate * dice.between(0.6, 1.5)
    for (const ip of own.ips) {
      const each = mean / own.ips.length
      for (const [dkim, weight] of [
        ['pass', 1 - broken],
        ['fail', broken],
      ] as const)
        for (const [spf, share] of [
          [own.spf, 1 - dnsTrouble],
          ['temperror', dnsTrouble],
        ] as const)
          emit(world, {
            day,
            ip,
            headerFrom: own.headerFrom,
            envelopeFrom: own.envelope,
            dkim: own.signer === '' ? [] : [{ domain: own.signer, selector: own.selector, result: dkim }],
            spf: { domain: own.envelope, result: spf },
            dkimAligned: isSigned && dkim === 'pass',
            spfAligned: isWithin(own.envelope) && spf === 'pass',
            mean: each * weight * share,
            truth: 'own',
            kind: own.kind,
          })
    }
  }
}

function rateOf(rhythm: OwnSending['rhythm'], day: number, weekday: number): number {
  if (rhythm === 'weekly') return day % 7 === weekday ? 7 : 0
  if (rhythm === 'weekdays') return day % 7 < 5 ? 1.4 : 0
  return 1
}
