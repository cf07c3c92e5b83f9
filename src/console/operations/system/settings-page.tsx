import { useSignal } from '@preact/signals'
import { EmptyState } from '../../../ui/controls/index.ts'
import { TextInput } from '../../../ui/fields/index.ts'
import { Icon, searchIcon, settingsIcon } from '../../../ui/icons/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded, Table } from '../../parts/index.ts'
import type { Setting } from '../resources.ts'
import { words } from '../words.ts'

/** Every setting with its value and source, by group. */
export function SettingsPage() {
  const { api } = useConsole()
  const list = useLatest(
    (signal) => api.value.get<{ data: readonly Setting[] }>('/operations/settings', { signal }),
    [],
  )
  const q = useSignal('')
  const isOnlyGiven = useSignal(false)
  return (
    <>
      <p class="soft words">{words.t('settingsAbout')}</p>
      <div class="row">
        <div class="setting-search">
          <TextInput
            type="search"
            label={words.t('settingsSearch')}
            placeholder={words.t('settingsSearch')}
            maxLength={100}
            value={q.value}
            start={<Icon d={searchIcon} />}
            onChange={(text) => (q.value = text)}
          />
        </div>
        <label class="row">
          <input
            type="checkbox"
            checked={isOnlyGiven.value}
            onChange={({ currentTarget }) => (isOnlyGiven.value = currentTarget.checked)}
          />
          {words.t('onlyGiven')}
        </label>
      </div>
      <Loaded from={list}>
        {({ data }) => {
          if (data.length === 0)
            return (
              <EmptyState
                icon={settingsIcon}
                title={words.t('settingsUnknown')}
                text={words.t('settingsUnknownText')}
              />
            )
          const found = data.filter(
            (each) => isMatch(each, q.value) && (!isOnlyGiven.value || each.origin !== 'default'),
          )
          return found.length === 0 ? (
            <EmptyState icon={searchIcon} title={words.t('settingsNone')} />
          ) : (
            [...Map.groupBy(found, ({ group }) => group)].map(([group, settings]) => (
              <section key={group} class="stack">
                <h2>{group}</h2>
                <SettingTable group={group} settings={settings} />
              </section>
            ))
          )
        }}
      </Loaded>
    </>
  )
}

function SettingTable({ group, settings }: { group: string; settings: readonly Setting[] }) {
  return (
    <Table label={group} columns={[words.t('setting'), words.t('value'), words.t('origin')]}>
      {settings.map(({ meaning, name, origin, value }) => (
        <tr key={name}>
          <th scope="row" class="setting-name">
            <code>{name}</code>
            <br />
            <span class="soft">
              <Meaning text={meaning} />
            </span>
          </th>
          <td class="setting-value">
            {origin === 'default' ? <span class="soft">{value}</span> : <code>{value}</code>}
          </td>
          <td class={`setting-origin ${origin === 'default' ? 'soft' : ''}`}>{words.wordFor('origin', origin)}</td>
        </tr>
      ))}
    </Table>
  )
}

/** Words between backticks are code. */
function Meaning({ text }: { text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
}

function isMatch({ group, meaning, name }: Setting, q: string): boolean {
  const text = `${name} ${meaning} ${group}`.toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
