import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { type Api, ApiFailure, type Connection, type Export, type Push, type Template } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { followExport } from './follow-export.ts'

/** A template that was pushed, or is. */
export interface PushedTemplate {
  name: string
  push: Pick<Push, 'status' | 'action' | 'remote_id' | 'error' | 'next_attempt_at' | 'warnings'>
}

export type PushState =
  | { step: 'ready' }
  | { step: 'checking' }
  /** What the provider cannot express, before anything is sent. */
  | { step: 'warned'; warnings: Export['warnings'] }
  | { step: 'pushing' | 'done'; pushed: readonly PushedTemplate[] }

export interface PushOrder {
  connection: Connection
  templateIds: readonly string[]
  version: { version?: 'draft' }
}

export interface PushRun {
  state: PushState
  /** Checks, and pushes at once if there is nothing to warn of. */
  check(order: PushOrder): void
  push(order: PushOrder): void
  clear(): void
}

/** Pushes templates one after another, after a check that lists what the provider cannot express. */
export function usePush(): PushRun {
  const { api, report } = useConsole()
  const state = useSignal<PushState>({ step: 'ready' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const clear = () => {
    running.current?.abort()
    state.value = { step: 'ready' }
  }
  const run = (work: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    work(own.signal).catch((error: unknown) => {
      if (own.signal.aborted) return
      state.value = { step: 'ready' }
      report(error)
    })
  }
  async function push({ connection, templateIds, version }: PushOrder, signal: AbortSignal): Promise<void> {
    const pushed: PushedTemplate[] = []
    const show = (step: 'pushing' | 'done', latest: readonly PushedTemplate[] = []) => {
      if (!signal.aborted) state.value = { step, pushed: [...pushed, ...latest] }
    }
    show('pushing')
    for (const id of templateIds) {
      const { name } = await api.value.get<Template>(`/templates/${id}`, { signal })
      const body = { template_id: id, ...version }
      const onChange = (current: PushedTemplate['push']) => show('pushing', [{ name, push: current }])
      pushed.push({ name, push: await followPush(api.value, connection.id, { body, onChange, signal }) })
    }
    show('done')
  }
  return {
    state: state.value,
    clear,
    check: (order) =>
      run(async (signal) => {
        state.value = { step: 'checking' }
        const warnings = await warningsOf(api.value, order, signal)
        if (signal.aborted) return
        if (warnings.length === 0) await push(order, signal)
        else state.value = { step: 'warned', warnings }
      }),
    push: (order) => run((signal) => push(order, signal)),
  }
}

/** By an export in the language of the connection, which is deleted at once. */
async function warningsOf(
  api: Api,
  { connection: { options, target }, templateIds, version }: PushOrder,
  signal: AbortSignal,
): Promise<Export['warnings']> {
  // Images are the only option that exports do not have.
  const { images: _, ...others } = options
  const templates = templateIds.length === 1 ? { template_id: templateIds[0] } : { template_ids: templateIds }
  const body = { format: 'esp', target, ...templates, ...version, options: others }
  const { id, warnings } = await followExport(api, body, { signal })
  await api.remove(`/export/${id}`)
  return warnings
}

interface Followed {
  body: object
  onChange: (push: Push) => void
  signal: AbortSignal
}

/** A push that is refused is one that failed: the templates after it are pushed. */
async function followPush(
  api: Api,
  connectionId: string,
  { body, onChange, signal }: Followed,
): Promise<PushedTemplate['push']> {
  const base = `/connections/${connectionId}`
  try {
    const { id, job_id: job } = await api.post<Push>(`${base}/push`, body, { signal })
    const read = () => api.get<Push>(`${base}/pushes/${id}`, { signal })
    for await (const _ of api.watch(`/jobs/${job}/events`, signal)) onChange(await read())
    return await read()
  } catch (error) {
    if (error instanceof ApiFailure)
      return { status: 'failed', warnings: [], error: { code: error.code, message: error.message } }
    throw error
  }
}
