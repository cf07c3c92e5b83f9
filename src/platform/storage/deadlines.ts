import { limits } from '../../kernel/limits.ts'

/** Timeouts for Postgres, milliseconds. */
export interface PostgresDeadlines {
  connectMs: number
  /** Wait for a free connection of the pool. */
  queueMs: number
  /** `lock_timeout` of the server. */
  lockMs: number
  /** `statement_timeout` of the server. */
  statementMs: number
  /** `idle_in_transaction_session_timeout` of the server. */
  idleTransactionMs: number
  /** No response while statements run: longer than the server needs to end them itself. */
  silenceMs: number
  /** A connection that was idle for this long is probed before use. */
  idleMs: number
  /** Timeout of such a probe, and of each statement of a health check. */
  probeMs: number
  /** Interval at which the listening connection is sent a notification of its own, and the time in which it must arrive. */
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
