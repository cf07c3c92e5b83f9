import { Button, Progress } from '../../../ui/controls/index.ts'
import type { Export, JobProgress } from '../../api/index.ts'
import { LongTable } from '../../long/index.ts'
import { words } from './words.ts'

interface ExportTableProps {
  exports: readonly Export[]
  hasMore: boolean
  progress: ReadonlyMap<string, JobProgress>
  /** Name of a format or provider. */
  nameOf: (exported: Export) => string
  onOpen: (exported: Export) => void
}

const columns = ['files', 'format', 'state', 'started', 'took'] as const

export function ExportTable({ exports, hasMore, nameOf, onOpen, progress }: ExportTableProps) {
  return (
    <LongTable
      label={words.t('list')}
      columns={columns.map((column) => words.t(column))}
      hasActions
      items={exports}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={(exported) => [exported.id, nameOf(exported), ...exported.files.map(({ name }) => name)].join(' ')}
    >
      {(exported, row) => (
        <tr {...row}>
          <th scope="row" class="export-result">
            <Result exported={exported} progress={progress.get(exported.job_id ?? '')} />
          </th>
          <td class="export-format">
            {nameOf(exported)}
            <br />
            <span class="soft">{sourceOf(exported)}</span>
          </td>
          <td>
            <span class={`badge badge-${exported.status}`}>{words.wordFor('state', exported.status)}</span>
          </td>
          <td class="day">{words.dateTime(new Date(exported.created_at))}</td>
          <td class="day">{printDuration(exported)}</td>
          <td class="number export-open">
            <Button dense onClick={() => onOpen(exported)}>
              {words.t('details')}
            </Button>
          </td>
        </tr>
      )}
    </LongTable>
  )
}

/** The first file, how far a running export is, or why it failed. */
function Result({ exported, progress }: { exported: Export; progress: JobProgress | undefined }) {
  const { error, files, status } = exported
  if (status === 'queued' || status === 'running') {
    const { done, total } = progress ?? exported.progress ?? { done: 0, total: 0 }
    if (total === 0) return <span class="soft">{words.t('waiting')}</span>
    const text = words.t('progress', { done, total })
    return (
      <span class="stack">
        {text}
        <Progress label={text} value={done / total} />
      </span>
    )
  }
  if (status === 'failed') return <span class="bad">{error?.message ?? words.t('state.failed')}</span>
  const [file] = files
  if (file === undefined) return <span class="soft">{words.wordFor('state', status)}</span>
  return (
    <>
      <a href={file.url} download={file.name}>
        {file.name}
      </a>{' '}
      <span class="soft">
        {words.bytes(file.bytes)} {files.length > 1 ? words.t('more', { count: files.length - 1 }) : null}
      </span>
    </>
  )
}

function sourceOf({ template_ids: { length: count } }: Export): string {
  return count === 0 ? words.t('noTemplate') : words.t('templates', { count })
}

/** Empty while the export runs. */
function printDuration({ completed_at: end, created_at: start }: Export): string {
  if (end === undefined) return ''
  const ms = Date.parse(end) - Date.parse(start)
  if (ms < 1000) return words.t('moment')
  const seconds = Math.round(ms / 1000)
  return seconds < 60
    ? words.t('seconds', { count: seconds })
    : words.t('minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
