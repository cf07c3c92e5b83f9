import { adapters } from '../../../email/push/index.ts'
import type { Connection, ConnectionTest, PushOptions, PushProviders } from './contract.ts'
import type { ConnectionRow } from './store.ts'

/** Without any secret. */
export function presentConnection(row: ConnectionRow): Connection {
  const adapter = adapters.get(row.provider)
  return {
    id: row.id,
    provider: row.provider,
    name: row.name,
    settings: row.settings,
    credentials: (adapter?.credentials ?? []).map(({ name }) => name),
    ...(row.baseUrl === null ? {} : { base_url: row.baseUrl }),
    target: row.target ?? adapter?.target ?? row.provider,
    options: row.options as PushOptions,
    ...(row.test == null ? {} : { test: row.test as ConnectionTest }),
    revision: row.revision,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: new Date(row.updatedAt).toISOString(),
  }
}

/** All providers with the members that a connection to them requires. */
export function listProviders(): PushProviders {
  return {
    data: [...adapters.values()].map(({ id, name, target, credentials, settings, writes, notice, limits }) => ({
      id,
      name,
      target,
      credentials: credentials.map(presentField),
      settings: settings.map(presentField),
      writes,
      ...(notice === undefined ? {} : { notice }),
      limits: {
        ...(limits.htmlBytes === undefined ? {} : { html_bytes: limits.htmlBytes }),
        ...(limits.nameLength === undefined ? {} : { name_length: limits.nameLength }),
        ...(limits.subjectLength === undefined ? {} : { subject_length: limits.subjectLength }),
      },
    })),
  }
}

type Field = PushProviders['data'][number]['settings'][number]

function presentField({
  name,
  description,
  required,
  choices,
  example,
}: Omit<Field, 'choices'> & { choices?: readonly string[] }): Field {
  return { name, description, required, ...(choices === undefined ? {} : { choices: [...choices] }), example }
}
