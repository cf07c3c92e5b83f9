/**
 * Who runs a domain's mail, told from the host names in its MX records, and what an SMTP probe may expect there. The table
 * is data (providers.json); a name in it is a hint, for nobody publishes such a list. Asks nobody.
 */
export { type Answering, type MailProvider, type ProviderCategory, providerOf } from './providers.ts'
