import { Button } from '../../ui/controls/index.ts'
import { downloadIcon } from '../../ui/icons/index.ts'
import type { Query } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { saveFile } from './save-file.ts'
import { useCall } from './use-call.ts'

interface CsvDownloadProps {
  /** Of an operation that takes `format=csv`. */
  path: string
  query?: Query
  /** Of the file, without its extension. */
  name: string
  label: string
}

/** Downloads a list as the CSV that the API writes. */
export function CsvDownload({ label, name, path, query = {} }: CsvDownloadProps) {
  const { api } = useConsole()
  const call = useCall<void>()
  const save = () =>
    call.run(async (signal) => {
      saveFile(await api.value.download(path, { query: { ...query, format: 'csv' }, signal }), `${name}.csv`)
    })
  return (
    <Button icon={downloadIcon} busy={call.isBusy} onClick={save}>
      {label}
    </Button>
  )
}
