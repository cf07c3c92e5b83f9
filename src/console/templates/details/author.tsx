import { words } from './words.ts'

interface AuthorProps {
  at: string | undefined
  name: string | undefined
}

/** When, and by whom. */
export function Author({ at, name }: AuthorProps) {
  return (
    <span class="soft">
      {at === undefined ? null : <time dateTime={at}>{words.dateTime(new Date(at))}</time>}{' '}
      {name === undefined ? null : words.t('by', { name })}
    </span>
  )
}
