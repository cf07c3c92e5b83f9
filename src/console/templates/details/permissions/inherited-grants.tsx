import type { Permissions } from '../../../api/index.ts'
import { Table } from '../../../parts/index.ts'
import type { Folders } from '../../folders/use-folders.ts'
import type { Principals } from './use-principals.ts'
import { words } from './words.ts'

interface InheritedGrantsProps {
  of: Permissions['inherited']
  folders: Folders
  principals: Principals
}

/** The rules of the folders that contain the template, nearest first. */
export function InheritedGrants({ folders, of, principals }: InheritedGrantsProps) {
  const rows = of.flatMap(({ default: others, folder_id: folder, grants }) => [
    ...grants.map(({ id, level, principal }) => ({ key: id, folder, name: principals.nameOf(principal), level })),
    ...(others === null ? [] : [{ key: folder, folder, name: words.t('everyone'), level: others }]),
  ])
  return (
    <>
      <h2>{words.t('inherited')}</h2>
      <p class="soft words">{words.t('inheritedText')}</p>
      <Table label={words.t('inherited')} columns={[words.t('folder'), words.t('who'), words.t('level')]}>
        {rows.map(({ folder, key, level, name }) => (
          <tr key={key}>
            <th scope="row">
              <a href={`/templates?folder=${folder}`} dir="auto">
                {folders.find(folder)?.name ?? folder}
              </a>
            </th>
            <td dir="auto">{name}</td>
            <td>{words.wordFor('level', level)}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}
