import type { Operations } from '../operations.ts'
import { type PlannedTemplate, folders, plannedTemplates } from './plan.ts'
import { bringToState } from './publishing.ts'
import { seedModule } from './seed-module.ts'

/** Ids that other parts of the project use. */
export interface SeededTemplates {
  cart: string
  newsletter: string
  welcome: string
}

interface Named {
  id: string
  name: string
}

export async function seedTemplates(operations: Operations): Promise<SeededTemplates> {
  const folderIds = await seedFolders(operations)
  const { data: starters } = await operations.get<{ data: Named[] }>('/templates/public?limit=100')
  const ids = new Map<string, string>()
  const create = async (planned: PlannedTemplate) => {
    const starter = requireNamed(starters, planned.starter)
    const { id } = await operations.post<Named>(`/templates/${starter.id}/duplicate`, {
      name: planned.name,
      folder_id: planned.folder === null ? null : (folderIds.get(planned.folder) ?? null),
    })
    await operations.put(`/templates/${id}`, { tags: planned.tags })
    ids.set(planned.key, id)
    return id
  }
  for (const planned of plannedTemplates) await create(planned)
  const idOf = (key: string) => ids.get(key) ?? ''
  await seedModule(operations, { first: idOf('order'), others: [idOf('shipped')] })
  for (const planned of plannedTemplates) await bringToState(operations, idOf(planned.key), planned)
  return { cart: idOf('cart'), newsletter: idOf('newsletter'), welcome: idOf('welcome') }
}

async function seedFolders({ post }: Operations): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [name, parent, color] of folders) {
    const parentId = parent === null ? null : (ids.get(parent) ?? null)
    ids.set(name, (await post<Named>('/folders', { name, color, parent_id: parentId })).id)
  }
  return ids
}

function requireNamed(starters: readonly Named[], name: string): Named {
  const found = starters.find((starter) => starter.name === name)
  if (found === undefined) throw new Error(`There is no starter “${name}”.`)
  return found
}
