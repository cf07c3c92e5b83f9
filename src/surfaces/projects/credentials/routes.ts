import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Http } from '../../../platform/http/index.ts'
import { type Caller, type EndUserSettings, type Vault, rights } from '../../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { type Project as Known, findProject, renameProject, setAllowedOrigins } from '../projects.ts'
import { endUsersIn, setEndUsers } from '../end-users.ts'
import {
  Credentials,
  CredentialsOnce,
  type EndUsers,
  Project,
  ProjectParams,
  RotateCredentials,
  UpdateProject,
} from './contract.ts'
import { type Credentials as KnownCredentials, getCredentials, rotateCredentials } from './credentials.ts'

export interface ProjectRouteDeps {
  http: Http
  store: Store
  vault: Vault
}

const notFound = ['PROJECT_NOT_FOUND'] as const

/** Routes of the caller's own project and its plugin credentials. */
export function projectRoutes({ http, store, vault }: ProjectRouteDeps) {
  return http
    .surface('projects')
    .get('/projects/:id', async ({ caller, params }) => present(await own(store.read, caller, params.id)), {
      id: 'projects.get',
      summary: 'Get the project',
      description: 'The project of the API key.',
      scope: 'admin',
      params: ProjectParams,
      response: { 200: Project },
      errors: [...notFound],
    })
    .put(
      '/projects/:id',
      ({ caller, params, body }) =>
        store.tx(async (db) => {
          let project = await own(db, caller, params.id)
          const { name, allowed_origins: origins, end_users: endUsers } = body
          if (name !== undefined) project = await renameProject(db, project.id, name, caller.actor)
          if (origins !== undefined) project = await setAllowedOrigins(db, project.id, origins, caller.actor)
          if (endUsers !== undefined) {
            await setEndUsers(db, project.id, readEndUsers(endUsers), caller.actor)
            project = await own(db, caller, params.id)
          }
          return present(project)
        }),
      {
        id: 'projects.update',
        summary: 'Change the project',
        description:
          'Changes the name, the origins of pages that may embed the editor, and the permissions of end users. New origins ' +
          'apply from the next initialization.',
        scope: 'admin',
        params: ProjectParams,
        body: UpdateProject,
        response: { 200: Project },
        errors: [...notFound],
      },
    )
    .get(
      '/projects/:id/credentials',
      async ({ caller, params }) => {
        const { id } = await own(store.read, caller, params.id)
        return presentCredentials(await getCredentials(store.read, id))
      },
      {
        id: 'projects.getCredentials',
        summary: 'Get the plugin credentials',
        description: 'Returns the Plugin ID. The Secret Key is returned only when it is created.',
        scope: 'admin',
        params: ProjectParams,
        response: { 200: Credentials },
        errors: [...notFound],
      },
    )
    .post(
      '/projects/:id/credentials/rotate',
      ({ caller, params, body, once }) =>
        once(async (db) => {
          const { id: projectId } = await own(db, caller, params.id)
          const graceSeconds = body.grace_seconds ?? limits.keyGraceSeconds
          const made = await rotateCredentials(db, vault, { projectId, graceSeconds }, caller.actor)
          return { ...presentCredentials(made), secret_key: made.secretKey }
        }),
      {
        id: 'projects.rotateCredentials',
        summary: 'Rotate the Secret Key',
        description:
          'Returns a new Secret Key for the same Plugin ID. Tokens signed with the previous key are accepted for the grace ' +
          'period; another rotation within it invalidates the oldest key immediately.',
        scope: 'admin',
        once: underLocks,
        params: ProjectParams,
        body: RotateCredentials,
        response: { 200: CredentialsOnce },
        errors: [...notFound],
      },
    )
}

async function own(db: Db, { projectId }: Caller, id: string): Promise<Known> {
  const project = id === projectId ? await findProject(db, id) : undefined
  return project ?? fail('PROJECT_NOT_FOUND')
}

function present(project: Known): Project {
  const { id, name, pluginId, allowedOrigins, createdAt, updatedAt } = project
  return {
    id,
    name,
    plugin_id: pluginId,
    allowed_origins: allowedOrigins,
    end_users: presentEndUsers(endUsersIn(project)),
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  }
}

function presentCredentials({ pluginId, previousSecretUntil: until }: KnownCredentials): Credentials {
  return {
    plugin_id: pluginId,
    previous_secret_expires_at: until === null ? null : new Date(until).toISOString(),
  }
}

function readEndUsers(given: EndUsers): Partial<EndUserSettings> {
  const { library, can, files, uploads_per_day, upload_bytes_per_day, uploads, upload_bytes } = given
  return {
    ...(library === undefined ? {} : { library }),
    ...(can === undefined ? {} : { can: rights.filter((right) => can.includes(right)) }),
    ...(files === undefined ? {} : { files }),
    ...(uploads_per_day === undefined ? {} : { uploadsPerDay: uploads_per_day }),
    ...(upload_bytes_per_day === undefined ? {} : { uploadBytesPerDay: upload_bytes_per_day }),
    ...(uploads === undefined ? {} : { uploads }),
    ...(upload_bytes === undefined ? {} : { uploadBytes: upload_bytes }),
  }
}

function presentEndUsers(settings: EndUserSettings): EndUsers {
  const { library, can, files, uploadsPerDay, uploadBytesPerDay, uploads, uploadBytes } = settings
  return {
    library,
    can: [...can],
    files,
    uploads_per_day: uploadsPerDay,
    upload_bytes_per_day: uploadBytesPerDay,
    uploads,
    upload_bytes: uploadBytes,
  }
}
