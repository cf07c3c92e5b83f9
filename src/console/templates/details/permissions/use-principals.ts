import type { ApiKey, Grant } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { useLatest } from '../../../latest.ts'
import { isAdmin } from '../../../start.ts'
import { words } from './words.ts'

/** Of `/v1/console/members` (app/pages/members/contract.ts). */
interface Members {
  roles: readonly { role: string }[]
  members: readonly { id: string; name: string; email: string }[]
}

interface Choice {
  value: string
  label: string
}

export interface Principals {
  /** Undefined for those that the console cannot list, whose id is typed. */
  choicesOf(kind: string): readonly Choice[] | undefined
  nameOf(principal: Grant['principal']): string
}

/** Members, roles and, for admins, API keys by name. */
export function usePrincipals(): Principals {
  const { api, start } = useConsole()
  const members = useLatest((signal) => api.value.get<Members>('/console/members', { signal }), [])
  const keys = useLatest(
    async (signal) =>
      isAdmin(start)
        ? (await api.value.get<{ data: readonly ApiKey[] }>('/api-keys', { query: { limit: 100 }, signal })).data
        : undefined,
    [],
  )
  const choicesOf = (kind: string) => {
    if (kind === 'user')
      return (members.value?.members ?? []).map(({ email, id, name }) => ({ value: id, label: `${name} · ${email}` }))
    if (kind === 'role')
      return (
        (members.value?.roles ?? [])
          // They manage every template.
          .filter(({ role }) => role !== 'owner' && role !== 'admin')
          .map(({ role }) => ({ value: role, label: words.wordFor('role', role) }))
      )
    if (kind === 'api_key') return keys.value?.map(({ id, name }) => ({ value: id, label: name }))
    return undefined
  }
  return {
    choicesOf,
    nameOf: ({ id, kind }) => {
      if (kind === 'role') return words.wordFor('role', id)
      if (kind === 'user' && members.value !== undefined)
        return members.value.members.find((member) => member.id === id)?.name ?? words.t('formerly')
      return choicesOf(kind)?.find(({ value }) => value === id)?.label ?? id
    },
  }
}
