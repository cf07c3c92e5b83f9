import { useRef } from 'preact/hooks'
import type { ValueChange } from '../../email/document/index.ts'
import { rove } from '../../ui/controls/index.ts'
import { Icon, settingsIcon } from '../../ui/icons/index.ts'
import { nameOf } from '../actions/index.ts'
import { type PanelProps, labelOfChange, textIn } from '../fields/index.ts'
import type { PanelKey } from '../locale/panels/index.ts'
import type { Changes, NodeChange } from './changes.ts'
import type { Comparing } from './comparison.ts'
import { markStyles } from './marks.ts'

export interface ChangeListProps extends PanelProps {
  changes: Changes
  comparing: Comparing
}

const lineSelector = 'button'

/** Changes, one per line: arrow keys move between them, and the email shows the current one. */
export function ChangeList(props: ChangeListProps) {
  const { changes, words } = props
  const { choose, current } = props.comparing
  const { t } = words
  const list = useRef<HTMLOListElement>(null)
  const { nodes, settings } = changes
  if (nodes.length + settings.length === 0) return <p class="svc-hint svc-changes">{t('versions.same')}</p>
  const first = current.value ?? nodes[0]?.id
  return (
    <div class="svc-changes">
      <h3 id="svc-changes-title">{t('versions.since')}</h3>
      <ol
        ref={list}
        aria-labelledby="svc-changes-title"
        onKeyDown={(event) => list.current !== null && rove(event, list.current, lineSelector, 'column')}
      >
        {nodes.map((change) => (
          <li key={change.id}>
            <button
              type="button"
              class="svc-change"
              tabIndex={change.id === first ? 0 : -1}
              aria-current={change.id === current.value ? 'true' : undefined}
              onFocus={() => choose(change.id)}
              onClick={() => choose(change.id)}
            >
              <Line {...props} change={change} isUnseen={props.comparing.unseen.value.has(change.id)} />
            </button>
          </li>
        ))}
        {settings.length === 0 ? null : (
          <li class="svc-change">
            <SettingsLine {...props} />
          </li>
        )}
      </ol>
    </div>
  )
}

/** The changes without a comparison: nothing to choose. */
export function ChangeLines(props: PanelProps & { changes: Changes }) {
  const { nodes, settings } = props.changes
  return (
    <ul class="svc-change-lines" tabIndex={0}>
      {nodes.map((change) => (
        <li key={change.id} class="svc-change">
          <Line {...props} change={change} isUnseen={false} />
        </li>
      ))}
      {settings.length === 0 ? null : (
        <li class="svc-change">
          <SettingsLine {...props} />
        </li>
      )}
    </ul>
  )
}

function SettingsLine(props: PanelProps & { changes: Changes }) {
  const { settings } = props.changes
  return (
    <>
      <Icon d={settingsIcon} />
      <span>
        <strong>{props.words.t('versions.settings')}</strong>
        <small>{[...new Set(settings.map((change) => settingOf(props, change)))].join(', ')}</small>
      </span>
    </>
  )
}

function Line({ editor, words, change, isUnseen }: PanelProps & { change: NodeChange; isUnseen: boolean }) {
  const { t } = words
  const { kinds, node, properties } = change
  const parts = [...new Set(properties.map(({ path }) => labelOfChange(words, node, path)))]
  const text = textIn(node)
  return (
    <>
      <span class="svc-change-signs">
        {kinds.map((kind) => (
          <span key={kind} class="svc-change-sign" style={{ background: markStyles[kind].color }}>
            <Icon d={markStyles[kind].icon} size={14} />
          </span>
        ))}
      </span>
      <span>
        <strong>{nameOf(editor, node)}</strong>
        <small>{[...kinds.map((kind) => t(`versions.was.${kind}`)), ...parts].join(' · ')}</small>
        {text === '' ? null : (
          <small class="svc-change-text" dir="auto">
            {text}
          </small>
        )}
        {isUnseen ? <small>{t('versions.unseen')}</small> : null}
      </span>
    </>
  )
}

const settings: readonly (readonly [RegExp, PanelKey])[] = [
  [/^\/meta\/subject/, 'email.subject'],
  [/^\/meta\/preheader/, 'email.preheader'],
  [/^\/meta\/(lang|dir)/, 'email.language'],
  [/^\/theme\/colors/, 'styles.colors'],
  [/^\/theme\/fonts/, 'styles.fonts'],
  [/^\/theme\/classes/, 'styles.classes'],
  [/^\/theme\/button/, 'styles.buttons'],
  [/^\/theme\/link/, 'styles.links'],
  [/^\/theme\/h/, 'styles.headings'],
  [/^\/theme/, 'styles.text'],
  [/^\/body/, 'email.layout'],
  [/^\/fields/, 'fields.title'],
]

function settingOf({ words }: PanelProps, { path }: ValueChange): string {
  return words.t(settings.find(([pattern]) => pattern.test(path))?.[1] ?? 'email.title')
}
