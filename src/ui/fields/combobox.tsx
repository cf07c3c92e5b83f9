import { useSignal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { roveTo } from '../controls/index.ts'
import { Popover } from '../overlays/index.ts'
import { useWords } from '../locale/index.ts'
import { TextInput, type TextInputProps } from './text-input.tsx'

export interface Suggestion {
  value: string
  label: string
  /** Secondary text after the label. */
  detail?: string | undefined
}

export interface ComboboxProps extends Pick<
  TextInputProps,
  | 'id'
  | 'label'
  | 'placeholder'
  | 'describedBy'
  | 'disabled'
  | 'isCode'
  | 'invalid'
  | 'autofocus'
  | 'start'
  | 'end'
  | 'onBlur'
> {
  value: string
  suggestions: readonly Suggestion[]
  onChange: (value: string) => void
  /** Called when a suggestion is chosen, instead of onChange. */
  onPick?: (suggestion: Suggestion) => void
  /** Shows that nothing matches; otherwise the list stays closed. */
  reportEmpty?: boolean
}

/** The suggestions that contain every word of the query; those that start with it first. */
export function matchSuggestions<Item extends { label: string; detail?: string | undefined; value?: string }>(
  suggestions: readonly Item[],
  query: string,
): Item[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return [...suggestions]
  const rank = (item: Item) => (fold(item.label).startsWith(words[0] ?? '') ? 0 : 1)
  return suggestions
    .filter((item) => {
      const text = fold(`${item.label} ${item.detail ?? ''} ${item.value ?? ''}`)
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

/** A text field with suggestions (APG, editable combobox with list autocomplete); accepts any text. */
export function Combobox(props: ComboboxProps) {
  const { value, suggestions, onChange, onPick = (picked: Suggestion) => onChange(picked.value) } = props
  const words = useWords()
  const listId = useId()
  const isOpen = useSignal(false)
  const active = useSignal(-1)
  const isTyped = useSignal(false)
  const box = useRef<HTMLDivElement>(null)
  const found = matchSuggestions(suggestions, isTyped.value ? value : '').slice(0, 50)
  const isShown = isOpen.value && (found.length > 0 || props.reportEmpty === true)
  const open = (typed: boolean) => {
    isTyped.value = typed
    isOpen.value = true
    active.value = -1
  }
  const pick = (suggestion: Suggestion | undefined) => {
    if (suggestion === undefined) return
    isOpen.value = false
    onPick(suggestion)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isShown && active.value >= 0) {
      event.preventDefault()
      return pick(found[active.value])
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!isShown) return open(false)
    active.value = roveTo(event.key, active.value, found.length, 'column') ?? -1
    document.getElementById(`${listId}-${active.value}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div ref={box} class="svc-combobox" onClick={(event) => event.target instanceof HTMLInputElement && open(false)}>
      <TextInput
        {...props}
        attributes={{
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': String(isShown),
          'aria-controls': isShown ? listId : undefined,
          'aria-activedescendant': isShown && active.value >= 0 ? `${listId}-${active.value}` : undefined,
        }}
        onChange={(text) => {
          onChange(text)
          open(true)
        }}
        onKeyDown={onKeyDown}
      />
      {isShown ? (
        <Popover anchor={box} focus="anchor" matchWidth onClose={() => (isOpen.value = false)}>
          <ul
            id={listId}
            role="listbox"
            aria-label={props.label ?? props.placeholder ?? words.more}
            class="svc-listbox"
          >
            {found.map((suggestion, index) => (
              <li
                key={suggestion.value}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active.value}
                class="svc-option"
                // The focus stays in the text field.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(suggestion)}
              >
                <span>{suggestion.label}</span>
                {suggestion.detail === undefined ? null : <small>{suggestion.detail}</small>}
              </li>
            ))}
          </ul>
          {found.length === 0 ? <p class="svc-option-empty">{words.noMatches}</p> : null}
        </Popover>
      ) : null}
    </div>
  )
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
