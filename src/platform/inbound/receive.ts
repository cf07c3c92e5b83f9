import type { Readable } from 'node:stream'

/** Bytes that the messages of all sessions share. */
export class ReceiveBudget {
  #free: number

  constructor(bytes: number) {
    this.#free = bytes
  }

  /** False if there are fewer. */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false
    this.#free -= bytes
    return true
  }

  release(bytes: number): void {
    this.#free += bytes
  }
}

export type Received = Uint8Array<ArrayBuffer> | 'too_large' | 'busy'

/**
 * Reads a message to its end, keeping it only while it fits. Rejects if the connection ends before. The caller releases
 * the length of the message to the budget.
 */
export async function receiveMessage(
  stream: Readable,
  { budget, maxBytes }: { budget: ReceiveBudget; maxBytes: number },
): Promise<Received> {
  let chunks: Uint8Array[] = []
  let size = 0
  let problem: 'too_large' | 'busy' | undefined
  const drop = () => {
    budget.release(size)
    chunks = []
    size = 0
  }
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (problem !== undefined) continue
      if (size + chunk.length > maxBytes) problem = 'too_large'
      else if (!budget.take(chunk.length)) problem = 'busy'
      if (problem !== undefined) {
        drop()
        continue
      }
      chunks.push(chunk)
      size += chunk.length
    }
  } catch (error) {
    drop()
    throw error
  }
  if (problem !== undefined) return problem
  return Buffer.concat(chunks, size)
}

const lineFeed = 10

/** Received fields in the header, counted up to `max` + 1 (RFC 5321 6.3). */
export function countReceived(bytes: Uint8Array, max: number): number {
  let count = 0
  let start = 0
  while (start < bytes.length && count <= max) {
    const end = bytes.indexOf(lineFeed, start)
    const line = bytes.subarray(start, end === -1 ? bytes.length : end)
    // An empty line ends the header.
    if (line.length === 0 || (line.length === 1 && line[0] === 13)) break
    if (/^received:/i.test(String.fromCharCode(...line.subarray(0, 9)))) count++
    if (end === -1) break
    start = end + 1
  }
  return count
}
