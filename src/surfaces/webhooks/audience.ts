/** Which events a webhook may receive: those of templates that its owner may view at that moment. */
import { type CallActor, currentOwner } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { selectGuardIds, templateVisibility } from '../templates/index.ts'

/** An event on its way to one webhook. */
export interface Addressed {
  projectId: string
  ownerKind: CallActor['kind'] | null
  ownerId: string | null
  /** Templates that the event names; null for none. */
  templateIds: readonly string[] | null
  /** Decides for a template that is erased: whether grants restricted it when the event happened. */
  isRestricted: boolean
}

/**
 * Those of these events that must not go to their webhook, because its owner may not view a template that they name. One
 * query where no template is restricted. An owner without access any more views only what is open to the project.
 */
export async function selectHidden<E extends Addressed>(db: Db, events: readonly E[]): Promise<Set<E>> {
  const hidden = new Set<E>()
  const ids = new Set(events.flatMap(({ templateIds }) => templateIds ?? []))
  if (ids.size === 0) return hidden
  const guardOf = await selectGuardIds(db, [...ids])
  const guardsOf = ({ isRestricted, templateIds }: E) =>
    (templateIds ?? []).map((id) => (guardOf.has(id) ? guardOf.get(id) : isRestricted ? 'erased' : null))
  const restricted = events.filter((event) => guardsOf(event).some((guard) => guard !== null))
  for (const [, group] of Map.groupBy(restricted, ({ projectId, ownerKind, ownerId }) =>
    [projectId, ownerKind, ownerId].join(' '),
  )) {
    const [{ ownerId: id, ownerKind: kind, projectId }] = group as [E]
    const owner = await currentOwner(db, { projectId, kind, id })
    const { guards, isUnlimited } = await templateVisibility(db, owner)
    if (isUnlimited) continue
    const isOpen = (guard: string | null | undefined) =>
      guard === null || (guard !== 'erased' && guards?.includes(guard ?? '') !== false)
    for (const event of group) if (!guardsOf(event).every(isOpen)) hidden.add(event)
  }
  return hidden
}
