import { hostname } from 'node:os'
import type { Rate } from '../../kernel/limits.ts'
import { type MailServer, readMailServer } from './mail-server.ts'
import { isLoopbackHost } from './loopback.ts'
import type { ServerAddress } from './readers.ts'
import type { Values } from './settings.ts'

export type { Rate }
export type Plan = Values['SVC_PLAN']

/** The validated and frozen configuration. URLs have no trailing slash; paths are absolute. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Postgres URL; undefined for SQLite in the data directory. */
  readonly databaseUrl: string | undefined
  /** A bucket of an S3-compatible store; undefined for the data directory. */
  readonly blobUrl: string | undefined
  readonly baseUrl: string
  readonly appUrl: string
  readonly pluginUrl: string
  readonly cdnUrl: string
  /** As configured; if undefined, the app generates one in the data directory. */
  readonly secret: string | undefined
  /** Secrets that still open and verify after a rotation, the newest first. */
  readonly previousSecrets: readonly string[]
  readonly bootstrapApiKey: string | undefined
  /** Max-age of Strict-Transport-Security at public URLs that are https; 0 for no header. */
  readonly hstsSeconds: number
  /**
   * True if other machines may reach the service: SVC_PUBLIC is set, or the listener or one of the public URLs is not
   * loopback.
   */
  readonly isPublic: boolean
  /** Access to `/demo`: none, requests to a loopback host name, or every request. */
  readonly demo: 'off' | 'local' | 'everyone'
  /** Bearer token of `/metrics`; if undefined, only requests to a loopback host name are allowed, and none if `isPublic`. */
  readonly metricsToken: string | undefined
  readonly plan: Plan
  readonly sessionTtlSeconds: number
  readonly pluginRateLimit: Rate
  readonly apiRateLimit: Rate
  /** Images rendered under /cdn for one client network without a signed URL. */
  readonly cdnRateLimit: Rate
  /** Image transformations that URLs without a signature may request. */
  readonly imageUrls: Values['SVC_IMAGE_URLS']
  /** Empty for those of the system. */
  readonly dnsServers: readonly ServerAddress[]
  /** Networks in CIDR form. */
  readonly netAllow: readonly string[]
  /** Networks of trusted proxies in CIDR form. */
  readonly trustedProxies: readonly string[]
  /** The EHLO name for mail servers; by default the host name of the machine. */
  readonly verifyHelo: string
  readonly verifyMailFrom: string
  /** URLs of SOCKS5 proxies; empty to connect from this machine. */
  readonly verifyProxies: readonly string[]
  readonly verifySmtpPort: number
  /** Per provider and egress. */
  readonly verifyRate: Rate
  /** Seconds before each retry of an email address with a temporary failure. */
  readonly verifyRetries: readonly number[]
  /** A file that extends the lists of verification. */
  readonly verifyLists: string | undefined
  /** Names of block lists, or a file with them; undefined for the built-in set. */
  readonly dnsblZones: string | undefined
  readonly dqsKey: string | undefined
  /** True if verification queries domain registries and web servers. */
  readonly verifyLookups: boolean
  /** URL of the Gravatar service for verification; undefined for none. */
  readonly verifyGravatar: string | undefined
  /** A browser for exports that need one. */
  readonly chromiumPath: string | undefined
  /** Listener of the SMTP inlet; undefined if the service has none. */
  readonly inboundSmtp: InboundSmtp | undefined
  /** Domain of the email addresses that receive reports; undefined if the service receives no mail. */
  readonly inboundDomain: string | undefined
  /** Server and sender of outgoing mail; undefined if the service sends none. */
  readonly outgoingMail: OutgoingMail | undefined
  /** Provider with which people sign in; undefined without one. */
  readonly oidc: OidcConfig | undefined
  /** A file of IP ranges with their autonomous systems. */
  readonly asnFile: string | undefined
  readonly runJobs: boolean
  /** Retention of the audit log in days; undefined for no limit. */
  readonly auditDays: number | undefined
  readonly logLevel: Values['SVC_LOG']
  readonly logFormat: Values['SVC_LOG_FORMAT']
}

export interface InboundSmtp {
  readonly host: string
  readonly port: number
  readonly domain: string
  /** Paths of PEM files; undefined for a self-signed certificate. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
}

export interface OidcConfig {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly scope: string
  /** As people call it. */
  readonly name: string
  readonly roleClaim: string | undefined
}

export interface OutgoingMail {
  readonly server: MailServer
  readonly from: string
}

/** Settings that require each other, as sentences. */
export function conflictsOf(values: Partial<Values>): string[] {
  const { SVC_INBOUND_DOMAIN: domain, SVC_INBOUND_SMTP_PORT: smtpPort } = values
  const { SVC_INBOUND_TLS_CERT: cert, SVC_INBOUND_TLS_KEY: key } = values
  const { SVC_MAIL_FROM: from, SVC_SMTP_URL: smtpUrl } = values
  const { SVC_OIDC_CLIENT_ID: clientId, SVC_OIDC_CLIENT_SECRET: clientSecret, SVC_OIDC_ISSUER: issuer } = values
  return [
    ...((issuer === undefined) === (clientId === undefined)
      ? []
      : ['SVC_OIDC_ISSUER and SVC_OIDC_CLIENT_ID require each other.']),
    ...(clientSecret !== undefined && clientId === undefined
      ? ['SVC_OIDC_CLIENT_SECRET requires SVC_OIDC_CLIENT_ID.']
      : []),
    ...(smtpPort !== undefined && domain === undefined
      ? ['SVC_INBOUND_SMTP_PORT requires SVC_INBOUND_DOMAIN, the domain of the email addresses that receive reports.']
      : []),
    ...((cert === undefined) === (key === undefined)
      ? []
      : ['SVC_INBOUND_TLS_CERT and SVC_INBOUND_TLS_KEY require each other.']),
    ...((from === undefined) === (smtpUrl === undefined) ? [] : ['SVC_SMTP_URL and SVC_MAIL_FROM require each other.']),
  ]
}

