/**
 * Mail clients with AMP and what they require of senders. The table is data (providers.json) with its sources and the date of
 * its last review, because providers publish it on web pages only. No I/O.
 */
export {
  type AmpProvider,
  answeredFields,
  findProvider,
  providerIds,
  registrationForm,
  reviewedOn,
  providers,
} from './providers.ts'
