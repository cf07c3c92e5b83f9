import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { blockTypes } from '../../engines/blocks/index.ts'
import { expandModules } from '../../engines/document/index.ts'
import { renderHtml } from '../../engines/render/index.ts'
import { Button, SegmentedControl, Spinner } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { ApiVersion } from '../bridge/index.ts'
import { drawingOf } from '../canvas/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { EmailFrame } from '../preview/index.ts'

export interface VersionDialogProps extends PanelProps {
  version: ApiVersion
  onRestored: () => void
  onClose: () => void
}

/** How a version looked, beside how the email looks now, and the way back to it. */
export function VersionDialog({ editor, words, version, onRestored, onClose }: VersionDialogProps) {
  const { t } = words
  const html = useSignal<string | undefined>(undefined)
  const state = useSignal<'idle' | 'busy' | 'failed'>('idle')
  const seen = useSignal<'then' | 'now'>('then')
  const now = useComputed(() => {
    const { document: whole } = expandModules(editor.document.value, drawingOf(editor).modules)
    return renderHtml(whole, blockTypes, { target: 'sample', cdnUrl: location.origin }).html
  })
  const shown = seen.value === 'then' ? html.value : now.value
  useEffect(() => {
    editor.api.getVersionHtml(version.id).then(
      (answer) => (html.value = answer.html),
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
  return (
    <Dialog
      title={version.label ?? words.dateTime(new Date(version.savedAt))}
      size="large"
      onClose={onClose}
      aside={
        version.current ? undefined : (
          <div class="svc-preview-tools">
            <SegmentedControl<'then' | 'now'>
              label={t('versions.compare')}
              value={seen.value}
              onChange={(next) => (seen.value = next)}
              segments={[
                { value: 'then', label: t('versions.then') },
                { value: 'now', label: t('versions.now') },
              ]}
            />
          </div>
        )
      }
      actions={
        version.current || editor.readOnly.value ? undefined : (
          <>
            <Button onClick={onClose}>{t('versions.keep')}</Button>
            <Button look="primary" busy={state.value === 'busy'} onClick={() => void restore()}>
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
      <div class="svc-version-stage">
        {shown === undefined ? (
          <Spinner label={t('library.loading')} />
        ) : (
          <EmailFrame html={shown} title={t(`versions.${seen.value}`)} scheme="light" />
        )}
      </div>
    </Dialog>
  )
}
