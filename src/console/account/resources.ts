/** Resources of `/v1/console/account`, which only the console calls (app/pages/account/contract.ts). */
export interface ConsoleSession {
  id: string
  created_at: string
  ip: string | null
  /** Browser and system. */
  client: string | null
  is_current: boolean
}

export interface AccountApp {
  id: string
  name: string
  host: string
  project: string
  may: readonly string[]
  created_at: string
  last_used_at: string | null
}

export interface Passkey {
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}

export interface Account {
  email: string
  name: string
  role: string
  role_summary: string
  session_hours: number
  /** Characters of a password. */
  password_min: number
  has_second_factor: boolean
  /** The only origin at which passkeys work; null if the console has a URL without them. */
  passkey_origin: string | null
  passkeys: readonly Passkey[]
  provider: { name: string; is_linked: boolean } | null
  sessions: readonly ConsoleSession[]
  apps: readonly AccountApp[]
  agent_url: string
}

export interface PreparedFactor {
  secret: string
  /** Opens an authenticator app. */
  uri: string
}
