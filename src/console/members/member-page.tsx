import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { plusIcon } from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'
import { CsvButton, loadedRows } from '../parts/index.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InvitationTable } from './invitation-table.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import type { LinkOnce, MemberList } from './resources.ts'
import { words } from './words.ts'

interface MemberPageProps {
  list: MemberList
  onChange: () => void
}

/** Accounts and invitations; `?invite=1` opens the invitation. */
export function MemberPage({ list, onChange }: MemberPageProps) {
  const { router } = useConsole()
  const link = useSignal<LinkOnce | undefined>(undefined)
  const { invitations, may_manage: mayManage, members } = list
  const isInviting = mayManage && router.url.value.query.has('invite')
  const show = (made: LinkOnce) => {
    link.value = made
    onChange()
  }
  return (
    <>
      <div class="panel-head">
        <p class="soft words">
          {words.t('count', { count: members.length })} {words.t('about')} {mayManage ? null : words.t('ask')}
        </p>
        <div class="row">
          <CsvButton of={loadedRows(members)} name="members" />
          {mayManage ? (
            <Button variant="primary" icon={plusIcon} onClick={() => router.go('/members?invite=1')}>
              {words.t('invite')}
            </Button>
          ) : null}
        </div>
      </div>
      <MemberTable list={list} onLink={show} onChange={onChange} />
      {invitations.length === 0 ? null : <InvitationTable invitations={invitations} onChange={onChange} />}
      {isInviting ? (
        <InviteDialog
          list={list}
          onInvited={(made) => {
            router.go('/members', { replace: true })
            show(made)
          }}
          onClose={() => router.go('/members', { replace: true })}
        />
      ) : null}
      {link.value === undefined ? null : <LinkDialog link={link.value} onClose={() => (link.value = undefined)} />}
    </>
  )
}
