import { signal, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { IconButton } from '../controls/index.ts'
import { closeIcon, pipetteIcon } from '../icons/index.ts'
import { Popover } from '../overlays/index.ts'
import { useWords } from '../locale/index.ts'
import { readTypedColor, cacheColor, type Hsv, fromHsv, toHsv } from './color.ts'
import { TextInput } from './text-input.tsx'

/** A named color, such as one of the theme. */
export interface NamedColor {
  value: string
  label: string
  color: string
}

export interface ColorInputProps {
  id?: string | undefined
  /** A hex color or the value of a named one; undefined if unset. */
  value: string | undefined
  /** The CSS color that applies if unset; undefined for none. */
  inherited?: string | undefined
  palette?: readonly NamedColor[]
  onChange: (value: string | undefined) => void
  /** Shown if several colors are edited that differ. */
  mixed?: string | undefined
  label: string
  describedBy?: string | undefined
  disabled?: boolean | undefined
}

/** Recently chosen colors, shared by all inputs of the page. */
const recentColors = signal<readonly string[]>([])

interface EyeDropperLike {
  open(): Promise<{ sRGBHex: string }>
}
declare global {
  interface Window {
    EyeDropper?: new () => EyeDropperLike
  }
}

/** A color: swatch with a picker, code, named colors first. Unset is a slashed swatch. */
export function ColorInput(props: ColorInputProps) {
  const { value, inherited, palette = [], onChange } = props
  const words = useWords()
  const isOpen = useSignal(false)
  const draft = useSignal<string | undefined>(undefined)
  const swatch = useRef<HTMLButtonElement>(null)
  const named = palette.find((color) => color.value === value)
  const shown = named?.color ?? value ?? inherited
  const commit = () => {
    const typed = draft.value
    draft.value = undefined
    if (typed === undefined) return
    const color = readTypedColor(typed)
    if (typed.trim() === '') onChange(undefined)
    else if (color !== undefined) onChange(color)
  }
  const close = () => {
    isOpen.value = false
    if (value?.startsWith('#')) recentColors.value = cacheColor(recentColors.value, value)
  }
  return (
    <div class="svc-color">
      <button
        ref={swatch}
        type="button"
        class={`svc-swatch${value === undefined ? ' svc-inherited' : ''}${isSeen(shown) ? '' : ' svc-none'}`}
        style={isSeen(shown) ? { backgroundColor: shown } : {}}
        aria-label={`${words.colorOf}: ${props.label}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen.value}
        disabled={props.disabled === true}
        onClick={() => (isOpen.value ? close() : (isOpen.value = true))}
      />
      <TextInput
        id={props.id}
        isCode={named === undefined && draft.value === undefined && value !== undefined}
        value={draft.value ?? named?.label ?? value ?? ''}
        placeholder={isSeen(inherited) ? inherited : (props.mixed ?? words.unset)}
        describedBy={props.describedBy}
        disabled={props.disabled}
        invalid={draft.value !== undefined && draft.value.length > 6 && readTypedColor(draft.value) === undefined}
        onChange={(text) => (draft.value = text)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {isOpen.value ? (
        <Popover anchor={swatch} label={`${words.colorOf}: ${props.label}`} onClose={close}>
          <div class="svc-color-panel">
            <ColorPicker value={readTypedColor(shown ?? '') ?? '#ffffff'} onChange={onChange} />
            <div class="svc-color-row">
              <TextInput
                isCode
                label={words.hexColor}
                value={draft.value ?? (isSeen(shown) ? (shown ?? '') : '')}
                onChange={(text) => (draft.value = text)}
                onBlur={commit}
                onKeyDown={(event) => event.key === 'Enter' && commit()}
              />
              {window.EyeDropper === undefined ? null : (
                <IconButton
                  icon={pipetteIcon}
                  label={words.pickFromScreen}
                  onClick={() => void pickFromScreen(onChange)}
                />
              )}
              <IconButton
                icon={closeIcon}
                label={words.clear}
                disabled={value === undefined}
                onClick={() => onChange(undefined)}
              />
            </div>
            <Swatches title={words.themeColors} colors={palette} value={value} onChange={onChange} />
            <Swatches
              title={words.recentColors}
              colors={recentColors.value.map((color) => ({ value: color, label: color, color }))}
              value={value}
              onChange={onChange}
            />
          </div>
        </Popover>
      ) : null}
    </div>
  )
}

function Swatches(props: {
  title: string
  colors: readonly NamedColor[]
  value: string | undefined
  onChange: (value: string) => void
}) {
  if (props.colors.length === 0) return null
  return (
    <div role="group" aria-label={props.title}>
      <p class="svc-color-title">{props.title}</p>
      <div class="svc-swatches">
        {props.colors.map(({ value, label, color }) => (
          <button
            key={value}
            type="button"
            class="svc-swatch"
            style={{ backgroundColor: color }}
            aria-label={label}
            aria-pressed={value === props.value}
            data-tip={label}
            onClick={() => props.onChange(value)}
          />
        ))}
      </div>
    </div>
  )
}

// Canceling the eyedropper rejects; that is no failure.
async function pickFromScreen(onChange: (hex: string) => void): Promise<void> {
  const picked = await new (window.EyeDropper as new () => EyeDropperLike)().open().catch(() => undefined)
  if (picked !== undefined) onChange(picked.sRGBHex.toLowerCase())
}

function isSeen(color: string | undefined): boolean {
  return color !== undefined && color !== '' && color !== 'transparent'
}

/** Saturation and brightness as a plane, hue as a slider; for pointer and keyboard. */
function ColorPicker({ value, onChange }: { value: string; onChange: (hex: string) => void }) {
  const words = useWords()
  const hsv = useSignal<Hsv>(toHsv(value))
  if (fromHsv(hsv.value) !== value.toLowerCase()) hsv.value = toHsv(value, hsv.value.h)
  const { h, s, v } = hsv.value
  const set = (next: Hsv) => {
    hsv.value = next
    onChange(fromHsv(next))
  }
  const plane = useRef<HTMLDivElement>(null)
  const point = (event: PointerEvent) => {
    const rect = plane.current?.getBoundingClientRect()
    if (rect === undefined) return
    set({ h, s: share(event.clientX - rect.left, rect.width), v: 1 - share(event.clientY - rect.top, rect.height) })
  }
  return (
    <div class="svc-picker" dir="ltr">
      <div
        ref={plane}
        class="svc-plane"
        role="slider"
        tabIndex={0}
        data-first
        aria-label={`${words.saturation}, ${words.brightness}`}
        aria-valuenow={Math.round(s * 100)}
        aria-valuetext={`${words.saturation} ${Math.round(s * 100)} %, ${words.brightness} ${Math.round(v * 100)} %`}
        style={{ backgroundColor: `hsl(${h} 100% 50%)` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          point(event)
        }}
        onPointerMove={(event) => event.buttons === 1 && point(event)}
        onKeyDown={(event) => {
          const moved = movedBy(event, { h, s, v })
          if (moved === undefined) return
          event.preventDefault()
          set(moved)
        }}
      >
        <span class="svc-knob" style={{ left: `${s * 100}%`, top: `${(1 - v) * 100}%`, backgroundColor: value }} />
      </div>
      <input
        type="range"
        class="svc-hue"
        min={0}
        max={359}
        value={Math.round(h)}
        aria-label={words.hue}
        onInput={(event) => set({ h: event.currentTarget.valueAsNumber, s, v })}
      />
    </div>
  )
}

function movedBy({ key, shiftKey }: KeyboardEvent, { h, s, v }: Hsv): Hsv | undefined {
  const step = shiftKey ? 0.1 : 0.01
  const [right, up] =
    { ArrowRight: [step, 0], ArrowLeft: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[key] ?? []
  if (right === undefined || up === undefined) return undefined
  return { h, s: Math.min(1, Math.max(0, s + right)), v: Math.min(1, Math.max(0, v + up)) }
}

function share(distance: number, length: number): number {
  return Math.min(1, Math.max(0, distance / length))
}
