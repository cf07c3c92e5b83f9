import { useSignal } from '@preact/signals'
import { SegmentedControl, Switch } from '../../../ui/controls/index.ts'
import type { ImportedEmail } from '../../api/index.ts'
import { type Device, EmailImage } from '../email-image.tsx'
import type { EmailSource } from './read-source.ts'
import { words } from './words.ts'

interface SideBySideProps {
  source: EmailSource
  imported: ImportedEmail
}

/** The source and the result, painted by the same renderer; a source that is not HTML is shown as text. */
export function SideBySide({ imported, source: { kind, text } }: SideBySideProps) {
  const device = useSignal<Device>('desktop')
  const isMarked = useSignal(true)
  const view = imported.report.displayed?.views[device.value === 'desktop' ? 0 : 1]
  const differences = view?.differences ?? []
  const shown = isMarked.value ? differences : []
  const pageWidth = view?.width ?? 640
  return (
    <section class="stack">
      <div class="row details-choices">
        <SegmentedControl
          label={words.t('device')}
          value={device.value}
          segments={(['desktop', 'mobile'] as const).map((value) => ({ value, label: words.wordFor('device', value) }))}
          onChange={(value) => (device.value = value)}
        />
        {differences.length === 0 ? null : (
          <label class="row">
            <Switch
              label={words.t('mark')}
              checked={isMarked.value}
              onChange={(isChecked) => (isMarked.value = isChecked)}
            />
            <span aria-hidden="true">{words.t('mark')}</span>
          </label>
        )}
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
            <EmailImage
              of={{ html: text }}
              device={device.value}
              label={words.t('sourceImage')}
              marks={shown}
              pageWidth={pageWidth}
            />
          )}
        </section>
        <section class="stack" aria-label={words.t('result')}>
          <h2>{words.t('result')}</h2>
          <EmailImage
            of={{ document: imported.document }}
            device={device.value}
            label={words.t('resultImage')}
            marks={shown.map((one) => ({ ...one, y: one.result_y }))}
            pageWidth={pageWidth}
          />
        </section>
      </div>
    </section>
  )
}

/** Longer texts take long to lay out, and nobody reads them here. */
const maxShownChars = 50_000
