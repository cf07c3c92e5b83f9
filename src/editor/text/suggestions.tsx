import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { EditorState } from 'prosemirror-state'
import { matchSuggestions } from '../../ui/fields/index.ts'
import { Popover } from '../../ui/overlays/index.ts'
import type { Canvas } from '../canvas/index.ts'
import { type MergeField, mergeFieldsOf } from '../fields/index.ts'
import { positionBelow } from './caret.ts'
import type { TypingProps } from './context.ts'

/** All fields of most emails; the list scrolls. */
const max = 100

/** Suggestions of merge fields after `{{`; arrows, Enter and Tab. */
export function Suggestions(props: TypingProps & { canvas: Canvas }) {
  const { editor, session, words, canvas } = props
  const at = useSignal(0)
  const dismissed = useSignal<number | undefined>(undefined)
  const asked = requestedAt(session.state.value)
  const fields = mergeFieldsOf(editor.document.value, editor.config)
  const found =
    asked === undefined || asked.from === dismissed.value
      ? []
      : matchSuggestions(
          fields.map((field) => ({ ...field, detail: field.sample, value: field.path })),
          asked.query,
        ).slice(0, max)
  const active = Math.min(at.value, found.length - 1)
  const take = (field: MergeField | undefined) => {
    if (asked === undefined || field === undefined) return
    session.run(words.t('text.tag'), (state, dispatch) => {
      const tag = state.schema.node('tag', { tag: { path: field.path } }, undefined, state.selection.$from.marks())
      dispatch?.(state.tr.replaceRangeWith(asked.from, asked.to, tag).scrollIntoView())
      return true
    })
    at.value = 0
  }
  const isEmpty = fields.length === 0 && asked !== undefined && asked.from !== dismissed.value
  useLayoutEffect(() => {
    if (found.length === 0 && !isEmpty) return undefined
    const press = (event: KeyboardEvent) => {
      if (isEmpty && event.key !== 'Escape') return
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0) {
        at.value = (active + step + found.length) % found.length
        editor.announce(found[at.value]?.label ?? '')
      } else if (event.key === 'Enter' || event.key === 'Tab') take(found[active])
      else if (event.key === 'Escape') dismissed.value = asked?.from
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const { ownerDocument } = session.view.dom
    ownerDocument.addEventListener('keydown', press, true)
    return () => ownerDocument.removeEventListener('keydown', press, true)
  })
  if (asked === undefined || (found.length === 0 && !isEmpty)) return null
  return (
    <Popover
      key={asked.from}
      anchor={positionBelow(canvas, session, asked.from)}
      focus="anchor"
      onClose={() => (dismissed.value = asked.from)}
    >
      {isEmpty ? (
        <p class="text-no-fields" dir={editor.words.dir} role="status">
          {words.t('text.noFields')}
        </p>
      ) : null}
      <ul
        hidden={isEmpty}
        class="text-suggestions"
        dir={editor.words.dir}
        role="listbox"
        aria-label={words.t('text.suggestions')}
      >
        {found.map((field, index) => (
          <li
            key={field.path}
            role="option"
            aria-selected={index === active}
            {...(index === active ? { ref: showItem } : {})}
            class="text-suggestion"
            onPointerMove={() => (at.value = index)}
            onPointerDown={(event) => {
              event.preventDefault()
              take(field)
            }}
          >
            <span>{field.label}</span>
            <small dir="auto">{field.sample ?? field.path}</small>
          </li>
        ))}
      </ul>
    </Popover>
  )
}

function showItem(item: HTMLElement | null): void {
  item?.scrollIntoView({ block: 'nearest' })
}

/** The two braces before the caret and the text after them. */
function requestedAt({
  selection: { $from, empty, from },
}: EditorState): { from: number; to: number; query: string } | undefined {
  if (!empty || !$from.parent.inlineContent) return undefined
  const before = $from.parent.textBetween(Math.max(0, $from.parentOffset - 60), $from.parentOffset, undefined, '\ufffc')
  const [whole = '', query = ''] = /\{\{\s?([^{}\ufffc]*)$/.exec(before) ?? []
  return whole === '' ? undefined : { from: from - whole.length, to: from, query }
}
