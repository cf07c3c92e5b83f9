import { type Signal, signal } from '@preact/signals'
import type { PanelProps } from '../fields/index.ts'
import type { Editor } from '../state/index.ts'
import { type PickedImage, pickAsset, pickHostImage } from './picked-image.ts'

export type UploadState = { kind: 'idle' } | { kind: 'busy'; name: string } | { kind: 'failed'; message: string }

/** Types that mail clients render. */
export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml'

export interface Uploader {
  state: Signal<UploadState>
  /** Uploads a file to the library, or passes it to the host page; failures are shown, not thrown. */
  upload(file: File | undefined): Promise<PickedImage | undefined>
}

/** Runs one upload at a time. */
export function createUploader({ editor, words }: PanelProps): Uploader {
  const state = signal<UploadState>({ kind: 'idle' })
  return {
    state,
    async upload(file) {
      if (file === undefined || state.peek().kind === 'busy') return undefined
      if (!mayUpload(editor)) {
        state.value = { kind: 'failed', message: words.t('picture.noUpload') }
        return undefined
      }
      if (!file.type.startsWith('image/')) {
        state.value = { kind: 'failed', message: words.t('picture.notPicture') }
        return undefined
      }
      state.value = { kind: 'busy', name: file.name }
      try {
        const { host, uploadAsset } = editor.api
        const isHosts = editor.config.uploadImage === true && host !== undefined
        const picked = isHosts ? pickHostImage(await host.uploadImage(file)) : pickAsset(await uploadAsset(file))
        state.value = { kind: 'idle' }
        editor.announce(words.t('picture.uploaded', { name: file.name }))
        return picked
      } catch (failure) {
        state.value = { kind: 'failed', message: messageOf(failure) ?? words.t('picture.failed') }
        return undefined
      }
    },
  }
}

/** The right of the token is for the library of the service. */
export function mayUpload({ can, config }: Editor): boolean {
  return config.uploadImage === true || can.has('upload')
}

/** The first image of a drop or paste. */
export function imageFileOf(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find((file) => file.type.startsWith('image/'))
}

/** Undefined for a failure that is not from the service. */
export function messageOf(failure: unknown): string | undefined {
  if (typeof failure !== 'object' || failure === null) return undefined
  const { details, error } = failure as { details?: unknown; error?: unknown }
  return [details, error].find((text): text is string => typeof text === 'string' && text !== '')
}
