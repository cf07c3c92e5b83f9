import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useWords } from '../locale/index.ts'
import { Popover } from '../overlays/index.ts'
import { type Bounds, readNumber, settleNumber, stepByKey, stepByPage } from './number.ts'

export interface NumberInputProps extends Bounds {
  id?: string | undefined
  /** Undefined if unset. */
  value: number | undefined
  /** The value that applies if unset, shown as a placeholder. */
  inherited?: number | undefined
  /** Undefined if the field was emptied. */
  onChange: (value: number | undefined) => void
  /** Shown if there is neither a value nor an inherited one. */
  placeholder?: string | undefined
  unit?: string | undefined
  label?: string | undefined
  describedBy?: string | undefined
  disabled?: boolean | undefined
  /** Ascending values to choose from: shown on a press, stepped through with the page keys. Any number is accepted. */
  steps?: readonly number[] | undefined
  /** Before the number, such as the icon of a side. */
  start?: preact.ComponentChildren
}

/** A number with a unit: typed, by arrow keys (Shift: ten steps), or by dragging its label. */
export function NumberInput(props: NumberInputProps) {
  const { value, inherited, min, max, step = 1, unit, steps = [] } = props
  const draft = useSignal<string | undefined>(undefined)
  const isOpen = useSignal(false)
  const words = useWords()
  const box = useRef<HTMLSpanElement>(null)
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
  const isWrong = isNotNumber(draft.value)
  return (
    <span
      ref={box}
      class={`svc-input svc-number${isWrong ? ' svc-invalid' : ''}`}
      data-tip={isWrong ? words.notNumber : undefined}
    >
      {props.start}
      <input
        ref={input}
        id={props.id}
        type="text"
        inputMode="decimal"
        role="spinbutton"
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-invalid={isWrong ? 'true' : undefined}
        aria-valuenow={shown ?? 0}
        aria-valuetext={shown === undefined ? (props.placeholder ?? '') : `${shown} ${unit ?? ''}`.trim()}
        aria-valuemin={min}
        aria-valuemax={max}
        disabled={props.disabled === true}
        placeholder={inherited === undefined ? (props.placeholder ?? '') : String(inherited)}
        value={draft.value ?? (value === undefined ? '' : String(value))}
        aria-keyshortcuts={steps.length === 0 ? undefined : 'PageUp PageDown'}
        onClick={() => (isOpen.value = steps.length > 0)}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => (draft.value = event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            commit()
            isOpen.value = false
          }
          const current = readNumber(draft.value ?? '') ?? value ?? inherited ?? min ?? 0
          const isPage = steps.length > 0 && (event.key === 'PageUp' || event.key === 'PageDown')
          if (isPage) event.preventDefault()
          const next = stepByKey(current, event, { min, max, step }) ?? stepByPage(current, event.key, steps)
          if (next === undefined) return
          event.preventDefault()
          draft.value = undefined
          props.onChange(next)
        }}
      />
      {unit === undefined ? null : <span class="svc-unit">{unit}</span>}
      <span class="svc-hidden" role="alert">
        {isWrong ? words.notNumber : ''}
      </span>
      {isOpen.value ? (
        <Popover anchor={box} focus="anchor" onClose={() => (isOpen.value = false)}>
          <Steps
            steps={steps}
            value={shown}
            onPick={(next) => {
              draft.value = undefined
              isOpen.value = false
              props.onChange(next)
            }}
          />
        </Popover>
      ) : null}
    </span>
  )
}

// The start of a sum may go on.
function isNotNumber(typed = ''): boolean {
  return typed.trim() !== '' && readNumber(typed) === undefined && !/[-+*/.,(]\s?$/.test(typed)
}

// For pointers; the field has keys for the same.
function Steps({
  steps,
  value,
  onPick,
}: {
  steps: readonly number[]
  value: number | undefined
  onPick: (step: number) => void
}) {
  const words = useWords()
  return (
    <div role="group" aria-label={words.steps} class="svc-steps">
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          class="svc-step"
          aria-pressed={step === value}
          tabIndex={-1}
          // The focus stays in the field.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(step)}
        >
          {step}
        </button>
      ))}
    </div>
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
 * Makes a label draggable to change its number; with Shift ten times as fast. A press without movement stays a click.
 * Returns a function that removes the listeners.
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
  // The click that ends a drag would focus the field.
  label.addEventListener('click', (event) => isDragging && event.preventDefault(), { once: true })
}
