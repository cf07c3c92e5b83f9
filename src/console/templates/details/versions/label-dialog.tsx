import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../../../ui/fields/index.ts'
import type { TemplateVersion } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { FormDialog } from '../../../parts/index.ts'
import { words } from './words.ts'

interface LabelDialogProps {
  templateId: string
  /** Undefined to name the current content. */
  version: TemplateVersion | undefined
  onDone: () => void
  onClose: () => void
}

/** The label of a version; an empty one removes it. */
export function LabelDialog({ onClose, onDone, templateId, version }: LabelDialogProps) {
  const { api, toaster } = useConsole()
  const label = useSignal(version?.label ?? '')
  const path = `/templates/${templateId}/versions`
  const save = async () => {
    const text = label.value.trim()
    if (version === undefined) {
      const { number } = await api.value.post<TemplateVersion>(path, { label: text })
      toaster.show(words.t('labelled', { number, label: text }))
    } else {
      const { number } = version
      await api.value.put(`${path}/${version.id}`, { label: text === '' ? null : text })
      toaster.show(text === '' ? words.t('unlabelled', { number }) : words.t('labelled', { number, label: text }))
    }
    onDone()
  }
  return (
    <FormDialog
      title={version === undefined ? words.t('name') : words.t('labelTitle', { number: version.number })}
      action={words.t('nameAction')}
      size="small"
      onClose={onClose}
      onSubmit={save}
    >
      {(problem) => (
        <Field label={words.t('label')} layout="stack" hint={words.t('labelHint')} error={problem}>
          {({ describedBy, id }) => (
            <TextInput
              id={id}
              autofocus
              describedBy={describedBy}
              invalid={problem !== undefined}
              placeholder={words.t('labelExample')}
              value={label.value}
              onChange={(value) => (label.value = value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}
