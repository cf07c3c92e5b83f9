import type { ComponentChildren } from 'preact'
import { Button, EmptyState, Spinner } from '../../ui/controls/index.ts'
import { warningIcon } from '../../ui/icons/index.ts'
import { ApiFailure } from '../api/index.ts'
import { useConsole } from '../context.ts'
import type { Latest } from '../latest.ts'

interface LoadedProps<T> {
  from: Pick<Latest<T>, 'value' | 'isLoading' | 'error' | 'reload'>
  children: (value: T) => ComponentChildren
}

/** What was loaded, or else that it loads, or why it did not, with a way to try again, or to the section of what is gone. */
export function Loaded<T>({ from: { error, isLoading, reload, value }, children }: LoadedProps<T>) {
  const { section, words } = useConsole()
  if (value !== undefined) return <>{children(value)}</>
  if (isLoading) return <Spinner label={words.t('shell.loading')} />
  const text = error instanceof ApiFailure ? error.message : words.t('failed.network')
  const home = section.value
  return (
    <EmptyState icon={warningIcon} title={words.t('failed.list')} text={text}>
      {home !== undefined && error instanceof ApiFailure && error.status === 404 ? (
        <a href={home.path}>{words.t(home.title)}</a>
      ) : (
        <Button onClick={reload}>{words.t('retry')}</Button>
      )}
    </EmptyState>
  )
}
