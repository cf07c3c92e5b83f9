import type { Signal } from '@preact/signals'
import { Field, Select } from '../../ui/fields/index.ts'
import type { RoleEntry } from './resources.ts'
import { words } from './words.ts'

/** Roles that the signed-in account may give, with what the chosen one may do. */
export function RoleField({ roles, chosen }: { roles: readonly RoleEntry[]; chosen: Signal<string> }) {
  const summary = roles.find(({ role }) => role === chosen.value)?.summary
  return (
    <Field label={words.t('role')} layout="stack" hint={summary}>
      {({ describedBy, id }) => (
        <Select
          id={id}
          describedBy={describedBy}
          value={chosen.value}
          options={roles.filter(({ may_give: mayGive }) => mayGive).map(({ role }) => ({ value: role, label: role }))}
          onChange={(value) => (chosen.value = value)}
        />
      )}
    </Field>
  )
}
