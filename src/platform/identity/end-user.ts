/** Permissions of an end user of an embedded editor: the claims of a plugin token, with defaults for missing ones. */
import { limits } from '../../kernel/limits.ts'
import { nearest } from '../../kernel/spelling/index.ts'

/** Values of the claim `can`. */
export const rights = ['upload', 'modules', 'export', 'preview'] as const
export type Right = (typeof rights)[number]

/** Values of the claim `files`. */
export const fileClaims = ['images', 'all'] as const
export type FileClaim = (typeof fileClaims)[number]

/** The assets and saved modules that a token can access. */
export type Library =
  /** All of the project. */
  | { readonly kind: 'project' }
  /** The end user's own, those created under the token's email, and shared ones. */
  | { readonly kind: 'own' }
  /** Those in the folder or below it, and shared ones. */
  | { readonly kind: 'folder'; readonly folder: string }

/** Null is unlimited. */
export interface UploadQuota {
  readonly uploadsPerDay: number | null
  readonly uploadBytesPerDay: number | null
  readonly uploads: number | null
  readonly uploadBytes: number | null
}

/** The permissions of an end user by a verified token and the settings of its project. */
export interface EndUser {
  /** The only email that the token is for. */
  readonly emailId?: string
  readonly library: Library
  readonly can: readonly Right[]
  readonly files: FileClaim
  readonly quota: UploadQuota
}

/** Project defaults for tokens without these claims. */
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

/** The optional claims of a plugin token that limit its user. */
export interface EndUserClaims {
  emailId?: string
  library?: Library
  can?: readonly Right[]
  files?: FileClaim
}

/** The claims of a payload, or the problem of the first invalid one, as a sentence. */
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

/** Combines the claims of a token with the settings of its project. */
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

/** The library in the syntax of the claim. */
export function libraryClaimOf(library: Library): string {
  return library.kind === 'folder' ? `folder:${library.folder}` : library.kind
}

const claims = ['emailId', 'library', 'can', 'files']

// A misspelled claim that limits a token must fail; other members of a payload belong to the host.
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

// The format of asset folders.
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
