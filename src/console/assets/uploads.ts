import { signal } from '@preact/signals'
import { type Api, type Asset, ApiFailure } from '../api/index.ts'
import type { Console } from '../context.ts'
import { words } from './words.ts'

export interface RefusedFile {
  name: string
  /** In the words of the API. */
  message: string
}

export interface UploadState {
  /** Name of the file on its way; undefined after the last one. */
  current: string | undefined
  done: number
  total: number
  doneBytes: number
  totalBytes: number
  refused: readonly RefusedFile[]
}

const idle: UploadState = { current: undefined, done: 0, total: 0, doneBytes: 0, totalBytes: 0, refused: [] }

/** Belongs to the page, not to the section: uploads continue while other sections are open. */
export const uploads = signal<UploadState>(idle)
/** How many series of uploads have ended. */
export const ended = signal(0)

let queue: File[] = []
let running: AbortController | undefined

const change = (part: Partial<UploadState>) => void (uploads.value = { ...uploads.peek(), ...part })
const bytesOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0)
const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

/** Uploads files one after the other, after those that are on their way, to the project that is open now. */
export function addFiles(files: readonly File[], console: Console): void {
  queue.push(...files)
  if (running !== undefined) {
    const { total, totalBytes } = uploads.peek()
    change({ total: total + files.length, totalBytes: totalBytes + bytesOf(files) })
    return
  }
  uploads.value = { ...idle, total: files.length, totalBytes: bytesOf(files) }
  void run(console)
}

/** Aborts the current file and drops those after it; files that were stored stay. */
export function cancelUploads(): void {
  running?.abort()
}

export function hideRefused(): void {
  change({ refused: [] })
}

async function run(console: Console): Promise<void> {
  // The project may be switched meanwhile.
  const api = console.api.peek()
  const own = new AbortController()
  running = own
  addEventListener('beforeunload', askBeforeLeaving)
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    change({ current: file.name })
    const message = await send(file, { api, console, signal: own.signal })
    if (own.signal.aborted) break
    const { done, doneBytes, refused } = uploads.peek()
    change({
      done: done + 1,
      doneBytes: doneBytes + file.size,
      refused: message === undefined ? refused : [...refused, { name: file.name, message }],
    })
  }
  removeEventListener('beforeunload', askBeforeLeaving)
  running = undefined
  queue = []
  report(own.signal.aborted, console)
  uploads.value = { ...idle, refused: uploads.peek().refused }
  ended.value += 1
}

/** Why the file was not stored; undefined if it was, or if the upload was canceled. */
async function send(
  file: File,
  { api, console, signal: stop }: { api: Api; console: Console; signal: AbortSignal },
): Promise<string | undefined> {
  const form = new FormData()
  form.set('file', file)
  try {
    await api.upload<Asset>('/assets', form, { signal: stop })
  } catch (error) {
    return error instanceof ApiFailure ? error.message : console.words.t('failed.network')
  }
  return undefined
}

function report(isCanceled: boolean, { router, toaster }: Console): void {
  const { done, refused, total } = uploads.peek()
  const stored = done - refused.length
  if (isCanceled) toaster.show(words.t('cancelled', { count: total - done }))
  else if (stored > 0) toaster.show(words.t('uploaded', { count: stored }))
  // The section lists them; other sections do not.
  if (refused.length > 0 && router.url.peek().path !== '/assets')
    toaster.show(words.t('refused', { count: refused.length }), { tone: 'problem' })
}
