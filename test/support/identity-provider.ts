/** The provider of the package oidc-provider, certified by the OpenID Foundation, on a port of this machine. */
import { createServer } from 'node:http'
import Provider, { type Context } from 'oidc-provider'
import { cleanUp } from './clean-up.ts'
import { freePort } from './free-port.ts'

export interface IdentityProvider {
  issuer: string
  client: { id: string; secret: string }
  /** Claims by subject. */
  people: Map<string, Record<string, unknown>>
  /** Opens a page of the provider as the person, in a browser without a session; returns the URL to which it goes back. */
  signInAs(subject: string, url: string): Promise<string>
  /** Replaces the keys: those of before are no longer published. */
  rotateKeys(): Promise<void>
}

export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${freePort()}`
  const client = { id: 'svc', secret: 'a secret of the client' }
  const people: IdentityProvider['people'] = new Map()
  const build = async () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [new URL('/sign-in', redirectUri).href],
        },
      ],
      jwks: { keys: [await createKey()] },
      cookies: { keys: ['cookies of a test'] },
      claims: { email: ['email', 'email_verified'], profile: ['name', 'roles'] },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
      interactions: { url: () => '/interaction' },
      pkce: { required: () => true },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
      async loadExistingGrant({ oidc }: Context) {
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    })
  let provider = await build()
  let subject = ''
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (pathname === '/interaction')
      void provider.interactionFinished(request, response, { login: { accountId: subject } })
    else void provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve))
  cleanUp(() => void server.close())
  return {
    issuer,
    client,
    people,
    async signInAs(person, url) {
      subject = person
      const cookies = new Map<string, string>()
      for (let next = url; ;) {
        if (!next.startsWith(issuer)) return next
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(name, value)
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`${next}: ${response.status} ${await response.text()}`)
        next = new URL(location, next).href
      }
    },
    async rotateKeys() {
      provider = await build()
    },
  }
}

async function createKey(): Promise<JsonWebKey & { kid: string }> {
  const { privateKey } = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  )
  const { d, dp, dq, e, kty, n, p, q, qi } = await crypto.subtle.exportKey('jwk', privateKey)
  return { d, dp, dq, e, kty, n, p, q, qi, use: 'sig', kid: crypto.randomUUID() } as JsonWebKey & { kid: string }
}
