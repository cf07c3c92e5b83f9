import { Button } from '../../ui/controls/index.ts'
import { downloadIcon } from '../../ui/icons/index.ts'
import { useConsole } from '../context.ts'
import { saveFile } from './save-file.ts'
import { useCall } from './use-call.ts'
import type { Pages } from './use-pages.ts'

interface CsvButtonProps<T extends object> {
  of: Pick<Pages<T>, 'value' | 'readAll'>
  /** Of the file, without its extension. */
  name: string
  /** Members of the resource that are of no use in a table. */
  omit?: readonly string[]
}

/** Max rows of a file that the page puts together. */
const maxRows = 10_000

/** A list that the page has as a whole. */
export function loadedRows<T extends object>(rows: readonly T[]): CsvButtonProps<T>['of'] {
  return { value: rows, readAll: () => Promise.resolve({ rows, isComplete: true }) }
}

/** Downloads all rows of a list with its filter, also those that are not on the page; nothing while it is empty. */
export function CsvButton<T extends object>({ name, of: list, omit }: CsvButtonProps<T>) {
  const { toaster, words } = useConsole()
  const call = useCall<void>()
  if ((list.value ?? []).length === 0) return null
  const save = () =>
    call.run(async (signal) => {
      const { isComplete, rows } = await list.readAll(maxRows, signal)
      const { writeCsv } = await import('./write-csv.ts')
      saveFile(new Blob([writeCsv(rows, omit)], { type: 'text/csv' }), `${name}.csv`)
      if (!isComplete) toaster.show(words.t('csv.partial', { count: rows.length }), { tone: 'problem' })
    })
  return (
    <Button icon={downloadIcon} busy={call.isBusy} onClick={save}>
      {words.t('csv.download')}
    </Button>
  )
}
