import { forgetStoredSecrets, vaultOf, withInstanceSecret } from '../instance-secret.ts'
import { type Rotation, type SealedValues, countSealed, retirePrevious, rotateSecret } from '../secret-rotation.ts'
import { type Command, type Option, type Terminal, exit } from './command.ts'
import { counted } from './counted.ts'
import { withStore } from './with-store.ts'

const json: Option = { flag: '--json', meaning: 'As JSON.' }

/** Maximum number of lost values listed individually. */
const maxNamed = 20

/** Replaces the instance secret, or finishes an interrupted rotation. */
export const rotateSecretCommand: Command = {
  settings: true,
  details: [
    'Where the secret is in the data directory, a new one is generated; a running server takes it by itself. Where it is',
    'SVC_SECRET, first set the new one on every replica, with the old one in SVC_SECRET_PREVIOUS, then run this.',
    'It may be interrupted at any time and run again. Links signed before stay valid until svc secrets forget, or until',
    'SVC_SECRET_PREVIOUS is removed.',
  ].join('\n'),
  options: [json],
  failure: 'some stored values cannot be decrypted with any configured secret',
  run: async ({ config: read, has, terminal }) => {
    const config = withInstanceSecret(read())
    const rotation = await withStore(config, (store) => rotateSecret(store, config))
    const { keyId, kind, lost, resealed } = rotation
    if (has('--json')) terminal.out(JSON.stringify({ kind, key_id: keyId, resealed, lost }))
    else {
      terminal.out(
        `${beginnings[kind](keyId)} ${counted(resealed, 'stored value')} ${resealed === 1 ? 'was' : 'were'} sealed with it again.`,
      )
      if (kind !== 'unchanged') terminal.out(nextStep(config.isSecretGenerated === true))
      printLost(terminal, rotation)
    }
    return lost.length === 0 ? exit.ok : exit.failed
  },
}

/** Shows the keys with which stored values are sealed. Changes nothing. */
export const secretStatusCommand: Command = {
  settings: true,
  options: [json],
  failure: 'some stored values cannot be decrypted with any configured secret',
  run: async ({ config: read, has, terminal }) => {
    const config = withInstanceSecret(read())
    const values = await withStore(config, (store) => countSealed(store, config))
    const current = vaultOf(config).keyId()
    const keys = [...values.byKey].map(([id, count]) => ({ id, values: count, is_current: id === current }))
    if (has('--json')) terminal.out(JSON.stringify({ current_key_id: current, keys, lost: values.lost }))
    else {
      terminal.out(`The current key is ${current}.`)
      for (const { id, values: count } of keys) terminal.out(`${id.padEnd(8)}  ${counted(count, 'value')}`)
      if (keys.some((key) => !key.is_current))
        terminal.out('svc secrets rotate seals all of them with the current key.')
      printLost(terminal, values)
    }
    return values.lost.length === 0 ? exit.ok : exit.failed
  },
}

/** Deletes the secrets that a rotation replaced. */
export const forgetSecretsCommand: Command = {
  settings: true,
  details: [
    'Links, image URLs and cursors signed with them are refused from then on, including those without expiry in emails that were sent.',
    'Fails while a stored value is still sealed with one of them.',
    'The audit log can still be verified: the keys for that are kept, sealed with the current secret.',
  ].join('\n'),
  failure: 'a secret is still in use, or it is not in the data directory',
  run: async ({ config: read, terminal }) => {
    const config = withInstanceSecret(read())
    const current = vaultOf(config).keyId()
    const { byKey, lost } = await withStore(config, (store) => countSealed(store, config))
    const others = [...byKey].filter(([id]) => id !== current).reduce((sum, [, count]) => sum + count, 0)
    if (others > 0 || lost.length > 0) {
      terminal.err(`svc: ${others} stored values are not sealed with the current key. Run svc secrets rotate first.`)
      return exit.failed
    }
    await withStore(config, (store) => retirePrevious(store, config, { onlyInLog: config.isSecretGenerated !== true }))
    if (config.isSecretGenerated === true) forgetStoredSecrets(config.dataDir)
    if (config.previousSecrets.length > 0) {
      terminal.err('svc: Remove SVC_SECRET_PREVIOUS and restart every replica; it is not in the data directory.')
      return exit.failed
    }
    terminal.out(`Only the secret with the key ${current} is left.`)
    return exit.ok
  },
}

const beginnings: Record<Rotation['kind'], (keyId: string) => string> = {
  started: (keyId) => `The new secret has the key ${keyId}.`,
  resumed: (keyId) => `The rotation to the key ${keyId} is finished.`,
  unchanged: (keyId) =>
    `The store already uses SVC_SECRET (key ${keyId}). To replace it, set a new SVC_SECRET, and this one in SVC_SECRET_PREVIOUS.`,
}

function nextStep(isGenerated: boolean): string {
  return isGenerated
    ? 'Back up the files secret and secret.previous. svc secrets forget ends the links that the old secret signed.'
    : 'Keep SVC_SECRET_PREVIOUS until the links that it signed may expire.'
}

function printLost(terminal: Terminal, { lost }: SealedValues): void {
  if (lost.length === 0) return
  terminal.err(`svc: ${lost.length} values cannot be decrypted with any configured secret:`)
  for (const where of lost.slice(0, maxNamed)) terminal.err(`  ${where}`)
  if (lost.length > maxNamed) terminal.err(`  and ${lost.length - maxNamed} more`)
}
