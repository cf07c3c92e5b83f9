import { findingsOf } from '../findings/index.ts'

export const bimiReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  none: ['info', 'Mailbox providers that show logos show initials instead.'],
  declined: ['info', 'An empty l declines a logo.'],
  several: ['error', 'Mailbox providers treat several records as none.'],
  logo: ['error', 'Mailbox providers fetch logos over https only.'],
  dmarc: [
    'error',
    'Logos are shown only where forged mail is not delivered: p=quarantine or p=reject, for subdomains too.',
  ],
  unreached: ['info', 'It may be reachable from other networks.'],
  logo_fetch: ['error', 'A logo that cannot be fetched is not shown.'],
  logo_type: ['warning', 'Mailbox providers may reject a logo that is not served as image/svg+xml.'],
  logo_size: ['warning', 'Mailbox providers need to support logos only up to 32 KB.'],
  svg_broken: ['error', 'Mailbox providers reject malformed SVG.'],
  svg_profile: [
    'error',
    'Only SVG Tiny PS logos are shown, and the root element must declare the profile (version="1.2" baseProfile="tiny-ps").',
  ],
  svg_title: ['error', 'SVG Tiny PS requires a title, which screen readers read out.'],
  svg_forbidden: [
    'error',
    'SVG Tiny PS allows no scripts, external references, animations, bitmap images or entities.',
  ],
  svg_position: ['error', 'SVG Tiny PS does not allow x and y on the root element.'],
  svg_square: ['warning', 'Mailbox providers crop logos to a square or a circle.'],
  svg_element: ['warning', 'Mailbox providers may reject anything outside of SVG Tiny PS.'],
  no_certificate: ['info', 'Some large mailbox providers show logos only with a mark certificate (VMC or CMC).'],
  certificate_address: ['error', 'Mailbox providers fetch certificates over https only.'],
  certificate_fetch: ['error', 'Mailbox providers that require a certificate show no logo without it.'],
  certificate_broken: ['error', 'Mailbox providers that require a certificate show no logo if they cannot read it.'],
  certificate_expired: ['error', 'An expired certificate is not accepted.'],
  certificate_purpose: ['error', 'Only certificates for BIMI count (Extended Key Usage 1.3.6.1.5.5.7.3.31).'],
  certificate_issuer: [
    'warning',
    'Mailbox providers trust few mark certificate CAs: DigiCert, GlobalSign and SSL.com, and Entrust for certificates issued before 2025.',
  ],
  certificate_domain: ['error', 'A certificate is only valid for the domains that it lists.'],
  certificate_logo: ['error', 'The logo in the certificate must be byte-for-byte identical to the served one.'],
} as const

export const report = findingsOf('bimi', bimiReasons)
