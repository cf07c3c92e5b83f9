import { type OnceOfRequest, readForm, workContext } from '../../platform/http/index.ts'
import type { Caller } from '../../platform/identity/index.ts'
import type { Assets, SentAsset, Transact } from './assets.ts'
import type { EditorUploadForm, UploadForm } from './intake/contract.ts'

/** Streams the file of a multipart form into storage. Its bytes are deleted if the form turns out to be invalid. */
export async function upload(
  assets: Assets,
  { caller, request, form }: { caller: Caller; request: Request; form: typeof UploadForm | typeof EditorUploadForm },
  transact: Transact,
): Promise<SentAsset> {
  const { file, fields } = await readForm(request, form as typeof UploadForm, {
    take: async ({ fileName, bytes }) => ({
      fileName,
      taken: await assets.take(caller, bytes, workContext(request)),
    }),
    undo: ({ taken }) => assets.drop(taken),
  })
  return assets.keep(caller, { taken: file.taken, described: { name: file.fileName, ...fields } }, transact)
}

/** Writes an asset at most once per Idempotency-Key; sets status 201 if the project did not have its bytes. */
export function transactOnce(once: OnceOfRequest, set: { status?: number | string }): Transact {
  return (write, bodyHash) =>
    once(
      async (db) => {
        const sent = await write(db)
        set.status = sent.isNew ? 201 : 200
        return sent
      },
      { bodyHash },
    )
}
