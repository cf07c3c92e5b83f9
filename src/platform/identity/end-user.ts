/** What an end user of an embedded editor may do: the claims of a plugin token, and what applies where it makes none. */
import { limits } from '../../kernel/limits.ts'
import { nearest } from '../../kernel/spelling/index.ts'

/** What the claim `can` may list. */
export const rights = ['upload', 'modules', 'export', 'preview'] as const
export type Right = (typeof rights)[number]

/** What the claim `files` may be. */
export const fileClaims = ['images', 'all'] as const
export type FileClaim = (typeof fileClaims)[number]

/** Which assets and saved modules a token reaches. */
export type Library =
  /** All of the project. */
  | { readonly kind: 'project' }
  /** Those of the end user, those that were made under the token's email, and shared ones. */
  | { readonly kind: 'own' }
  /** Those in the folder or below it, and shared ones. */
  | { readonly kind: 'folder'; readonly folder: string }

/** Uploads of one end user; null is unlimited. */
export interface UploadQuota {
  readonly uploadsPerDay: number | null
  readonly uploadBytesPerDay: number | null
  readonly uploads: number | null
  readonly uploadBytes: number | null
}

/** What a verified token and the settings of its project allow an end user. */
export interface EndUser {
  /** The one email that the token is for. */
  readonly emailId?: string
  readonly library: Library
  readonly can: readonly Right[]
  readonly files: FileClaim
  readonly quota: UploadQuota
}

/** What a project has set for tokens that make no such claim. */
export interface EndUserSettings extends UploadQuota {
  /** `auto`: `own` for a token that is limited to one email, `project` for any other. */
  readonly library: 'auto' | 'own' | 'project'
  readonly can: readonly Right[]
  readonly files: FileClaim
}

export const defaultEndUserSettings: EndUserSettings = {
  library: 'auto',
  can: rights,
  files: 'images',
  uploadsPerDay: limits.endUserUploadsPerDay,
  uploadBytesPerDay: limits.endUserUploadBytesPerDay,
  uploads: limits.endUserUploads,
  uploadBytes: limits.endUserUploadBytes,
}

/** The optional claims of a plugin token that say what its user may do. */
export interface EndUserClaims {
  emailId?: string
  library?: Library
  can?: readonly Right[]
  files?: FileClaim
}

/** The claims of a payload, or what is wrong with the first that is not valid, as a sentence. */
export function readClaims(payload: Readonly<Record<string, unknown>>): EndUserClaims | { problem: string } {
  const { library: libraryClaim, can, files } = payload
  const misspelled = Object.keys(payload).find(isMisspelled)
  if (misspelled !== undefined)
    return { problem: `The claim ${quoted(misspelled)} is unknown; the claims are emailId, library, can and files.` }
  const library = libraryClaim === undefined ? undefined : readLibrary(libraryClaim)
  if (libraryClaim !== undefined && library === undefined)
    return {
      problem: 'The claim library must be "own", "project" or "folder:" with a path such as "folder:acme/images".',
    }
  if (can !== undefined && !(Array.isArray(can) && can.every(isRight)))
    return { problem: `The claim can must be an array of ${rights.map((right) => `"${right}"`).join(', ')}.` }
  if (files !== undefined && !isFileClaim(files)) return { problem: 'The claim files must be "images" or "all".' }
  return {
    ...(library === undefined ? {} : { library }),
    ...(can === undefined ? {} : { can: rights.filter((right) => (can as unknown[]).includes(right)) }),
    ...(files === undefined ? {} : { files }),
  }
}

/** What the claims of a token come to in a project with these settings. */
export function endUserOf({ emailId, ...claims }: EndUserClaims, settings: EndUserSettings): EndUser {
  const { library, can, files, uploadsPerDay, uploadBytesPerDay, uploads, uploadBytes } = settings
  const usual = library === 'auto' ? (emailId === undefined ? 'project' : 'own') : library
  return {
    ...(emailId === undefined ? {} : { emailId }),
    library: claims.library ?? { kind: usual },
    can: claims.can ?? can,
    files: claims.files ?? files,
    quota: { uploadsPerDay, uploadBytesPerDay, uploads, uploadBytes },
  }
}

/** The library as the claim writes it. */
export function libraryClaimOf(library: Library): string {
  return library.kind === 'folder' ? `folder:${library.folder}` : library.kind
}

const claims = ['emailId', 'library', 'can', 'files']

// A claim that limits a token has to fail when it is misspelled; other members of a payload are the host's own.
function isMisspelled(name: string): boolean {
  if (claims.includes(name)) return false
  return name.toLowerCase() === 'can' || nearest(name, ['emailId', 'library', 'files']) !== undefined
}

function readLibrary(claim: unknown): Library | undefined {
  if (claim === 'own' || claim === 'project') return { kind: claim }
  if (typeof claim !== 'string' || !claim.startsWith('folder:')) return undefined
  const folder = claim.slice('folder:'.length)
  return isFolderPath(folder) ? { kind: 'folder', folder } : undefined
}

// As the folders of assets are written.
function isFolderPath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (path.length > limits.nameLength || !path.isWellFormed() || /[\u0000-\u001f\u007f]/.test(path)) return false
  return path.split('/').every((part) => part !== '' && !part.startsWith(' ') && !part.endsWith(' '))
}

function isRight(value: unknown): value is Right {
  return (rights as readonly unknown[]).includes(value)
}

function isFileClaim(value: unknown): value is FileClaim {
  return (fileClaims as readonly unknown[]).includes(value)
}

function quoted(name: string): string {
  return JSON.stringify([...name].slice(0, 40).join(''))
}
