/**
 * `credentials`: the server refused them. `folder`: the folder does not exist and cannot be created. `refused`: the host is not
 * allowed. `certificate`: TLS failed. `connection`: everything else of the network and the server, which may pass.
 */
export type ImapProblem = 'credentials' | 'folder' | 'refused' | 'certificate' | 'connection'

/** A failed step of an IMAP session. The message is one sentence for the user who configured the mailbox. */
export class ImapFailure extends Error {
  override readonly name = 'ImapFailure'
  readonly problem: ImapProblem

  constructor(problem: ImapProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Reads an error of imapflow, whose members depend on the step. */
export function failureOf(error: unknown, step: string): ImapFailure {
  if (error instanceof ImapFailure) return error
  const { authenticationFailed, code, message, responseText } = detailsOf(error)
  if (authenticationFailed)
    return new ImapFailure('credentials', `The server refused the credentials: ${shown(responseText ?? message)}`, {
      cause: error,
    })
  const isCertificate = /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO|ALTNAME/i.test(code ?? '')
  return new ImapFailure(
    isCertificate ? 'certificate' : 'connection',
    isCertificate
      ? `The certificate of the server is not valid: ${shown(message)}`
      : `The connection failed while ${step}: ${shown(responseText ?? message)}`,
    { cause: error },
  )
}

function detailsOf(error: unknown) {
  const { authenticationFailed, code, message, responseText } = (error ?? {}) as {
    authenticationFailed?: boolean
    code?: string
    message?: string
    responseText?: string
  }
  return { authenticationFailed: authenticationFailed === true, code, responseText, message: message ?? String(error) }
}

// Texts of servers are shown to users: one line, without the secrets that some repeat.
function shown(text: string): string {
  return (
    text
      .replaceAll(/[^\x20-\x7e]+/g, ' ')
      .slice(0, 200)
      .trim()
      .replace(/\.$/, '') + '.'
  )
}
