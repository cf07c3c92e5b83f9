import { Button } from '../../ui/controls/index.ts'
import { useConsole } from '../context.ts'
import type { Pages } from './use-pages.ts'

/** Loads the next page of a list; nothing after the last one. */
export function ShowMore({ of: list }: { of: Pick<Pages<unknown>, 'hasMore' | 'isLoadingMore' | 'loadMore'> }) {
  const { words } = useConsole()
  if (!list.hasMore) return null
  return (
    <div class="row">
      <Button busy={list.isLoadingMore} onClick={list.loadMore}>
        {words.t('list.more')}
      </Button>
    </div>
  )
}
