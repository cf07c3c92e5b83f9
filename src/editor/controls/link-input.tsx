import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { parseTagged } from '../../email/data/index.ts'
import { isAddress } from '../../email/document/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { Combobox, type FieldIds, type Suggestion } from '../../ui/fields/index.ts'
import { completeUrl, mergeFieldsOf } from '../fields/index.ts'
import type { Editor } from '../state/index.ts'
import { linkTypesOf, pickHostLink } from './host-links.ts'
import type { Control, FieldRowProps } from './row.ts'

/** A URL, typed or suggested: merge fields, anchors of the email, mail and telephone links. */
export const linkControl: Control = (row, ids) => <LinkInput key={placeOf(row)} {...row} ids={ids} />

/** Text that is no URL, and the URL that it was to replace. */
interface Draft {
  text: string
  stored: string
}

/** What was typed and is not a URL, by block and property: it is shown again when the block is selected again. */
const unfinished = new WeakMap<Editor, Map<string, Draft>>()

function placeOf({ editor, field, place = '' }: FieldRowProps): string {
  return `${editor.selection.value ?? ''} ${place}${field.prop}`
}

// `exam` of `example.com` is no URL yet: only what is one is written, and the field keeps what is typed.
function LinkInput({ ids, ...row }: FieldRowProps & { ids: FieldIds }) {
  const { editor, field, target, words } = row
  const drafts = unfinished.get(editor) ?? new Map<string, Draft>()
  unfinished.set(editor, drafts)
  const place = placeOf(row)
  const stored = String(target.read(field.prop) ?? '')
  // Items of a list may have moved.
  const draft = drafts.get(place)
  const typed = useSignal(draft?.stored === stored ? draft.text : undefined)
  const isLeft = useSignal(typed.peek() !== undefined)
  const shown = useRef(stored)
  useEffect(() => {
    // Changed from elsewhere, such as by undo, and not by letters that are typed here.
    if (isLeft.peek() && stored !== shown.current) keep(undefined)
    shown.current = stored
  }, [stored])
  function keep(text: string | undefined): void {
    typed.value = text
    if (text === undefined || isUrl(editor, completeUrl(text))) drafts.delete(place)
    else drafts.set(place, { text, stored })
  }
  const write = (next: string) => target.write(words.label(field.label), field.prop, next)
  const isWrong = typed.value !== undefined && isLeft.value && !isUrl(editor, completeUrl(typed.value))
  const isLocked = target.isLocked(field.prop)
  const errorId = `${ids.id}-error`
  const input = (
    <Combobox
      id={ids.id}
      isCode
      label={words.label(field.label)}
      value={typed.value ?? stored}
      placeholder={field.placeholder ?? 'https://'}
      suggestions={suggestionsOf(row)}
      describedBy={isWrong ? errorId : ids.describedBy}
      invalid={isWrong || !isUrl(editor, stored)}
      disabled={isLocked}
      onChange={(text) => {
        const url = completeUrl(text)
        isLeft.value = false
        keep(text)
        if (isUrl(editor, url)) write(url)
      }}
      onBlur={() => {
        isLeft.value = true
        if (typed.peek() !== undefined && isUrl(editor, completeUrl(typed.peek() ?? ''))) keep(undefined)
      }}
    />
  )
  const picked = isLocked ? [] : linkTypesOf(editor).filter(({ links }) => links === undefined)
  return (
    <>
      <div class="svc-link-field">
        {input}
        {picked.map(({ name, label }) => (
          <Button
            key={name}
            dense
            onClick={() => {
              void pickHostLink(editor, name, stored).then((href) => {
                if (href === undefined) return
                keep(undefined)
                write(href)
              })
            }}
          >
            {`${label}…`}
          </Button>
        ))}
      </div>
      {isWrong ? (
        <div id={errorId} class="svc-error" role="alert">
          {words.t('link.wrong')}
        </div>
      ) : null}
    </>
  )
}

function isUrl(editor: Editor, url: string): boolean {
  if (url === '' || Object.hasOwn(editor.document.peek().assets ?? {}, url)) return true
  return isAddress(url) && parseTagged(url).error === undefined
}

function suggestionsOf({ editor, words }: FieldRowProps): Suggestion[] {
  const document = editor.document.value
  const places = [...editor.outline.value.entries.values()].flatMap(({ node }): Suggestion[] => {
    return node.anchor === undefined ? [] : [{ value: `#${node.anchor}`, label: `#${node.anchor}`, detail: node.name }]
  })
  const fields = mergeFieldsOf(document, editor.config).filter(({ type }) => type === 'url' || type === 'string')
  return [
    { value: 'https://', label: 'https://', detail: words.t('link.page') },
    { value: 'mailto:', label: 'mailto:', detail: words.t('link.mail') },
    { value: 'tel:', label: 'tel:', detail: words.t('link.phone') },
    ...linkTypesOf(editor).flatMap(({ label, links = [] }) =>
      links.map((link): Suggestion => ({ value: link.href, label: link.label, detail: label })),
    ),
    ...places,
    ...fields.map(({ path, label }) => ({ value: `{{ ${path} }}`, label, detail: `{{ ${path} }}` })),
  ]
}
