import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { SegmentedControl, Spinner } from '../../../ui/controls/index.ts'
import { ApiFailure, type Export, type ImportedEmail } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import type { EmailSource } from './read-source.ts'
import { words } from './words.ts'

type Device = 'desktop' | 'mobile'

interface SideBySideProps {
  source: EmailSource
  imported: ImportedEmail
}

/** The source and the result, painted by the same renderer; a source that is not HTML is shown as text. */
export function SideBySide({ imported, source: { kind, text } }: SideBySideProps) {
  const device = useSignal<Device>('desktop')
  return (
    <section class="stack">
      <div class="row details-choices">
        <SegmentedControl
          label={words.t('device')}
          value={device.value}
          segments={(['desktop', 'mobile'] as const).map((value) => ({ value, label: words.wordFor('device', value) }))}
          onChange={(value) => (device.value = value)}
        />
      </div>
      <div class="import-sides">
        <section class="stack" aria-label={words.t('source')}>
          <h2>
            {words.t('source')} <span class="badge">{words.wordFor('kind', kind)}</span>
          </h2>
          {kind !== 'html' ? (
            <pre class="import-code" tabIndex={0}>
              {text.slice(0, maxShownChars)}
            </pre>
          ) : (
            <EmailImage of={{ html: text }} device={device.value} label={words.t('sourceImage')} />
          )}
        </section>
        <section class="stack" aria-label={words.t('result')}>
          <h2>{words.t('result')}</h2>
          <EmailImage of={{ document: imported.document }} device={device.value} label={words.t('resultImage')} />
        </section>
      </div>
    </section>
  )
}

/** Longer texts take long to lay out, and nobody reads them here. */
const maxShownChars = 50_000

interface EmailImageProps {
  of: Record<string, unknown>
  device: Device
  label: string
}

/** Exported as PNG, because nothing is stored yet that has a thumbnail; the export is deleted at once. */
function EmailImage({ device, label, of }: EmailImageProps) {
  const { api } = useConsole()
  const image = useLatest(
    async (signal): Promise<{ url: string } | { reason: string }> => {
      const body = { ...of, format: 'png', options: { device, width: device === 'mobile' ? 750 : 1280 } }
      try {
        const { id } = await api.value.post<Export>('/export', body, { signal })
        const file = await api.value.download(`/export/${id}/download`, { signal })
        await api.value.remove(`/export/${id}`)
        return { url: URL.createObjectURL(file) }
      } catch (error) {
        if (error instanceof ApiFailure) return { reason: error.message }
        throw error
      }
    },
    [of['html'], of['document'], device],
  )
  const shown = image.value
  const url = shown !== undefined && 'url' in shown ? shown.url : undefined
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url])
  if (shown !== undefined && 'reason' in shown)
    return <p class="bad words">{words.t('noImage', { reason: shown.reason })}</p>
  return (
    <div class={`details-image${device === 'mobile' ? ' details-phone' : ''}`} aria-busy={image.isLoading}>
      {url === undefined ? <Spinner label={words.t('painting')} /> : <img src={url} alt={label} />}
    </div>
  )
}
