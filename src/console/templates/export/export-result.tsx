import { Spinner } from '../../../ui/controls/index.ts'
import type { Export } from '../../api/index.ts'
import { words } from './words.ts'

/** Files with their sizes, and what the format could not express. Progress while a job runs. */
export function ExportResult({ exported }: { exported: Export }) {
  const { error, expires_at: expires, files, progress, status, warnings } = exported
  if (status === 'queued' || status === 'running')
    return (
      <p class="row" role="status">
        <Spinner label={words.t('running')} />
        {progress === undefined ? null : words.t('progress', { done: progress.done, total: progress.total })}
      </p>
    )
  if (status !== 'completed')
    return (
      <p class="bad" role="alert">
        {error?.message ?? words.t('failed')}
      </p>
    )
  return (
    <section class="stack" role="status" aria-label={words.t('files')}>
      <ul class="export-files">
        {files.map(({ bytes, name, url }) => (
          <li key={url}>
            <a href={url} download={name}>
              {name}
            </a>{' '}
            <span class="soft">{words.bytes(bytes)}</span>
          </li>
        ))}
      </ul>
      <p class="soft">{words.t('kept', { date: words.dateTime(new Date(expires)) })}</p>
      <Warnings of={warnings} />
    </section>
  )
}

/** What a format or provider cannot express, each text once. */
export function Warnings({ isOpen = false, of }: { of: Export['warnings']; isOpen?: boolean }) {
  const texts = [...Map.groupBy(of, ({ message }) => message).keys()]
  if (texts.length === 0) return <p class="good">{words.t('noWarnings')}</p>
  return (
    <details open={isOpen || texts.length < 4}>
      <summary>{words.t('warnings', { count: texts.length })}</summary>
      <ul class="words">
        {texts.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </details>
  )
}
