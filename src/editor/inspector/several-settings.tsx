import { Button } from '../../ui/controls/index.ts'
import { Icon, settingsIcon } from '../../ui/icons/index.ts'
import type { PanelProps } from '../fields/index.ts'
import type { CommandId } from '../state/index.ts'

const offered: readonly CommandId[] = ['duplicate', 'hide', 'saveModule', 'delete']

/** What can be done with several nodes at once. */
export function SeveralSettings({ editor, words, count }: PanelProps & { count: number }) {
  return (
    <div class="svc-inspector">
      <header class="svc-inspector-head">
        <Icon d={settingsIcon} />
        <h2>{editor.words.t('said.together', { count })}</h2>
      </header>
      <div class="svc-several">
        <p class="svc-hint">{words.t('several.hint')}</p>
        {offered.map((id) => {
          const command = editor.commands.value.get(id)
          return command === undefined ? null : (
            <Button
              key={id}
              wide
              icon={command.icon}
              look={id === 'delete' ? 'danger' : 'normal'}
              disabled={!command.enabled(editor)}
              onClick={() => editor.run(id)}
            >
              {editor.words.t(command.label)}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
