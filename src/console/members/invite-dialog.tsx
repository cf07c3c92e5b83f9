import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../ui/fields/index.ts'
import { useConsole } from '../context.ts'
import { FormDialog } from '../parts/index.ts'
import type { LinkOnce, MemberList } from './resources.ts'
import { RoleField } from './role-field.tsx'
import { words } from './words.ts'

interface InviteDialogProps {
  list: MemberList
  onInvited: (link: LinkOnce) => void
  onClose: () => void
}

export function InviteDialog({ list, onInvited, onClose }: InviteDialogProps) {
  const { api } = useConsole()
  const email = useSignal('')
  const role = useSignal('editor')
  const invite = async () => {
    const body = { email: email.value.trim(), role: role.value }
    onInvited(await api.value.post<LinkOnce>('/console/members/invitations', body))
  }
  return (
    <FormDialog
      title={words.t('inviteTitle')}
      action={words.t(list.sends_mail ? 'invite.send' : 'invite.create')}
      size="small"
      onClose={onClose}
      onSubmit={invite}
    >
      {(problem) => (
        <>
          <Field label={words.t('email')} layout="stack" error={problem}>
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                autofocus
                isCode
                describedBy={describedBy}
                invalid={problem !== undefined}
                value={email.value}
                onChange={(value) => (email.value = value)}
              />
            )}
          </Field>
          <RoleField roles={list.roles} chosen={role} />
        </>
      )}
    </FormDialog>
  )
}
