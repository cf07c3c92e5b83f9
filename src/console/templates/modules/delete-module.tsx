import type { ModuleJob, ModuleSummary } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { ConfirmDialog, useCall } from '../../parts/index.ts'
import { ModuleUses } from './module-uses.tsx'
import { words } from './words.ts'

interface DeleteModuleProps {
  module: ModuleSummary
  onCancel: () => void
  /** Called with the job that deletes the module, if many emails have to be changed before. */
  onDeleted: (jobId: string | undefined) => void
}

/** Shows what a deletion changes before it happens. */
export function DeleteModule({ module, onCancel, onDeleted }: DeleteModuleProps) {
  const { api, toaster } = useConsole()
  const { id, name, revision, usage_count: count } = module
  const isUsed = count > 0
  const call = useCall<void>()
  const remove = () =>
    call.run(async () => {
      // Not if it was changed meanwhile; one that was used meanwhile is refused without `detach`.
      const job = await api.value.remove<ModuleJob>(`/modules/${id}`, {
        ...(isUsed ? { query: { detach: true } } : {}),
        ifMatch: `"${revision}"`,
      })
      toaster.show(words.t(job === undefined ? 'deleted' : 'deleting', { name }))
      onDeleted(job?.job_id)
    })
  return (
    <ConfirmDialog
      title={words.t('deleteTitle', { name })}
      text={isUsed ? words.t('deleteUsed', { count }) : words.t('deleteUnused')}
      action={words.t(isUsed ? 'detach' : 'delete')}
      busy={call.isBusy}
      onConfirm={remove}
      onClose={onCancel}
    >
      {isUsed ? <ModuleUses id={id} /> : null}
    </ConfirmDialog>
  )
}
