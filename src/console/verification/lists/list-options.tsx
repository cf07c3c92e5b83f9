import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Field, Select } from '../../../ui/fields/index.ts'
import type { BatchUploaded } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useCall } from '../../parts/index.ts'
import { Option } from '../option.tsx'
import { words } from '../words.ts'
import { ListCost } from './list-cost.tsx'
import { ListPreview } from './list-preview.tsx'
import type { ReadList } from './read-list.ts'

/** Column and options of a file; the cost is counted by the service before anything starts. */
export function ListOptions({ list, onClose }: { list: ReadList; onClose: () => void }) {
  const { api, router } = useConsole()
  const column = useSignal(list.column ?? 0)
  const usesSmtp = useSignal(true)
  const retries = useSignal(true)
  const isThorough = useSignal(false)
  const start = useCall<void>()
  const { columns, file } = list
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    data.set('file', file)
    const named = columns?.[column.value]
    if (named !== undefined) data.set('column', named)
    data.set('skip_smtp', String(!usesSmtp.value))
    data.set('retries', String(retries.value))
    data.set('include_intelligence', String(isThorough.value))
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }
  const verify = () =>
    start.run(async (signal) => {
      const batch = await api.value.upload<BatchUploaded>('/verify/upload', form({}), { signal })
      router.go(`/verification/lists/${batch.job_id}`)
    })
  return (
    <section class="panel">
      <h2>{words.t('lists.preview', { name: file.name })}</h2>
      <ListPreview list={list} column={column.value} />
      {columns === undefined ? (
        <p class="soft">{words.t('lists.noHeader')}</p>
      ) : (
        <Field label={words.t('lists.column')} layout="stack">
          {({ id }) => (
            <Select
              id={id}
              value={String(column.value)}
              options={columns.map((label, index) => ({ value: String(index), label: label || String(index + 1) }))}
              onChange={(value) => (column.value = Number(value))}
            />
          )}
        </Field>
      )}
      <div class="panel-row">
        <Option label={words.t('lists.smtp')} value={usesSmtp} />
        <Option label={words.t('lists.retries')} value={retries} />
        <Option label={words.t('lists.intelligence')} value={isThorough} />
      </div>
      <ListCost column={column.value} form={form} />
      <div class="panel-row">
        <Button onClick={onClose}>{words.t('lists.other')}</Button>
        <Button variant="primary" busy={start.isBusy} onClick={verify}>
          {words.t('lists.start')}
        </Button>
      </div>
    </section>
  )
}
