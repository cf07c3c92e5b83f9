import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button, EmptyState, IconButton, Spinner, rove } from '../../ui/controls/index.ts'
import {
  Icon,
  chevronRightIcon,
  closeIcon,
  historyIcon,
  pencilIcon,
  releaseIcon,
  warningIcon,
} from '../../ui/icons/index.ts'
import { useWords } from '../../ui/locale/index.ts'
import type { ApiVersion, Release } from '../bridge/index.ts'
import { RenameInput } from '../controls/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { type ReadReleases, historyOf, noReleases, readReleases } from './entries.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import { VersionDialog } from './version-dialog.tsx'

interface Listed {
  versions: readonly ApiVersion[]
  cursor: string | null
  state: 'loading' | 'ready' | 'failed'
}

/** Earlier versions, newest first, to inspect and restore. Restoring adds a version, so nothing is lost. */
export function Versions(props: PanelProps & { onClose: () => void }) {
  const { editor, words, onClose } = props
  const { t } = words
  const listed = useSignal<Listed>({ versions: [], cursor: null, state: 'loading' })
  const shown = useSignal<ApiVersion | undefined>(undefined)
  const released = useSignal<ReadReleases>(noReleases)
  const shownRelease = useSignal<Release | undefined>(undefined)
  const naming = useSignal<string | undefined>(undefined)
  const list = useRef<HTMLOListElement>(null)
  const load = async (cursor?: string) => {
    listed.value = { ...listed.value, state: 'loading' }
    try {
      const { data, nextCursor } = await editor.api.listVersions({
        limit: 30,
        ...(cursor === undefined ? {} : { cursor }),
      })
      const before = cursor === undefined ? [] : listed.value.versions
      const versions = [...before, ...data]
      const oldest = nextCursor === null ? undefined : versions.at(-1)
      const since = oldest === undefined ? -Infinity : Date.parse(oldest.savedAt)
      released.value = isByHand
        ? await readReleases(editor.api, cursor === undefined ? noReleases : released.value, since)
        : noReleases
      listed.value = { versions, cursor: nextCursor, state: 'ready' }
    } catch {
      listed.value = { ...listed.value, state: 'failed' }
    }
  }
  // Every save is live otherwise; earlier releases would only confuse.
  const isByHand = editor.publication.value?.publishing === 'by_hand'
  const live = editor.publication.value?.release?.number
  useEffect(() => void load(), [live])
  const rename = async ({ id, label }: ApiVersion, name: string | undefined) => {
    naming.value = undefined
    if (name === undefined || name === (label ?? '')) return
    try {
      const named = await editor.api.nameVersion(id, name === '' ? null : name)
      const next = listed.value.versions.map((version) => (version.id === id ? named : version))
      listed.value = { ...listed.value, versions: next }
    } catch {
      editor.problem.value = { message: t('versions.notNamed'), at: performance.now() }
    }
  }
  const { versions, cursor, state } = listed.value
  const entries = historyOf(versions, released.value.releases, { isWhole: cursor === null })
  const lineOf = (version: ApiVersion) => (
    <li key={version.id} class="svc-version-line" data-line={version.id} tabIndex={-1}>
      {naming.value === version.id ? (
        <RenameInput
          label={t('versions.rename')}
          name={version.label ?? ''}
          placeholder={words.dateTime(new Date(version.savedAt))}
          onDone={(name) => void rename(version, name)}
        />
      ) : null}
      <button
        type="button"
        class="svc-version"
        aria-haspopup="dialog"
        aria-current={version.current ? 'true' : undefined}
        onClick={() => (shown.value = version)}
      >
        <span class="svc-version-name">{version.label ?? words.dateTime(new Date(version.savedAt))}</span>
        <small>
          {[
            version.current ? t('versions.current') : undefined,
            version.label === null ? undefined : words.dateTime(new Date(version.savedAt)),
            version.author.name,
            version.kind === 'auto' ? t('versions.auto') : undefined,
          ]
            .filter((part) => part !== undefined && part !== '')
            .join(' · ')}
        </small>
        <ChangeCounts {...props} version={version} />
        <Icon d={chevronRightIcon} />
      </button>
      {editor.readOnly.value ? null : (
        <IconButton
          dense
          icon={pencilIcon}
          label={`${t('versions.rename')}: ${version.label ?? words.dateTime(new Date(version.savedAt))}`}
          onClick={() => (naming.value = version.id)}
        />
      )}
    </li>
  )
  return (
    <section class="svc-versions" aria-label={t('versions.title')}>
      <header class="svc-inspector-head">
        <h2>{t('versions.title')}</h2>
        <IconButton icon={closeIcon} label={useWords().close} onClick={onClose} />
      </header>
      {state === 'failed' ? (
        <EmptyState icon={warningIcon} title={t('versions.failed')}>
          <Button onClick={() => void load()}>{t('library.retry')}</Button>
        </EmptyState>
      ) : state === 'ready' && versions.length === 0 ? (
        <EmptyState icon={historyIcon} title={t('versions.empty')} text={t('versions.emptyText')} />
      ) : null}
      <ol
        ref={list}
        class="svc-versions-list"
        onKeyDown={(event) => list.current !== null && rove(event, list.current, '.svc-version', 'column')}
      >
        {entries.map((entry) =>
          'release' in entry ? (
            <ReleaseLine
              key={`release ${entry.release.number}`}
              {...props}
              release={entry.release}
              isLive={entry.release.number === live}
              onShow={() => (shownRelease.value = entry.release)}
            />
          ) : (
            lineOf(entry.version)
          ),
        )}
      </ol>
      {state === 'loading' ? (
        <div class="svc-library-more">
          <Spinner label={t('library.loading')} />
        </div>
      ) : cursor === null ? null : (
        <div class="svc-library-more">
          <Button dense onClick={() => void load(cursor)}>
            {t('library.more')}
          </Button>
        </div>
      )}
      {shownRelease.value === undefined ? null : (
        <ReleaseDialog
          {...props}
          release={shownRelease.value}
          onRolledBack={() => (shownRelease.value = undefined)}
          onClose={() => (shownRelease.value = undefined)}
        />
      )}
      {shown.value === undefined ? null : (
        <VersionDialog
          {...props}
          version={shown.value}
          onRestored={() => {
            shown.value = undefined
            void load()
          }}
          onClose={() => (shown.value = undefined)}
        />
      )}
    </section>
  )
}

