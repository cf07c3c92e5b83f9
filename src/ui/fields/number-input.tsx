import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Bounds, readNumber, settleNumber, stepByKey } from './number.ts'
import { makeScrubbable } from './scrub.ts'

export interface NumberInputProps extends Bounds {
  id?: string | undefined
  /** Undefined while nothing of its own is set. */
  value: number | undefined
  /** What holds then, shown where the number would be. */
  inherited?: number | undefined
  /** Called with undefined when the field is emptied. */
  onChange: (value: number | undefined) => void
  /** Said where there is no number at all. */
  placeholder?: string | undefined
  unit?: string | undefined
  label?: string | undefined
  describedBy?: string | undefined
  disabled?: boolean | undefined
  /** Before the number, such as the sign of a side. */
  start?: preact.ComponentChildren
}

/** A number with its unit: typed, with arrow keys (Shift: ten at once), or by dragging its label sideways. */
export function NumberInput(props: NumberInputProps) {
  const { value, inherited, min, max, step = 1, unit } = props
  const draft = useSignal<string | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(props)
  latest.current = props
  useLayoutEffect(() => {
    const label = input.current?.labels?.[0]
    if (label == null || props.disabled === true) return undefined
    return makeScrubbable(label, {
      read: () => latest.current.value ?? latest.current.inherited ?? latest.current.min ?? 0,
      write: (next) => latest.current.onChange(next),
      bounds: () => latest.current,
    })
  }, [props.disabled])
  const commit = () => {
    const text = draft.value
    draft.value = undefined
    if (text === undefined) return
    const read = readNumber(text)
    if (text.trim() === '') props.onChange(undefined)
    else if (read !== undefined) props.onChange(settleNumber(read, props))
  }
  const shown = value ?? inherited
  return (
    <span class="svc-input svc-number">
      {props.start}
      <input
        ref={input}
        id={props.id}
        type="text"
        inputMode="decimal"
        role="spinbutton"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-valuenow={shown ?? 0}
        aria-valuetext={shown === undefined ? (props.placeholder ?? '') : `${shown} ${unit ?? ''}`.trim()}
        aria-valuemin={min}
        aria-valuemax={max}
        disabled={props.disabled === true}
        placeholder={inherited === undefined ? (props.placeholder ?? '') : String(inherited)}
        value={draft.value ?? (value === undefined ? '' : String(value))}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => (draft.value = event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          const current = readNumber(draft.value ?? '') ?? value ?? inherited ?? min ?? 0
          const next = stepByKey(current, event, { min, max, step })
          if (next === undefined) return
          event.preventDefault()
          draft.value = undefined
          props.onChange(next)
        }}
      />
      {unit === undefined ? null : <span class="svc-unit">{unit}</span>}
    </span>
  )
}
