import { useSignal } from '@preact/signals'
import type { VerificationListEntriesAdded } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog } from '../../parts/index.ts'
import { type ReadRow } from '../rows/read-rows.ts'
import { RowsInput, type RowsSource, rowsOf } from '../rows/rows-input.tsx'
import { ListField, NoteFields, type RuleDraft, membersOf } from './rule-fields.tsx'
import { words } from './words.ts'

/** Entries of one request (limits of the API). */
const entriesAtOnce = 10_000

interface AddRulesProps {
  onStored: () => void
  onClose: () => void
}

/** One or many entries, typed, pasted or of a file. What is refused stays to be corrected. */
export function AddRules({ onStored, onClose }: AddRulesProps) {
  const { api, toaster } = useConsole()
  const draft = useSignal<RuleDraft>({ list: 'block', note: '', ends: '' })
  const source = useSignal<RowsSource>({ text: '' })
  const notice = useSignal('')
  const rows = rowsOf(source.value)
  const valued = rows.filter(({ value }) => value !== '')
  const store = async () => {
    if (valued.length === 0) return void (notice.value = words.t('nothing'))
    const refused: string[] = []
    const counts = { added: 0, updated: 0, unchanged: 0 }
    const entries = valued.map((row) => entryOf(row, draft.value))
    for (let at = 0; at < entries.length; at += entriesAtOnce) {
      const part = entries.slice(at, at + entriesAtOnce)
      const result = await api.value.post<VerificationListEntriesAdded>('/verify/lists/bulk', { entries: part })
      counts.added += result.added
      counts.updated += result.updated
      counts.unchanged += result.unchanged
      refused.push(...result.refused.map(({ index }) => part[index]?.value ?? ''))
    }
    onStored()
    const done = counts.added + counts.updated
    if (done > 0 || refused.length === 0)
      toaster.show(
        done === counts.added && done > 0 ? words.t('stored', { count: done }) : words.t('storedSome', counts),
      )
    if (refused.length === 0) return onClose()
    source.value = { text: refused.join('\n') }
    notice.value = words.t('refused', { count: refused.length })
  }
  return (
    <FormDialog
      title={words.t('addTitle')}
      action={valued.length === 0 ? words.t('addNone') : words.t('addAction', { count: valued.length })}
      onClose={onClose}
      onSubmit={store}
    >
      {(problem) => (
        <>
          <ListField draft={draft} />
          <RowsInput
            source={source}
            label={words.t('values')}
            hint={words.t('valuesHint')}
            placeholder={words.t('example')}
          />
          {valued.length === rows.length ? null : (
            <p class="soft">{words.t('noValues', { count: rows.length - valued.length })}</p>
          )}
          <p class="bad" role="alert">
            {problem ?? notice.value}
          </p>
          <NoteFields draft={draft} />
        </>
      )}
    </FormDialog>
  )
}

/** Columns of the file precede what was chosen for all. */
function entryOf({ cell, value }: ReadRow, draft: RuleDraft) {
  const common = membersOf(draft)
  const [list, note, ends] = [cell('list').toLowerCase(), cell('note'), cell('expires_at')]
  return {
    value,
    list: list === 'allow' || list === 'block' ? list : common.list,
    note: note === '' ? common.note : note,
    expires_at: ends === '' ? common.expires_at : ends,
  }
}
