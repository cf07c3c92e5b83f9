import { type Condition, printCondition } from '../../email/data/index.ts'
import { Button, IconButton, SegmentedControl } from '../../ui/controls/index.ts'
import { Combobox, Select, TextInput } from '../../ui/fields/index.ts'
import { plusIcon, trashIcon } from '../../ui/icons/index.ts'
import {
  type Comparison,
  type ConditionRow,
  type ConditionRows,
  type PanelProps,
  comparisons,
  conditionOf,
  mergeFieldsOf,
  readValue,
  rowsOf,
  takesValue,
} from '../fields/index.ts'
import { useSignal } from '@preact/signals'
import { dropItem } from './list-items.ts'

export interface ConditionControlProps extends PanelProps {
  value: Condition | undefined
  onChange: (condition: Condition | undefined) => void
  disabled: boolean
}

export function ConditionControl({ editor, words, value, onChange, disabled }: ConditionControlProps) {
  const { t } = words
  // A row without a field is not a condition yet; it is stored here.
  const draft = useSignal<ConditionRows | undefined>(undefined)
  const stored = rowsOf(value)
  if (stored === undefined)
    return (
      <div class="svc-condition">
        <code class="svc-condition-code">{value === undefined ? '' : printCondition(value)}</code>
        <p class="svc-hint">{t('condition.complex')}</p>
        <Button dense disabled={disabled} onClick={() => onChange(undefined)}>
          {t('condition.clear')}
        </Button>
      </div>
    )
  const isPending = draft.value !== undefined && JSON.stringify(conditionOf(draft.value)) === JSON.stringify(value)
  const { join, rows } = isPending && draft.value !== undefined ? draft.value : stored
  const fields = mergeFieldsOf(editor.document.value, editor.config)
  const change = (next: ConditionRows) => {
    draft.value = next
    const condition = conditionOf(next)
    if (JSON.stringify(condition) !== JSON.stringify(value)) onChange(condition)
  }
  const changeRow = (at: number, part: Partial<ConditionRow>) =>
    change({ join, rows: rows.map((row, index) => (index === at ? { ...row, ...part } : row)) })
  return (
    <div class="svc-condition">
      {rows.length > 1 ? (
        <SegmentedControl
          label={t('condition.join')}
          value={join}
          disabled={disabled}
          segments={[
            { value: 'and', label: t('condition.all') },
            { value: 'or', label: t('condition.any') },
          ]}
          onChange={(next) => change({ join: next, rows })}
        />
      ) : null}
      {rows.map((row, at) => (
        <div key={at} class="svc-condition-row" role="group" aria-label={t('condition.line', { number: at + 1 })}>
          <Combobox
            label={t('condition.field')}
            placeholder={t('condition.field')}
            value={row.path}
            suggestions={fields.map(({ path, label, sample }) => ({ value: path, label, detail: sample ?? path }))}
            disabled={disabled}
            onChange={(path) => changeRow(at, { path })}
          />
          <Select<Comparison>
            label={t('condition.question')}
            value={row.op}
            options={comparisons.map((op) => ({ value: op, label: t(`condition.${op}`) }))}
            disabled={disabled}
            onChange={(op) => changeRow(at, { op })}
          />
          {takesValue(row.op) ? (
            <TextInput
              label={t('condition.value')}
              placeholder={t('condition.value')}
              value={String(row.value ?? '')}
              disabled={disabled}
              onChange={(text) =>
                changeRow(at, { value: readValue(text, fields.find(({ path }) => path === row.path)?.type) })
              }
            />
          ) : null}
          {disabled ? null : (
            <IconButton
              dense
              danger
              icon={trashIcon}
              label={t('condition.remove', { number: at + 1 })}
              onClick={() => change({ join, rows: dropItem(rows, at) })}
            />
          )}
        </div>
      ))}
      {disabled ? null : (
        <Button
          dense
          wide
          icon={plusIcon}
          onClick={() => change({ join, rows: [...rows, { path: '', op: 'exists', value: '' }] })}
        >
          {rows.length === 0 ? t('condition.addFirst') : t('condition.add')}
        </Button>
      )}
    </div>
  )
}
