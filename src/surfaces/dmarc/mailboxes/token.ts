import { limits } from '../../../kernel/limits.ts'
import { OutboundError, type Send } from '../../../platform/net/index.ts'
import type { Secrets } from './auth.ts'
import type { ShownAuth } from './contract.ts'

/** A refused or failed token request. `isRefused`: repeating it does not help. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure'
  readonly isRefused: boolean

  constructor(message: string, isRefused: boolean) {
    super(message)
    this.isRefused = isRefused
  }
}

export interface Token {
  readonly accessToken: string
  /** The server issued another one, which replaces that of the request (RFC 6749 6). */
  readonly refreshToken: string | undefined
}

/** Requests an access token by client credentials or a refresh token (RFC 6749 4.4, 6). Rejects with a TokenFailure. */
export async function requestToken(auth: ShownAuth, secrets: Secrets, send: Send): Promise<Token> {
  const form = new URLSearchParams({ grant_type: auth.method, client_id: auth.client_id ?? '' })
  for (const [name, value] of Object.entries({ scope: auth.scope, ...secrets }))
    if (value !== undefined && name !== 'password') form.set(name, value)
  let response
  try {
    response = await send({
      method: 'POST',
      url: auth.token_url ?? '',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      timeoutMs: limits.imapStepSeconds * 1000,
      maxBodyBytes: 64 * 1024,
      onTooLarge: 'refuse',
    })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new TokenFailure(`The token endpoint cannot be reached: ${error.message}`, false)
  }
  const answer = readObject(response.body)
  const accessToken = textOf(answer, 'access_token')
  if (response.status === 200 && accessToken !== undefined)
    return { accessToken, refreshToken: textOf(answer, 'refresh_token') }
  throw failureOf(response.status, textOf(answer, 'error'), auth)
}

function failureOf(status: number, code: string | undefined, { method }: ShownAuth): TokenFailure {
  if (code === 'invalid_grant' && method === 'refresh_token')
    return new TokenFailure(
      'The refresh token has expired or was revoked. Authorize the account again and update the credentials.',
      true,
    )
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return new TokenFailure(
      `The token endpoint refused the client (${code}): its secret may have expired. Update the credentials.`,
      true,
    )
  const isRefused = status >= 400 && status < 500 && status !== 429
  const what = code === undefined ? `responded with ${status}` : `responded with ${status} (${code.slice(0, 100)})`
  return new TokenFailure(`The token endpoint ${what}.`, isRefused)
}

function readObject(body: Uint8Array): object {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function textOf(answer: object, name: string): string | undefined {
  const value = Object.entries(answer).find(([key]) => key === name)?.[1] as unknown
  return typeof value === 'string' && value !== '' ? value : undefined
}
