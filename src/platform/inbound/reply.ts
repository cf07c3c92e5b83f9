/** A negative response of SMTP, as smtp-server reads it from errors. */
export class SmtpReply extends Error {
  override readonly name = 'SmtpReply'
  readonly responseCode: number

  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

/** Responses with the enhanced status codes of RFC 3463, where they differ from those of smtp-server. */
export const replies = {
  unknownRecipient: () => new SmtpReply(550, 'No such recipient here. This server does not relay mail.'),
  tooManyUnknown: () => new SmtpReply(421, 'Too many unknown recipients'),
  tooManyConnections: () => new SmtpReply(421, 'Too many connections from your IP address, try again later'),
  unavailable: () => new SmtpReply(451, 'The message cannot be stored at the moment, try again later'),
  busy: () => new SmtpReply(452, 'Too many messages are being received, try again later'),
  stopping: () => new SmtpReply(451, 'The server is shutting down, try again later'),
  tooLarge: (maxBytes: number) => new SmtpReply(552, `The message exceeds ${maxBytes} bytes`),
  loop: (max: number) => new SmtpReply(554, `The message has more than ${max} Received fields: mail loop`),
  refused: (reason: string) => new SmtpReply(554, reason),
}
