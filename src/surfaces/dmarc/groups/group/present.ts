import type { GroupRow } from '../../domains/index.ts'
import type { DomainGroup } from './contract.ts'

export function presentGroup(row: GroupRow, { domains, members }: { members: string[]; domains: number }): DomainGroup {
  return {
    id: row.id,
    name: row.name,
    members,
    domains,
    revision: row.revision,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
}
