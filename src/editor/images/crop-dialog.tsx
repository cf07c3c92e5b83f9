import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { DocumentAsset } from '../../email/document/index.ts'
import { Button, SegmentedControl, Spinner } from '../../ui/controls/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { PanelProps } from '../fields/index.ts'
import {
  type Framing,
  type CropRange,
  type ImageSize,
  cropRequest,
  framingOf,
  isWhole,
  partFor,
  wholeUrl,
  withSignature,
} from './cropping.ts'
import { type PickedImage, pickPart, shownPart } from './picked-image.ts'
import { messageOf } from './upload.ts'

const shapes = { own: undefined, square: 1, classic: 4 / 3, wide: 16 / 9, banner: 3, portrait: 4 / 5 } as const
type Shape = keyof typeof shapes

export interface CropDialogProps extends PanelProps {
  src: string
  asset: DocumentAsset
  onPick: (picked: PickedImage) => void
  onClose: () => void
}

/** Crops an image to an aspect ratio around a focal point. The file is not changed; the URL selects the crop. */
export function CropDialog({ editor, words, src, asset, onPick, onClose }: CropDialogProps) {
  const { t } = words
  const size = useSignal<ImageSize | undefined>(undefined)
  const chosen = useSignal<Framing | undefined>(undefined)
  const isGone = useSignal(false)
  const problem = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const whole = wholeUrl(asset.url)
  const framing = chosen.value
  const change = (part: Partial<Framing>) => {
    if (framing !== undefined) chosen.value = { ...framing, ...part }
  }
  const apply = async () => {
    if (size.value === undefined || framing === undefined || isBusy.value) return
    const part = partFor(size.value, framing)
    if (isWhole(size.value, part))
      return onPick(pickPart(src, asset, { url: whole, whole: size.value, part: undefined }))
    isBusy.value = true
    problem.value = undefined
    try {
      const { id, parameters } = cropRequest(asset.url, part)
      const { url } = await editor.api.signAssetUrl(id, parameters)
      onPick(pickPart(src, asset, { url: withSignature(asset.url, url), whole: size.value, part }))
    } catch (failure) {
      problem.value = messageOf(failure) ?? t('picture.failed')
    }
    isBusy.value = false
  }
  const shape = (Object.keys(shapes) as Shape[]).find((name) => isNear(shapes[name], framing?.ratio)) ?? undefined
  return (
    <Dialog
      title={t('crop.title')}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => (chosen.value = framingOf(size.value ?? asset, undefined))}>{t('crop.whole')}</Button>
          <Button variant="primary" disabled={framing === undefined || isBusy.value} onClick={() => void apply()}>
            {t('crop.apply')}
          </Button>
        </>
      }
    >
      <div class="svc-crop">
        <div class="svc-crop-stage">
          <img
            src={whole}
            alt=""
            onError={() => (isGone.value = true)}
            onLoad={({ currentTarget }) => {
              size.value = { width: currentTarget.naturalWidth, height: currentTarget.naturalHeight }
              chosen.value = framingOf(size.value, shownPart(asset))
            }}
          />
          {isGone.value ? (
            <p class="svc-error" role="alert">
              {t('crop.gone')}
            </p>
          ) : size.value === undefined || framing === undefined ? (
            <Spinner label={t('library.loading')} />
          ) : (
            <Frame
              size={size.value}
              part={partFor(size.value, framing)}
              label={t('crop.focus')}
              focus={framing.focus}
              onMove={(focus) => change({ focus })}
            />
          )}
        </div>
        <div class="svc-crop-tools">
          <SegmentedControl
            label={t('crop.shape')}
            value={shape}
            segments={(Object.keys(shapes) as Shape[]).map((name) => ({ value: name, label: t(`crop.${name}`) }))}
            onChange={(name) => change({ ratio: shapes[name] })}
          />
          <label class="svc-crop-zoom">
            <span>{t('crop.zoom')}</span>
            <input
              type="range"
              min={1}
              max={4}
              step={0.01}
              value={framing?.zoom ?? 1}
              onInput={(event) => change({ zoom: event.currentTarget.valueAsNumber })}
            />
          </label>
        </div>
        {problem.value === undefined ? null : (
          <p class="svc-error" role="alert">
            {problem.value}
          </p>
        )}
        <p class="svc-hint">{t('crop.hint')}</p>
      </div>
    </Dialog>
  )
}

interface FrameProps {
  size: ImageSize
  part: CropRange
  label: string
  focus: Framing['focus']
  onMove: (focus: Framing['focus']) => void
}

const stepShare = 0.01

/** The crop above the dimmed image; moved by pointer and arrow keys. */
function Frame({ size, part, label, focus, onMove }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const center = { x: (part.x + part.width / 2) / size.width, y: (part.y + part.height / 2) / size.height }
  const percent = (length: number, whole: number) => `${(length / whole) * 100}%`
  return (
    <div
      ref={box}
      class="svc-crop-frame"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={Math.round(focus.x * 100)}
      aria-valuetext={`${Math.round(focus.x * 100)} %, ${Math.round(focus.y * 100)} %`}
      style={{
        left: percent(part.x, size.width),
        top: percent(part.y, size.height),
        width: percent(part.width, size.width),
        height: percent(part.height, size.height),
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        const stage = box.current?.parentElement?.getBoundingClientRect()
        if (event.buttons !== 1 || stage === undefined) return
        onMove({
          x: clamp(center.x + event.movementX / stage.width),
          y: clamp(center.y + event.movementY / stage.height),
        })
      }}
      onKeyDown={(event) => {
        const step = stepShare * (event.shiftKey ? 10 : 1)
        const [x, y] =
          { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key] ?? []
        if (x === undefined || y === undefined) return
        event.preventDefault()
        onMove({ x: clamp(center.x + x), y: clamp(center.y + y) })
      }}
    >
      <span class="svc-crop-point" />
    </div>
  )
}

function clamp(share: number): number {
  return Math.max(0, Math.min(share, 1))
}

function isNear(first: number | undefined, second: number | undefined): boolean {
  return first === undefined || second === undefined ? first === second : Math.abs(first - second) < 0.01
}
