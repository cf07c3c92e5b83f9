import {
  copyIcon,
  historyIcon,
  lockIcon,
  moreIcon,
  swapIcon,
  pencilIcon,
  trashIcon,
} from '../../../../ui/icons/index.ts'
import { MenuButton, type MenuItem } from '../../../../ui/overlays/index.ts'
import type { TemplateVersion } from '../../../api/index.ts'
import { Author } from '../author.tsx'
import type { VersionActions } from './use-version-actions.ts'
import { words } from './words.ts'

interface VersionListProps {
  versions: readonly TemplateVersion[]
  mayEdit: boolean
  actions: VersionActions
  hrefOf: (version: TemplateVersion) => string
  onCompare: (from: number, to: number | 'current') => void
  onLabel: (version: TemplateVersion) => void
  onDelete: (version: TemplateVersion) => void
}

/** Number, label, changes and author of each version, with what can be done with it. */
export function VersionList({ actions, hrefOf, mayEdit, versions, ...on }: VersionListProps) {
  const itemsOf = (version: TemplateVersion): MenuItem[] => {
    const { current, number, pinned } = version
    const compare: MenuItem[] = current
      ? number === 1
        ? []
        : [{ label: words.t('comparePrevious'), icon: swapIcon, run: () => on.onCompare(number - 1, 'current') }]
      : [{ label: words.t('compareCurrent'), icon: swapIcon, run: () => on.onCompare(number, 'current') }]
    if (!mayEdit) return compare
    return [
      ...compare,
      ...(current
        ? []
        : [{ label: words.t('restore'), icon: historyIcon, run: () => actions.restore(version) } as const]),
      { label: words.t('setLabel'), icon: pencilIcon, run: () => on.onLabel(version) },
      { label: words.t(pinned ? 'unpin' : 'pin'), icon: lockIcon, run: () => actions.pin(version) },
      { label: words.t('duplicate'), icon: copyIcon, run: () => actions.duplicate(version) },
      // Current and pinned versions are protected.
      ...(current || pinned
        ? []
        : ([
            'line',
            { label: words.t('delete'), icon: trashIcon, danger: true, run: () => on.onDelete(version) },
          ] as const)),
    ]
  }
  return (
    <ul class="details-list">
      {versions.map((version) => {
        const { author, changes, current, id, label, message, number, pinned, saved_at: at } = version
        const items = itemsOf(version)
        return (
          <li key={id} class="panel-row details-version">
            <div class="details-note">
              <p class="row">
                <a href={hrefOf(version)}>{words.t('number', { number })}</a>
                {label === undefined ? null : <strong dir="auto">{label}</strong>}
                {current ? <span class="badge badge-live">{words.t('current')}</span> : null}
                {pinned ? <span class="badge">{words.t('pinned')}</span> : null}
              </p>
              <p>{message ?? changes.text}</p>
              <Author at={at} name={author.name} />
            </div>
            {items.length === 0 ? null : (
              <MenuButton
                dense
                align="end"
                icon={moreIcon}
                label={words.t('actions', { number })}
                items={() => items}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
