/** `deferred`: another attempt may succeed. `refused`: none will. */
export type MailOutcome =
  { readonly status: 'sent' } | { readonly status: 'deferred' | 'refused'; readonly reason: string }

/** Codes of nodemailer for problems of the connection and of the account, which the operator can correct. */
const correctable = ['EAUTH', 'ETLS', 'ECONNECTION', 'ESOCKET', 'ETIMEDOUT']

/** A failure of a delivery. Replies of 5xx to the message are final (RFC 5321 4.2.1). */
export function outcomeOf(error: unknown): MailOutcome {
  const { message = String(error), code = '', response, responseCode = 0 } = failureOf(error)
  const isFinal = responseCode >= 500 && !correctable.includes(code)
  const reason = (response ?? message).replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  return { status: isFinal ? 'refused' : 'deferred', reason: reason === '' ? 'The SMTP server failed.' : reason }
}

function failureOf(error: unknown): { message?: string; code?: string; response?: string; responseCode?: number } {
  if (!(error instanceof Error)) return {}
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('response' in error && typeof error.response === 'string' ? { response: error.response } : {}),
    ...('responseCode' in error && typeof error.responseCode === 'number' ? { responseCode: error.responseCode } : {}),
  }
}
