import { Button } from '../../../../ui/controls/index.ts'
import { Field, Select } from '../../../../ui/fields/index.ts'
import { Dialog } from '../../../../ui/overlays/index.ts'
import type { TemplateVersion, TemplateVersionComparison } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { useLatest } from '../../../latest.ts'
import { Loaded } from '../../../parts/index.ts'
import { Changes } from '../changes.tsx'
import { PreviewImage } from '../preview-image.tsx'
import { nameVersion } from './version-text.ts'
import { words } from './words.ts'

interface CompareDialogProps {
  templateId: string
  versions: readonly TemplateVersion[]
  /** Ids or numbers of versions, or `current`. */
  from: string
  to: string
  onChoose: (from: string, to: string) => void
  onClose: () => void
}

/** Two versions: what differs, and both as images. */
export function CompareDialog({ from, onChoose, onClose, templateId, to, versions }: CompareDialogProps) {
  const { api } = useConsole()
  const base = `/templates/${templateId}/versions`
  const latest = useLatest(
    (signal) => api.value.get<TemplateVersionComparison>(`${base}/compare`, { query: { from, to }, signal }),
    [base, from, to],
  )
  const options = versions.map((version) => ({ value: String(version.number), label: nameVersion(version) }))
  const newest = versions.find(({ current }) => current)
  const sides = [
    { key: 'earlier', value: from, choose: (value: string) => onChoose(value, to) },
    {
      key: 'later',
      value: to === 'current' && newest !== undefined ? String(newest.number) : to,
      choose: (value: string) => onChoose(from, value),
    },
  ] as const
  return (
    <Dialog
      title={words.t('compare')}
      size="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>{words.t('close')}</Button>}
    >
      <div class="dialog-text" lang="en" dir="ltr">
        <div class="import-sides">
          {sides.map(({ choose, key, value }) => (
            <Field key={key} label={words.t(key)} layout="stack">
              {({ id }) => <Select id={id} value={value} options={options} onChange={choose} />}
            </Field>
          ))}
        </div>
        <Loaded from={latest}>
          {(comparison) => (
            <>
              <Changes
                of={comparison}
                title={words.t('differences', { from: comparison.from, to: comparison.to })}
                none={words.t('same')}
              />
              <div class="import-sides">
                {[comparison.from, comparison.to].map((number, index) => (
                  <PreviewImage
                    key={index}
                    path={`${base}/${number}/thumbnail`}
                    of={number}
                    query={{ width: 1280, height: 4096 }}
                    label={words.t('versionImage', { number })}
                  />
                ))}
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}
