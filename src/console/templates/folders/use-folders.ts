import type { FolderBranch, FolderList } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { type Latest, useLatest } from '../../latest.ts'

export interface Folders extends Pick<Latest<FolderList>, 'reload'> {
  tree: readonly FolderBranch[]
  /** All folders, parents before their children. */
  all: readonly FolderBranch[]
  /** Undefined for an unknown id. */
  find(id: string): FolderBranch | undefined
}

export function useFolders(): Folders {
  const { api } = useConsole()
  const latest = useLatest((signal) => api.value.get<FolderList>('/folders', { signal }), [])
  const tree = latest.value?.data ?? []
  const all = flatten(tree)
  return { tree, all, reload: latest.reload, find: (id) => all.find((folder) => folder.id === id) }
}

function flatten(branches: readonly FolderBranch[]): FolderBranch[] {
  return branches.flatMap((branch) => [branch, ...flatten(branch.children ?? [])])
}
