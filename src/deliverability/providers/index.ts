/**
 * Mail providers, detected by the host names in MX records, and the expected behavior of their SMTP servers. The table is
 * data (providers.json); a match is a hint, because no authoritative list exists. No I/O.
 */
export { type Answering, type MailProvider, type ProviderCategory, providerOf } from './providers.ts'
