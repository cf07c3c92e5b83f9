import { keysOf } from '../../ui/keys.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { usePlatform } from '../../ui/locale/index.ts'
import type { TextKey } from '../locale/index.ts'
import type { Command, CommandId, Editor } from '../state/index.ts'

const groups: readonly { title: TextKey; ids: readonly CommandId[] }[] = [
  {
    title: 'shortcuts.editing',
    ids: ['insert', 'edit', 'duplicate', 'delete', 'copy', 'cut', 'paste', 'undo', 'redo', 'menu', 'save'],
  },
  {
    title: 'shortcuts.viewing',
    ids: [
      'preview',
      'publish',
      'toggleCode',
      'toggleDevice',
      'toggleScheme',
      'zoomIn',
      'zoomOut',
      'zoomReset',
      'shortcuts',
    ],
  },
  {
    title: 'shortcuts.moving',
    ids: [
      'selectNext',
      'selectPrevious',
      'selectLeft',
      'selectRight',
      'selectFirst',
      'selectLast',
      'selectParent',
      'selectMoreNext',
      'selectMorePrevious',
      'selectAll',
      'escape',
      'moveUp',
      'moveDown',
      'moveLeft',
      'moveRight',
      'nextRegion',
      'previousRegion',
      'nextFinding',
    ],
  },
]

export function ShortcutsDialog({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const hasChecks = editor.config.customization.checks !== false
  return (
    <Dialog title={t('shortcuts.title')} size="large" onClose={() => (editor.open.value = undefined)}>
      <div class="shortcuts">
        {groups.map(({ title, ids }) => (
          <section key={title}>
            <h3>{t(title)}</h3>
            <dl>
              {ids.flatMap((id) => {
                const command = editor.commands.value.get(id)
                const isOptional = id === 'toggleCode' || id === 'publish'
                const isOff = isOptional ? !command?.enabled(editor) : id === 'nextFinding' && !hasChecks
                return command === undefined || isOff ? [] : [<Line key={id} editor={editor} command={command} />]
              })}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ editor, command }: { editor: Editor; command: Command }) {
  const platform = usePlatform()
  return (
    <div class="shortcut">
      <dt>{editor.words.t(command.label)}</dt>
      <dd>
        {keysOf(command.keys?.[0] ?? '', platform).map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  )
}
