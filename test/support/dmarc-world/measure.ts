import type { Replay } from '../../../src/deliverability/policy/index.ts'
import type { ClassifiedStream, SourceClass } from '../../../src/deliverability/senders/index.ts'
import type { Truth, World } from './mail.ts'

export interface Score {
  /** Null where there is nothing to find, or nothing was found. */
  readonly precision: number | null
  readonly recall: number | null
  /** Part that has another class than its own and than `unknown`; null where there is nothing to find. */
  readonly misjudged: number | null
  /** What is to be found: a few messages make scores of 0 or 100 %. */
  readonly present: number
}

export interface Measured {
  readonly byMessage: Readonly<Record<Truth, Score>>
  readonly byIp: Readonly<Record<Truth, Score>>
  /** Share of real mail, own and forwarded, by which the predicted loss of own mail is wrong. */
  readonly ownLossError: number
  /** The same of own and forwarded mail together. */
  readonly realLossError: number
  /** Part of the loss of own mail by which its prediction is wrong; null without a loss. */
  readonly relativeOwnError: number | null
  readonly unknownShare: number
  /** Messages in a wrong class, by what sent them, as a share of all. */
  readonly mistakes: ReadonlyMap<string, number>
}

type Confusion = Map<string, number>

/** Compares classes and predicted losses under `p=reject` with the truth. */
export function measure(world: World, classified: readonly ClassifiedStream[], replay: Replay): Measured {
  const truthOf = new Map(world.cells.map(({ ip, kind, truth }) => [ip, { kind, truth }]))
  const [messages, ips]: Confusion[] = [new Map(), new Map()]
  const perIp = new Map<string, Map<SourceClass, number>>()
  const mistakes = new Map<string, number>()
  let [all, unknown] = [0, 0]
  for (const { class: found, stream } of classified) {
    const { kind, truth } = truthOf.get(stream.ip) ?? { kind: '', truth: 'own' }
    add(messages as Confusion, `${truth} ${found}`, stream.messages)
    const classes = perIp.get(stream.ip) ?? new Map<SourceClass, number>()
    classes.set(found, (classes.get(found) ?? 0) + stream.messages)
    perIp.set(stream.ip, classes)
    all += stream.messages
    if (found === 'unknown') unknown += stream.messages
    if (found !== truth) add(mistakes, `${kind}: ${found}`, stream.messages)
  }
  for (const [ip, classes] of perIp) {
    const [largest] = [...classes].toSorted(([, one], [, other]) => other - one)
    add(ips as Confusion, `${truthOf.get(ip)?.truth ?? ''} ${largest?.[0] ?? ''}`, 1)
  }
  const lost = { own: 0, forwarder: 0, threat: 0 }
  let real = 0
  for (const { delivered, dkimAligned, messages: count, spfAligned, truth } of world.cells) {
    if (truth !== 'threat') real += count
    if (!dkimAligned && !spfAligned && !delivered) lost[truth] += count
  }
  const { forwarder, own } = replay.lost.byClass
  return {
    byMessage: scoresOf(messages as Confusion),
    byIp: scoresOf(ips as Confusion),
    ownLossError: Math.abs(own - lost.own) / real,
    realLossError: Math.abs(own + forwarder - lost.own - lost.forwarder) / real,
    relativeOwnError: lost.own === 0 ? null : Math.abs(own - lost.own) / lost.own,
    unknownShare: unknown / all,
    mistakes: new Map([...mistakes].map(([kind, count]) => [kind, count / all])),
  }
}

function scoresOf(confusion: Confusion): Record<Truth, Score> {
  const sum = (matches: (truth: string, found: string) => boolean) =>
    [...confusion].reduce((total, [key, count]) => {
      const [truth = '', found = ''] = key.split(' ')
      return matches(truth, found) ? total + count : total
    }, 0)
  const scoreOf = (name: Truth): Score => {
    const right = sum((truth, found) => truth === name && found === name)
    const [found, present] = [sum((_, each) => each === name), sum((each) => each === name)]
    const wrong = sum((truth, each) => truth === name && each !== name && each !== 'unknown')
    return {
      precision: found === 0 ? null : right / found,
      recall: present === 0 ? null : right / present,
      misjudged: present === 0 ? null : wrong / present,
      present,
    }
  }
  return { own: scoreOf('own'), forwarder: scoreOf('forwarder'), threat: scoreOf('threat') }
}

function add(to: Map<string, number>, key: string, count: number): void {
  to.set(key, (to.get(key) ?? 0) + count)
}