interface ReleaseLineProps extends PanelProps {
  release: Release
  isLive: boolean
  onShow: () => void
}

/** A release between the versions: it was made of the version below it. */
function ReleaseLine({ words, release, isLive, onShow }: ReleaseLineProps) {
  const { t } = words
  const { number, note, publishedAt, restoredFrom, author } = release
  const parts = [
    isLive ? t('publish.isLive') : undefined,
    publishedAt === null ? undefined : words.dateTime(new Date(publishedAt)),
    author.name,
    restoredFrom === null ? undefined : t('publish.restored', { number: words.number(restoredFrom) }),
  ]
  return (
    <li class="svc-version-line" data-release={number}>
      <button
        type="button"
        class={`svc-version svc-release${isLive ? ' svc-release-live' : ''}`}
        aria-haspopup="dialog"
        onClick={onShow}
      >
        <span class="svc-version-name">
          <Icon d={releaseIcon} size={14} />
          {t('publish.release', { number: words.number(number) })}
        </span>
        <small>{parts.filter((part) => part !== undefined && part !== '').join(' · ')}</small>
        {note === null ? null : <small dir="auto">{note}</small>}
        <Icon d={chevronRightIcon} />
      </button>
    </li>
  )
}

/** Number of changes of a version by kind. */
function ChangeCounts({ words: { t }, version: { counts } }: PanelProps & { version: ApiVersion }) {
  if (counts === undefined) return null
  const nodes = (['added', 'changed', 'moved', 'removed'] as const).flatMap((kind) =>
    counts[kind] === 0 ? [] : [t(`versions.${kind}`, { count: counts[kind] })],
  )
  const said = [...nodes, ...(counts.settings === 0 ? [] : [t('versions.settings')])]
  return said.length === 0 ? null : <small class="svc-version-what">{said.join(' · ')}</small>
}
