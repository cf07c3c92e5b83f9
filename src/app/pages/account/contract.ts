import { type Static, Type } from '@sinclair/typebox'
import { GivenName, Instant, Nullable, closed } from '../../../kernel/schema/index.ts'

const Text = Type.String()

const ConsoleSession = closed(
  { id: Text, created_at: Instant, ip: Nullable(Text), client: Nullable(Text), is_current: Type.Boolean() },
  { title: 'ConsoleSession' },
)

const AccountApp = closed(
  {
    id: Text,
    name: Text,
    /** The host, or the kind of application, that gets the codes. */
    host: Text,
    project: Text,
    /** What it may do, in words. */
    may: Type.Array(Text),
    created_at: Instant,
    last_used_at: Nullable(Instant),
  },
  { title: 'AccountApp' },
)

const Passkey = closed(
  { id: Text, name: Text, created_at: Instant, last_used_at: Nullable(Instant) },
  { title: 'Passkey' },
)

export const Account = closed(
  {
    email: Text,
    name: Text,
    role: Text,
    role_summary: Text,
    session_hours: Type.Integer(),
    password_min: Type.Integer(),
    has_second_factor: Type.Boolean(),
    /** Where browsers offer passkeys: the origin of the console. */
    passkey_origin: Nullable(Text),
    passkeys: Type.Array(Passkey),
    /** The provider with which people sign in. */
    provider: Nullable(closed({ name: Text, is_linked: Type.Boolean() })),
    /** The latest first. */
    sessions: Type.Array(ConsoleSession),
    apps: Type.Array(AccountApp),
    /** At which agents connect. */
    agent_url: Text,
  },
  { title: 'Account' },
)
export type Account = Static<typeof Account>

const Password = Type.String({ maxLength: 4000 })

export const ChangePassword = closed({ current: Password, password: Password }, { title: 'ChangePassword' })
export const ConfirmPassword = closed({ current: Password }, { title: 'ConfirmPassword' })
export const ConfirmFactor = closed(
  { code: Type.String({ maxLength: 100 }), current: Password },
  { title: 'ConfirmFactor' },
)
export const PreparedFactor = closed(
  { secret: Type.String(), uri: Type.String({ description: 'Opens an authenticator app.' }) },
  { title: 'PreparedFactor' },
)
const passkeyType = Type.Literal('public-key')

/** As `PublicKeyCredential.parseCreationOptionsFromJSON` reads it. */
export const PasskeyOptions = closed(
  {
    challenge: Text,
    rp: closed({ id: Text, name: Text }),
    user: closed({ id: Text, name: Text, displayName: Text }),
    pubKeyCredParams: Type.Array(closed({ type: passkeyType, alg: Type.Integer() })),
    timeout: Type.Integer(),
    attestation: Type.Literal('none'),
    authenticatorSelection: closed({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
    excludeCredentials: Type.Array(closed({ type: passkeyType, id: Text, transports: Type.Array(Text) })),
  },
  { title: 'PasskeyOptions' },
)

const Base64Url = Type.String({ maxLength: 16_000 })

/** The response of the browser, in base64url. */
export const AddPasskey = closed(
  {
    credential: closed({
      id: Base64Url,
      client_data: Base64Url,
      attestation_object: Base64Url,
      transports: Type.Array(Type.String({ maxLength: 20, pattern: '^[a-z-]+$' }), { maxItems: 10 }),
    }),
  },
  { title: 'AddPasskey' },
)
export const RenamePasskey = closed({ name: GivenName }, { title: 'RenamePasskey' })
/** Recovery codes, which no later response has. */
export const RecoveryCodes = closed({ codes: Type.Array(Text) }, { title: 'RecoveryCodes' })
export const EndedParams = closed({ id: Type.String({ minLength: 1, maxLength: 100 }) })
export const Done = Type.Undefined({ description: 'Done.' })
