import type { Session } from '../../../deliverability/smtp/index.ts'
import type { HostCache } from './hosts.ts'
import type { ProbeJob } from './job.ts'
import type { Turn } from './shared/window.ts'

/** Jobs whose recipients were pipelined in an open session before they are served, and the window slots that they hold. */
export class PipelinedJobs {
  readonly #turns = new Map<ProbeJob, Turn>()
  readonly #begin: () => Turn | undefined

  /** `begin` takes a slot of the window. */
  constructor(begin: () => Turn | undefined) {
    this.#begin = begin
  }

  has(job: ProbeJob): boolean {
    return this.#turns.has(job)
  }

  /** Returns the slot of a pipelined job that is served now, and counts its request. */
  take(job: ProbeJob): Turn | undefined {
    const turn = this.#turns.get(job)
    if (this.#turns.delete(job)) job.rcptCount++
    return turn
  }

  /** Pipelines a job, which holds its slot already, and as many of the following jobs as session and window allow. */
  async pipeline(session: Session, [first, ...following]: readonly [ProbeJob, ...ProbeJob[]]): Promise<void> {
    const turns: Turn[] = []
    let count = 0
    try {
      while (turns.length < following.length) {
        const turn = this.#begin()
        if (turn === undefined) break
        turns.push(turn)
      }
      const jobs = [first, ...following.slice(0, turns.length)]
      count = await session.pipeline(jobs.map(({ recipient }) => recipient))
    } finally {
      if (count > 0) first.rcptCount++
      for (const [index, job] of following.entries()) {
        const turn = turns[index]
        if (index + 1 < count && turn !== undefined) this.#turns.set(job, turn)
        else turn?.end(0)
      }
    }
  }

  /**
   * Reads the replies to the pipelined recipients. Ambiguous replies are requested once more if the window has slots for all
   * of them, until the host has proved often enough that it replies in order.
   */
  async readReplies(session: Session, host: string, hosts: HostCache): Promise<void> {
    const ambiguous = await session.readReplies()
    if (ambiguous === 0) return
    if (hosts.isInStep(host)) return session.acceptUnconfirmed()
    const turns: Turn[] = []
    while (turns.length < ambiguous) {
      const turn = this.#begin()
      if (turn === undefined) break
      turns.push(turn)
    }
    const isAllowed = turns.length === ambiguous
    try {
      if (isAllowed) await session.confirmUnconfirmed()
      else session.discardUnconfirmed()
    } finally {
      for (const turn of turns) turn.end(isAllowed ? turn.count : 0)
    }
    if (isAllowed && !session.isOutOfStep) hosts.noteInStep(host)
  }

  /** Releases the slots of jobs that the session has dropped, or of all jobs without a session. They count as used. */
  release(session?: Session): void {
    for (const [job, turn] of this.#turns) {
      if (session?.hasPipelined(job.recipient) === true) continue
      this.#turns.delete(job)
      turn.end(turn.count)
    }
  }
}
