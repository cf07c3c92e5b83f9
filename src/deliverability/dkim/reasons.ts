import { findingsOf } from '../findings/index.ts'

export const dkimReasons = {
  dns: ['info', 'A failed query says nothing about the domain.'],
  not_found: ['info', 'Selectors are chosen by senders and cannot be listed from outside (RFC 6376 3.1).'],
  wildcard: ['info', 'Where every name has a record, having one proves nothing.'],
  revoked: ['info', 'Signatures with a revoked key fail (RFC 6376 3.6.1).'],
  dangling: [
    'warning',
    'Signatures under that selector fail, and the registrant of the target name can sign for the domain.',
  ],
  several: ['error', 'Receivers may use either record, so signatures fail at random (RFC 6376 3.6.2.2).'],
  version: ['error', 'Receivers ignore a key of another version (RFC 6376 3.6.1).'],
  testing: ['warning', 'Receivers must treat signed mail as unsigned (RFC 6376 3.6.1).'],
  sha1: ['error', 'Receivers no longer accept SHA-1 signatures (RFC 8301 3.1).'],
  service: ['error', 'A key for another service type is not used for email (RFC 6376 3.6.1).'],
  garbled: ['error', 'Every signature with an unreadable key fails.'],
  kind: ['error', 'Receivers support RSA and Ed25519 (RFC 6376 3.3, RFC 8463).'],
  short: ['error', 'Receivers ignore RSA keys below 1024 bits, which are easily broken (RFC 8301 3.2).'],
  weak: ['warning', 'Signers should use 2048 bits; 1024 bits can be broken with enough resources (RFC 8301 3.2).'],
  huge: ['warning', 'Receivers need not verify RSA keys above 2048 bits, and some do not above 4096 (RFC 8301 3.2).'],
} as const

export const report = findingsOf('dkim', dkimReasons)
