import type { Cell, Host, World } from './mail.ts'

type Sent = Omit<Cell, 'reporter' | 'override' | 'messages' | 'delivered'> & {
  /** Mean messages of the day at all reporters. */
  readonly mean: number
  /** Forwarders and lists may be trusted by a receiver. */
  readonly isRelayed?: boolean
}

/** Spreads the messages of a day over reporters, some of which trust a relay in place of the policy. */
export function emit(world: World, { isRelayed = false, mean, ...sent }: Sent): void {
  for (const reporter of world.reporters) {
    const all = world.dice.poisson(mean * reporter.share)
    if (all === 0) continue
    const fails = !sent.dkimAligned && !sent.spfAligned
    const trusted = isRelayed && fails ? binomial(world, all, reporter.trusts) : 0
    const told = binomial(world, trusted, reporter.reportsTrust)
    const override = { type: reporter.trustReason, comment: reporter.trustReason === 'local_policy' ? 'arc=pass' : '' }
    const push = (messages: number, rest: Pick<Cell, 'override' | 'delivered'>) => {
      if (messages > 0) world.cells.push({ ...sent, reporter, messages, ...rest })
    }
    push(all - trusted, { override: null, delivered: false })
    push(told, { override, delivered: true })
    push(trusted - told, { override: null, delivered: true })
  }
}

function addHost(world: World, ip: string, host: Host): void {
  if (!world.hosts.has(ip)) world.hosts.set(ip, world.dice.chance(0.05) ? { state: 'unknown' } : host)
}

/** IP addresses of a pool, each with a name. */
export function pool(world: World, size: number, name: (index: number, ip: string) => string | null): string[] {
  return Array.from({ length: size }, (_, index) => {
    const ip = world.dice.ip()
    const host = name(index, ip)
    const broken = world.dice.chance(0.02)
    addHost(world, ip, host === null ? { state: 'none' } : { state: broken ? 'mismatch' : 'confirmed', name: host })
    return ip
  })
}

/** A name that networks generate from the IP address. */
export function accessName(world: World, ip: string): string | null {
  const { dice } = world
  const [one, two, three, four] = ip.split('.')
  return dice.pick([
    `${four}-${three}-${two}-${one}.dynamic.${dice.word()}.net`,
    `host-${one}-${two}-${three}-${four}.${dice.word()}.com.br`,
    `pool-${one}.${two}.${three}.${four}.${dice.word()}.ru`,
    `static.${four}.${three}.${two}.${one}.clients.${dice.word()}.de`,
    `vps${dice.int(1000, 99_999)}.${dice.word()}.net`,
    `${dice.word()}.${dice.word()}.com`,
    null,
    null,
  ])
}

function binomial(world: World, of: number, probability: number): number {
  if (of > 60) {
    const mean = of * probability
    return Math.min(of, Math.max(0, Math.round(world.dice.normal(mean, Math.sqrt(mean * (1 - probability))))))
  }
  let count = 0
  for (let index = 0; index < of; index++) if (world.dice.chance(probability)) count++
  return count
}
