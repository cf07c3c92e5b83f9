import type { Node } from '../../email/document/index.ts'
import { Switch } from '../../ui/controls/index.ts'
import { Field } from '../../ui/fields/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { phoneIcon } from '../../ui/icons/index.ts'
import { Group } from '../controls/index.ts'
import { type PanelProps, writeNode } from '../fields/index.ts'
import { mayEdit, mayStyle } from '../state/index.ts'

const devices = ['desktop', 'mobile'] as const

/** Hiding and overrides on phones. */
export function ResponsiveGroup({ editor, words, node }: PanelProps & { node: Node }) {
  const { t } = words
  const outline = editor.outline.value
  const isHeld = editor.readOnly.value || editor.textOnly.value
  const isLocked = isHeld || !mayEdit(outline, node.id)
  const isStyleLocked = isHeld || !mayStyle(outline, node.id)
  const hide = (device: 'desktop' | 'mobile', isHidden: boolean) => {
    const { [device]: _now, ...others } = node.hide ?? {}
    const next = isHidden ? { ...others, [device]: true as const } : others
    writeNode(editor, node, {
      prop: 'hide',
      value: Object.keys(next).length === 0 ? undefined : next,
      label: t('change.property', { property: t(`responsive.${device}`) }),
    })
  }
  const overrides = Object.keys(node.mobile ?? {}).length
  return (
    <Group name="responsive" title={t('group.responsive')} mark={node.hide !== undefined || overrides > 0}>
      {devices.map((device) => (
        <Field key={device} label={t(`responsive.${device}`)}>
          {({ id }) => (
            <Switch
              id={id}
              checked={node.hide?.[device] === true}
              disabled={isLocked}
              onChange={(isHidden) => hide(device, isHidden)}
            />
          )}
        </Field>
      ))}
      {overrides === 0 ? (
        editor.device.value === 'mobile' ? null : (
          <Button dense wide icon={phoneIcon} onClick={() => (editor.device.value = 'mobile')}>
            {t('responsive.edit')}
          </Button>
        )
      ) : (
        <div class="svc-line-row">
          <span>{t('responsive.overrides', { count: overrides })}</span>
          <Button
            dense
            variant="plain"
            disabled={isStyleLocked}
            onClick={() => writeNode(editor, node, { prop: 'mobile', value: undefined, label: t('responsive.reset') })}
          >
            {t('responsive.reset')}
          </Button>
        </div>
      )}
    </Group>
  )
}
