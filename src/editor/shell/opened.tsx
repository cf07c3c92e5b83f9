import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Editor } from '../state/index.ts'

type OpenDialog = ComponentType<{ editor: Editor }>

/** The dialogs of the editor itself, each in a chunk of its own that is read when it is first opened. */
const dialogs = {
  insert: () => import('../dialogs/insert-dialog.tsx').then(({ InsertDialog }) => InsertDialog),
  shortcuts: () => import('../dialogs/shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
  conflict: () => import('../dialogs/conflict-dialog.tsx').then(({ ConflictDialog }) => ConflictDialog),
} satisfies Record<string, () => Promise<OpenDialog>>

/** The dialog that stands open, once its code is there. */
export function Opened({ editor }: { editor: Editor }) {
  const name = editor.open.value
  const [shown, show] = useState<{ name: string; dialog: OpenDialog } | undefined>(undefined)
  useEffect(() => {
    if (name === undefined || !isOwn(name)) return
    void dialogs[name]().then((dialog) => show({ name, dialog }))
  }, [name])
  if (shown === undefined || shown.name !== name) return null
  const { dialog: Shown } = shown
  return <Shown editor={editor} />
}

function isOwn(name: string): name is keyof typeof dialogs {
  return Object.hasOwn(dialogs, name)
}
