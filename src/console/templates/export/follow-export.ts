import type { Api, Export } from '../../api/index.ts'

interface Followed {
  signal: AbortSignal
  onChange?: (current: Export) => void
}

/** Creates an export, and follows its job, if it has one, until it ends. */
export async function followExport(api: Api, body: object, { onChange, signal }: Followed): Promise<Export> {
  let current = await api.post<Export>('/export', body, { signal })
  onChange?.(current)
  if (current.job_id === undefined) return current
  const read = async () => {
    current = await api.get<Export>(`/export/${current.id}`, { signal })
    onChange?.(current)
  }
  for await (const _ of api.watch(`/jobs/${current.job_id}/events`, signal)) await read()
  await read()
  return current
}
