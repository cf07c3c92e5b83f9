import { limits } from '../../kernel/limits.ts'
import {
  type Reader,
  addressOf,
  cidr,
  dnsServer,
  flag,
  host,
  integer,
  issuer,
  lines,
  list,
  matching,
  oidcScope,
  oneOf,
  path,
  port,
  publicUrl,
  rate,
  s3Address,
  sender,
  smtpServer,
  text,
} from './readers.ts'

/** A setting, with the same name in every source. */
export interface Setting<T = unknown> {
  readonly read: Reader<T>
  /** Heading in the help. */
  readonly group: string
  /** Syntax of the value, for the help. */
  readonly form: string
  readonly meaning: string
  /** Default, in the syntax that a user would write. */
  readonly fallback?: string
  /** Shown in the help instead of the fallback, if there is none or it is computed. */
  readonly shownDefault?: string
  /** Never shown, logged or repeated in a message. */
  readonly secret?: true
  /** The feature that it needs, if this version lacks it: a value is then refused. */
  readonly needs?: string
}

const listener = { group: 'Listener' }
const storage = { group: 'Storage' }
const addresses = { group: 'Public URLs', form: 'URL', shownDefault: 'SVC_BASE_URL' }
const security = { group: 'Security' }
const plans = { group: 'Plans and limits' }
const network = { group: 'Network' }
const verifying = { group: 'Verification' }
const inbound = { group: 'Inbound mail' }
const outgoing = { group: 'Outgoing mail' }
const singleSignOn = { group: 'Single sign-on' }
const assistant = { group: 'Optional engines', needs: 'The writing assistant' }
const operation = { group: 'Operation' }

