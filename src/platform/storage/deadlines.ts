import { limits } from '../../kernel/limits.ts'

/** How long Postgres is waited for, milliseconds. */
export interface PostgresDeadlines {
  /** Opening a connection. */
  connectMs: number
  /** A free connection of the pool. */
  queueMs: number
  /** `lock_timeout` of the server. */
  lockMs: number
  /** `statement_timeout` of the server. */
  statementMs: number
  /** `idle_in_transaction_session_timeout` of the server. */
  idleTransactionMs: number
  /** No answer while statements run: longer than the server needs to end them itself. */
  silenceMs: number
  /** A connection that was idle for so long is tried before it is used. */
  idleMs: number
  /** How long such a try may take, and each statement of a health check. */
  probeMs: number
  /** How often the connection that listens is sent a notification of its own, and how long that one may take. */
  heartbeatMs: number
}

export const usualDeadlines: PostgresDeadlines = {
  connectMs: limits.postgresConnectSeconds * 1000,
  queueMs: limits.postgresQueueSeconds * 1000,
  lockMs: limits.postgresLockSeconds * 1000,
  statementMs: limits.postgresStatementSeconds * 1000,
  idleTransactionMs: limits.postgresIdleTransactionSeconds * 1000,
  silenceMs: limits.postgresSilenceSeconds * 1000,
  idleMs: limits.postgresIdleSeconds * 1000,
  probeMs: limits.postgresProbeSeconds * 1000,
  heartbeatMs: limits.postgresHeartbeatSeconds * 1000,
}
