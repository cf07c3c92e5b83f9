import type { Signal } from '@preact/signals'
import { SegmentedControl } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import { words } from './words.ts'

export interface RuleDraft {
  list: 'allow' | 'block'
  note: string
  /** What an input of the type datetime-local takes; empty for never. */
  ends: string
}

export function ListField({ draft }: { draft: Signal<RuleDraft> }) {
  const { list } = draft.value
  return (
    <div class="stack">
      <SegmentedControl
        label={words.t('list')}
        value={list}
        segments={(['block', 'allow'] as const).map((value) => ({ value, label: words.t(`choice.${value}`) }))}
        onChange={(value) => (draft.value = { ...draft.value, list: value })}
      />
      <p class="soft">{words.t(`about.${list}`)}</p>
    </div>
  )
}

export function NoteFields({ draft }: { draft: Signal<RuleDraft> }) {
  const { ends, note } = draft.value
  return (
    <>
      <Field label={words.t('note')} layout="stack" hint={words.t('noteHint')}>
        {({ describedBy, id }) => (
          <TextInput
            id={id}
            describedBy={describedBy}
            maxLength={200}
            value={note}
            onChange={(value) => (draft.value = { ...draft.value, note: value })}
          />
        )}
      </Field>
      <Field label={words.t('ends')} layout="stack" hint={words.t('endsHint')}>
        {({ describedBy, id }) => (
          <TextInput
            id={id}
            describedBy={describedBy}
            type="datetime-local"
            value={ends}
            onChange={(value) => (draft.value = { ...draft.value, ends: value })}
          />
        )}
      </Field>
    </>
  )
}

/** As the API takes it. */
export function membersOf({ ends, list, note }: RuleDraft) {
  return {
    list,
    note: note.trim() === '' ? null : note.trim(),
    expires_at: ends === '' ? null : new Date(ends).toISOString(),
  }
}
