import { findingsOf } from '../findings/index.ts'

/** What the check of BIMI may find. */
export const bimiReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  none: ['info', 'Mailboxes that show logos show initials beside mail of the domain.'],
  declined: ['info', 'An empty l says that no logo is wanted.'],
  several: ['error', 'Mailboxes take several records for none.'],
  logo: ['error', 'Mailboxes fetch logos over https only.'],
  dmarc: [
    'error',
    'Logos are shown only where forged mail is not delivered: p=quarantine or p=reject, for subdomains too.',
  ],
  unreached: ['info', 'It may be reached from elsewhere.'],
  logo_fetch: ['error', 'A logo that cannot be fetched is not shown.'],
  logo_type: ['warning', 'Mailboxes may refuse a logo that is not served as image/svg+xml.'],
  logo_size: ['warning', 'Mailboxes need to take logos up to 32 KB only.'],
  svg_broken: ['error', 'Mailboxes refuse what is not well-formed SVG.'],
  svg_profile: [
    'error',
    'Only the profile SVG Tiny PS is shown, and the root has to say so (version="1.2" baseProfile="tiny-ps").',
  ],
  svg_title: ['error', 'SVG Tiny PS wants a title: it is read out to who does not see the logo.'],
  svg_forbidden: [
    'error',
    'SVG Tiny PS has neither scripts, references outwards, animations, pictures of dots nor entities.',
  ],
  svg_position: ['error', 'SVG Tiny PS has no x and y on its root.'],
  svg_square: ['warning', 'Mailboxes cut logos to a square or a circle.'],
  svg_element: ['warning', 'Mailboxes may refuse what SVG Tiny PS does not have.'],
  no_certificate: ['info', 'Some large mailboxes show logos only with a mark certificate (VMC or CMC).'],
  certificate_address: ['error', 'Mailboxes fetch certificates over https only.'],
  certificate_fetch: ['error', 'Mailboxes that want a certificate show no logo without it.'],
  certificate_broken: ['error', 'Mailboxes that want a certificate show no logo with what they cannot read.'],
  certificate_expired: ['error', 'A certificate that is over proves nothing.'],
  certificate_purpose: ['error', 'Only certificates made for BIMI count (Extended Key Usage 1.3.6.1.5.5.7.3.31).'],
  certificate_issuer: [
    'warning',
    'Mailboxes trust few authorities for marks: DigiCert, GlobalSign and SSL.com, and Entrust for what it issued before 2025.',
  ],
  certificate_domain: ['error', 'A certificate counts for the domains that it names.'],
  certificate_logo: ['error', 'The logo in the certificate has to be the one that is served, to the byte.'],
} as const

/** Makes findings of the check of BIMI. */
export const report = findingsOf('bimi', bimiReasons)
