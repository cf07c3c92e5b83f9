import type { Node } from '../../email/document/index.ts'
import { Field, Select } from '../../ui/fields/index.ts'
import { type PanelProps, type Target, readAt } from '../fields/index.ts'

/** The style presets of the host page for the type of a node; none while phones are edited. */
export function PresetField({ editor, words, node, target }: PanelProps & { node: Node; target: Target }) {
  const presets = (editor.config.stylePresets ?? []).filter(({ type }) => type === node.type)
  if (presets.length === 0 || editor.device.value === 'mobile') return null
  const label = words.t('inspector.preset')
  const active = presets.findIndex(({ style }) =>
    Object.entries(style).every(([name, value]) => isSame(readAt(node, `style.${name}`), value)),
  )
  return (
    <Field label={label}>
      {({ id }) => (
        <Select
          id={id}
          value={String(active)}
          disabled={target.isLocked('style.color')}
          options={[
            ...(active === -1 ? [{ value: '-1', label: '–' }] : []),
            ...presets.map((preset, index) => ({ value: String(index), label: preset.label })),
          ]}
          onChange={(chosen) => {
            const preset = presets[Number(chosen)]
            if (preset === undefined) return
            const style = { ...node.style, ...preset.style }
            editor.change(words.t('change.property', { property: label }), [
              { op: 'set', id: node.id, props: { style } },
            ])
          }}
        />
      )}
    </Field>
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
