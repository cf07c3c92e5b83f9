import type { Loop, Condition } from '../../email/data/index.ts'
import type { Node } from '../../email/document/index.ts'
import { Switch } from '../../ui/controls/index.ts'
import { Combobox, Field, NumberInput, TextInput } from '../../ui/fields/index.ts'
import { ConditionControl, Group } from '../controls/index.ts'
import { type PanelProps, mergeFieldsOf, writeNode } from '../fields/index.ts'
import { mayEdit } from '../state/index.ts'

export function ConditionsGroup(props: PanelProps & { node: Node }) {
  const { editor, words, node } = props
  const { t } = words
  return (
    <Group
      name="conditions"
      field="when"
      title={t('group.conditions')}
      mark={node.when !== undefined || node.each !== undefined}
    >
      <p class="svc-hint">{node.when === undefined ? t('condition.always') : t('condition.when')}</p>
      <ConditionControl
        editor={editor}
        words={words}
        value={node.when}
        disabled={isHeld(props)}
        onChange={(when: Condition | undefined) =>
          writeNode(editor, node, { prop: 'when', value: when, label: t('change.condition') })
        }
      />
      {node.type === 'column' ? null : <Repeat {...props} />}
    </Group>
  )
}

function isHeld({ editor, node }: PanelProps & { node: Node }): boolean {
  return editor.readOnly.value || editor.textOnly.value || !mayEdit(editor.outline.value, node.id)
}

function Repeat(props: PanelProps & { node: Node }) {
  const { editor, words, node } = props
  const { t } = words
  const lists = mergeFieldsOf(editor.document.value, editor.config).filter(({ type }) => type === 'list')
  const { each } = node
  const isLocked = isHeld(props)
  const write = (next: Loop | undefined) =>
    writeNode(editor, node, { prop: 'each', value: next, label: t('change.repeat') })
  return (
    <>
      <Field label={t('repeat.on')}>
        {({ id }) => (
          <Switch
            id={id}
            checked={each !== undefined}
            disabled={isLocked}
            onChange={(isOn) => write(isOn ? { in: lists[0]?.path ?? 'items', as: 'item' } : undefined)}
          />
        )}
      </Field>
      {each === undefined ? null : (
        <>
          <Field label={t('repeat.list')}>
            {({ id }) => (
              <Combobox
                id={id}
                label={t('repeat.list')}
                value={each.in}
                suggestions={lists.map(({ path, label }) => ({ value: path, label, detail: path }))}
                disabled={isLocked}
                onChange={(path) => path !== '' && write({ ...each, in: path } as Loop)}
              />
            )}
          </Field>
          <Field label={t('repeat.name')} hint={t('repeat.nameHint', { name: each.as })}>
            {({ id, describedBy }) => (
              <TextInput
                id={id}
                isCode
                describedBy={describedBy}
                value={each.as}
                disabled={isLocked}
                onChange={(name) => /^[A-Za-z_]\w{0,63}$/.test(name) && write({ ...each, as: name } as Loop)}
              />
            )}
          </Field>
          <Field label={t('repeat.limit')}>
            {({ id }) => (
              <NumberInput
                id={id}
                min={1}
                max={1000}
                value={each.limit}
                disabled={isLocked}
                onChange={(limit) => {
                  const { limit: _old, ...others } = each
                  write((limit === undefined ? others : { ...others, limit }) as Loop)
                }}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}
