import type { ComponentChildren } from 'preact'
import { Button, EmptyState, Spinner } from '../../ui/controls/index.ts'
import { warningIcon } from '../../ui/icons/index.ts'
import { ApiFailure } from '../api/index.ts'
import { useConsole } from '../context.ts'
import type { Latest } from '../latest.ts'
import { sectionOf } from '../sections.ts'

interface LoadedProps<T> {
  from: Pick<Latest<T>, 'value' | 'isLoading' | 'error' | 'reload'>
  children: (value: T) => ComponentChildren
}

/** What was loaded, or else that it loads, or why it did not, with a way to try again, or to the section of what is gone. */
export function Loaded<T>({ from: { error, isLoading, reload, value }, children }: LoadedProps<T>) {
  const { router, words } = useConsole()
  if (value !== undefined) return <>{children(value)}</>
  if (isLoading) return <Spinner label={words.t('shell.loading')} />
  const text = error instanceof ApiFailure ? error.message : words.t('failed.network')
  const section = sectionOf(router.url.value.path)
  return (
    <EmptyState icon={warningIcon} title={words.t('failed.list')} text={text}>
      {section !== undefined && error instanceof ApiFailure && error.status === 404 ? (
        <a href={section.path}>{words.t(section.title)}</a>
      ) : (
        <Button onClick={reload}>{words.t('retry')}</Button>
      )}
    </EmptyState>
  )
}
