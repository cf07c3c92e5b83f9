import { useSignal } from '@preact/signals'
import { IconButton } from '../../../ui/controls/index.ts'
import { pencilIcon, trashIcon } from '../../../ui/icons/index.ts'
import type { VerificationListEntry } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { type RowProps, LongTable } from '../../long/index.ts'
import { ConfirmDialog } from '../../parts/index.ts'
import { isAddress } from './filter.ts'
import { words } from './words.ts'

interface RuleTableProps {
  entries: readonly VerificationListEntry[]
  hasMore: boolean
  /** The text that the list is filtered by: of an address, the only way to know it. */
  searched: string
  onEdit: (entry: VerificationListEntry) => void
  onChange: () => void
}

export function RuleTable({ entries, hasMore, searched, onEdit, onChange }: RuleTableProps) {
  const { api, report, toaster } = useConsole()
  const confirmed = useSignal<VerificationListEntry | undefined>(undefined)
  const valueOf = ({ domain, kind }: VerificationListEntry) =>
    kind === 'domain' ? domain : isAddress(searched) ? searched : undefined
  const nameOf = (entry: VerificationListEntry) => valueOf(entry) ?? words.t('addressAt', { domain: entry.domain })
  const remove = async (entry: VerificationListEntry) => {
    const { expires_at, id, list, note } = entry
    const value = valueOf(entry)
    await api.value.remove(`/verify/lists/${id}`)
    onChange()
    const putBack = () => void api.value.post('/verify/lists', { list, value, note, expires_at }).then(onChange, report)
    toaster.show(
      words.t('removed', { name: nameOf(entry) }),
      value === undefined ? {} : { action: { label: words.t('undo'), run: putBack } },
    )
  }
  const start = (entry: VerificationListEntry) => {
    if (valueOf(entry) === undefined) confirmed.value = entry
    else void remove(entry).catch(report)
  }
  const { value: asked } = confirmed
  return (
    <>
      <LongTable
        label={words.t('intro')}
        columns={['entry', 'effect', 'note', 'ends', 'added'].map((key) => words.t(key as 'entry'))}
        hasActions
        items={entries}
        hasMore={hasMore}
        keyOf={({ id }) => id}
        textOf={(entry) => [nameOf(entry), words.wordFor('effect', entry.list), entry.note].join(' ')}
      >
        {(entry, row) => (
          <RuleRow
            key={row.key}
            row={row}
            entry={entry}
            name={nameOf(entry)}
            isKnown={valueOf(entry) !== undefined}
            onEdit={() => onEdit(entry)}
            onRemove={() => start(entry)}
          />
        )}
      </LongTable>
      {asked === undefined ? null : (
        <ConfirmDialog
          title={words.t('removeTitle')}
          text={words.t('removeText', { name: nameOf(asked) })}
          action={words.t('remove')}
          onClose={() => (confirmed.value = undefined)}
          onConfirm={() => {
            confirmed.value = undefined
            void remove(asked).catch(report)
          }}
        />
      )}
    </>
  )
}

interface RuleRowProps {
  row: RowProps
  entry: VerificationListEntry
  name: string
  /** True if the name is the email address or the domain itself. */
  isKnown: boolean
  onEdit: () => void
  onRemove: () => void
}

function RuleRow({
  entry: { created_at, expires_at, list, kind, note, domain },
  name,
  isKnown,
  row,
  onEdit,
  onRemove,
}: RuleRowProps) {
  const day = (instant: string) => words.dateTime(new Date(instant))
  return (
    <tr {...row}>
      <th scope="row">
        {isKnown ? name : domain}
        <small class="soft second-line">{words.wordFor('about', kind)}</small>
      </th>
      <td>
        <span class={`badge badge-${list === 'block' ? 'failed' : 'done'}`}>{words.wordFor('effect', list)}</span>
      </td>
      <td dir="auto">{note}</td>
      <td class="day">{expires_at === null ? words.t('never') : day(expires_at)}</td>
      <td class="day">{day(created_at)}</td>
      <td class="actions">
        <IconButton icon={pencilIcon} label={words.t('editOf', { name })} onClick={onEdit} />
        <IconButton icon={trashIcon} label={words.t('removeOf', { name })} onClick={onRemove} />
      </td>
    </tr>
  )
}
