import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { matchSuggestions, TextInput } from '../../ui/fields/index.ts'
import { Icon, mailIcon, searchIcon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { TemplateSearchPage } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { type Command, useCommands } from './commands.ts'

const maxFound = 8

/** Commands and templates by name (APG, combobox with a list): arrows choose, Enter runs. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { words } = useConsole()
  const query = useSignal('')
  const at = useSignal(0)
  const listId = useId()
  const found = [...matchSuggestions(useCommands(), query.value), ...useFoundTemplates(query.value)]
  const current = found[Math.min(at.value, found.length - 1)]
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      at.value = (at.value + step + found.length) % found.length
    }
    if (event.key === 'Enter' && current !== undefined) run(current)
  }
  return (
    <Dialog title={words.t('palette.title')} onClose={onClose} size="medium">
      <div class="palette">
        <TextInput
          type="search"
          autofocus
          label={words.t('palette.title')}
          placeholder={words.t('palette.hint')}
          value={query.value}
          start={<Icon d={searchIcon} />}
          onChange={(value) => {
            query.value = value
            at.value = 0
          }}
          onKeyDown={onKeyDown}
          attributes={{
            role: 'combobox',
            'aria-expanded': 'true',
            'aria-controls': listId,
            'aria-activedescendant': current === undefined ? undefined : `${listId}-${found.indexOf(current)}`,
          }}
        />
        <ul id={listId} class="palette-list" role="listbox" aria-label={words.t('palette.title')}>
          {found.map((command, index) => (
            <li
              key={command.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={command === current}
              class="palette-line"
              onPointerMove={() => (at.value = index)}
              onClick={() => run(command)}
            >
              <Icon d={command.icon} />
              <span>{command.label}</span>
              {command.detail === undefined ? null : <small>{command.detail}</small>}
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p class="palette-none">{words.t('palette.none')}</p> : null}
      </div>
    </Dialog>
  )
}

function useFoundTemplates(query: string): Command[] {
  const { api, router } = useConsole()
  const text = query.trim()
  const page = useLatest(
    async (signal) =>
      text === ''
        ? undefined
        : api.value.get<TemplateSearchPage>('/templates/search', { query: { q: text, limit: maxFound }, signal }),
    [text],
  )
  return (page.value?.data ?? []).map(({ id, name, subject }) => ({
    id,
    label: name,
    detail: subject,
    icon: mailIcon,
    run: () => router.go(`/templates/${id}`),
  }))
}
