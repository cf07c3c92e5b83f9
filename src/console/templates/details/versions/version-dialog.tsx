import { useSignal } from '@preact/signals'
import { Button, SegmentedControl } from '../../../../ui/controls/index.ts'
import { Dialog } from '../../../../ui/overlays/index.ts'
import type { TemplateVersion } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { useLatest } from '../../../latest.ts'
import { Loaded } from '../../../parts/index.ts'
import { Author } from '../author.tsx'
import { PreviewImage } from '../preview-image.tsx'
import { words as pageWords } from '../words.ts'
import { words } from './words.ts'

interface VersionDialogProps {
  templateId: string
  id: string
  mayEdit: boolean
  onRestore: (version: TemplateVersion) => void
  onCompare: (version: TemplateVersion) => void
  onClose: () => void
}

/** One version as recipients would have seen it, on desktop and phone. */
export function VersionDialog({ id, mayEdit, onClose, onCompare, onRestore, templateId }: VersionDialogProps) {
  const { api } = useConsole()
  const path = `/templates/${templateId}/versions/${id}`
  const latest = useLatest((signal) => api.value.get<TemplateVersion>(path, { signal }), [path])
  const device = useSignal<'desktop' | 'mobile'>('desktop')
  const { value } = latest
  return (
    <Dialog
      title={value === undefined ? words.t('versions') : words.t('number', { number: value.number })}
      size="large"
      onClose={onClose}
      actions={
        <>
          {value === undefined || value.current ? null : (
            <>
              <Button onClick={() => onCompare(value)}>{words.t('compareCurrent')}</Button>
              {mayEdit ? (
                <Button variant="primary" onClick={() => onRestore(value)}>
                  {words.t('restore')}
                </Button>
              ) : null}
            </>
          )}
          {value === undefined || value.current || !mayEdit ? (
            <Button onClick={onClose}>{words.t('close')}</Button>
          ) : null}
        </>
      }
    >
      <div class="dialog-text" lang="en" dir="ltr">
        <Loaded from={latest}>
          {({ author, changes, label, message, number, saved_at: at }) => (
            <>
              <div>
                {label === undefined ? null : <strong dir="auto">{label}</strong>}
                <p>{message ?? changes.text}</p>
                <Author at={at} name={author.name} />
              </div>
              <SegmentedControl
                label={pageWords.t('device')}
                value={device.value}
                segments={(['desktop', 'mobile'] as const).map((each) => ({
                  value: each,
                  label: pageWords.t(`device.${each}`),
                }))}
                onChange={(chosen) => (device.value = chosen)}
              />
              <PreviewImage
                path={`${path}/thumbnail`}
                of={id}
                query={{ width: device.value === 'mobile' ? 750 : 1280, height: 4096, device: device.value }}
                label={words.t('versionImage', { number })}
              />
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}
