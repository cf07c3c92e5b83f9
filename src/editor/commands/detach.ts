import { detachModules, operationsBetween } from '../../email/document/index.ts'
import { unlinkedIcon } from '../../ui/icons/index.ts'
import { isRefused, nameOf, whyNotRemoved } from '../actions/index.ts'
import { rendererOf } from '../canvas/index.ts'
import type { Command, Editor } from '../state/index.ts'

export const detach: Command = {
  id: 'detach',
  label: 'command.detach',
  icon: unlinkedIcon,
  enabled: (editor) => !editor.readOnly.value && detachable(editor) !== undefined,
  refusal,
  run(editor) {
    const node = detachable(editor)
    if (node === undefined || isRefused(editor, refusal(editor))) return
    const document = editor.document.peek()
    const { index } = editor.outline.peek().entries.get(node.id) ?? { index: 0 }
    const own = detachModules(document, rendererOf(editor).modules, ({ id }) => id === node.id)
    const first = own.rows[index]
    const label = editor.words.t('change.detach', { name: nameOf(editor, node) })
    editor.change(label, operationsBetween(document, own), first === undefined ? {} : { select: first.id })
  },
}

function refusal(editor: Editor): string | undefined {
  const node = detachable(editor)
  return node === undefined ? undefined : whyNotRemoved(editor, [node.id])
}

// An instance of a module whose rows are known; what is in it becomes the email's own.
function detachable(editor: Editor) {
  const node = editor.outline.value.entries.get(editor.selection.value ?? '')?.node
  if (node?.type !== 'module' || !('ref' in node)) return undefined
  const { ref } = node as { ref: Parameters<ReturnType<typeof rendererOf>['modules']>[0] }
  return typeof rendererOf(editor).modules(ref) === 'object' ? node : undefined
}
