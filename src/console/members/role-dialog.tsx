import { useSignal } from '@preact/signals'
import { useConsole } from '../context.ts'
import { FormDialog } from '../parts/index.ts'
import type { Member, RoleEntry } from './resources.ts'
import { RoleField } from './role-field.tsx'
import { words } from './words.ts'

interface RoleDialogProps {
  member: Member
  roles: readonly RoleEntry[]
  onChanged: () => void
  onClose: () => void
}

export function RoleDialog({ member: { id, name, role: before }, roles, onChanged, onClose }: RoleDialogProps) {
  const { api, toaster } = useConsole()
  const role = useSignal(before)
  const save = async () => {
    await api.value.put(`/console/members/${id}`, { role: role.value })
    toaster.show(words.t('done.role', { name }))
    onClose()
    onChanged()
  }
  return (
    <FormDialog
      title={words.t('roleTitle', { name })}
      action={words.t('save')}
      size="small"
      onClose={onClose}
      onSubmit={save}
    >
      {(problem) => (
        <>
          <RoleField roles={roles} chosen={role} />
          <p class="soft">{words.t('roleNote')}</p>
          <p class="bad" role="alert">
            {problem}
          </p>
        </>
      )}
    </FormDialog>
  )
}
