import type { Session } from '../../../deliverability/smtp/index.ts'
import type { HostCache } from './hosts.ts'
import type { ProbeJob } from './job.ts'
import type { Turn } from './shared/window.ts'

/** The jobs that an open session was notified of before their turn to be served, and the places within the limit that they hold. */
export class Ahead {
  readonly #turns = new Map<ProbeJob, Turn>()
  readonly #begin: () => Turn | undefined

  /** `begin` takes a place within the limit. */
  constructor(begin: () => Turn | undefined) {
    this.#begin = begin
  }

  /** True if a job was named, and its place is held. */
  has(job: ProbeJob): boolean {
    return this.#turns.has(job)
  }

  /** The place of a job that was named and is served now, which has been requested by that. */
  take(job: ProbeJob): Turn | undefined {
    const turn = this.#turns.get(job)
    if (this.#turns.delete(job)) job.asked++
    return turn
  }

  /**
   * Names a job that holds its place already, and those behind it, to the server in one go: the first of them, as many as session
   * and limit take.
   */
  async name(session: Session, [first, ...behind]: readonly [ProbeJob, ...ProbeJob[]]): Promise<void> {
    const turns: Turn[] = []
    let count = 0
    try {
      while (turns.length < behind.length) {
        const turn = this.#begin()
        if (turn === undefined) break
        turns.push(turn)
      }
      const jobs = [first, ...behind.slice(0, turns.length)]
      count = await session.name(jobs.map(({ recipient }) => recipient))
    } finally {
      if (count > 0) first.asked++
      for (const [index, job] of behind.entries()) {
        const turn = turns[index]
        if (index + 1 < count && turn !== undefined) this.#turns.set(job, turn)
        else turn?.end(0)
      }
    }
  }

  /**
   * Hears of those who were named. What is not sure the server says once more, where the limit has space for all of it, until it
   * has kept the order of its answers often enough.
   */
  async readReplies(session: Session, host: string, hosts: HostCache): Promise<void> {
    const doubtful = await session.readReplies()
    if (doubtful === 0) return
    if (hosts.isInStep(host)) return session.believe()
    const turns: Turn[] = []
    while (turns.length < doubtful) {
      const turn = this.#begin()
      if (turn === undefined) break
      turns.push(turn)
    }
    const isAllowed = turns.length === doubtful
    try {
      if (isAllowed) await session.confirm()
      else session.forget()
    } finally {
      for (const turn of turns) turn.end(isAllowed ? turn.count : 0)
    }
    if (isAllowed && !session.isOutOfStep) hosts.noteInStep(host)
  }

  /** Gives up the places of those whom the session has forgotten, and of all where there is none any more: they were seen. */
  forget(session?: Session): void {
    for (const [job, turn] of this.#turns) {
      if (session?.hasNamed(job.recipient) === true) continue
      this.#turns.delete(job)
      turn.end(turn.count)
    }
  }
}
