import { type Signal, signal } from '@preact/signals'
import type { PanelProps } from '../fields/index.ts'
import type { ApiAsset } from '../bridge/index.ts'

export type UploadState = { kind: 'idle' } | { kind: 'busy'; name: string } | { kind: 'failed'; message: string }

/** Types that mail clients render. */
export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml'

export interface Uploader {
  state: Signal<UploadState>
  /** Uploads a file to the library; failures are shown, not thrown. */
  upload(file: File | undefined): Promise<ApiAsset | undefined>
}

/** Runs one upload at a time. */
export function createUploader({ editor, words }: PanelProps): Uploader {
  const state = signal<UploadState>({ kind: 'idle' })
  return {
    state,
    async upload(file) {
      if (file === undefined || state.peek().kind === 'busy') return undefined
      if (!editor.can.has('upload')) {
        state.value = { kind: 'failed', message: words.t('picture.noUpload') }
        return undefined
      }
      if (!file.type.startsWith('image/')) {
        state.value = { kind: 'failed', message: words.t('picture.notPicture') }
        return undefined
      }
      state.value = { kind: 'busy', name: file.name }
      try {
        const asset = await editor.api.uploadAsset(file)
        state.value = { kind: 'idle' }
        editor.announce(words.t('picture.uploaded', { name: asset.name }))
        return asset
      } catch (failure) {
        state.value = { kind: 'failed', message: messageOf(failure) ?? words.t('picture.failed') }
        return undefined
      }
    },
  }
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
