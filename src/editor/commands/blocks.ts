import { type Operation, detachModules, operationsBetween } from '../../email/document/index.ts'
import { duplicateIcon, eyeOffIcon, lockIcon, moduleIcon, trashIcon, unlinkedIcon } from '../../ui/icons/index.ts'
import {
  duplicateNodes,
  entriesOf,
  isRefused,
  nameOf,
  nameOfAll,
  removeNodes,
  lockRefusal,
  whyNotDuplicated,
  whyNotRemoved,
} from '../actions/index.ts'
import { rendererOf } from '../canvas/index.ts'
import { type Command, type Editor, selectedIds } from '../state/index.ts'

export const blockCommands: readonly Command[] = [
  {
    id: 'duplicate',
    label: 'command.duplicate',
    icon: duplicateIcon,
    keys: ['Mod+D'],
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    refusal: (editor) => whyNotDuplicated(editor, selectedIds(editor)),
    run: (editor) => duplicateNodes(editor, selectedIds(editor)),
  },
  {
    id: 'delete',
    label: 'command.delete',
    icon: trashIcon,
    keys: ['Delete', 'Backspace'],
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    refusal: (editor) => whyNotRemoved(editor, selectedIds(editor)),
    run: (editor) => removeNodes(editor, selectedIds(editor)),
  },
  {
    id: 'hide',
    label: 'command.hide',
    icon: eyeOffIcon,
    isOn: (editor) => areHidden(entriesOf(editor.outline.value, selectedIds(editor))),
    enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
    refusal: whyNotHidden,
    run(editor) {
      if (isRefused(editor, whyNotHidden(editor))) return
      const entries = entriesOf(editor.outline.peek(), selectedIds(editor))
      const isOn = areHidden(entries)
      const operations = entries.map(({ node }): Operation => {
        const { mobile: _mobile, ...others } = node.hide ?? {}
        const next = isOn ? others : { ...others, mobile: true }
        return { op: 'set', id: node.id, props: { hide: Object.keys(next).length === 0 ? null : next } }
      })
      const label = isOn ? 'change.show' : 'change.hide'
      editor.change(editor.words.t(label, { name: nameOfAll(editor, entries) }), operations)
    },
  },
  {
    id: 'lock',
    label: 'command.lock',
    icon: lockIcon,
    isOn: areLocked,
    // Only for users who may unlock again; single locks are in the settings.
    enabled: ({ readOnly, selection, mayUnlock }) => mayUnlock && !readOnly.value && selection.value !== undefined,
    run(editor) {
      const entries = entriesOf(editor.outline.peek(), selectedIds(editor))
      const isOn = areLocked(editor)
      const locks = isOn ? null : { move: true, remove: true, style: true, content: true }
      const operations = entries.map(({ node }): Operation => ({ op: 'set', id: node.id, props: { lock: locks } }))
      const label = isOn ? 'change.unlock' : 'change.lock'
      editor.change(editor.words.t(label, { name: nameOfAll(editor, entries) }), operations)
    },
  },
  {
    id: 'saveModule',
    label: 'command.saveModule',
    icon: moduleIcon,
    enabled: ({ can, readOnly, selection, outline }) =>
      can.has('modules') &&
      !readOnly.value &&
      outline.value.entries.get(selection.value ?? '')?.node.type !== 'module' &&
      selection.value !== undefined,
    run: ({ open }) => {
      open.value = 'saveModule'
    },
  },
  {
    id: 'detach',
    label: 'command.detach',
    icon: unlinkedIcon,
    enabled: (editor) => !editor.readOnly.value && detachable(editor) !== undefined,
    refusal: whyNotDetached,
    run(editor) {
      const node = detachable(editor)
      if (node === undefined || isRefused(editor, whyNotDetached(editor))) return
      const document = editor.document.peek()
      const { index } = editor.outline.peek().entries.get(node.id) ?? { index: 0 }
      const own = detachModules(document, rendererOf(editor).modules, ({ id }) => id === node.id)
      const first = own.rows[index]
      const label = editor.words.t('change.detach', { name: nameOf(editor, node) })
      editor.change(label, operationsBetween(document, own), first === undefined ? {} : { select: first.id })
    },
  },
]

function whyNotHidden(editor: Editor): string | undefined {
  return lockRefusal(editor, selectedIds(editor), 'content')
}

function areHidden(entries: ReturnType<typeof entriesOf>): boolean {
  return entries.length > 0 && entries.every(({ node }) => node.hide?.mobile === true)
}

function areLocked(editor: Editor): boolean {
  const entries = entriesOf(editor.outline.value, selectedIds(editor))
  return entries.length > 0 && entries.every(({ node }) => node.lock !== undefined)
}

function whyNotDetached(editor: Editor): string | undefined {
  const node = detachable(editor)
  return node === undefined ? undefined : whyNotRemoved(editor, [node.id])
}

// The selected module instance, once its rows are loaded.
function detachable(editor: Editor) {
  const node = editor.outline.value.entries.get(editor.selection.value ?? '')?.node
  if (node?.type !== 'module' || !('ref' in node)) return undefined
  const { ref } = node as { ref: Parameters<ReturnType<typeof rendererOf>['modules']>[0] }
  return typeof rendererOf(editor).modules(ref) === 'object' ? node : undefined
}
