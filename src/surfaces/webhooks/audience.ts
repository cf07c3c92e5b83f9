/** Restricts the events of a webhook to those of templates that its owner may view at the time of delivery. */
import { type CallActor, currentOwner } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { selectGuardIds, templateVisibility } from '../templates/index.ts'

/** An event for one webhook. */
export interface Addressed {
  projectId: string
  ownerKind: CallActor['kind'] | null
  ownerId: string | null
  /** Templates that the event refers to; null for none. */
  templateIds: readonly string[] | null
  /** For an erased template: true if grants restricted it when the event happened. */
  isRestricted: boolean
}

/**
 * Returns the events that must not be sent to their webhook, because its owner may not view one of their templates. One
 * query if no template is restricted. An owner that has lost its access may view only templates open to the project.
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
