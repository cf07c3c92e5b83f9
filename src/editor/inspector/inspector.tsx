import { type Node, type Section, rootId, type NodeId } from '../../email/document/index.ts'
import { Icon, lockIcon, settingsIcon } from '../../ui/icons/index.ts'
import { nameOf, lockRefusal, entriesOf } from '../actions/index.ts'
import { type PanelProps, isLayered, severalTarget } from '../fields/index.ts'
import { selectedIds, type CommandId } from '../state/index.ts'
import { BlockSettings } from './block-settings.tsx'
import { EmailSettings } from './email-settings.tsx'
import { InspectorHead } from './inspector-head.tsx'
import { IconButton } from '../../ui/controls/index.ts'
import { FieldRow, Group } from '../controls/index.ts'
import { sharedFields } from './structure-fields.ts'

/** Settings of the selection, or of the email without a selection. */
export function Inspector(props: PanelProps) {
  const { editor } = props
  const entry = editor.outline.value.entries.get(editor.selection.value ?? '')
  if (entry === undefined) return <EmailSettings {...props} />
  const ids = selectedIds(editor)
  if (ids.length > 1) return <SeveralSettings key={ids.join()} {...props} ids={ids} />
  const { node } = entry
  const held = lockRefusal(editor, [node.id], 'content') ?? lockRefusal(editor, [node.id], 'style')
  return (
    <div class="svc-inspector" key={node.id}>
      <InspectorHead {...props} node={node} name={nameOf(editor, node)} kind={kindOf(node, entry.parent)} />
      {held === undefined ? null : (
        <p class="svc-hint svc-held">
          <Icon d={lockIcon} size={14} />
          {held}
        </p>
      )}
      <BlockSettings {...props} node={node} />
    </div>
  )
}

function kindOf(node: Node, parent: string): 'section' | 'structure' | 'block' {
  if (parent === rootId || (node as Section).columns !== undefined) return 'section'
  return node.type === 'column' ? 'structure' : 'block'
}

const offered: readonly CommandId[] = ['hide', 'lock', 'saveModule', 'delete']
const groups = [
  { name: 'style', group: 'style', title: 'group.style' },
  { name: 'spacing', group: 'layout', title: 'group.spacing' },
] as const

function offersFor({ can }: PanelProps['editor']): readonly CommandId[] {
  return offered.filter((id) => id !== 'saveModule' || can.has('modules'))
}

/** Shared styles of several nodes, and commands for all of them. */
function SeveralSettings(props: PanelProps & { ids: readonly NodeId[] }) {
  const { editor, words, ids } = props
  const nodes = entriesOf(editor.outline.value, ids).map(({ node }) => node)
  const isPhone = editor.device.value === 'mobile'
  const fields = sharedFields(nodes).filter(({ prop }) => !isPhone || isLayered(prop))
  const target = severalTarget(props, nodes)
  return (
    <div class="svc-inspector svc-several">
      <header class="svc-inspector-head">
        <Icon d={settingsIcon} />
        <h2>{editor.words.t('said.together', { count: ids.length })}</h2>
        {editor.readOnly.value
          ? null
          : offersFor(editor).map((id) => <CommandButton key={id} editor={editor} id={id} />)}
      </header>
      {fields.length === 0 ? <p class="svc-hint svc-several-hint">{words.t('several.hint')}</p> : null}
      {groups.map(({ name, group, title }) => {
        const own = fields.filter((field) => field.group === group)
        return own.length === 0 ? null : (
          <Group key={name} name={name} title={words.t(title)}>
            {own.map((field) => (
              <FieldRow key={field.prop} editor={editor} words={words} field={field} target={target} />
            ))}
          </Group>
        )
      })}
    </div>
  )
}

function CommandButton({ editor, id }: Pick<PanelProps, 'editor'> & { id: CommandId }) {
  const command = editor.commands.value.get(id)
  if (command?.icon === undefined || (id === 'lock' && !editor.mayUnlock)) return null
  return (
    <IconButton
      icon={command.icon}
      label={editor.words.t(command.label)}
      keys={command.keys?.[0]}
      pressed={command.isOn?.(editor)}
      disabled={!command.enabled(editor)}
      danger={id === 'delete'}
      onClick={() => editor.run(id)}
    />
  )
}
