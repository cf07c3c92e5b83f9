import { useSignal } from '@preact/signals'
import { type FieldDeclaration, isPath } from '../../email/data/index.ts'
import { Button, IconButton } from '../../ui/controls/index.ts'
import { Field, Select, TextInput } from '../../ui/fields/index.ts'
import { chevronDownIcon, chevronRightIcon, plusIcon, trashIcon } from '../../ui/icons/index.ts'
import { Group } from '../controls/index.ts'
import { type PanelProps, mergeFieldsOf, readable } from '../fields/index.ts'

const types = ['string', 'number', 'boolean', 'date', 'url', 'image', 'list', 'object'] as const

/** Merge fields of the email with sample values, and those of the host page. */
export function MergeFieldsGroup({ editor, words }: PanelProps) {
  const { t } = words
  const { fields } = editor.document.value
  const isLocked = editor.readOnly.value || editor.textOnly.value
  const open = useSignal<number | undefined>(undefined)
  const given = mergeFieldsOf(editor.document.value, editor.config).slice(fields.length)
  const write = (next: readonly FieldDeclaration[]) =>
    editor.change(t('change.fields'), [{ op: 'settings', props: { fields: next } }], { key: 'settings:fields' })
  const add = () => {
    write([...fields, { path: freePath(fields), type: 'string' }])
    open.value = fields.length
  }
  return (
    <Group name="fields" field="fields" title={t('fields.title')}>
      {fields.length === 0 && given.length === 0 ? <p class="svc-hint">{t('fields.empty')}</p> : null}
      <ul class="svc-items">
        {fields.map((field, at) => (
          <li key={at} class={`svc-item${open.value === at ? ' svc-open' : ''}`}>
            <div class="svc-item-row">
              <button
                type="button"
                class="svc-item-head"
                aria-expanded={open.value === at}
                onClick={() => (open.value = open.value === at ? undefined : at)}
              >
                <svg class="svc-icon svc-fold-icon" width="14" height="14" viewBox="0 0 24 24" aria-hidden="true">
                  <path d={open.value === at ? chevronDownIcon : chevronRightIcon} />
                </svg>
                <span>{field.label ?? readable(field.path)}</span>
                <small dir="auto">{sampleOf(field)}</small>
              </button>
              {isLocked ? null : (
                <IconButton
                  dense
                  danger
                  icon={trashIcon}
                  label={t('list.remove', { name: field.label ?? field.path })}
                  onClick={() => write(fields.filter((_other, index) => index !== at))}
                />
              )}
            </div>
            {open.value === at ? (
              <FieldForm
                words={words}
                field={field}
                isLocked={isLocked}
                onChange={(next) => write(fields.map((other, index) => (index === at ? next : other)))}
              />
            ) : null}
          </li>
        ))}
        {given.map(({ path, label, sample }) => (
          <li key={path} class="svc-item svc-given">
            <span>{label}</span>
            <small dir="auto">{sample ?? path}</small>
          </li>
        ))}
      </ul>
      {isLocked ? null : (
        <Button dense wide icon={plusIcon} onClick={add}>
          {t('fields.add')}
        </Button>
      )}
    </Group>
  )
}

interface FieldFormProps extends Pick<PanelProps, 'words'> {
  field: FieldDeclaration
  isLocked: boolean
  onChange: (field: FieldDeclaration) => void
}

function FieldForm({ words, field, isLocked, onChange }: FieldFormProps) {
  const { t } = words
  const path = useSignal(field.path)
  const isSimple = field.type !== 'list' && field.type !== 'object'
  return (
    <div class="svc-item-fields">
      <Field label={t('fields.path')} error={isPath(path.value) ? undefined : t('fields.pathForm')}>
        {({ id, describedBy }) => (
          <TextInput
            id={id}
            isCode
            describedBy={describedBy}
            value={path.value}
            disabled={isLocked}
            onChange={(next) => {
              path.value = next
              if (isPath(next)) onChange({ ...field, path: next })
            }}
          />
        )}
      </Field>
      <Field label={t('fields.label')}>
        {({ id }) => (
          <TextInput
            id={id}
            value={field.label ?? ''}
            placeholder={readable(field.path)}
            disabled={isLocked}
            onChange={(label) => onChange(withText(field, 'label', label))}
          />
        )}
      </Field>
      <Field label={t('fields.type')}>
        {({ id }) => (
          <Select
            id={id}
            value={field.type}
            disabled={isLocked}
            options={types.map((type) => ({ value: type, label: t(`fields.${type}`) }))}
            onChange={(type) =>
              onChange({ path: field.path, type, ...(field.label === undefined ? {} : { label: field.label }) })
            }
          />
        )}
      </Field>
      {isSimple ? (
        <Field name="sample" label={t('fields.sample')}>
          {({ id }) => (
            <TextInput
              id={id}
              value={sampleOf(field)}
              disabled={isLocked}
              onChange={(sample) => onChange(withText(field, 'sample', sample))}
            />
          )}
        </Field>
      ) : null}
    </div>
  )
}

function withText(field: FieldDeclaration, key: 'label' | 'sample', text: string): FieldDeclaration {
  const { [key]: _old, ...others } = field
  if (text === '') return others
  if (key === 'label') return { ...others, label: text }
  const number = Number(text)
  const value =
    field.type === 'number' && Number.isFinite(number) ? number : field.type === 'boolean' ? text === 'true' : text
  return { ...others, sample: value }
}

function sampleOf({ sample }: FieldDeclaration): string {
  return sample === undefined || sample === null || typeof sample === 'object' ? '' : String(sample)
}

function freePath(fields: readonly FieldDeclaration[]): string {
  const known = new Set(fields.map(({ path }) => path))
  for (let number = 1; ; number++) {
    const path = number === 1 ? 'new_field' : `new_field_${number}`
    if (!known.has(path)) return path
  }
}
