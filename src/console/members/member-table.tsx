import { useSignal } from '@preact/signals'
import { moreIcon } from '../../ui/icons/index.ts'
import { MenuButton, type MenuItem } from '../../ui/overlays/index.ts'
import { useConsole } from '../context.ts'
import { Table } from '../parts/index.ts'
import { ConfirmAction, type ConfirmedAction } from './confirm-action.tsx'
import { createMemberActions, mayManage } from './member-actions.ts'
import type { LinkOnce, Member, MemberList } from './resources.ts'
import { RoleDialog } from './role-dialog.tsx'
import { words } from './words.ts'

interface MemberTableProps {
  list: MemberList
  onLink: (link: LinkOnce) => void
  onChange: () => void
}

type Opened = { member: Member; dialog: 'role' | ConfirmedAction }

export function MemberTable({ list, onLink, onChange }: MemberTableProps) {
  const parts = useConsole()
  const opened = useSignal<Opened | undefined>(undefined)
  const actions = createMemberActions(parts, { onLink, onChange })
  const close = () => (opened.value = undefined)
  const open = (dialog: Opened['dialog'], member: Member) => () => void (opened.value = { dialog, member })
  const itemsOf = (member: Member): MenuItem[] => [
    { label: words.t('act.role'), run: open('role', member) },
    ...(member.is_self
      ? []
      : [
          { label: words.t('act.reset'), run: () => actions.reset(member) },
          { label: words.t('act.remove_factor'), run: open('remove_factor', member) },
          { label: words.t('act.remove_passkeys'), run: open('remove_passkeys', member) },
          ...(list.provider === null
            ? []
            : [{ label: words.t('act.unlink', { provider: list.provider }), run: open('unlink', member) }]),
          'line' as const,
          member.is_disabled
            ? { label: words.t('act.enable'), run: () => actions.manage(member, 'enable') }
            : { label: words.t('act.disable'), run: () => actions.manage(member, 'disable') },
          { label: words.t('act.remove'), danger: true, run: open('remove', member) },
        ]),
  ]
  const { value: current } = opened
  const confirm = (action: ConfirmedAction, member: Member) => {
    close()
    if (action === 'remove') actions.remove(member)
    else actions.manage(member, action)
  }
  return (
    <>
      <Table
        label={words.t('tab.members')}
        columns={[words.t('person'), words.t('role'), words.t('lastSignIn')]}
        hasActions
      >
        {list.members.map((member) => (
          <tr key={member.id}>
            <th scope="row">
              <b>{member.name}</b> {member.is_self ? <span class="badge">{words.t('you')}</span> : null}
              {member.is_disabled ? <span class="badge badge-failed">{words.t('disabled')}</span> : null}
              <small class="soft second-line">{member.email}</small>
            </th>
            <td>{member.role}</td>
            <td class="day">
              {member.last_sign_in_at === null
                ? words.t('never')
                : words.ago(Date.now() - Date.parse(member.last_sign_in_at))}
            </td>
            <td class="actions">
              {mayManage(parts.start.user.role, list, member) ? (
                <MenuButton
                  icon={moreIcon}
                  align="end"
                  label={words.t('manage', { name: member.name })}
                  items={() => itemsOf(member)}
                />
              ) : null}
            </td>
          </tr>
        ))}
      </Table>
      {current === undefined ? null : (
        <MemberDialog opened={current} list={list} onChange={onChange} onConfirm={confirm} onClose={close} />
      )}
    </>
  )
}

interface MemberDialogProps {
  opened: Opened
  list: MemberList
  onChange: () => void
  onConfirm: (action: ConfirmedAction, member: Member) => void
  onClose: () => void
}

function MemberDialog({ opened: { dialog, member }, list, onChange, onConfirm, onClose }: MemberDialogProps) {
  if (dialog === 'role') return <RoleDialog member={member} roles={list.roles} onChanged={onChange} onClose={onClose} />
  return (
    <ConfirmAction action={dialog} name={member.name} onConfirm={() => onConfirm(dialog, member)} onClose={onClose} />
  )
}
