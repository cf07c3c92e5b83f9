import type { Kit } from '../kit.ts'
import { sql } from 'drizzle-orm'

type Plan = 'free' | 'pro' | 'business' | 'enterprise'

/** A customer: owns projects and users, and has a plan. */
export const companies = (k: Kit) =>
  k.table('companies', {
    id: k.text('id').primaryKey(),
    name: k.text('name').notNull(),
    plan: k.text<Plan>('plan').notNull(),
    createdAt: k.big('created_at').notNull(),
  })

/** The owner of templates, keys and exports. The vault seals secrets before they are stored. */
export const projects = (k: Kit, company: ReturnType<typeof companies>) =>
  k.table(
    'projects',
    {
      id: k.text('id').primaryKey(),
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id),
      name: k.text('name').notNull(),
      pluginId: k.text('plugin_id').notNull(),
      pluginSecret: k.text('plugin_secret').notNull(),
      /** The secret before the last rotation, accepted until `previousSecretUntil`. */
      previousSecret: k.text('previous_secret'),
      previousSecretUntil: k.big('previous_secret_until'),
      allowedOrigins: k.json<string[]>('allowed_origins').notNull(),
      settings: k.json<Record<string, unknown>>('settings').notNull(),
      createdAt: k.big('created_at').notNull(),
      updatedAt: k.big('updated_at').notNull(),
      deletedAt: k.big('deleted_at'),
    },
    (t) => [k.uniqueIndex('projects_plugin_id').on(t.pluginId), k.index('projects_company').on(t.companyId)],
  )

type Role = 'owner' | 'admin' | 'editor' | 'writer' | 'reviewer' | 'viewer'

/** Accounts of the console. `email` is stored in lower case. */
export const users = (k: Kit, company: ReturnType<typeof companies>) =>
  k.table(
    'users',
    {
      id: k.text('id').primaryKey(),
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id),
      email: k.text('email').notNull(),
      name: k.text('name').notNull(),
      role: k.text<Role>('role').notNull(),
      passwordHash: k.text('password_hash').notNull(),
      createdAt: k.big('created_at').notNull(),
      lastSignInAt: k.big('last_sign_in_at'),
      disabledAt: k.big('disabled_at'),
    },
    (t) => [k.uniqueIndex('users_email').on(t.email), k.index('users_company').on(t.companyId)],
  )

/** Keys of the REST surfaces. Only the hash is stored; lists and logs may show `prefix`. */
export const apiKeys = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'api_keys',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      prefix: k.text('prefix').notNull(),
      hash: k.text('hash').notNull(),
      /** The previous key after a rotation, until its grace period ends. */
      previousHash: k.text('previous_hash'),
      previousExpiresAt: k.big('previous_expires_at'),
      scopes: k.json<string[]>('scopes').notNull(),
      expiresAt: k.big('expires_at'),
      lastUsedAt: k.big('last_used_at'),
      revokedAt: k.big('revoked_at'),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('api_keys_hash').on(t.hash),
      k
        .uniqueIndex('api_keys_previous_hash')
        .on(t.previousHash)
        .where(sql`previous_hash is not null`),
      k.index('api_keys_project').on(t.projectId, t.createdAt),
    ],
  )

/** Browser sessions; the cookie's value is stored as a hash. */
export const consoleSessions = (k: Kit, user: ReturnType<typeof users>) =>
  k.table(
    'console_sessions',
    {
      hash: k.text('hash').primaryKey(),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
      /** Where the session was opened, for the list of sessions. */
      ip: k.text('ip'),
      userAgent: k.text('user_agent'),
    },
    (t) => [k.index('console_sessions_user').on(t.userId), k.index('console_sessions_expires').on(t.expiresAt)],
  )

