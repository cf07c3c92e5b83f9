import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'
import { useConsole } from '../context.ts'
import type { Pages } from './use-pages.ts'

interface ShowMoreProps {
  of: Pick<Pages<unknown>, 'hasMore' | 'isLoadingMore' | 'loadMore'>
  /** Before the end of the list is on the screen. The list is the last thing of its page. */
  isAutomatic?: boolean
}

/** Near enough to the screen to load the next page, px. */
const ahead = '600px'

/** Loads the next page of a list, by itself or by a button for those who do not scroll; nothing after the last one. */
export function ShowMore({ isAutomatic = false, of: list }: ShowMoreProps) {
  const { words } = useConsole()
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(list.loadMore)
  latest.current = list.loadMore
  const isWaiting = isAutomatic && list.hasMore && !list.isLoadingMore
  useEffect(() => {
    if (!isWaiting || end.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latest.current(),
      { rootMargin: ahead },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [isWaiting])
  if (!list.hasMore) return null
  return (
    <div ref={end} class="row">
      <Button busy={list.isLoadingMore} onClick={list.loadMore}>
        {words.t('list.more')}
      </Button>
    </div>
  )
}
