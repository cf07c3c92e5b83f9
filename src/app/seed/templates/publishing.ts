import type { Operations } from '../operations.ts'
import type { PlannedTemplate } from './plan.ts'

const dayMs = 86_400_000

/** Publishes, changes and requests as far as the planned state. */
export async function bringToState(
  { get, post }: Operations,
  id: string,
  { state, subject }: PlannedTemplate,
): Promise<void> {
  const edit = async (operations: readonly unknown[]) => {
    const { revision } = await get<{ revision: number }>(`/templates/${id}`)
    await post(`/templates/${id}/operations`, { base_revision: revision, operations })
  }
  const changeMeta = (meta: Record<string, string>) => edit([{ op: 'settings', props: { meta } }])
  if (subject !== undefined) await changeMeta({ subject })
  if (state === 'published' || state === 'changed') await post(`/templates/${id}/publish`, { note: 'First release' })
  if (state === 'changed') {
    await changeMeta({ preheader: 'A calmer first line, and one button less.' })
    await post(`/templates/${id}/publish`, { note: 'Shorter preview text' })
    await changeMeta({ preheader: 'Written anew for the winter season.' })
    await edit(await firstButton(get, id))
  }
  if (state === 'scheduled') {
    const publishAt = new Date(Math.ceil(Date.now() / dayMs) * dayMs + 9 * 3_600_000).toISOString()
    await post(`/templates/${id}/publish`, { note: 'Launch morning', publish_at: publishAt })
  }
  if (state === 'in_review') {
    await post(`/templates/${id}/reviews`, { note: 'Final texts: please look at the dates and the second button.' })
    await post(`/templates/${id}/review-links`, { name: 'Legal', may_approve: true })
  }
}

/** Gives the first button another label, as an editor would; nothing for an email without buttons. */
async function firstButton(get: Operations['get'], id: string): Promise<readonly unknown[]> {
  const { blocks } = await get<{ blocks: readonly { id: string; type: string }[] }>(`/templates/${id}/blocks`)
  const button = blocks.find(({ type }) => type === 'button')
  return button === undefined
    ? [{ op: 'settings', props: { meta: { description: 'Sent by the shop.' } } }]
    : [{ op: 'set', id: button.id, props: { label: 'Take another look' } }]
}
