/** An editor without a browser: gestures on the state alone. */
import { apply } from '../../../src/editor/boot/editing.ts'
import type { EditorApi, EditorConfig } from '../../../src/editor/bridge/index.ts'
import { commands } from '../../../src/editor/commands/list.ts'
import { loadWords } from '../../../src/editor/locale/index.ts'
import { type Editor, createEditor, createDeferredApply } from '../../../src/editor/state/index.ts'
import type { EmailDocument } from '../../../src/email/document/index.ts'

const config: EditorConfig = {
  pluginId: 'svc_pk_test',
  emailId: 'welcome',
  requestData: {},
  locale: 'en',
  theme: 'light',
  customization: { branding: true, features: [] },
}

/** An editor of a document; `clock.now` in ms moves only when a test moves it. */
export async function headless(
  document: EmailDocument,
  {
    api = {},
    clock = { now: 0 },
    readOnly = false,
    mayUnlock = false,
  }: { api?: Partial<EditorApi>; clock?: { now: number }; readOnly?: boolean; mayUnlock?: boolean } = {},
): Promise<Editor> {
  const late = createDeferredApply()
  late.arrive(apply)
  const editor = createEditor({
    document,
    config: { ...config, readOnly },
    api: api as EditorApi,
    words: await loadWords('en'),
    apply: late,
    mayUnlock,
    now: () => clock.now,
  })
  editor.commands.value = new Map(commands.map((command) => [command.id, command]))
  return editor
}
