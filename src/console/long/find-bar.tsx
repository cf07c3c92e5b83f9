import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { TextInput } from '../../ui/fields/index.ts'
import { useConsole } from '../context.ts'

interface FindBarProps<T> {
  items: readonly T[]
  hasMore: boolean
  textOf: (item: T) => string
  /** Shows this one; undefined for none. */
  onFind: (index: number | undefined) => void
}

/** Finds rows of a long list, which the search of the browser cannot see. Enter goes to the next one, Shift + Enter back. */
export function FindBar<T>({ hasMore, items, onFind, textOf }: FindBarProps<T>) {
  const { words } = useConsole()
  const typed = useSignal('')
  const at = useSignal(0)
  const wanted = typed.value.trim().toLocaleLowerCase()
  const matches = wanted === '' ? [] : matchesOf(items, wanted, textOf)
  const show = (next: number) => {
    at.value = matches.length === 0 ? 0 : (next + matches.length) % matches.length
    onFind(matches[at.value])
  }
  return (
    <form
      class="find-bar"
      role="search"
      aria-label={words.t('list.find')}
      onSubmit={(event) => {
        event.preventDefault()
        show(at.value + 1)
      }}
    >
      <TextInput
        type="search"
        label={words.t('list.find')}
        placeholder={words.t('list.find')}
        value={typed.value}
        onChange={(text) => {
          typed.value = text
          at.value = 0
          const next = text.trim().toLocaleLowerCase()
          onFind(next === '' ? undefined : matchesOf(items, next, textOf)[0])
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return
          event.preventDefault()
          show(at.value - 1)
        }}
      />
      {wanted === '' || matches.length === 0 ? null : (
        <Button dense type="submit">
          {words.t('list.next')}
        </Button>
      )}
      <span class="soft" role="status">
        {wanted === ''
          ? words.t(hasMore ? 'list.loaded' : 'list.rows', { count: items.length })
          : matches.length === 0
            ? words.t('list.notFound')
            : words.t('list.match', {
                at: words.number(Math.min(at.value, matches.length - 1) + 1),
                count: words.number(matches.length),
              })}
      </span>
    </form>
  )
}

function matchesOf<T>(items: readonly T[], wanted: string, textOf: (item: T) => string): number[] {
  return items.flatMap((item, index) => (textOf(item).toLocaleLowerCase().includes(wanted) ? [index] : []))
}
