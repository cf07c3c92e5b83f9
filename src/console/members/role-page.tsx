import { Table } from '../parts/index.ts'
import type { MemberList } from './resources.ts'
import { words } from './words.ts'

export function RolePage({ list: { roles } }: { list: MemberList }) {
  return (
    <>
      <p class="soft">{words.t('about')}</p>
      <Table label={words.t('tab.roles')} columns={[words.t('role'), words.t('may')]}>
        {roles.map(({ role, summary }) => (
          <tr key={role}>
            <th scope="row">{role}</th>
            <td>{summary}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}
