import { type Partition, type Policy, keyOf, policies } from './partition.ts'
import { Usage } from './usage.ts'

/** Work that waits for a slot. */
export interface Waiting {
  readonly account: Account
  /** The client of the partition that submitted it. */
  readonly client: string
  /** Slots that it needs. */
  readonly slots: number
  readonly bytes: number
  /** Starts the work with its slots. */
  start(nowMs: number): void
  refuse(reason: Error): void
}

/** One client of a partition: its FIFO queue, and its usage. */
class ClientAccount {
  readonly usage = new Usage()
  readonly waiting: Waiting[] = []
}

/** One partition in a scheduler: its queue, divided by client, and its usage. */
export class Account {
  readonly usage = new Usage()
  readonly policy: Policy
  readonly kind: Partition['kind']
  /** For jobs: the key of their project's partition. */
  readonly foreground: string | undefined
  readonly #clients = new Map<string, ClientAccount>()
  waitingTasks = 0
  waitingBytes = 0
  /** Slots in use. */
  held = 0
  /** Moving average of the duration of its work, milliseconds. */
  averageMs: number

  constructor(partition: Partition, expectedMs: number) {
    this.averageMs = expectedMs
    this.kind = partition.kind
    this.policy = policies[partition.kind]
    if (partition.kind === 'background' && partition.projectId !== null)
      this.foreground = keyOf({ kind: 'project', projectId: partition.projectId })
  }

  client(name: string): ClientAccount {
    let found = this.#clients.get(name)
    if (found === undefined) this.#clients.set(name, (found = new ClientAccount()))
    return found
  }

  add(work: Waiting): void {
    this.client(work.client).waiting.push(work)
    this.waitingTasks++
    this.waitingBytes += work.bytes
  }

  /** False if it is not in the queue. */
  remove(work: Waiting): boolean {
    const { waiting } = this.client(work.client)
    const index = waiting.indexOf(work)
    if (index === -1) return false
    waiting.splice(index, 1)
    this.waitingTasks--
    this.waitingBytes -= work.bytes
    return true
  }

  /** Current usage divided by weight, milliseconds. */
  weighted(nowMs: number): number {
    return this.usage.at(nowMs) / this.policy.weight
  }

  /** The next work to start: the oldest of the client with the lowest usage. */
  next(nowMs: number): Waiting | undefined {
    return this.#pick((a, b) => a.usage.at(nowMs) < b.usage.at(nowMs))?.waiting[0]
  }

  /** The first work to drop: the newest of the client with the most queued work. */
  last(): Waiting | undefined {
    return this.#pick((a, b) => a.waiting.length > b.waiting.length)?.waiting.at(-1)
  }

  /** True if it has no work and no significant usage. */
  isIdle(nowMs: number): boolean {
    return this.waitingTasks === 0 && this.usage.running === 0 && this.usage.at(nowMs) < 1
  }

  /** Removes clients without work and significant usage. */
  sweep(nowMs: number): void {
    for (const [name, { usage, waiting }] of this.#clients)
      if (waiting.length === 0 && usage.running === 0 && usage.at(nowMs) < 1) this.#clients.delete(name)
  }

  #pick(isBetter: (a: ClientAccount, b: ClientAccount) => boolean): ClientAccount | undefined {
    let best: ClientAccount | undefined
    for (const client of this.#clients.values())
      if (client.waiting.length > 0 && (best === undefined || isBetter(client, best))) best = client
    return best
  }
}
