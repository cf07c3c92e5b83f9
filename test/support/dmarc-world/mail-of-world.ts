import { registrableDomain } from '../../../src/deliverability/address/index.ts'
import type { DomainMail, FailingMail } from '../../../src/deliverability/policy/index.ts'
import {
  type HostFacts,
  type MailStream,
  classifyStreams,
  termsOfSpf,
} from '../../../src/deliverability/senders/index.ts'
import type { Cell, World } from './mail.ts'
import { spfOf } from './world.ts'

type Override = MailStream['override']

/**
 * The mail of a world as intake and storage would return it, without them: many worlds take seconds. That both are the same is
 * what `loadWorld` is compared with.
 */
export function mailOfWorld(world: World, firstDay: number): DomainMail {
  const streams = new Map<string, { -readonly [Name in keyof MailStream]: MailStream[Name] }>()
  const lastOf = new Map<string, number>()
  const failing = new Map<string, { -readonly [Name in keyof FailingMail]: FailingMail[Name] }>()
  for (const cell of world.cells.toSorted((one, other) => one.day - other.day)) {
    const day = firstDay + cell.day
    const names = namesOf(cell)
    const key = JSON.stringify(names)
    const stream = streams.get(key)
    if (stream === undefined)
      streams.set(key, { ...names, messages: cell.messages, days: 1, firstDay: day, lastDay: day })
    else {
      stream.messages += cell.messages
      if (lastOf.get(key) !== day) stream.days++
      stream.lastDay = day
    }
    lastOf.set(key, day)
    if (cell.dkimAligned || cell.spfAligned) continue
    const row = failing.get(`${day} ${key}`)
    if (row === undefined) failing.set(`${day} ${key}`, { ...names, day, messages: cell.messages })
    else row.messages += cell.messages
  }
  const hosts = new Map<string, HostFacts>([...world.hosts].map(([ip, { name, state }]) => [ip, { state, name }]))
  return {
    domain: world.domain,
    periodDays: world.days,
    classified: classifyStreams([...streams.values()], {
      domain: world.domain,
      periodDays: world.days,
      ...termsOfSpf(spfOf(world)),
      hosts,
      byHand: new Map(),
    }),
    failing: [...failing.values()],
    dmarc: `v=DMARC1; p=none; rua=mailto:dmarc@${world.domain}`,
    isInherited: false,
    spf: spfOf(world),
    reportUri: null,
    reportedDays: world.days,
    reporters: world.reporters.length,
  }
}

function namesOf({ dkim, dkimAligned, headerFrom, ip, override, spf, spfAligned }: Cell) {
  const passing = dkim.filter(({ result }) => result === 'pass').map(({ domain }) => domain)
  const aligned = passing.find((domain) => registrableDomain(domain) === registrableDomain(headerFrom))
  return {
    ip,
    headerFrom,
    signer: aligned ?? passing[0] ?? '',
    mailer: spf.result === 'pass' ? registrableDomain(spf.domain) : '',
    dkimAligned,
    spfAligned,
    override: overrideOf(override?.type),
  }
}

function overrideOf(type: string | undefined): Override {
  if (type === undefined) return 'none'
  return type === 'trusted_forwarder' ? 'forwarded' : (type as Override)
}
