import { limits } from '../../kernel/limits.ts'
import type { Vault } from '../../platform/identity/index.ts'
import { OutboundError, type Send } from '../../platform/net/index.ts'
import { OAuthError } from './oauth-error.ts'
import { isRedirectUri } from './redirect-uri.ts'

/** An application that wants to be connected. All of it was written by its developer. */
export interface AppClient {
  id: string
  name: string
  redirectUris: readonly string[]
}

const maxName = 80
const maxUris = 5
const registeredPrefix = 'app.'

/**
 * Clients of both kinds: those that register (RFC 7591) get an id that contains their registration and a signature, so that
 * nothing is stored before a person consents; others publish their metadata at the URL that is their id
 * (draft-ietf-oauth-client-id-metadata-document).
 */
export function createClients({ vault, send }: { vault: Pick<Vault, 'sign' | 'verify'>; send: Send }) {
  return {
    /** OAuthError unless the metadata has valid redirect URIs. */
    register(metadata: unknown): AppClient {
      const { name, redirectUris } = readMetadata(metadata, (uris) =>
        uris.length > maxUris ? `redirect_uris may have at most ${maxUris} entries.` : undefined,
      )
      const content = Buffer.from(JSON.stringify([name, redirectUris])).toBase64({
        alphabet: 'base64url',
        omitPadding: true,
      })
      return { id: `${registeredPrefix}${content}.${vault.sign(payloadOf(content))}`, name, redirectUris }
    },
    /** Fetches the metadata of an id that is a URL. OAuthError `invalid_client`. */
    async find(id: string): Promise<AppClient> {
      if (id.startsWith(registeredPrefix)) return registeredClient(vault, id)
      if (isMetadataUrl(id)) return publishedClient(send, id)
      throw new OAuthError('invalid_client', 'The client_id is unknown. Register the client first.', 401)
    },
  }
}

function payloadOf(content: string): string {
  return `svc registered app ${content}`
}

function registeredClient(vault: Pick<Vault, 'verify'>, id: string): AppClient {
  const [, content = '', signature = ''] = id.split('.')
  if (!vault.verify(payloadOf(content), signature))
    throw new OAuthError('invalid_client', 'The client_id is unknown. Register the client again.', 401)
  const [name, redirectUris] = JSON.parse(Buffer.from(content, 'base64url').toString()) as [string, string[]]
  return { id, name, redirectUris }
}

/** An https URL with a path, and without what makes two spellings of one URL. */
function isMetadataUrl(id: string): boolean {
  const url = id.length > 500 ? null : URL.parse(id)
  return url?.protocol === 'https:' && url.href === id && url.pathname !== '/' && !/[#@]/.test(id)
}

async function publishedClient(send: Send, id: string): Promise<AppClient> {
  const metadata = await fetchMetadata(send, id)
  if (!isRecord(metadata) || metadata['client_id'] !== id)
    throw new OAuthError('invalid_client', `The document at ${id} is not the metadata of this client_id.`, 401)
  return { id, ...readMetadata(metadata) }
}

async function fetchMetadata(send: Send, url: string): Promise<unknown> {
  try {
    const { body, status } = await send({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMs: limits.appMetadataMs,
      maxBodyBytes: limits.appMetadataBytes,
      onTooLarge: 'refuse',
    })
    if (status !== 200) throw new OAuthError('invalid_client', `${url} responded with status ${status}.`, 401)
    return JSON.parse(new TextDecoder().decode(body)) as unknown
  } catch (error) {
    if (!(error instanceof OutboundError) && !(error instanceof SyntaxError)) throw error
    throw new OAuthError('invalid_client', `The metadata of the client at ${url} cannot be read.`, 401)
  }
}

function readMetadata(
  metadata: unknown,
  problemOf: (uris: readonly string[]) => string | undefined = () => undefined,
): Omit<AppClient, 'id'> {
  const { client_name: name, redirect_uris: given } = isRecord(metadata) ? metadata : {}
  const uris = Array.isArray(given) ? given.filter((each) => typeof each === 'string') : []
  const invalid = uris.find((uri) => !isRedirectUri(uri))
  const problem =
    uris.length === 0
      ? 'redirect_uris must be a list of at least one URL.'
      : invalid !== undefined
        ? `redirect_uris must be https, http on loopback, or a scheme of an application, without fragment: ${invalid.slice(0, 100)}`
        : problemOf(uris)
  if (problem !== undefined) throw new OAuthError('invalid_redirect_uri', problem)
  const shown = typeof name === 'string' ? printableName(name) : ''
  return { name: shown === '' ? 'Unnamed app' : shown, redirectUris: uris }
}

/** Without characters that hide or reorder text. */
function printableName(name: string): string {
  return name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxName)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
