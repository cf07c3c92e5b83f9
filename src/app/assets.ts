import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { starterImages } from '../surfaces/templates/index.ts'

/** Where the build embeds dist/public; the source tree keeps each file at its own place. */
const embedded = join(import.meta.dir, 'public')
const source = join(import.meta.dir, '../surfaces/templates/starters/images')
const folder = Bun.isStandaloneExecutable ? join(embedded, 'starters') : source

export interface ImageBytes {
  bytes: Uint8Array
  mime: string
}

/** An image of the starter templates by its file name; undefined for a name that is not on their list. */
export async function readStarterImage(file: string): Promise<ImageBytes | undefined> {
  const image = starterImages.get(file)
  if (image === undefined) return undefined
  return { bytes: await Bun.file(join(folder, file)).bytes(), mime: image.mime }
}

const starterPath = '/cdn/starters/'

/** An image that this service holds, by its path on the CDN host; undefined when there is none. */
export async function readImage(path: string): Promise<ImageBytes | undefined> {
  return path.startsWith(starterPath) ? readStarterImage(path.slice(starterPath.length)) : undefined
}

/** Whether the images are where this executable looks for them; `svc doctor` asks. */
export function hasStarterImages(): boolean {
  return [...starterImages.keys()].every((file) => existsSync(join(folder, file)))
}