/** Maps settings to the names that the rest of the service uses, and computes default URLs. */
export function configFrom(values: Values): Config {
  const local = `http://localhost:${values.SVC_PORT}`
  const urls = {
    baseUrl: values.SVC_BASE_URL ?? local,
    appUrl: values.SVC_APP_URL ?? values.SVC_BASE_URL ?? local,
    pluginUrl: values.SVC_PLUGIN_URL ?? values.SVC_BASE_URL ?? local,
    cdnUrl: values.SVC_CDN_URL ?? values.SVC_BASE_URL ?? local,
  }
  const hosts = [values.SVC_HOST, ...Object.values(urls).map((url) => new URL(url).hostname)]
  const isPublic = values.SVC_PUBLIC || !hosts.every(isLoopbackHost)
  const helo = (values.SVC_VERIFY_HELO ?? hostname()).toLowerCase()
  return Object.freeze({
    host: values.SVC_HOST,
    port: values.SVC_PORT,
    dataDir: values.SVC_DATA_DIR,
    databaseUrl: values.SVC_DATABASE_URL,
    blobUrl: values.SVC_BLOB_URL,
    ...urls,
    secret: values.SVC_SECRET,
    previousSecrets: values.SVC_SECRET_PREVIOUS ?? [],
    bootstrapApiKey: values.SVC_BOOTSTRAP_API_KEY,
    hstsSeconds: values.SVC_HSTS_MAX_AGE,
    isPublic,
    demo: demoOf(values.SVC_DEMO, isPublic),
    metricsToken: values.SVC_METRICS_TOKEN,
    plan: values.SVC_PLAN,
    sessionTtlSeconds: values.SVC_SESSION_TTL,
    pluginRateLimit: values.SVC_PLUGIN_RATE_LIMIT,
    apiRateLimit: values.SVC_API_RATE_LIMIT,
    cdnRateLimit: values.SVC_CDN_RATE_LIMIT,
    imageUrls: values.SVC_IMAGE_URLS,
    dnsServers: values.SVC_DNS_SERVERS ?? [],
    netAllow: values.SVC_NET_ALLOW ?? [],
    trustedProxies: values.SVC_TRUSTED_PROXIES ?? [],
    verifyHelo: helo,
    verifyMailFrom: values.SVC_VERIFY_MAIL_FROM ?? `verify@${helo}`,
    verifyProxies: values.SVC_VERIFY_PROXIES ?? [],
    verifySmtpPort: values.SVC_VERIFY_SMTP_PORT,
    verifyRate: values.SVC_VERIFY_RATE,
    verifyRetries: values.SVC_VERIFY_RETRIES,
    verifyLists: values.SVC_VERIFY_LISTS,
    verifyLookups: values.SVC_VERIFY_LOOKUPS,
    verifyGravatar: values.SVC_VERIFY_GRAVATAR,
    dnsblZones: values.SVC_DNSBL_ZONES,
    dqsKey: values.SVC_DQS_KEY,
    chromiumPath: values.SVC_CHROMIUM_PATH,
    inboundSmtp: inboundSmtpFrom(values),
    inboundDomain: values.SVC_INBOUND_DOMAIN?.toLowerCase(),
    outgoingMail: outgoingMailFrom(values),
    oidc: oidcFrom(values),
    asnFile: values.SVC_ASN_FILE,
    runJobs: values.SVC_RUN_JOBS,
    auditDays: values.SVC_AUDIT_DAYS,
    logLevel: values.SVC_LOG,
    logFormat: values.SVC_LOG_FORMAT,
  })
}

function inboundSmtpFrom(values: Values): InboundSmtp | undefined {
  const { SVC_INBOUND_DOMAIN: domain, SVC_INBOUND_HOST: host, SVC_INBOUND_SMTP_PORT: port } = values
  const { SVC_INBOUND_TLS_CERT: certFile, SVC_INBOUND_TLS_KEY: keyFile } = values
  if (port === undefined || domain === undefined) return undefined
  const tls = certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile }
  return { host, port, domain: domain.toLowerCase(), tls }
}

function outgoingMailFrom({ SVC_MAIL_FROM: from, SVC_SMTP_URL: url }: Values): OutgoingMail | undefined {
  const server = url === undefined ? undefined : readMailServer(url)
  return server === undefined || 'problem' in server || from === undefined ? undefined : { server, from }
}

function oidcFrom(values: Values): OidcConfig | undefined {
  const { SVC_OIDC_CLIENT_ID: clientId, SVC_OIDC_ISSUER: issuer } = values
  if (issuer === undefined || clientId === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret: values.SVC_OIDC_CLIENT_SECRET,
    scope: values.SVC_OIDC_SCOPE,
    name: values.SVC_OIDC_NAME,
    roleClaim: values.SVC_OIDC_ROLE_CLAIM,
  }
}

function demoOf(setting: boolean | undefined, isPublic: boolean): Config['demo'] {
  if (setting === undefined) return isPublic ? 'off' : 'local'
  return setting ? 'everyone' : 'off'
}
