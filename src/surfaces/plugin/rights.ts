/** Rights of an end user's token, returned by init and with the document of a session. */
import { type Static, Type } from '@sinclair/typebox'
import { closed, literals } from '../../kernel/schema/index.ts'
import { type Caller, fileClaims, libraryClaimOf, rights } from '../../platform/identity/index.ts'

export const TokenRights = closed(
  {
    can: Type.Array(literals(rights), { description: 'Rights of the token in addition to editing.' }),
    files: literals(fileClaims, { description: 'File types that may be uploaded.' }),
    library: Type.String({
      description: 'Assets and modules that are listed: `project`, `own`, or `folder:` with a path.',
      examples: ['own'],
    }),
  },
  { title: 'TokenRights', examples: [{ can: ['upload', 'export', 'preview'], files: 'images', library: 'own' }] },
)
export type TokenRights = Static<typeof TokenRights>

/** Throws for callers that are not end users. */
export function presentRights({ endUser }: Caller): TokenRights {
  if (endUser === undefined) throw new Error('The plugin surface admits end users only.')
  const { can, files, library } = endUser
  return { can: [...can], files, library: libraryClaimOf(library) }
}
