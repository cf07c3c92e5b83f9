import { useSignal } from '@preact/signals'
import { IconButton } from '../controls/index.ts'
import {
  Icon,
  linkedIcon,
  sideBottomIcon,
  sideLeftIcon,
  sideRightIcon,
  sideTopIcon,
  unlinkedIcon,
} from '../icons/index.ts'
import { useWords } from '../locale/index.ts'
import { NumberInput } from './number-input.tsx'

/** Top, right, bottom, left in px. */
export type BoxValue = readonly [number, number, number, number]

export interface BoxInputProps {
  value: BoxValue | undefined
  inherited?: BoxValue | undefined
  onChange: (value: BoxValue | undefined) => void
  /** Shown if several boxes are edited that differ; they can only be set to one value. */
  mixed?: string | undefined
  max?: number | undefined
  /** As of `NumberInput`, for each side. */
  steps?: readonly number[] | undefined
  disabled?: boolean | undefined
  /** Id of the first input, so that the label can be dragged. */
  id?: string | undefined
}

const nothing: BoxValue = [0, 0, 0, 0]

export function isEven([top, right, bottom, left]: BoxValue): boolean {
  return top === right && right === bottom && bottom === left
}

export function withSide(box: BoxValue, side: number, value: number): BoxValue {
  const [top, right, bottom, left] = box.map((length, index) => (index === side ? value : length))
  return [top ?? 0, right ?? 0, bottom ?? 0, left ?? 0]
}

/** Four lengths, edited as one number while they are linked. */
export function BoxInput({ value, inherited, onChange, mixed, max = 400, steps, disabled, id }: BoxInputProps) {
  const words = useWords()
  const current = value ?? inherited ?? nothing
  const isLinked = useSignal(isEven(current))
  // An external change to uneven sides cannot be shown as one number.
  const linked = mixed !== undefined || (isLinked.value && isEven(current))
  const sides = [
    [words.top, sideTopIcon],
    [words.right, sideRightIcon],
    [words.bottom, sideBottomIcon],
    [words.left, sideLeftIcon],
  ] as const
  const link = () => {
    isLinked.value = !linked
    if (!linked && !isEven(current)) onChange([current[0], current[0], current[0], current[0]])
  }
  return (
    <div class="svc-box">
      {linked ? (
        <NumberInput
          id={id}
          unit="px"
          min={0}
          max={max}
          steps={steps}
          value={value?.[0]}
          inherited={mixed === undefined ? (inherited?.[0] ?? 0) : undefined}
          placeholder={mixed}
          disabled={disabled}
          onChange={(length) => onChange(length === undefined ? undefined : [length, length, length, length])}
        />
      ) : (
        <div class="svc-box-sides">
          {sides.map(([label, icon], side) => (
            <NumberInput
              key={label}
              label={label}
              start={
                <span class="svc-side-icon">
                  <Icon d={icon} size={14} />
                </span>
              }
              min={0}
              max={max}
              steps={steps}
              value={value?.[side]}
              inherited={inherited?.[side] ?? 0}
              disabled={disabled}
              onChange={(length) => onChange(withSide(current, side, length ?? inherited?.[side] ?? 0))}
            />
          ))}
        </div>
      )}
      <IconButton
        dense
        icon={linked ? linkedIcon : unlinkedIcon}
        label={linked ? words.unlinkSides : words.linkSides}
        disabled={disabled === true || mixed !== undefined}
        onClick={link}
      />
    </div>
  )
}
