/**
 * Work of the main thread, in shared memory that the watchdog can read while the event loop is blocked. One slot per request
 * or job; if all are in use, the oldest is overwritten.
 */
export interface Activity {
  readonly memory: SharedArrayBuffer
  /** Records the start of a request or job; `id` and `operation` are ASCII. Returns the ticket for the calls below. */
  begin(id: string, operation: string): number
  /** Sets the operation of a ticket, once it is known. */
  name(ticket: number, operation: string): void
  /** Records that the work of a ticket continues after a wait, for example for the body of the request. */
  resume(ticket: number): void
  /** Records the end of the work of a ticket. */
  end(ticket: number): void
  /** Records a turn of the event loop. */
  beat(): void
  /** Records that the process has to end within `limits.drainSeconds`. */
  stop(): void
}

/** One slot as the watchdog reads it. */
export interface Work {
  id: string
  operation: string
  /** Milliseconds since it began. */
  ms: number
}

/** Slots; each has 128 bytes: ticket (4, 0 when free), start in Unix milliseconds (8, at 8), two lengths, the two texts. */
const slots = 128
const slotBytes = 128
const headBytes = 64
const [maxId, maxOperation] = [64, 46]
const textsAt = 18
const [beatAt, latestAt, stopAt] = [0, 1, 2]

export function createActivity(): Activity {
  const memory = new SharedArrayBuffer(headBytes + slots * slotBytes)
  const [words, moments, bytes] = [new Int32Array(memory), new Float64Array(memory), new Uint8Array(memory)]
  let last = 0
  return {
    memory,
    begin(id, operation) {
      last = (last + 1) & 0x7fffffff || 1
      const at = slotOf(last)
      moments[(at + 8) >> 3] = Date.now()
      bytes[at + 16] = write(bytes, at + textsAt, id, maxId)
      bytes[at + 17] = write(bytes, at + textsAt + maxId, operation, maxOperation)
      words[at >> 2] = last
      words[latestAt] = last
      return last
    },
    name(ticket, operation) {
      const at = slotOf(ticket)
      if (ticket !== 0 && words[at >> 2] === ticket)
        bytes[at + 17] = write(bytes, at + textsAt + maxId, operation, maxOperation)
    },
    resume(ticket) {
      words[latestAt] = ticket
    },
    end(ticket) {
      const at = slotOf(ticket) >> 2
      if (words[at] === ticket) words[at] = 0
    },
    beat() {
      Atomics.add(words, beatAt, 1)
    },
    stop() {
      Atomics.store(words, stopAt, 1)
    },
  }
}

/** Reads an activity in another thread. */
export function readActivity(memory: SharedArrayBuffer) {
  const [words, moments, bytes] = [new Int32Array(memory), new Float64Array(memory), new Uint8Array(memory)]
  return {
    beats: () => Atomics.load(words, beatAt),
    isStopping: () => Atomics.load(words, stopAt) === 1,
    /** All unfinished work: first the one that began or continued last, then the others, oldest first. */
    work(): Work[] {
      const latest = Atomics.load(words, latestAt)
      const now = Date.now()
      return Array.from({ length: slots }, (_, slot) => headBytes + slot * slotBytes)
        .filter((at) => words[at >> 2] !== 0)
        .map((at) => ({
          isLatest: words[at >> 2] === latest,
          id: read(bytes, at + textsAt, bytes[at + 16] ?? 0),
          operation: read(bytes, at + textsAt + maxId, bytes[at + 17] ?? 0),
          ms: Math.max(0, Math.round(now - (moments[(at + 8) >> 3] ?? now))),
        }))
        .toSorted((left, right) => Number(right.isLatest) - Number(left.isLatest) || right.ms - left.ms)
        .map(({ isLatest: _, ...work }) => work)
    },
  }
}

function slotOf(ticket: number): number {
  return headBytes + (ticket % slots) * slotBytes
}

function write(bytes: Uint8Array, at: number, text: string, max: number): number {
  const length = Math.min(text.length, max)
  for (let index = 0; index < length; index++) bytes[at + index] = text.charCodeAt(index)
  return length
}

function read(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
