import { IconButton } from '../../../../ui/controls/index.ts'
import { Select } from '../../../../ui/fields/index.ts'
import { trashIcon } from '../../../../ui/icons/index.ts'
import type { Grant, Permissions } from '../../../api/index.ts'
import { Table } from '../../../parts/index.ts'
import type { Principals } from './use-principals.ts'
import { accesses, words } from './words.ts'

interface GrantTableProps {
  permissions: Permissions
  principals: Principals
  onLevel: (grant: Grant, level: string) => void
  onRemove: (grant: Grant) => void
  /** Null removes the default. */
  onDefault: (level: string | null) => void
}

const options = accesses.map((value) => ({ value: value as string, label: words.t(`level.${value}`) }))
const unset = { value: 'unset', label: words.t('default.unset') }

/** The rules of the template, and the level of everyone else. */
export function GrantTable({ onDefault, onLevel, onRemove, permissions, principals }: GrantTableProps) {
  const mayChange = permissions.your_level === 'manage'
  const { default: others, grants } = permissions
  return (
    <Table label={words.t('rules')} columns={[words.t('who'), words.t('level')]} hasActions={mayChange}>
      {grants.map((grant) => {
        const name = principals.nameOf(grant.principal)
        return (
          <tr key={grant.id}>
            <th scope="row">
              <span dir="auto">{name}</span>
              <span class="soft second-line">{words.wordFor('kind', grant.principal.kind)}</span>
            </th>
            <td>
              {mayChange ? (
                <Select
                  label={words.t('levelOf', { name })}
                  value={grant.level}
                  options={options}
                  onChange={(level) => onLevel(grant, level)}
                />
              ) : (
                words.wordFor('level', grant.level)
              )}
            </td>
            {mayChange ? (
              <td class="actions">
                <IconButton
                  dense
                  icon={trashIcon}
                  label={words.t('removeOf', { name })}
                  onClick={() => onRemove(grant)}
                />
              </td>
            ) : null}
          </tr>
        )
      })}
      <tr>
        <th scope="row">
          {words.t('everyone')}
          <span class="soft second-line">{words.t('everyoneText')}</span>
        </th>
        <td>
          {mayChange ? (
            <Select
              label={words.t('levelOf', { name: words.t('everyone') })}
              value={others ?? unset.value}
              options={[unset, ...options]}
              onChange={(level) => onDefault(level === unset.value ? null : level)}
            />
          ) : others === null ? (
            unset.label
          ) : (
            words.wordFor('level', others)
          )}
        </td>
        {mayChange ? <td /> : null}
      </tr>
    </Table>
  )
}
