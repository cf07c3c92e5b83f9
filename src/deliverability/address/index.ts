/**
 * Email addresses: syntax with a diagnosis (RFC 5321, 5322, 6531), a normalized spelling per mailbox, and lists of domains:
 * disposable, free, relay, typos. No I/O; lists are passed in as data.
 * Start at read-address.ts; syntax/mailbox.ts parses, lists/merge.ts defines disposable domains.
 */
export { asciiDomain, isTopLevel, parentDomains, registrableDomain } from './host-name.ts'
export { isGibberish } from './gibberish.ts'
export { type Address, type Refusal, readAddress } from './read-address.ts'
export { type AddressLists, type ListOverrides, createLists } from './lists/lists.ts'
export { type ListSources, mergeLists } from './lists/merge.ts'
export { type ReadOverrides, readOverrides } from './lists/overrides.ts'
export { isTrapName } from './lists/traps.ts'
export { suggestDomain } from './lists/typo.ts'
export { type Category, type Diagnosis, categoryOf, diagnoses, explainDiagnosis } from './syntax/diagnosis.ts'
export { type Mailbox, parseMailbox } from './syntax/mailbox.ts'
