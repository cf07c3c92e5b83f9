/**
 * The mail of one domain over a period, with the true source of every message: own senders in every state of repair,
 * forwarders, lists and forgers, seen by several reporters. Random, and independent of what evaluates it: nothing here reads the
 * thresholds of src/deliverability/senders.
 */
import { Dice } from './dice.ts'
import { addForgers } from './forgers.ts'
import { addForwarding } from './forwarders.ts'
import { addOwnMail } from './own-senders.ts'
import type { World } from './mail.ts'
import { makeReporters } from './reporters.ts'

/** `maxVolume` bounds the mean messages a day. */
export function makeWorld(seed: number, { days = 90, maxVolume = 60_000 } = {}): World {
  const dice = new Dice(seed)
  const world: World = {
    dice,
    domain: `${dice.word()}-${dice.word()}.${dice.pick(['com', 'de', 'org', 'co.uk', 'io', 'com.br'])}`,
    days,
    reporters: makeReporters(dice),
    volume: Math.min(maxVolume, Math.max(120, Math.exp(dice.normal(7.3, 1.4)))),
    cells: [],
    hosts: new Map(),
    spfTerms: new Set(),
    streams: [],
  }
  addOwnMail(world)
  addForwarding(world)
  addForgers(world)
  return world
}

export function spfOf({ spfTerms }: World): string {
  return ['v=spf1', ...spfTerms, '~all'].join(' ')
}