/** Every setting, in the order of the help. The name is the environment variable; `--port` is the flag of SVC_PORT. */
export const settings = {
  SVC_PORT: { ...listener, read: port, form: 'PORT', fallback: '3009', meaning: 'TCP port of the one listener.' },
  SVC_HOST: {
    ...listener,
    read: host,
    form: 'HOST',
    fallback: '127.0.0.1',
    meaning: 'IP address to listen on; 0.0.0.0 or :: for all interfaces. The container image sets 0.0.0.0.',
  },
  SVC_TRUSTED_PROXIES: {
    ...listener,
    read: list(cidr),
    form: 'CIDR,…',
    shownDefault: 'none',
    meaning:
      'CIDR networks of trusted reverse proxies. Their X-Forwarded-For header determines the client IP address for rate limits and the audit log.',
  },

  SVC_DATA_DIR: {
    ...storage,
    read: path,
    form: 'DIR',
    fallback: './data',
    meaning: 'Directory of the SQLite file, stored files and the generated secret. Nothing is written elsewhere.',
  },
  SVC_DATABASE_URL: {
    ...storage,
    read: addressOf('postgres', 'postgresql'),
    form: 'URL',
    shownDefault: 'SQLite in the data directory',
    secret: true,
    meaning: 'postgres://user:password@host/database, for several replicas.',
  },
  SVC_BLOB_URL: {
    ...storage,
    read: s3Address,
    form: 'URL',
    shownDefault: 'disk, in the data directory',
    secret: true,
    meaning:
      's3://KEY:SECRET@bucket/prefix?endpoint=URL&region=NAME&style=path|virtual: object storage for files, required when replicas share them.',
  },
  SVC_REDIS_URL: {
    ...storage,
    read: addressOf('redis', 'rediss'),
    form: 'URL',
    shownDefault: 'none',
    secret: true,
    needs: 'Redis',
    meaning: 'Rate-limit counters shared by replicas; stored in the database if unset.',
  },

  SVC_BASE_URL: {
    ...addresses,
    shownDefault: 'http://localhost:PORT',
    read: publicUrl,
    meaning: 'URL at which clients reach the API.',
  },
  SVC_APP_URL: { ...addresses, read: publicUrl, meaning: 'URL of the console.' },
  SVC_PLUGIN_URL: { ...addresses, read: publicUrl, meaning: 'URL from which host pages load the editor.' },
  SVC_CDN_URL: { ...addresses, read: publicUrl, meaning: 'URL from which downloads, previews and images are served.' },

  SVC_SECRET: {
    ...security,
    read: matching(/^[^\r\n\0]{32,}$/, 'one line of at least 32 characters'),
    form: 'TEXT',
    shownDefault: 'generated into the data directory',
    secret: true,
    meaning: 'Signs links and encrypts stored secrets. All replicas need the same value; keep it with the backups.',
  },
  SVC_SECRET_PREVIOUS: {
    ...security,
    read: lines(/^[^\0]{32,}$/, 'secrets of at least 32 characters, one per line'),
    form: 'TEXT',
    shownDefault: 'none',
    secret: true,
    meaning:
      'Secrets that SVC_SECRET replaces, one per line: they open and verify what they sealed and signed. See “Rotating the instance secret” in the operations guide.',
  },
  SVC_BOOTSTRAP_API_KEY: {
    ...security,
    read: matching(/^svc_[0-9a-f]{48}$/, 'svc_ followed by 48 hexadecimal characters in lower case'),
    form: 'KEY',
    shownDefault: 'generated and printed once',
    secret: true,
    meaning: 'API key of the default project, installed at the first start on an empty store.',
  },
  SVC_HSTS_MAX_AGE: {
    ...security,
    read: integer(0, 63_072_000),
    form: 'SECONDS',
    fallback: '15552000',
    meaning:
      'max-age of the Strict-Transport-Security header, sent at public https URLs, without subdomains; 0 sends no header.',
  },
  SVC_PUBLIC: {
    ...security,
    read: flag,
    form: 'BOOL',
    fallback: 'false',
    meaning:
      'true where other machines reach the service although SVC_HOST and the public URLs are loopback, through a tunnel or a proxy: no demo and no unauthenticated metrics.',
  },
  SVC_DEMO: {
    ...security,
    read: flag,
    form: 'BOOL',
    shownDefault: 'only for this machine',
    meaning:
      'The editor demo at /demo. If unset, it is on only when SVC_HOST and the public URLs are loopback. true: anyone who can reach the service can edit there and upload images to the CDN host, within small limits and without credentials.',
  },
  SVC_METRICS_TOKEN: {
    ...security,
    read: matching(/^[A-Za-z0-9._~+/-]{16,512}=*$/, 'at least 16 characters of a bearer token (RFC 6750)'),
    form: 'TOKEN',
    shownDefault: 'none',
    secret: true,
    meaning:
      'Bearer token that /metrics requires. If unset, /metrics responds only when SVC_HOST and the public URLs are loopback.',
  },

  SVC_PLAN: {
    ...plans,
    read: oneOf('free', 'pro', 'business', 'enterprise'),
    form: 'PLAN',
    fallback: 'enterprise',
    meaning: 'Plan of the default company created at the first start: free, pro, business or enterprise.',
  },
  SVC_SESSION_TTL: {
    ...plans,
    read: integer(60, 86_400),
    form: 'SECONDS',
    fallback: String(limits.editorSessionSeconds),
    meaning: 'Lifetime of an editor session.',
  },
  SVC_PLUGIN_RATE_LIMIT: {
    ...plans,
    read: rate,
    form: 'N/SECONDS',
    fallback: `${limits.pluginRequests}/${limits.pluginWindowSeconds}`,
    meaning:
      'Editor requests of host pages (init, save, export, compile, preview, refresh) per number of seconds and end user; 50 times as many per project.',
  },
  SVC_API_RATE_LIMIT: {
    ...plans,
    read: rate,
    form: 'N/SECONDS',
    fallback: `${limits.apiRequests}/${limits.apiWindowSeconds}`,
    meaning: 'Requests in so many seconds for the API, per project. A project may set a lower rate.',
  },
  SVC_CDN_RATE_LIMIT: {
    ...plans,
    read: rate,
    form: 'N/SECONDS',
    fallback: `${limits.cdnRenders}/${limits.cdnRenderSeconds}`,
    meaning:
      'Image transformations under /cdn without a signed URL, per number of seconds and client IP address (IPv6: /64). A countdown counts twice; cached images do not count. Behind a proxy, set SVC_TRUSTED_PROXIES.',
  },
  SVC_IMAGE_URLS: {
    ...security,
    read: oneOf('exact', 'listed', 'signed'),
    form: 'MODE',
    fallback: 'exact',
    meaning:
      'Image transformations in unsigned URLs: exact (any size, within a budget per image), listed (sizes and qualities rounded to short lists, see /docs/guide/assets) or signed (none: only the original image).',
  },

  SVC_DNS_SERVERS: {
    ...network,
    read: list(dnsServer),
    form: 'HOST[:PORT],…',
    shownDefault: 'those of the system',
    meaning: 'DNS servers for all lookups, queried in this order.',
  },
  SVC_NET_ALLOW: {
    ...network,
    read: list(cidr),
    form: 'CIDR,…',
    shownDefault: 'none',
    meaning: 'Private or loopback networks that outgoing connections of the product may reach, by http too.',
  },

  SVC_VERIFY_HELO: {
    ...verifying,
    read: host,
    form: 'HOST',
    shownDefault: 'the host name',
    meaning:
      'Host name sent in EHLO. Its A or AAAA record should be the IP address that probes are sent from, and that address’s PTR record should be this name.',
  },
  SVC_VERIFY_MAIL_FROM: {
    ...verifying,
    read: matching(/^[^\s@<>]{1,64}@[^\s@<>]+$/, 'an email address'),
    form: 'ADDRESS',
    shownDefault: 'verify@HELO',
    meaning: 'MAIL FROM address of SMTP probes; it must be deliverable.',
  },
  SVC_VERIFY_PROXIES: {
    ...verifying,
    read: list(addressOf('socks5', 'socks5h')),
    form: 'URL,…',
    shownDefault: 'none',
    secret: true,
    meaning: 'SOCKS5 proxies for SMTP probes.',
  },
  SVC_VERIFY_SMTP_PORT: {
    ...verifying,
    read: port,
    form: 'PORT',
    fallback: '25',
    meaning: 'Port of SMTP probes.',
  },
  SVC_VERIFY_RATE: {
    ...verifying,
    read: rate,
    form: 'N/SECONDS',
    fallback: '30/60',
    meaning: 'Rate limit of recipients per mail provider, as recipients/seconds, for this machine and for each proxy.',
  },
  SVC_VERIFY_RETRIES: {
    ...verifying,
    read: list(integer(1, 86_400)),
    form: 'SECONDS,…',
    fallback: '330,900,2700,10800',
    meaning: 'Delays before a greylisted or deferred address is retried, one per attempt; then the result is unknown.',
  },
  SVC_VERIFY_LISTS: {
    ...verifying,
    read: path,
    form: 'FILE',
    shownDefault: 'none',
    meaning:
      'File with lines such as `disposable example.com` or `allow example.com`, which add to the lists or remove from them. Reloaded when it changes.',
  },
  SVC_VERIFY_LOOKUPS: {
    ...verifying,
    read: flag,
    form: 'BOOL',
    fallback: 'true',
    meaning:
      'false: domains are checked over DNS and SMTP only. Registries (RDAP), home pages, MTA-STS policies and BIMI logos are not requested.',
  },
  SVC_VERIFY_GRAVATAR: {
    ...verifying,
    read: addressOf('http', 'https'),
    form: 'URL',
    shownDefault: 'off',
    meaning:
      'URL for check_gravatar, such as https://gravatar.com/avatar; the service there receives a hash of the email address.',
  },
  SVC_DNSBL_ZONES: {
    ...verifying,
    read: text,
    form: 'FILE | ZONE,…',
    shownDefault: 'a built-in set',
    meaning:
      'Block lists to query, or a file that lists them: zone names; `default` is the built-in set, domain:NAME a list of domains, email:NAME a list of mailboxes.',
  },
  SVC_DQS_KEY: {
    ...verifying,
    read: matching(/^[a-z0-9]{8,64}$/i, 'letters and digits'),
    form: 'KEY',
    shownDefault: 'none',
    secret: true,
    meaning: 'Key of the Spamhaus Data Query Service; enables its lists.',
  },

  SVC_INBOUND_SMTP_PORT: {
    ...inbound,
    read: port,
    form: 'PORT',
    shownDefault: 'off',
    meaning:
      'Port of the SMTP server that receives reports at the addresses below SVC_INBOUND_DOMAIN; it relays nothing.',
  },
  SVC_INBOUND_HOST: {
    ...inbound,
    read: host,
    form: 'HOST',
    fallback: '0.0.0.0',
    meaning: 'IP address that the SMTP server listens on.',
  },
  SVC_INBOUND_DOMAIN: {
    ...inbound,
    read: host,
    form: 'HOST',
    shownDefault: 'off',
    meaning:
      'Domain of the email addresses at which sending domains receive DMARC and TLS reports; without it reports are uploaded.',
  },
  SVC_INBOUND_TLS_CERT: {
    ...inbound,
    read: path,
    form: 'FILE',
    shownDefault: 'self-signed',
    meaning: 'Certificate chain of the SMTP server in PEM, for STARTTLS. Read again when the file changes.',
  },
  SVC_INBOUND_TLS_KEY: {
    ...inbound,
    read: path,
    form: 'FILE',
    shownDefault: 'none',
    meaning: 'Private key of SVC_INBOUND_TLS_CERT in PEM.',
  },

  SVC_SMTP_URL: {
    ...outgoing,
    read: smtpServer,
    form: 'URL',
    shownDefault: 'off',
    secret: true,
    meaning:
      'SMTP server that accepts mail of the service: smtp://USER:PASSWORD@HOST:587 (STARTTLS with a trusted certificate; `?tls=optional` or `?tls=none` for a relay without one) or smtps://USER:PASSWORD@HOST. Needs SVC_MAIL_FROM.',
  },
  SVC_MAIL_FROM: {
    ...outgoing,
    read: sender,
    form: 'EMAIL',
    shownDefault: 'none',
    meaning: 'Sender of that mail, such as Reports <reports@example.com>; it receives the bounces.',
  },

  SVC_OIDC_ISSUER: {
    ...singleSignOn,
    read: issuer,
    form: 'URL',
    shownDefault: 'off',
    meaning:
      'Issuer of an OpenID Connect provider with which people sign in; its metadata are at /.well-known/openid-configuration below it. Needs SVC_OIDC_CLIENT_ID.',
  },
  SVC_OIDC_CLIENT_ID: {
    ...singleSignOn,
    read: text,
    form: 'ID',
    shownDefault: 'none',
    meaning: 'Client of the service at the provider, with the redirect URI SVC_APP_URL/sign-in/oidc/callback.',
  },
  SVC_OIDC_CLIENT_SECRET: {
    ...singleSignOn,
    read: text,
    form: 'SECRET',
    shownDefault: 'none: a public client',
    secret: true,
    meaning: 'Secret of that client.',
  },
  SVC_OIDC_NAME: {
    ...singleSignOn,
    read: text,
    form: 'NAME',
    fallback: 'single sign-on',
    meaning: 'Name of the provider on the sign-in page: Sign in with NAME.',
  },
  SVC_OIDC_SCOPE: {
    ...singleSignOn,
    read: oidcScope,
    form: 'SCOPES',
    fallback: 'openid email profile',
    meaning: 'Scopes that the service requests, separated by spaces.',
  },
  SVC_OIDC_ROLE_CLAIM: {
    ...singleSignOn,
    read: text,
    form: 'CLAIM',
    shownDefault: 'none: roles are given in the console',
    meaning:
      'Claim with the role of a person, such as roles or realm_access.roles: one of the roles, or a list that contains some. It then decides at every sign-in, and people without an account get one.',
  },

  SVC_ASN_FILE: {
    group: 'Optional engines',
    read: path,
    form: 'FILE',
    shownDefault: 'off',
    meaning:
      'CSV file of IP ranges with their autonomous systems (first IP, last IP, number, name, and optionally country), for the sources of DMARC reports.',
  },
  SVC_CHROMIUM_PATH: {
    group: 'Optional engines',
    read: path,
    form: 'FILE',
    shownDefault: 'off',
    meaning: 'Chromium executable for PDF and PNG exports with `"engine": "chromium"`.',
  },
  SVC_AI_URL: {
    ...assistant,
    read: addressOf('http', 'https'),
    form: 'URL',
    shownDefault: 'off',
    meaning: 'OpenAI-compatible endpoint.',
  },
  SVC_AI_KEY: {
    ...assistant,
    read: text,
    form: 'KEY',
    shownDefault: 'off',
    secret: true,
    meaning: 'Key of that endpoint.',
  },
  SVC_AI_MODEL: { ...assistant, read: text, form: 'NAME', shownDefault: 'off', meaning: 'Model name.' },

  SVC_RUN_JOBS: {
    ...operation,
    read: flag,
    form: 'BOOL',
    fallback: 'true',
    meaning: 'false: this replica serves requests and leaves background work to the others.',
  },
  SVC_AUDIT_DAYS: {
    ...operation,
    read: integer(30, 36_500),
    form: 'DAYS',
    shownDefault: 'kept indefinitely',
    meaning:
      'Retention of the audit log in days. Older rows are removed daily; a signed checkpoint keeps the remaining rows verifiable.',
  },
  SVC_LOG: {
    ...operation,
    read: oneOf('debug', 'info', 'warn', 'error'),
    form: 'LEVEL',
    fallback: 'info',
    meaning: 'Minimum severity of log entries on standard error: debug, info, warn or error.',
  },
  SVC_LOG_FORMAT: {
    ...operation,
    read: oneOf('auto', 'text', 'json'),
    form: 'FORMAT',
    fallback: 'auto',
    meaning:
      'json: one JSON object per line. text: readable lines, without successful reads and repeated requests, which SVC_LOG=debug shows. auto: text on a terminal, json elsewhere.',
  },
} as const satisfies Record<`SVC_${string}`, Setting>

export type SettingName = keyof typeof settings

/** In the order of the table. */
export const settingNames = Object.keys(settings) as SettingName[]

/** Variables of API clients, as docs/embed.md describes them; not refused in the environment of the service. */
export const clientVariables: readonly string[] = ['SVC_URL', 'SVC_API_KEY', 'SVC_PLUGIN_ID', 'SVC_SECRET_KEY']

/** An entry of the table with its general type, for iteration. */
export function settingOf(name: SettingName): Setting {
  return settings[name]
}

type ValueOf<S> = S extends { read: Reader<infer T>; fallback: string }
  ? T
  : S extends { read: Reader<infer T> }
    ? T | undefined
    : never

/** One typed value per setting; undefined for settings without a value and fallback. */
export type Values = { readonly [N in SettingName]: ValueOf<(typeof settings)[N]> }
