import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readSocialIcon } from '../surfaces/delivery/index.ts'
import { starterImages } from '../surfaces/templates/index.ts'

/** The build embeds dist/public here; without a build each file is read from the source tree. */
const embedded = join(import.meta.dir, 'public')
const source = join(import.meta.dir, '../surfaces/templates/starters/images')
const folder = Bun.isStandaloneExecutable ? join(embedded, 'starters') : source

export interface ImageBytes {
  bytes: Uint8Array
  mime: string
}

/** An image of the starter templates by file name; undefined for an unknown name. */
export async function readStarterImage(file: string): Promise<ImageBytes | undefined> {
  const image = starterImages.get(file)
  if (image === undefined) return undefined
  return { bytes: await Bun.file(join(folder, file)).bytes(), mime: image.mime }
}

const starterPath = '/cdn/starters/'

/** An image that ships with the service, by its path on the CDN host; undefined for an unknown path. */
export async function readImage(path: string): Promise<ImageBytes | undefined> {
  return path.startsWith(starterPath) ? readStarterImage(path.slice(starterPath.length)) : readSocialIcon(path)
}

/** True if the embedded images exist; used by `svc doctor`. */
export function hasStarterImages(): boolean {
  return [...starterImages.keys()].every((file) => existsSync(join(folder, file)))
}
