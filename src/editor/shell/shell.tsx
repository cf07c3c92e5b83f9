import { platformOf } from '../../ui/keys/index.ts'
import { SurroundingsProvider } from '../../ui/words/index.ts'
import { Code, Inspector, PreviewDialog, SaveModule, Versions } from '../panels/index.ts'
import { late } from '../startup/deferred.tsx'
import { Stage } from '../stage/index.ts'
import type { Editor } from '../state/index.ts'
import { Bar } from './bar.tsx'
import { Rail } from './rail.tsx'

const platform = platformOf(navigator)
const Covers = late(async () => (await import('./covers.tsx')).Covers)
const LockLine = late(async () => (await import('./lock-line.tsx')).LockLine)

/** The editor as people see it: tools above, building blocks and settings on either side of the email. */
export function Shell({ editor }: { editor: Editor }) {
  const { words } = editor
  const open = editor.open.value
  const mode = editor.mode.value
  const close = () => (editor.open.value = undefined)
  // Where there is no space beside the canvas, the versions lie over it as settings do.
  const sheet = editor.sheet.value ?? (open === 'versions' ? 'inspector' : undefined)
  return (
    <SurroundingsProvider value={{ words: words.kit, platform }}>
      <div class="shell" dir={words.dir} lang={words.locale} data-sheet={sheet} data-mode={mode} data-open={open}>
        <Bar editor={editor} />
        <Rail editor={editor} />
        <main class="shell-canvas" data-region="canvas" aria-label={words.t('region.canvas')}>
          <LockLine editor={editor} />
          <Stage editor={editor} />
        </main>
        {mode === 'code' ? (
          <section class="shell-code" data-region="code" aria-label={words.t('region.code')}>
            <Code editor={editor} />
          </section>
        ) : null}
        <aside class="shell-inspector" data-region="inspector" aria-label={words.t('region.inspector')}>
          {open === 'versions' ? <Versions editor={editor} onClose={close} /> : <Inspector editor={editor} />}
        </aside>
        {open === 'preview' ? <PreviewDialog editor={editor} onClose={close} /> : null}
        {open === 'saveModule' ? <SaveModule editor={editor} onClose={close} /> : null}
        <Covers editor={editor} />
      </div>
    </SurroundingsProvider>
  )
}
