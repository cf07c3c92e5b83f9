import type { Field, Node } from '../../email/document/index.ts'
import { FieldRow, Group } from '../controls/index.ts'
import { type PanelProps, isLayered, nodeTarget } from '../fields/index.ts'
import { AdvancedGroup } from './advanced-group.tsx'
import { ColumnsGroup } from './columns-group.tsx'
import { ConditionsGroup } from './conditions-group.tsx'
import { DarkFields } from './dark-fields.tsx'
import { ModuleSettings } from './module-settings.tsx'
import { ResponsiveGroup } from './responsive-group.tsx'
import { bandFields, fieldsOf } from './structure-fields.ts'

/** All groups of a node: what it says, how it looks, where it stands, on phones, for whom, and the rest. */
export function BlockSettings(props: PanelProps & { node: Node }) {
  const { editor, words, node } = props
  const { t } = words
  const target = nodeTarget(props, node)
  const fields = fieldsOf(node)
  const isPhone = editor.device.value === 'mobile'
  const of = (group: Field['group']) => fields.filter((field) => (field.group ?? 'content') === group)
  const rows = (list: readonly Field[]) =>
    list
      .filter(({ prop }) => !isPhone || isLayered(prop))
      .map((field) => <FieldRow key={field.prop} editor={editor} words={words} field={field} target={target} />)
  const [content, style, layout] = [of('content'), of('style'), of('layout')]
  const hasBand = node.type === 'section' || node.type === 'group'
  return (
    <>
      {node.type === 'module' ? <ModuleSettings {...props} /> : null}
      {content.length === 0 || isPhone ? null : (
        <Group name="content" title={t('group.content')}>
          {rows(content)}
        </Group>
      )}
      {node.type === 'section' || node.type === 'columns' ? <ColumnsGroup {...props} target={target} /> : null}
      {style.length === 0 ? null : (
        <Group name="style" title={t('group.style')}>
          {rows(style)}
          {isPhone ? null : <DarkFields {...props} target={target} />}
        </Group>
      )}
      {layout.length === 0 ? null : (
        <Group name="spacing" title={t('group.spacing')}>
          {rows(layout)}
        </Group>
      )}
      {hasBand && !isPhone ? (
        <Group name="band" title={t('group.band')}>
          <p class="svc-hint">{t('inspector.bandHint')}</p>
          {rows(bandFields)}
        </Group>
      ) : null}
      <ResponsiveGroup {...props} />
      <ConditionsGroup {...props} />
      <AdvancedGroup {...props} />
    </>
  )
}
