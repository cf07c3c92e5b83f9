import { useWords } from '../locale/index.ts'
import { ColorInput, type NamedColor } from './color-input.tsx'
import { NumberInput } from './number-input.tsx'
import { Select } from './select.tsx'

export type Side = 'top' | 'right' | 'bottom' | 'left'

/** `sides` defaults to all four. */
export interface BorderValue {
  width: number
  style: 'solid' | 'dashed' | 'dotted'
  color: string
  sides?: Side[]
}

export interface BorderInputProps {
  id?: string | undefined
  label: string
  value: BorderValue | undefined
  inherited?: BorderValue | undefined
  palette?: readonly NamedColor[]
  /** The color of a new border. */
  firstColor?: string
  onChange: (value: BorderValue | undefined) => void
  /** Shown if several borders are edited that differ. */
  mixed?: string | undefined
  disabled?: boolean | undefined
}

const sides: readonly Side[] = ['top', 'right', 'bottom', 'left']

/** Adds or removes a side; undefined if none is left. */
export function toggleSide(border: BorderValue, side: Side): BorderValue | undefined {
  const now = border.sides ?? sides
  const next = sides.filter((each) => (each === side ? !now.includes(side) : now.includes(each)))
  if (next.length === 0) return undefined
  const { sides: _old, ...line } = border
  return next.length === sides.length ? line : { ...line, sides: next }
}

/** A border: width, style, color and sides. No width is no border. */
export function BorderInput(props: BorderInputProps) {
  const { value, inherited, palette = [], firstColor = '#d0d5dd', onChange } = props
  const words = useWords()
  const shown = value ?? inherited
  const change = (part: Partial<BorderValue>) =>
    onChange({ ...(shown ?? { width: 1, style: 'solid', color: firstColor }), ...part })
  return (
    <div class="svc-border">
      <div class="svc-pair">
        <NumberInput
          id={props.id}
          unit="px"
          min={0}
          max={40}
          value={value?.width}
          inherited={props.mixed === undefined ? (inherited?.width ?? 0) : undefined}
          placeholder={props.mixed}
          disabled={props.disabled}
          onChange={(width) => (width === undefined ? onChange(undefined) : change({ width }))}
        />
        <Select
          label={words.line}
          value={shown?.style ?? 'solid'}
          disabled={props.disabled === true || shown === undefined}
          options={[
            { value: 'solid', label: words.solid },
            { value: 'dashed', label: words.dashed },
            { value: 'dotted', label: words.dotted },
          ]}
          onChange={(style) => change({ style })}
        />
      </div>
      {shown === undefined || shown.width === 0 ? null : (
        <>
          <ColorInput
            label={`${props.label}, ${words.color}`}
            value={shown.color}
            palette={palette}
            disabled={props.disabled}
            onChange={(color) => change({ color: color ?? firstColor })}
          />
          <div class="svc-side-toggles" role="group" aria-label={props.label}>
            {sides.map((side) => (
              <button
                key={side}
                type="button"
                class={`svc-side-toggle svc-${side}`}
                aria-label={words[side]}
                data-tip={words[side]}
                aria-pressed={(shown.sides ?? sides).includes(side)}
                disabled={props.disabled === true}
                onClick={() => onChange(toggleSide(shown, side))}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
