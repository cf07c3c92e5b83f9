import { Button } from '../../../ui/controls/index.ts'
import type { Batch, Query } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { saveFile, useCall } from '../../parts/index.ts'
import { words } from '../words.ts'
import { isFinished } from './use-batch.ts'
import { verdicts } from './verdicts.ts'

/** Files of the results: all, or of one verdict. */
export function BatchDownloads({ batch }: { batch: Batch }) {
  const { api } = useConsole()
  const download = useCall<void>()
  const isRunning = !isFinished(batch)
  const save = (format: 'csv' | 'json', query: Query = {}) =>
    download.run(async (signal) => {
      const file = await api.value.download(`/verify/batch/${batch.job_id}/download`, {
        query: { ...query, format, ...(isRunning ? { partial: true } : {}) },
        signal,
      })
      saveFile(file, `${[batch.job_id, query['category']].filter((each) => each !== undefined).join('-')}.${format}`)
    })
  return (
    <section class="panel">
      <h3>{words.t('batch.download')}</h3>
      <p class="soft">
        {isRunning
          ? words.t('batch.partial')
          : words.t('batch.expires', { date: words.dateTime(new Date(batch.expires_at)) })}
      </p>
      <div class="panel-row">
        <Button variant="primary" onClick={() => save('csv')}>
          {words.t('batch.csv')}
        </Button>
        {verdicts
          .filter((verdict) => batch.summary[verdict] > 0)
          .map((verdict) => (
            <Button key={verdict} onClick={() => save('csv', { category: verdict })}>
              {words.t('batch.of', { verdict: words.wordFor('verdict', verdict) })}
            </Button>
          ))}
        <Button onClick={() => save('json')}>{words.t('batch.json')}</Button>
      </div>
    </section>
  )
}
