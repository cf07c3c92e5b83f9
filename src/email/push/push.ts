import type { Account } from './account.ts'
import type { Adapter, FoundTemplate, PushedEmail } from './adapter.ts'
import type { Api } from './api.ts'
import { PushFailure } from './failure.ts'

/** Stored state of one email at one connection. */
export interface Cached {
  /** The template of the last push. */
  remoteId: string | undefined
  /** The caller specified `remoteId`: if that template is missing, no other is created. */
  isChosen: boolean
  /** Start of a creation with unknown outcome, milliseconds since epoch. */
  pendingSinceMs: number | undefined
  /** Records the start of a creation and clears `remoteId`. */
  begin(): Promise<void>
  /** Records that the creation failed. */
  abandon(): Promise<void>
  /** Records the template that contains the email. */
  keep(id: string): Promise<void>
}

/** `recreated`: the template of an earlier push no longer existed. */
export interface Pushed {
  id: string
  action: 'created' | 'updated' | 'recreated'
}

/**
 * Tolerance between clocks: a template that was created this long before the recorded start of the creation is still
 * ours.
 */
const clockSkewMs = 5 * 60_000

/**
 * Writes an email to the template of an earlier push, or to a new one. Safe to retry after any interruption without
 * creating duplicates: a creation is recorded before it is requested, and a retry first searches for the template of
 * a creation with unknown outcome.
 */
export async function pushEmail(
  adapter: Adapter,
  api: Api,
  { account, email: given, cached }: { account: Account; email: PushedEmail; cached: Cached },
): Promise<Pushed> {
  const email = fitting(adapter, given)
  const { isChosen, pendingSinceMs, remoteId } = cached
  if (remoteId !== undefined) {
    if (await adapter.update(api, remoteId, email, account)) {
      await cached.keep(remoteId)
      return { id: remoteId, action: 'updated' }
    }
    if (isChosen) throw new PushFailure('missing', `${adapter.name} has no template “${remoteId}”.`)
  } else if (pendingSinceMs !== undefined) {
    const id = ownTemplateId(await adapter.find(api, email, account), pendingSinceMs)
    if (id !== undefined) {
      await cached.keep(id)
      if (await adapter.update(api, id, email, account)) return { id, action: 'created' }
    }
  }
  const id = await create(adapter, api, { account, email, cached })
  return { id, action: remoteId === undefined ? 'created' : 'recreated' }
}

async function create(
  adapter: Adapter,
  api: Api,
  { account, email, cached }: { account: Account; email: PushedEmail; cached: Cached },
): Promise<string> {
  await cached.begin()
  let made: Awaited<ReturnType<Adapter['create']>>
  try {
    made = await adapter.create(api, email, account)
  } catch (error) {
    if (error instanceof PushFailure && !error.isUncertain) await cached.abandon()
    throw error
  }
  await cached.keep(made.id)
  if (!made.isWritten && !(await adapter.update(api, made.id, email, account))) {
    throw new PushFailure('unavailable', `${adapter.name} does not find the template that it has just created.`)
  }
  return made.id
}

function ownTemplateId(found: readonly FoundTemplate[], sinceMs: number): string | undefined {
  return found.find(({ createdAtMs }) => createdAtMs === undefined || createdAtMs >= sinceMs - clockSkewMs)?.id
}

function fitting({ limits, name }: Adapter, email: PushedEmail): PushedEmail {
  const size = new TextEncoder().encode(email.html).length
  if (limits.htmlBytes !== undefined && size > limits.htmlBytes) {
    throw new PushFailure('too_large', `The HTML has ${size} bytes; the limit of ${name} is ${limits.htmlBytes}.`)
  }
  return { ...email, name: cut(email.name, limits.nameLength), subject: cut(email.subject, limits.subjectLength) }
}

function cut(text: string, length = Number.POSITIVE_INFINITY): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}
