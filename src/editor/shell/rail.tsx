import type { Editor } from '../state/index.ts'
import { Slot } from './slots.tsx'

/** What an email is built of. */
export function Rail({ editor }: { editor: Editor }) {
  return (
    <nav class="rail" data-region="rail" aria-label={editor.words.t('region.rail')}>
      <Slot name="blocks" editor={editor} />
    </nav>
  )
}
