/**
 * Internet messages (RFC 5322, RFC 2045): header fields, contents, and the tree of parts as it was sent. postal-mime decodes.
 * No I/O. Start at read-mail.ts; outline.ts reads only the structure.
 */
export { type HeaderField, fieldOf, readFields, unbracket } from './header-fields.ts'
export { type MessageOutline, type PartOutline, readOutline } from './outline.ts'
export { type Mail, type MailPart, TooManyParts, isMail, readMail } from './read-mail.ts'
export { splitMbox } from './split-mbox.ts'
