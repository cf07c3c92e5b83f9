import { useLayoutEffect } from 'preact/hooks'
import { Tooltips } from '../../ui/overlays/index.ts'
import { usePlatform } from '../../ui/words/index.ts'
import type { Editor } from '../state/index.ts'
import { Carried } from './carried.tsx'
import { listenToKeys } from './listening.ts'
import { Notices } from './notices.tsx'
import { Opened } from './opened.tsx'

/** What comes over everything now and then: dialogs, notices, tooltips, what is in the hand; and who hears the keys. */
export function Covers({ editor }: { editor: Editor }) {
  const platform = usePlatform()
  useLayoutEffect(() => listenToKeys(editor, platform), [])
  return (
    <>
      <Opened editor={editor} />
      <Carried editor={editor} />
      <Notices editor={editor} />
      <Tooltips />
    </>
  )
}
