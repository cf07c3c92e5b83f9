import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button, IconButton, SegmentedControl, Spinner } from '../../ui/controls/index.ts'
import { chevronDownIcon, chevronUpIcon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { ApiVersion } from '../bridge/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { EmailFrame } from '../preview/index.ts'
import { ChangeList } from './change-list.tsx'
import { type Comparing, type OldVersion, type Side, useComparison } from './comparison.ts'

export interface VersionDialogProps extends PanelProps {
  version: ApiVersion
  onRestored: () => void
  onClose: () => void
}

/** A version and the current email with marked changes, and a button to restore the version. */
export function VersionDialog({ editor, words, version, onRestored, onClose }: VersionDialogProps) {
  const { t } = words
  const old = useSignal<OldVersion | undefined>(undefined)
  const state = useSignal<'idle' | 'busy' | 'failed'>('idle')
  const comparing = useComparison(editor, old)
  useEffect(() => {
    editor.api.getVersionHtml(version.id).then(
      (answer) => (old.value = answer),
      () => (state.value = 'failed'),
    )
  }, [version.id])
  const restore = async () => {
    state.value = 'busy'
    try {
      const restored = await editor.api.restoreVersion(version.id)
      editor.receive(restored.document)
      editor.announce(t('versions.restored'))
      onRestored()
    } catch {
      state.value = 'failed'
    }
  }
  const shown = comparing.shown.value
  const changes = version.current ? undefined : comparing.changes.value
  return (
    <Dialog
      title={version.label ?? words.dateTime(new Date(version.savedAt))}
      size="wide"
      onClose={onClose}
      aside={version.current ? undefined : <Sides comparing={comparing} words={words} />}
      actions={
        version.current || editor.readOnly.value ? undefined : (
          <>
            <Button onClick={onClose}>{t('versions.keep')}</Button>
            <Button variant="primary" busy={state.value === 'busy'} onClick={() => void restore()}>
              {t('versions.restore')}
            </Button>
          </>
        )
      }
    >
      {state.value === 'failed' ? (
        <p class="svc-error" role="alert">
          {t('versions.failed')}
        </p>
      ) : null}
      <div class={`svc-compare${version.current ? '' : ' svc-with-changes'}`}>
        <div class="svc-version-stage">
          {shown === undefined ? (
            <Spinner label={t('library.loading')} />
          ) : (
            <EmailFrame
              html={shown}
              title={t(`versions.${comparing.seen.value}`)}
              scheme="light"
              onShown={(page) => version.current || comparing.showIn(page)}
            />
          )}
        </div>
        {changes === undefined ? null : (
          <ChangeList editor={editor} words={words} changes={changes} comparing={comparing} />
        )}
      </div>
    </Dialog>
  )
}

/** Buttons for both sides and for the previous and next change. */
function Sides({ comparing, words }: { comparing: Comparing; words: PanelProps['words'] }) {
  const { t } = words
  const nodes = comparing.changes.value?.nodes ?? []
  const at = nodes.findIndex(({ id }) => id === comparing.current.value)
  return (
    <div class="svc-preview-tools">
      {nodes.length === 0 ? null : (
        <div class="svc-change-steps">
          <IconButton icon={chevronUpIcon} label={t('versions.previous')} onClick={() => comparing.step(-1)} />
          <span aria-live="polite">
            {at === -1 ? '–' : words.number(at + 1)} / {words.number(nodes.length)}
          </span>
          <IconButton icon={chevronDownIcon} label={t('versions.next')} onClick={() => comparing.step(1)} />
        </div>
      )}
      <SegmentedControl<Side>
        label={t('versions.compare')}
        value={comparing.seen.value}
        onChange={(next) => (comparing.seen.value = next)}
        segments={[
          { value: 'then', label: t('versions.then') },
          { value: 'now', label: t('versions.now') },
        ]}
      />
    </div>
  )
}
