import type { ModuleUse, Node } from '../../email/document/index.ts'
import { Select } from '../../ui/fields/index.ts'
import { Field } from '../../ui/fields/index.ts'
import { Group } from '../controls/index.ts'
import { type PanelProps, writeNode } from '../fields/index.ts'

/** Which version of a module stands here. */
export function ModuleSettings({ editor, words, node }: PanelProps & { node: Node }) {
  const { t } = words
  const { ref } = node as ModuleUse
  const fixed = typeof ref.version === 'number' ? ref.version : undefined
  return (
    <Group name="module" title={t('group.module')}>
      <p class="svc-hint">{t('module.about')}</p>
      <Field label={t('module.version')}>
        {({ id }) => (
          <Select
            id={id}
            value={fixed === undefined ? 'latest' : 'fixed'}
            disabled={editor.readOnly.value || fixed === undefined}
            options={[
              { value: 'latest', label: t('module.latest') },
              { value: 'fixed', label: t('module.fixed', { number: fixed ?? 1 }) },
            ]}
            onChange={(choice) =>
              choice === 'latest' &&
              writeNode(editor, node, {
                prop: 'ref',
                value: { ...ref, version: 'latest' },
                label: t('change.property', { property: t('module.version') }),
              })
            }
          />
        )}
      </Field>
    </Group>
  )
}
