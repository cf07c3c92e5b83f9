import type { NodeId } from '../../email/document/index.ts'
import { IconButton } from '../../ui/controls/index.ts'
import { Icon, settingsIcon } from '../../ui/icons/index.ts'
import { entriesOf } from '../actions/index.ts'
import { FieldRow, Group } from '../controls/index.ts'
import { type PanelProps, isLayered, severalTarget } from '../fields/index.ts'
import type { CommandId } from '../state/index.ts'
import { sharedFields } from './structure-fields.ts'

const offered: readonly CommandId[] = ['hide', 'lock', 'saveModule', 'delete']
const groups = [
  { name: 'style', group: 'style', title: 'group.style' },
  { name: 'spacing', group: 'layout', title: 'group.spacing' },
] as const

function offersFor({ can }: PanelProps['editor']): readonly CommandId[] {
  return offered.filter((id) => id !== 'saveModule' || can.has('modules'))
}

/** How several nodes look, where all of them can look so, and what can be done with them at once. */
export function SeveralSettings(props: PanelProps & { ids: readonly NodeId[] }) {
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
        {editor.readOnly.value ? null : offersFor(editor).map((id) => <Offer key={id} editor={editor} id={id} />)}
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

function Offer({ editor, id }: Pick<PanelProps, 'editor'> & { id: CommandId }) {
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
