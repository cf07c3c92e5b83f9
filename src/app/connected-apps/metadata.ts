import type { Config } from '../../platform/config/index.ts'
import { appScopes } from './scopes.ts'

type Urls = Pick<Config, 'baseUrl' | 'appUrl'>

/** The URL that tokens are for (RFC 8707). */
export function resourceOf({ baseUrl }: Pick<Urls, 'baseUrl'>): string {
  return `${baseUrl}/mcp`
}

export function resourceMetadataUrl({ baseUrl }: Pick<Urls, 'baseUrl'>): string {
  return `${baseUrl}/.well-known/oauth-protected-resource/mcp`
}

/** RFC 9728 2. */
export function resourceMetadata(config: Urls) {
  return {
    resource: resourceOf(config),
    resource_name: 'svc',
    authorization_servers: [config.appUrl],
    scopes_supported: appScopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${config.baseUrl}/docs/guide/agents`,
  }
}

/** RFC 8414 2, with RFC 9207 3 and client IDs that are URLs. */
export function serverMetadata({ appUrl }: Pick<Urls, 'appUrl'>) {
  return {
    issuer: appUrl,
    authorization_endpoint: `${appUrl}/oauth/authorize`,
    token_endpoint: `${appUrl}/oauth/token`,
    registration_endpoint: `${appUrl}/oauth/register`,
    revocation_endpoint: `${appUrl}/oauth/revoke`,
    scopes_supported: appScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}