/** Open invitations to a company; deleted when accepted or revoked, and with the account of the inviter. */
export const invitations = (k: Kit, company: ReturnType<typeof companies>, user: ReturnType<typeof users>) =>
  k.table(
    'invitations',
    {
      id: k.text('id').primaryKey(),
      hash: k.text('hash').notNull(),
      companyId: k
        .text('company_id')
        .notNull()
        .references(() => company.id, { onDelete: 'cascade' }),
      inviterId: k
        .text('inviter_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      email: k.text('email').notNull(),
      role: k.text<Role>('role').notNull(),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('invitations_hash').on(t.hash),
      k.uniqueIndex('invitations_email').on(t.companyId, t.email),
      k.index('invitations_inviter').on(t.inviterId),
    ],
  )

/** One-time links that set a new password; deleted when one of the account is used. */
export const resetLinks = (k: Kit, user: ReturnType<typeof users>) =>
  k.table(
    'reset_links',
    {
      hash: k.text('hash').primaryKey(),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
    },
    (t) => [k.index('reset_links_user').on(t.userId)],
  )

/** The authenticator app of an account. The vault seals the secret; steps up to `lastStep` are used. */
export const authenticators = (k: Kit, user: ReturnType<typeof users>) =>
  k.table('authenticators', {
    userId: k
      .text('user_id')
      .primaryKey()
      .references(() => user.id, { onDelete: 'cascade' }),
    secret: k.text('secret').notNull(),
    lastStep: k.big('last_step').notNull(),
    confirmedAt: k.big('confirmed_at'),
    createdAt: k.big('created_at').notNull(),
  })

/** Codes that replace one of the app, once each. */
export const recoveryCodes = (k: Kit, user: ReturnType<typeof users>) =>
  k.table(
    'recovery_codes',
    {
      hash: k.text('hash').primaryKey(),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
    },
    (t) => [k.index('recovery_codes_user').on(t.userId)],
  )

/** People at an OpenID Connect provider, by issuer and subject, and their accounts. */
export const userIdentities = (k: Kit, user: ReturnType<typeof users>) =>
  k.table(
    'user_identities',
    {
      issuer: k.text('issuer').notNull(),
      subject: k.text('subject').notNull(),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      createdAt: k.big('created_at').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.issuer, t.subject] }),
      k.uniqueIndex('user_identities_user').on(t.userId, t.issuer),
    ],
  )

/** Passkeys of accounts: public keys as base64url of COSE, transports separated by spaces, and the counter of signatures. */
export const passkeys = (k: Kit, user: ReturnType<typeof users>) =>
  k.table(
    'passkeys',
    {
      id: k.text('id').primaryKey(),
      userId: k
        .text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      credentialId: k.text('credential_id').notNull(),
      publicKey: k.text('public_key').notNull(),
      signCount: k.big('sign_count').notNull(),
      transports: k.text('transports').notNull(),
      name: k.text('name').notNull(),
      createdAt: k.big('created_at').notNull(),
      lastUsedAt: k.big('last_used_at'),
    },
    (t) => [k.uniqueIndex('passkeys_credential').on(t.credentialId), k.index('passkeys_user').on(t.userId)],
  )

/** Challenges of passkeys that were used, as hashes, until they expire. */
export const usedChallenges = (k: Kit) =>
  k.table('used_challenges', { hash: k.text('hash').primaryKey(), expiresAt: k.big('expires_at').notNull() }, (t) => [
    k.index('used_challenges_expiry').on(t.expiresAt),
  ])

/** The last requests of the API keys of a project, a ring by number and age. */
export const requestLog = (k: Kit, project: ReturnType<typeof projects>) =>
  k.table(
    'request_log',
    {
      id: k.text('id').primaryKey(),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      keyId: k.text('key_id').notNull(),
      at: k.big('at').notNull(),
      method: k.text('method').notNull(),
      operation: k.text('operation').notNull(),
      status: k.int('status').notNull(),
      durationUs: k.big('duration_us').notNull(),
      requestId: k.text('request_id').notNull(),
      code: k.text('code'),
      field: k.text('field'),
    },
    (t) => [k.index('request_log_project').on(t.projectId, t.id), k.index('request_log_at').on(t.at)],
  )

/** One-time links that create the first console account. */
export const setupLinks = (k: Kit) =>
  k.table('setup_links', {
    hash: k.text('hash').primaryKey(),
    createdAt: k.big('created_at').notNull(),
    expiresAt: k.big('expires_at').notNull(),
    usedAt: k.big('used_at'),
  })
