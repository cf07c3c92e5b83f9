import { useId } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'
import type { Asset } from '../api/index.ts'
import { ThumbnailImage } from '../parts/index.ts'
import { words } from './words.ts'

/** Fractions of width and height from the top left; null is the center. */
export type Point = { x: number; y: number } | null

interface FocalPointProps {
  asset: Asset
  value: Point
  onChange: (value: Point) => void
}

/** Heights of the image, in px. */
const maxHeight = 260

/** The image with the point that stays visible when it is cropped: by a press on the image, or by two sliders. */
export function FocalPoint({ asset: { height = 1, url, width = 1 }, onChange, value }: FocalPointProps) {
  const id = useId()
  const { x, y } = value ?? { x: 0.5, y: 0.5 }
  return (
    <div class="stack" role="group" aria-labelledby={id}>
      <div
        class="focal"
        style={{
          aspectRatio: `${width} / ${height}`,
          inlineSize: `${Math.min(width, (maxHeight * width) / height)}px`,
        }}
        onPointerDown={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          onChange({
            x: round((event.clientX - box.left) / box.width),
            y: round((event.clientY - box.top) / box.height),
          })
        }}
      >
        <ThumbnailImage url={`${url}?w=640&h=640&fit=inside`} fallbackUrl={url} width={width} height={height} />
        <span class="focal-mark" style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
      </div>
      <div class="panel-head">
        <span id={id} class="labelled-name">
          {words.t('focal')}
        </span>
        {value === null ? null : (
          <Button dense onClick={() => onChange(null)}>
            {words.t('focalCenter')}
          </Button>
        )}
      </div>
      <p class="soft">{words.t('focalHint')}</p>
      <div class="focal-sliders">
        {(['x', 'y'] as const).map((axis) => (
          <label key={axis}>
            {words.t(`focal.${axis}`)}
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round((axis === 'x' ? x : y) * 100)}
              aria-valuetext={`${Math.round((axis === 'x' ? x : y) * 100)} %`}
              onInput={({ currentTarget }) => onChange({ x, y, [axis]: Number(currentTarget.value) / 100 })}
            />
          </label>
        ))}
      </div>
    </div>
  )
}

function round(fraction: number): number {
  return Math.min(1, Math.max(0, Math.round(fraction * 100) / 100))
}
