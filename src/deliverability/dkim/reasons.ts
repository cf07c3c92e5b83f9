import { findingsOf } from '../findings/index.ts'

/** What the check of DKIM may find. */
export const dkimReasons = {
  dns: ['info', 'What could not be asked for says nothing about the domain.'],
  not_found: [
    'info',
    'Selectors are names that senders make up, and nobody can list them from outside (RFC 6376 3.1).',
  ],
  wildcard: ['info', 'Where every name has a record, having one proves nothing.'],
  revoked: ['info', 'Signatures of a key that was taken back count as none (RFC 6376 3.6.1).'],
  dangling: [
    'warning',
    'Signatures under that selector fail, and whoever gets the name it leads to can sign for the domain.',
  ],
  several: ['error', 'Receivers may take either record, so that signatures fail at random (RFC 6376 3.6.2.2).'],
  version: ['error', 'Receivers take no notice of a key of another version (RFC 6376 3.6.1).'],
  testing: ['warning', 'Receivers are asked to treat signed mail as if it were not signed (RFC 6376 3.6.1).'],
  sha1: ['error', 'Nobody accepts signatures with SHA-1 any more (RFC 8301 3.1).'],
  service: ['error', 'Signatures of mail are not checked with a key that is for something else (RFC 6376 3.6.1).'],
  garbled: ['error', 'A key that cannot be read verifies nothing: every signature with it fails.'],
  kind: ['error', 'Receivers know RSA and Ed25519 (RFC 6376 3.3, RFC 8463).'],
  short: ['error', 'Receivers take no notice of RSA keys below 1024 bits: they can be broken at home (RFC 8301 3.2).'],
  weak: [
    'warning',
    'Signers ought to use 2048 bits; 1024 are within the reach of those who pay for it (RFC 8301 3.2).',
  ],
  huge: ['warning', 'Receivers need not verify RSA keys above 2048 bits, and some do not above 4096 (RFC 8301 3.2).'],
} as const

/** Makes findings of the check of DKIM. */
export const report = findingsOf('dkim', dkimReasons)
