import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useWords } from '../words/index.ts'
import { type Hsv, fromHsv, toHsv } from './color.ts'

/** A plane of saturation and brightness with a bar of hues, for pointer and keyboard. */
export function ColorPicker({ value, onChange }: { value: string; onChange: (hex: string) => void }) {
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
