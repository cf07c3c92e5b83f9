import { type Signal, useComputed, useSignal } from '@preact/signals'
import { createScope, lookup, withValue } from '../../../email/data/index.ts'
import { Button } from '../../../ui/controls/index.ts'
import { Field, Select, TextArea, TextInput } from '../../../ui/fields/index.ts'
import type { SampleRecipient, StructuredTemplate } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { FormDialog } from '../../parts/index.ts'
import { words } from './words.ts'

type Data = Record<string, unknown>
type DeclaredField = StructuredTemplate['document']['fields'][number]

interface RecipientDialogProps {
  templateId: string
  /** Undefined for a new one. */
  recipient: SampleRecipient | undefined
  onSaved: (id: string) => void
  onDelete: (recipient: SampleRecipient) => void
  onClose: () => void
}

/** A sample recipient: the values of one template in fields, and all data as JSON. */
export function RecipientDialog({ templateId, recipient, onSaved, onDelete, onClose }: RecipientDialogProps) {
  const { api, toaster } = useConsole()
  const name = useSignal(recipient?.name ?? '')
  const json = useSignal(recipient === undefined ? '{}' : printData(recipient.data))
  const read = useComputed(() => readData(json.value)).value
  const template = useLatest(
    (signal) => api.value.get<StructuredTemplate>(`/templates/${templateId}/structured`, { signal }),
    [templateId],
  )
  const fields = (template.value?.document.fields ?? []).filter(({ type }) => type !== 'list' && type !== 'object')
  const save = async () => {
    if (!('data' in read)) return
    const body = { name: name.value.trim(), data: read.data }
    const saved =
      recipient === undefined
        ? await api.value.post<SampleRecipient>('/sample-recipients', body)
        : await api.value.put<SampleRecipient>(`/sample-recipients/${recipient.id}`, body, {
            ifMatch: `"${recipient.revision}"`,
          })
    toaster.show(words.t('recipientSaved', { name: saved.name }))
    onSaved(saved.id)
  }
  return (
    <FormDialog
      title={recipient === undefined ? words.t('newRecipient') : recipient.name}
      action={words.t('save')}
      onClose={onClose}
      onSubmit={save}
    >
      {(problem) => (
        <>
          <Field label={words.t('recipientName')} hint={words.t('recipientNameHint')} layout="stack">
            {({ id, describedBy }) => (
              <TextInput
                id={id}
                describedBy={describedBy}
                autofocus
                maxLength={200}
                value={name.value}
                onChange={(text) => (name.value = text)}
              />
            )}
          </Field>
          {'data' in read && fields.length > 0 ? (
            <fieldset class="recipient-fields">
              <legend>{words.t('recipientFields')}</legend>
              {fields.map((field) => (
                <ValueField key={field.path} field={field} data={read.data} json={json} />
              ))}
            </fieldset>
          ) : null}
          <Field label={words.t('recipientJson')} hint={words.t('recipientJsonHint')} layout="stack">
            {({ id, describedBy }) => (
              <TextArea
                id={id}
                describedBy={describedBy}
                isCode
                rows={4}
                value={json.value}
                onChange={(text) => (json.value = text)}
              />
            )}
          </Field>
          <p class="bad" role="alert">
            {'problem' in read ? words.t('recipientNoJson', { reason: read.problem }) : problem}
          </p>
          {recipient === undefined ? null : (
            <div class="row">
              <Button variant="danger" onClick={() => onDelete(recipient)}>
                {words.t('recipientDelete')}
              </Button>
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}

interface ValueFieldProps {
  field: DeclaredField
  data: Data
  json: Signal<string>
}

/** The value of a declared field; empty shows the sample of the template. */
function ValueField({ field: { label, path, sample, type }, data, json }: ValueFieldProps) {
  const value = lookup(createScope(data), path)
  const set = (next: unknown) => (json.value = printData(withValue(data, path, next)))
  return (
    <Field label={label ?? path} layout="stack">
      {({ id }) =>
        type === 'boolean' ? (
          <Select
            id={id}
            value={typeof value === 'boolean' ? String(value) : ''}
            options={[
              { value: '', label: words.t('asSample') },
              { value: 'true', label: words.t('yes') },
              { value: 'false', label: words.t('no') },
            ]}
            onChange={(next) => set(next === '' ? null : next === 'true')}
          />
        ) : (
          <TextInput
            id={id}
            placeholder={printValue(sample)}
            value={printValue(value)}
            onChange={(text) => set(type === 'number' && isNumber(text) ? Number(text) : text)}
          />
        )
      }
    </Field>
  )
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text)) && String(Number(text)) === text.trim()
}

function printValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function printData(data: Data): string {
  return JSON.stringify(data, null, 2)
}

function readData(text: string): { data: Data } | { problem: string } {
  try {
    const data: unknown = JSON.parse(text)
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { data: data as Data }
    return { problem: Array.isArray(data) ? '[…]' : text.slice(0, 40) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
