import type { Editor } from '../state/index.ts'
import { LanguageLine } from './language-line.tsx'
import { LockBanner } from './lock-line.tsx'
import { RestoredBanner } from './restored-line.tsx'

/** What is said above the email. */
export function Banners({ editor }: { editor: Editor }) {
  return (
    <div class="banners">
      <LockBanner editor={editor} />
      <RestoredBanner editor={editor} />
      <LanguageLine editor={editor} />
    </div>
  )
}
