import type { Editor } from '../state/index.ts'
import { type PickedImage, pickHostImage } from './picked-image.ts'
import { messageOf } from './upload.ts'

export function hasHostPicker({ api, config }: Editor): boolean {
  return config.pickImage === true && api.host !== undefined
}

/**
 * Lets the user choose an image in the picker of the host page. `library`: from that of the service instead; undefined: none.
 * Failures are reported to the user.
 */
export async function pickFromHost(editor: Editor, url: string): Promise<PickedImage | 'library' | undefined> {
  try {
    const picked = await editor.api.host?.pickImage(url === '' ? {} : { url })
    if (picked === 'library') return picked
    return picked == null ? undefined : pickHostImage(picked)
  } catch (failure) {
    editor.problem.value = { message: messageOf(failure) ?? String(failure), at: performance.now() }
    return undefined
  }
}
