import type { FolderBranch } from '../../api/index.ts'
import type { Console } from '../../context.ts'

export interface FolderActions {
  /** Fails with the reason of the service, as `rename` does. */
  create(name: string, parentId: string | null): Promise<void>
  rename(folder: FolderBranch, name: string): Promise<void>
  /** The notice offers to move it back. */
  move(folder: FolderBranch, parentId: string | null): Promise<void>
  /** Templates and subfolders move to the parent folder. */
  remove(folder: FolderBranch): Promise<void>
}

export function createFolderActions({ api, report, toaster, words }: Console, reload: () => void): FolderActions {
  const run = async (change: () => Promise<unknown>, done?: () => void) => {
    try {
      await change()
      done?.()
    } catch (error) {
      report(error)
    }
    reload()
  }
  const moveTo = ({ id }: FolderBranch, parentId: string | null) =>
    api.value.post(`/folders/${id}/move`, { parent_id: parentId })
  return {
    async create(name, parentId) {
      await api.value.post('/folders', { name, parent_id: parentId })
      reload()
    },
    async rename({ id }, name) {
      await api.value.put(`/folders/${id}`, { name })
      reload()
    },
    move: (folder, parentId) =>
      run(
        () => moveTo(folder, parentId),
        () =>
          toaster.show(words.t('folder.moved', { name: folder.name }), {
            action: { label: words.t('undo'), run: () => void run(() => moveTo(folder, folder.parent_id)) },
          }),
      ),
    remove: (folder) =>
      run(
        () => api.value.remove(`/folders/${folder.id}`),
        () => toaster.show(words.t('folder.deleted', { name: folder.name })),
      ),
  }
}
