/** The libraries of a project: which one a caller writes to, and which rows a caller sees. */
import type { Caller } from './scopes.ts'

/** The rows that an end user sees besides shared ones. */
export type Reach =
  | { readonly kind: 'own'; readonly library: string; readonly emailId: string | undefined }
  | { readonly kind: 'folder'; readonly library: string; readonly folder: string }

/** For uploads of API keys and accounts. */
export const sharedLibrary = ''

/** The value of the column `library` for uploads and saves of the caller. */
export function libraryOf({ actor, endUser }: Caller): string {
  if (endUser === undefined) return sharedLibrary
  const { library } = endUser
  return library.kind === 'folder' ? `folder:${library.folder}` : `user:${actor.id}`
}

/** The limits of the caller; undefined for callers who see all of the project. */
export function reachOf(caller: Caller): Reach | undefined {
  const { endUser } = caller
  if (endUser === undefined || endUser.library.kind === 'project') return undefined
  const library = libraryOf(caller)
  return endUser.library.kind === 'own'
    ? { kind: 'own', library, emailId: endUser.emailId }
    : { kind: 'folder', library, folder: endUser.library.folder }
}
