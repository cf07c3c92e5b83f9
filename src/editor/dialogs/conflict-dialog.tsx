import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type NodeId, type Node, type Operation, isEqual, richTextToPlain } from '../../email/document/index.ts'
import { Button, Spinner } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { type PanelWords, loadPanelWords } from '../locale/panels/index.ts'
import { saverOf } from '../saving/index.ts'
import { type Merge, type EditPart, chooseMine, mergeDocuments } from '../saving/merging.ts'
import type { Editor } from '../state/index.ts'
import { nameOf } from '../actions/index.ts'
import { cutText, isRich, labelOf, textIn } from '../fields/index.ts'

/** Resolves conflicts with changes of others, and changes that the service rejects. */
export function ConflictDialog({ editor }: { editor: Editor }) {
  // The dialog stays the same while its button retries.
  const wasRefused = useSignal(editor.saving.peek().kind === 'refused')
  const isConflict = editor.saving.value.kind === 'conflict'
  return wasRefused.value && !isConflict ? <RefusedDialog editor={editor} /> : <ChoiceDialog editor={editor} />
}

function RefusedDialog({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const busy = useSignal(false)
  const state = editor.saving.value
  const close = () => (editor.open.value = undefined)
  async function end(run: () => Promise<void> | undefined): Promise<void> {
    busy.value = true
    try {
      await run()
      if (editor.saving.peek().kind === 'saved') close()
    } catch (error) {
      editor.problem.value = { message: error instanceof Error ? error.message : String(error), at: performance.now() }
    } finally {
      busy.value = false
    }
  }
  return (
    <Dialog
      title={t('refused.title')}
      onClose={close}
      actions={
        <>
          <Button disabled={busy.value} onClick={() => void end(() => saverOf(editor)?.discard())}>
            {t('refused.discard')}
          </Button>
          <Button variant="primary" busy={busy.value} onClick={() => void end(() => saverOf(editor)?.flush())}>
            {t('app.retry')}
          </Button>
        </>
      }
    >
      <div class="conflict">
        <p>{t('refused.text', { reason: state.kind === 'refused' ? state.message : '' })}</p>
        <p>{t('refused.kept')}</p>
      </div>
    </Dialog>
  )
}

/**
 * Lets the user choose between both versions of each conflicting part; everything else is already merged. Nothing is
 * discarded before the choice.
 */
function ChoiceDialog({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const busy = useSignal(false)
  const words = useSignal<PanelWords | undefined>(undefined)
  const theirs = useSignal<ReadonlySet<NodeId | undefined>>(new Set())
  const mine = editor.document.value
  const merge = useComputed(() => mergeNow(editor))
  const { locale } = editor.config
  useEffect(() => void loadPanelWords(locale).then((loaded) => (words.value = loaded)), [locale])
  const state = editor.saving.value
  const close = () => (editor.open.value = undefined)
  async function settle(choice: Parameters<NonNullable<ReturnType<typeof saverOf>>['settle']>[0]): Promise<void> {
    busy.value = true
    await saverOf(editor)?.settle(choice)
    close()
  }
  const put = merge.value
  const chosen = () => {
    const kept = (put?.parts ?? []).map(({ id }) => id).filter((id) => !theirs.peek().has(id))
    return put === undefined ? mine : chooseMine(put, new Set(kept), mine)
  }
  const choose = (id: NodeId | undefined, side: 'mine' | 'theirs') => {
    const next = new Set(theirs.peek())
    if (side === 'theirs') next.add(id)
    else next.delete(id)
    theirs.value = next
  }
  return (
    <Dialog
      title={t('conflict.title')}
      onClose={close}
      actions={
        <>
          <Button disabled={busy.value} tip={t('conflict.theirsHint')} onClick={() => void settle('theirs')}>
            {t('conflict.theirs')}
          </Button>
          <Button disabled={busy.value} tip={t('conflict.mineHint')} onClick={() => void settle('mine')}>
            {t('conflict.mine')}
          </Button>
          {put === undefined ? null : (
            <Button variant="primary" busy={busy.value} onClick={() => void settle(chosen())}>
              {t('conflict.take')}
            </Button>
          )}
        </>
      }
    >
      <div class="conflict">
        <p>{t('conflict.text', { count: 'changes' in state ? state.changes : 1 })}</p>
        {put === undefined ? null : <p>{t('conflict.choose')}</p>}
        {put !== undefined && words.value === undefined ? <Spinner label={t('conflict.title')} /> : null}
        {words.value === undefined
          ? null
          : put?.parts.map((part) => (
              <Choice
                key={part.id ?? ''}
                editor={editor}
                words={words.value as PanelWords}
                part={part}
                side={theirs.value.has(part.id) ? 'theirs' : 'mine'}
                onChoose={(side) => choose(part.id, side)}
              />
            ))}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  editor: Editor
  words: PanelWords
  part: EditPart
  side: 'mine' | 'theirs'
  onChoose: (side: 'mine' | 'theirs') => void
}

function Choice({ editor, words, part, side, onChoose }: ChoiceProps) {
  const sides = [
    ['mine', editor.words.t('conflict.yours')],
    ['theirs', editor.words.t('conflict.others')],
  ] as const
  return (
    <fieldset class="conflict-part">
      <legend dir="auto">{titleOf(editor, part)}</legend>
      {sides.map(([each, label]) => (
        <label key={each} class="conflict-side">
          <input
            type="radio"
            name={`conflict ${part.id ?? ''}`}
            checked={side === each}
            onChange={() => onChoose(each)}
          />
          <span>
            <strong>{label}</strong>
            <span dir="auto">{describeSide(editor, words, part, each)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

// Without the common ancestor, only the whole document can be chosen.
function mergeNow(editor: Editor): Merge | undefined {
  const saver = saverOf(editor)
  if (saver?.ancestor === undefined) return undefined
  return mergeDocuments(saver.ancestor, editor.document.value, saver.base.document)
}

function titleOf(editor: Editor, { id, mine, theirs }: EditPart): string {
  const node = mine ?? theirs
  return id === undefined || node === undefined ? editor.words.t('conflict.email') : nameOf(editor, node)
}

/** One side's version of a part, one or two lines long. */
function describeSide(editor: Editor, words: PanelWords, part: EditPart, side: 'mine' | 'theirs'): string {
  const { t } = editor.words
  const node = part[side]
  if (part.id === undefined) return side === 'mine' ? settingsIn(part.operations) : ''
  if (node === undefined) return t('conflict.gone')
  const other = part[side === 'mine' ? 'theirs' : 'mine']
  const props = part.operations.flatMap((operation) => (operation.op === 'set' ? Object.keys(operation.props) : []))
  if (props.length === 0 && other !== undefined) return side === 'mine' ? t('conflict.moved') : textIn(node)
  const said = props.map((prop) => valueIn(words, node, other, prop)).filter((line) => line !== '')
  return cutText(said.length === 0 ? textIn(node) : said.join(' · '))
}

function valueIn(words: PanelWords, node: Node, other: Node | undefined, prop: string): string {
  const value = (node as Record<string, unknown>)[prop]
  if (isRich(value)) return richTextToPlain(value).trim()
  const label = labelOf(words, node, prop)
  if (typeof value === 'string' || typeof value === 'number') return `${label}: ${value}`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return label
  const before = ((other as Record<string, unknown> | undefined)?.[prop] ?? {}) as Record<string, unknown>
  const members = Object.entries(value as Record<string, unknown>).filter(([key, own]) => !isEqual(own, before[key]))
  const lines = members.map(([key, own]) => {
    const name = labelOf(words, node, `${prop}.${key}`)
    return typeof own === 'object' ? name : `${name}: ${String(own)}`
  })
  return lines.join(', ') || label
}

function settingsIn(operations: readonly Operation[]): string {
  return operations
    .flatMap((operation) => (operation.op === 'settings' ? Object.values(operation.props) : []))
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : [value]))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' · ')
}
