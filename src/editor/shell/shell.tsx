import { useLayoutEffect } from 'preact/hooks'
import { platformOf } from '../../ui/keys/index.ts'
import { Tooltips } from '../../ui/overlays/index.ts'
import { SurroundingsProvider } from '../../ui/words/index.ts'
import { Inspector, PreviewDialog, Versions } from '../panels/index.ts'
import { Stage } from '../stage/index.ts'
import type { Editor } from '../state/index.ts'
import { Bar } from './bar.tsx'
import { Carried } from './carried.tsx'
import { listenToKeys } from './listening.ts'
import { LockLine } from './lock-line.tsx'
import { Notices } from './notices.tsx'
import { Opened } from './opened.tsx'
import { Rail } from './rail.tsx'

const platform = platformOf(navigator)

/** The editor as people see it: tools above, building blocks and settings on either side of the email. */
export function Shell({ editor }: { editor: Editor }) {
  const { words } = editor
  const open = editor.open.value
  const close = () => (editor.open.value = undefined)
  useLayoutEffect(() => listenToKeys(editor, platform), [])
  return (
    <SurroundingsProvider value={{ words: words.kit, platform }}>
      <div class="shell" dir={words.dir} lang={words.locale}>
        <Bar editor={editor} />
        <Rail editor={editor} />
        <main class="shell-canvas" data-region="canvas" aria-label={words.t('region.canvas')}>
          <LockLine editor={editor} />
          <Stage editor={editor} />
        </main>
        <aside class="shell-inspector" data-region="inspector" aria-label={words.t('region.inspector')}>
          {open === 'versions' ? <Versions editor={editor} onClose={close} /> : <Inspector editor={editor} />}
        </aside>
        {open === 'preview' ? <PreviewDialog editor={editor} onClose={close} /> : null}
        <Opened editor={editor} />
        <Carried editor={editor} />
        <Notices editor={editor} />
        <Tooltips />
      </div>
    </SurroundingsProvider>
  )
}
