import { type Operation, findNode } from '../../email/document/index.ts'
import type { Finding } from '../../email/lint/index.ts'
import { nameOf } from '../actions/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'
import { checkingOf } from './checking.ts'

/** Applies the fix of one finding as one undo step; does nothing if the finding is gone. */
export async function fixOne(editor: Editor, words: PanelWords, wanted: Finding): Promise<void> {
  const checking = checkingOf(editor)
  // A fix writes whole properties: based on an older document it would revert later edits.
  const now = await checking?.lintNow()
  const finding = now?.findings.find((other) => isSame(other, wanted))
  if (finding?.fix === undefined) return
  perform(editor, words.t('change.fix', { name: nameOfPosition(editor, words, finding) }), finding.fix.operations)
  await checking?.lintNow()
}

/** Applies all fixes of a rule as one undo step. */
export async function fixAll(editor: Editor, words: PanelWords, rule: string): Promise<void> {
  const checking = checkingOf(editor)
  perform(editor, words.t('change.fixAll'), (await checking?.fixAllFindings(rule)) ?? [])
  await checking?.lintNow()
}

/** Ignores a rule in this email; saved with the email. */
export async function ignoreRule(editor: Editor, words: PanelWords, rule: string): Promise<void> {
  const ignored = editor.document.peek().meta.ignoredRules ?? []
  if (!ignored.includes(rule)) await saveIgnored(editor, words.t('change.ignore'), [...ignored, rule])
}

/** Enables a rule that this email ignores. */
export async function restoreCheck(editor: Editor, words: PanelWords, rule: string): Promise<void> {
  const ignored = editor.document.peek().meta.ignoredRules ?? []
  const rest = ignored.filter((name) => name !== rule)
  await saveIgnored(editor, words.t('change.heed'), rest)
}

async function saveIgnored(editor: Editor, label: string, ignoredRules: readonly string[]): Promise<void> {
  const value = ignoredRules.length === 0 ? null : [...ignoredRules]
  perform(editor, label, [{ op: 'settings', props: { meta: { ignoredRules: value } } }])
  await checkingOf(editor)?.lintNow()
}

function perform(editor: Editor, label: string, operations: Operation[]): void {
  editor.sealHistory()
  editor.change(label, operations)
}

/** True if two checks reported the same finding. */
export function isSame(one: Finding, other: Finding): boolean {
  return (
    one.id === other.id && one.node_id === other.node_id && one.prop === other.prop && one.message === other.message
  )
}

function nameOfPosition(editor: Editor, words: PanelWords, { node_id: id }: Finding): string {
  const node = id === undefined ? undefined : findNode(editor.document.peek(), id)
  return node === undefined ? words.t('email.title') : nameOf(editor, node)
}
