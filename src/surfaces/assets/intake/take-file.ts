/** Receives a file: streams it into storage, hashes and measures it, then inspects it. The file is not an asset yet. */
import { type FileType, type ImageFacts, type ImageFormat, headBytes, typeOfFile } from '../../../email/image/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { createId } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Blobs, discardOwn } from '../../../platform/blobs/index.ts'
import type { FileClaim } from '../../../platform/identity/index.ts'
import { TaskTimeout, type Workers, movable } from '../../../platform/jobs/index.ts'
import type { Scheduler } from '../../../platform/scheduling/index.ts'
import { newAssetKey } from '../blob-keys.ts'
import { checkFileContent } from './file-rules.ts'

/** A stored file that belongs to no project yet. */
export interface ReceivedFile {
  /** Id of the future asset; the blob is stored under it. */
  id: string
  sha256: string
  bytes: number
  mime: string
  facts?: ImageFacts
  placeholder?: string
  startedAtMs: number
}

export interface IntakeDeps {
  blobs: Blobs
  workers: Workers
  /** The database's clock. */
  nowMs: () => number
  /** Limits the images in memory during inspection, fairly among projects. */
  inspections: Scheduler
}

/** Accepted files: any, or only images that email clients show. */
export interface Accepted {
  files: FileClaim
}

/**
 * Streams a file into storage and inspects it. Only an image within its size limit is read into memory as a whole.
 * PAYLOAD_TOO_LARGE, ASSET_TYPE_REFUSED for a file that is not accepted, ASSET_INVALID for an empty file or an image that
 * cannot be displayed; nothing stays stored then. Errors of `parts` are rethrown.
 */
export async function takeFile(
  { blobs, nowMs, workers, inspections }: IntakeDeps,
  parts: AsyncIterable<Uint8Array>,
  { files }: Accepted = { files: 'all' },
): Promise<ReceivedFile> {
  const startedAtMs = nowMs()
  const id = createId('asset', startedAtMs)
  const key = newAssetKey(id)
  const gate = new Gate(files)
  const { sizeBytes: bytes, sha256 } = await blobs.putStream(key, gate.through(parts))
  const { type } = gate
  const taken: ReceivedFile = { id, sha256, bytes, mime: type.mime, startedAtMs }
  const { image } = type
  if (image === undefined) return taken
  try {
    return await inspections.run(workers.context, async () => {
      const content = (await blobs.get(key)) ?? fail('ASSET_INVALID', 'The uploaded file no longer exists.')
      return { ...taken, ...(await inspect(workers, content, image)) }
    })
  } catch (error) {
    await discardOwn(blobs, [key])
    throw error
  }
}

/** Passes bytes through up to the limit of their type, which is detected from the first bytes. */
class Gate {
  readonly #files: FileClaim
  #head = new Uint8Array()
  #bytes = 0
  #type: FileType | undefined

  constructor(files: FileClaim) {
    this.#files = files
  }

  /** Detected after `headBytes`, or at the end of a shorter file. */
  get type(): FileType {
    return (this.#type ??= typeOfFile(this.#head))
  }

  async *through(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    for await (const part of parts) {
      this.#bytes += part.length
      if (this.#type === undefined) this.#look(part)
      this.#check(limitOf(this.#type))
      yield part
    }
    if (this.#bytes === 0) fail('ASSET_INVALID', 'The file is empty.')
    this.#check(limitOf(this.type))
  }

  #look(part: Uint8Array): void {
    const head = new Uint8Array(Math.min(headBytes, this.#head.length + part.length))
    head.set(this.#head)
    head.set(part.subarray(0, head.length - this.#head.length), this.#head.length)
    this.#head = head
    if (head.length === headBytes) this.#type = typeOfFile(head)
  }

  #check(limit: number): void {
    if (this.#files === 'images' && this.#type !== undefined && this.#type.image === undefined)
      fail('ASSET_TYPE_REFUSED', 'Send an image: PNG, JPEG, GIF, WebP or SVG.')
    if (this.#type !== undefined) checkFileContent(this.#type)
    if (this.#bytes > limit)
      fail('PAYLOAD_TOO_LARGE', `Files of type ${this.#type?.mime ?? 'any'} are limited to ${limit} bytes.`)
  }
}

function limitOf(type: FileType | undefined): number {
  if (type?.image === 'svg') return limits.svgBytes
  return type?.image === undefined ? limits.fileBytes : limits.imageBytes
}

type Inspected = { facts: ImageFacts; placeholder?: string } | { problem: string }

async function inspect(workers: Workers, bytes: Uint8Array, format: ImageFormat) {
  const seconds = format === 'svg' ? limits.svgSeconds : limits.imageSeconds
  const work = workers.runWithin<Inspected>(seconds * 1000, 'inspectImage', { bytes: movable(bytes), format })
  const found = await work.catch((error: unknown) => {
    if (!(error instanceof TaskTimeout)) throw error
    return { problem: `Reading the ${format.toUpperCase()} took longer than ${seconds} s.` }
  })
  if ('problem' in found) return fail('ASSET_INVALID', found.problem)
  return found
}
