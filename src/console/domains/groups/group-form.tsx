import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import type { DomainGroup } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog } from '../../parts/index.ts'
import { words } from '../texts.ts'

interface GroupFormProps {
  /** Undefined for a new one. */
  group?: DomainGroup
  onClose: () => void
  onSaved: (group: DomainGroup) => void
}

/** Name and members of a group; only owners and admins change members. */
export function GroupForm({ group, onClose, onSaved }: GroupFormProps) {
  const { api, start } = useConsole()
  const name = useSignal(group?.name ?? '')
  const members = useSignal(group?.members.join(', ') ?? '')
  const mayChangeMembers = start.user.role === 'owner' || start.user.role === 'admin'
  const save = async () => {
    const emails = members.value.split(/[\s,;]+/).filter((each) => each !== '')
    const body = { name: name.value.trim(), ...(mayChangeMembers ? { members: emails } : {}) }
    onSaved(
      group === undefined
        ? await api.value.post<DomainGroup>('/dmarc/groups', body)
        : await api.value.put<DomainGroup>(`/dmarc/groups/${group.id}`, body),
    )
  }
  const title = words.t(group === undefined ? 'newGroup' : 'editGroup')
  return (
    <FormDialog title={title} action={words.t('save')} size="small" onClose={onClose} onSubmit={save}>
      {(problem) => (
        <>
          <Field label={words.t('groupName')} layout="stack" hint={words.t('groupNameHint')} error={problem}>
            {({ describedBy, id }) => (
              <TextInput
                id={id}
                autofocus
                describedBy={describedBy}
                invalid={problem !== undefined}
                value={name.value}
                onChange={(value) => (name.value = value)}
              />
            )}
          </Field>
          {mayChangeMembers ? (
            <Field label={words.t('members')} layout="stack" hint={words.t('membersHint')}>
              {({ describedBy, id }) => (
                <TextInput
                  id={id}
                  describedBy={describedBy}
                  value={members.value}
                  placeholder="mia@example.com, ben@example.com"
                  onChange={(value) => (members.value = value)}
                />
              )}
            </Field>
          ) : null}
        </>
      )}
    </FormDialog>
  )
}
