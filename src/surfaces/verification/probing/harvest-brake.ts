import {
  type HarvestSignal,
  type Suspicion,
  addSignal,
  enumerates,
  innocent,
  isSuspect,
  suspectAgain,
  suspectWith,
} from '../../../deliverability/harvest/index.ts'
import { projectOf } from './evidence.ts'
import type { Finding, ProbeJob } from './job.ts'
import type { Shared } from './shared/sharing.ts'

export interface HarvestBrakeDeps {
  readonly shared: Pick<Shared, 'read' | 'write'>
  /** First pause of a domain, and the longest one: each pause is twice as long as the one before. */
  readonly limits: { readonly harvestPauseMs: number; readonly harvestMaxPauseMs: number }
  readonly now: () => number
}

/** A pause of a domain for a project. */
export interface HarvestPause {
  readonly waitMs: number
  readonly accepted: number
  readonly refused: number
}

interface Watched {
  suspicion: Suspicion
  /** The last refused local parts. */
  readonly refused: string[]
  pauseMs: number
  untilMs: number
  seenMs: number
}

/** Domains per process; those not seen for the longest time are evicted. */
const maxWatched = 20_000
const maxCompared = 32
const forgetAfterMs = 24 * 3_600_000

/**
 * Pauses probes of a domain for a project whose email addresses there look guessed. Each process counts the replies that it
 * receives, and probes without a project are not counted; a pause applies to all processes, within the half minute for which they cache shared values, and survives a
 * restart.
 */
export class HarvestBrake {
  readonly #deps: HarvestBrakeDeps
  readonly #watched = new Map<string, Watched>()

  constructor(deps: HarvestBrakeDeps) {
    this.#deps = deps
  }

  /** Applies the pause that another process has stored. */
  async load(job: ProbeJob): Promise<void> {
    const key = keyOf(job)
    const note = (await this.#deps.shared.read([key])).get(key)
    if (note === undefined) return
    const [pauseMs = 0, accepted = 0, refused = 0] = note.value.split(' ').map(Number)
    const watched = this.#open(key)
    const untilMs = this.#deps.now() + Math.min(note.leftMs, this.#deps.limits.harvestMaxPauseMs)
    if (untilMs <= watched.untilMs) return
    watched.suspicion = suspectWith({ accepted, refused })
    watched.untilMs = untilMs
    watched.pauseMs = Math.max(watched.pauseMs, pauseMs)
  }

  /** Undefined if the project may probe the domain. */
  pauseOf(job: ProbeJob): HarvestPause | undefined {
    const watched = this.#watched.get(keyOf(job))
    if (watched === undefined || watched.untilMs === 0) return undefined
    const waitMs = watched.untilMs - this.#deps.now()
    if (waitMs > 0) return { waitMs, accepted: watched.suspicion.accepted, refused: watched.suspicion.refused }
    watched.untilMs = 0
    watched.suspicion = suspectAgain(watched.suspicion)
    return undefined
  }

  /** Counts the reply to a probe. True if the domain is paused from now on. */
  note(job: ProbeJob, finding: Finding): boolean {
    const isAccepted = showsMailbox(job, finding)
    const isRefused = finding.outcome === 'not_found' || finding.outcome === 'disabled'
    const key = keyOf(job)
    if (job.options.project === undefined || (!isAccepted && !isRefused)) return false
    const watched = this.#open(key)
    const { harvest } = job.options
    const local = job.target.ascii.slice(0, job.target.ascii.lastIndexOf('@'))
    const signal: HarvestSignal = {
      isAccepted,
      isAlternative: harvest?.isAlternative === true,
      isTypical: harvest?.isRole === true || enumerates(local, watched.refused),
    }
    if (isRefused) {
      watched.refused.push(local)
      if (watched.refused.length > maxCompared) watched.refused.shift()
    }
    watched.suspicion = addSignal(watched.suspicion, signal)
    if (watched.untilMs !== 0 || !isSuspect(watched.suspicion, { isPublic: harvest?.isPublicDomain === true }))
      return false
    this.#pause(key, watched)
    return true
  }

  #pause(key: string, watched: Watched): void {
    const { limits, now, shared } = this.#deps
    const pauseMs = watched.pauseMs === 0 ? limits.harvestPauseMs : 2 * watched.pauseMs
    watched.pauseMs = Math.min(pauseMs, limits.harvestMaxPauseMs)
    watched.untilMs = now() + watched.pauseMs
    const { accepted, refused } = watched.suspicion
    shared.write(key, { value: `${watched.pauseMs} ${accepted} ${refused}`, leftMs: watched.pauseMs })
  }

  #open(key: string): Watched {
    const nowMs = this.#deps.now()
    const known = this.#watched.get(key)
    const isCurrent = known !== undefined && (known.untilMs > nowMs || known.seenMs > nowMs - forgetAfterMs)
    const fresh: Watched = { suspicion: innocent, refused: [], pauseMs: 0, untilMs: 0, seenMs: nowMs }
    const watched = isCurrent ? known : fresh
    watched.seenMs = nowMs
    this.#watched.delete(key)
    const [oldest] = this.#watched.size >= maxWatched ? this.#watched.keys() : []
    if (oldest !== undefined) this.#watched.delete(oldest)
    this.#watched.set(key, watched)
    return watched
  }
}

/** Contains the project and the domain, never an email address. */
function keyOf(job: ProbeJob): string {
  return `harvest ${projectOf(job)} ${job.target.domain}`
}

// A server that accepts every recipient reveals nothing.
function showsMailbox({ mx }: ProbeJob, { catchAll, outcome }: Finding): boolean {
  if (outcome === 'full_inbox' || outcome === 'accepted_rate') return true
  if (outcome !== 'accepted') return false
  return catchAll === false || (catchAll !== true && mx.provider?.answering === 'reliable')
}
