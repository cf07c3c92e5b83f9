import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Button } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import { Dialog } from '../../../ui/overlays/index.ts'
import { ApiFailure, type DomainGroup } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { words } from '../texts.ts'

interface GroupFormProps {
  /** Undefined for a new one. */
  group?: DomainGroup
  onClose: () => void
  onSaved: (group: DomainGroup) => void
}

/** Name and members of a group; only owners and admins change members. */
export function GroupForm({ group, onClose, onSaved }: GroupFormProps) {
  const { api, report, start } = useConsole()
  const name = useSignal(group?.name ?? '')
  const members = useSignal(group?.members.join(', ') ?? '')
  const problem = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const form = useId()
  const mayChangeMembers = start.user.role === 'owner' || start.user.role === 'admin'
  const save = async () => {
    if (isBusy.value) return
    isBusy.value = true
    const emails = members.value.split(/[\s,;]+/).filter((each) => each !== '')
    const body = { name: name.value.trim(), ...(mayChangeMembers ? { members: emails } : {}) }
    try {
      onSaved(
        group === undefined
          ? await api.value.post<DomainGroup>('/dmarc/groups', body)
          : await api.value.put<DomainGroup>(`/dmarc/groups/${group.id}`, body),
      )
    } catch (error) {
      isBusy.value = false
      if (error instanceof ApiFailure) problem.value = error.message
      else report(error)
    }
  }
  const title = words.t(group === undefined ? 'newGroup' : 'editGroup')
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <Button variant="primary" busy={isBusy.value} onClick={() => void save()}>
          {words.t('save')}
        </Button>
      }
    >
      <form
        id={form}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={words.t('groupName')} layout="stack" hint={words.t('groupNameHint')} error={problem.value}>
          {({ describedBy, id }) => (
            <TextInput
              id={id}
              autofocus
              describedBy={describedBy}
              invalid={problem.value !== undefined}
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
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
