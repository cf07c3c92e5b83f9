import { blockTypes } from '../../email/blocks/index.ts'
import { type Field as BlockField, type ModuleUse, type Node, isEqual } from '../../email/document/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { FieldRow, Group } from '../controls/index.ts'
import { type PanelProps, isLayered, nodeTarget, readAt, type Target, writeNode } from '../fields/index.ts'
import { AdvancedGroup } from './advanced-group.tsx'
import { ColumnsGroup } from './columns-group.tsx'
import { ConditionsGroup } from './conditions-group.tsx'
import { ownFields, ownTarget, updateOfOwn } from './own-fields.ts'
import { PresetField } from './preset-field.tsx'
import { ResponsiveGroup } from './responsive-group.tsx'
import { bandFields, fieldsOf, isRare } from './structure-fields.ts'
import { Select, Field } from '../../ui/fields/index.ts'

export function BlockSettings(props: PanelProps & { node: Node }) {
  const { editor, words, node } = props
  const { t } = words
  const target = nodeTarget(props, node)
  const own = ownFields(editor, node)
  const update = updateOfOwn(props, node)
  const fields = own === undefined ? fieldsOf(node) : [...own, ...fieldsOf(node).filter(({ prop }) => prop !== 'html')]
  const isPhone = editor.device.value === 'mobile'
  const of = (group: BlockField['group']) =>
    fields.filter((field) => (field.group ?? 'content') === group && !isRare(node, field))
  const more = fields.filter((field) => isRare(node, field) && (!isPhone || isLayered(field.prop)))
  const defaults = blockTypes.get(node.type)?.defaults
  const isChanged = ({ prop }: BlockField) => !isEqual(target.read(prop), readAt(defaults, prop))
  const rows = (list: readonly BlockField[]) =>
    list.map((field) => (
      <FieldRow
        key={field.prop}
        editor={editor}
        words={words}
        field={field}
        target={own?.includes(field) === true ? ownTarget(props, node) : target}
      />
    ))
  /** In the phone view, what phones may have of their own. */
  const shown = (list: readonly BlockField[]) => rows(list.filter(({ prop }) => !isPhone || isLayered(prop)))
  const [content, style, layout] = [of('content'), of('style'), of('layout')]
  const hasBand = node.type === 'section' || node.type === 'group'
  return (
    <>
      {node.type === 'module' ? <ModuleSettings {...props} /> : null}
      {content.length === 0 ? null : (
        <Group name="content" title={t('group.content')}>
          {update === undefined ? null : (
            <>
              <p class="svc-hint">{t('own.newer')}</p>
              <Button onClick={update}>{t('own.update')}</Button>
            </>
          )}
          {rows(content)}
        </Group>
      )}
      {node.type === 'section' || node.type === 'columns' ? <ColumnsGroup {...props} target={target} /> : null}
      {style.length === 0 ? null : (
        <Group name="style" title={t('group.style')}>
          <PresetField {...props} target={target} />
          {shown(style)}
          {isPhone ? null : <DarkFields {...props} target={target} />}
        </Group>
      )}
      {layout.length === 0 ? null : (
        <Group name="spacing" title={t('group.spacing')}>
          {shown(layout)}
        </Group>
      )}
      {more.length === 0 ? null : (
        <Group name="more" title={t('group.more')} mark={more.some(isChanged)}>
          {shown(more)}
        </Group>
      )}
      {hasBand && !isPhone ? (
        <Group name="band" title={t('group.band')} mark={bandFields.some(isChanged)}>
          <p class="svc-hint">{t('inspector.bandHint')}</p>
          {shown(bandFields)}
        </Group>
      ) : null}
      <ResponsiveGroup {...props} />
      <ConditionsGroup {...props} />
      <AdvancedGroup {...props} />
    </>
  )
}

const darkFields: readonly BlockField[] = [
  { prop: 'dark.color', label: 'Text color', kind: 'color' },
  { prop: 'dark.background', label: 'Background', kind: 'color' },
  { prop: 'dark.borderColor', label: 'Border', kind: 'color' },
]

/** Dark mode overrides of the theme colors; shown while the canvas is dark or if there are any. */
function DarkFields({ editor, words, node, target }: PanelProps & { node: Node; target: Target }) {
  if (editor.scheme.value !== 'dark' && node.dark === undefined) return null
  return (
    <>
      <h4 class="svc-subhead">{words.t('inspector.inDarkMode')}</h4>
      {darkFields.map((field) => (
        <FieldRow key={field.prop} editor={editor} words={words} field={field} target={target} />
      ))}
    </>
  )
}

function ModuleSettings({ editor, words, node }: PanelProps & { node: Node }) {
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
