import { Button } from '../../ui/controls/index.ts'
import { useConsole } from '../context.ts'
import { CsvButton, Table, loadedRows } from '../parts/index.ts'
import type { Invitation } from './resources.ts'
import { words } from './words.ts'

interface InvitationTableProps {
  invitations: readonly Invitation[]
  onChange: () => void
}

export function InvitationTable({ invitations, onChange }: InvitationTableProps) {
  const { api, report, toaster } = useConsole()
  const revoke = async ({ email, id }: Invitation) => {
    await api.value.remove(`/console/members/invitations/${id}`)
    toaster.show(words.t('revoked', { email }))
    onChange()
  }
  return (
    <>
      <div class="panel-head">
        <h2>{words.t('invited')}</h2>
        <CsvButton of={loadedRows(invitations)} name="invitations" />
      </div>
      <Table label={words.t('invited')} columns={[words.t('email'), words.t('role'), words.t('until')]} hasActions>
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <th scope="row">{invitation.email}</th>
            <td>{invitation.role}</td>
            <td class="day">{words.dateTime(new Date(invitation.expires_at))}</td>
            <td class="actions">
              <Button dense onClick={() => void revoke(invitation).catch(report)}>
                {words.t('revoke')}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}
