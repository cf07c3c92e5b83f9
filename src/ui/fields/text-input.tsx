import type { ComponentChildren, Ref } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

export interface TextInputProps {
  id?: string | undefined
  value: string
  onChange: (value: string) => void
  label?: string | undefined
  placeholder?: string | undefined
  describedBy?: string | undefined
  disabled?: boolean | undefined
  readOnly?: boolean | undefined
  invalid?: boolean | undefined
  type?: 'text' | 'url' | 'search' | 'email' | 'datetime-local'
  /** Always left to right, for URLs and code. */
  isCode?: boolean | undefined
  list?: string | undefined
  maxLength?: number | undefined
  /** Focused when its dialog or popover opens; browsers block the native attribute in cross-origin frames. */
  autofocus?: boolean | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  onBlur?: (() => void) | undefined
  /** Attributes for controls built on this one. */
  attributes?: Readonly<Record<string, string | undefined>> | undefined
  /** Inside the border, after the text. */
  end?: ComponentChildren
  /** Inside the border, before the text. */
  start?: ComponentChildren
}

export function TextInput(props: TextInputProps) {
  return (
    <span class={`svc-input${props.invalid ? ' svc-invalid' : ''}`}>
      {props.start}
      <input
        ref={props.inputRef ?? null}
        id={props.id}
        type={props.type ?? 'text'}
        class={props.isCode ? 'svc-code' : undefined}
        dir={props.isCode ? 'ltr' : 'auto'}
        value={props.value}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid === true ? 'true' : undefined}
        placeholder={props.placeholder}
        disabled={props.disabled === true}
        readOnly={props.readOnly === true}
        maxLength={props.maxLength}
        data-first={props.autofocus === true ? '' : undefined}
        autocomplete="off"
        spellcheck={props.isCode ? false : undefined}
        list={props.list}
        onInput={(event) => props.onChange(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
        onBlur={props.onBlur}
        {...props.attributes}
      />
      {props.end}
    </span>
  )
}

export interface TextAreaProps {
  id?: string | undefined
  value: string
  onChange: (value: string) => void
  label?: string | undefined
  placeholder?: string | undefined
  describedBy?: string | undefined
  disabled?: boolean | undefined
  isCode?: boolean | undefined
  rows?: number
  maxRows?: number
}

/** Characters; longer texts take longer to lay out than a key press may. */
const longText = 20_000
const settledMs = 300

/** Several lines of text; grows with its content. */
export function TextArea({ rows = 2, maxRows = 12, ...props }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [value, settle] = useSettled(props.value)
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    const line = 18
    const max = maxRows * line + 14
    element.style.blockSize = 'auto'
    const height = value.length > longText ? max : Math.max(element.scrollHeight + 2, rows * line + 14)
    element.style.blockSize = `${Math.min(height, max)}px`
  }, [value, rows, maxRows])
  return (
    <span class="svc-input svc-area">
      <textarea
        ref={area}
        id={props.id}
        rows={rows}
        class={props.isCode ? 'svc-code' : undefined}
        dir={props.isCode ? 'ltr' : 'auto'}
        value={value}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        disabled={props.disabled === true}
        spellcheck={props.isCode ? false : undefined}
        onFocus={settle}
        onInput={(event) => {
          const { value: typed } = event.currentTarget
          if (typed.length > longText) settle(typed)
          props.onChange(typed)
        }}
      />
    </span>
  )
}

/**
 * Shows a long value only after a pause, so that typing elsewhere stays fast; `settle` shows the latest value at
 * once.
 */
function useSettled(value: string): [shown: string, settle: (typed: unknown) => void] {
  const [shown, show] = useState(value)
  const isLong = value.length > longText
  useEffect(() => {
    if (!isLong || value === shown) return
    const timer = setTimeout(() => show(value), settledMs)
    return () => clearTimeout(timer)
  }, [value, shown, isLong])
  return [isLong ? shown : value, (typed) => show(typeof typed === 'string' ? typed : value)]
}
