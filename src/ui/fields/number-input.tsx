import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Bounds, readNumber, settleNumber, stepByKey } from './number.ts'

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

interface Scrubbed {
  read: () => number
  write: (value: number) => void
  bounds: () => Bounds
  isRtl?: boolean
}

const pxPerStep = 3
const thresholdPx = 3

/**
 * Lets a label be dragged sideways to change its number; Shift makes it ten times as fast. A press without a drag stays a
 * press. Gives back the function that ends it.
 */
function makeScrubbable(label: HTMLElement, scrubbed: Scrubbed): () => void {
  const stop = new AbortController()
  label.classList.add('svc-scrub')
  label.addEventListener('pointerdown', (event) => startScrub(event, label, scrubbed), { signal: stop.signal })
  return () => {
    label.classList.remove('svc-scrub')
    stop.abort()
  }
}

function startScrub(down: PointerEvent, label: HTMLElement, { read, write, bounds }: Scrubbed): void {
  if (down.button !== 0 || down.pointerType === 'touch') return
  const start = read()
  const stop = new AbortController()
  let isDragging = false
  label.setPointerCapture(down.pointerId)
  const end = () => {
    stop.abort()
    label.classList.remove('svc-scrubbing')
  }
  const move = (event: PointerEvent) => {
    const distance = event.clientX - down.clientX
    if (!isDragging && Math.abs(distance) < thresholdPx) return
    isDragging = true
    label.classList.add('svc-scrubbing')
    const { step = 1 } = bounds()
    const steps = Math.round(distance / pxPerStep) * (event.shiftKey ? 10 : 1)
    write(settleNumber(start + steps * step, bounds()))
  }
  label.addEventListener('pointermove', move, { signal: stop.signal })
  label.addEventListener('pointerup', end, { signal: stop.signal })
  label.addEventListener('pointercancel', end, { signal: stop.signal })
  // The click that ends a drag would put the cursor into the field.
  label.addEventListener('click', (event) => isDragging && event.preventDefault(), { once: true })
}
