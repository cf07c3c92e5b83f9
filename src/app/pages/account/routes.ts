import type { Http } from '../../../platform/http/index.ts'
import { type Caller, totpUri } from '../../../platform/identity/index.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import { confirmPassword, resetPassword } from '../../../surfaces/projects/index.ts'
import {
  createPasskeys,
  createSecondFactor,
  deleteSessionsOf,
  endOtherSessions,
  removePasskey,
  removeSecondFactor,
  renamePasskey,
  unlinkIdentities,
} from '../../accounts/index.ts'
import { disconnectApp } from '../../connected-apps/index.ts'
import type { AccountPageDeps } from '../account-page-deps.ts'
import { ownSessionOf } from '../own-session.ts'
import { createVisits } from '../visits.ts'
import {
  Account,
  AddPasskey,
  ChangePassword,
  ConfirmFactor,
  ConfirmPassword,
  Done,
  EndedParams,
  PasskeyOptions,
  PreparedFactor,
  RecoveryCodes,
  RenamePasskey,
} from './contract.ts'
import { clientName } from './client-name.ts'
import { readAccount } from './read-account.ts'

/** Routes below `/v1/console/account`, for the section Account of the console. Only the console calls them. */
export function accountRoutes({ config, http, store, vault }: AccountPageDeps & { http: Http }) {
  const factor = createSecondFactor({ store, vault })
  const passkeys = createPasskeys({ store, vault, appUrl: config.appUrl })
  const issuer = new URL(config.appUrl).host
  const visits = createVisits({ store, config })
  const own = async (request: Request, caller: Caller) => {
    const found = await ownSessionOf(visits, request, caller)
    const { companyId, userId } = found.session
    return { ...found, account: { userId, companyId, actor: found.actor } }
  }

  return http
    .surface('console', { crossOrigin: false })
    .get(
      '/console/account',
      async ({ caller, request }) => {
        const self = await own(request, caller)
        const account = await readAccount(store.read, self, config)
        return {
          ...account,
          has_second_factor: await factor.isOn(self.session.userId),
          passkey_origin: passkeys.party?.origin ?? null,
        }
      },
      {
        id: 'console.getAccount',
        summary: 'Get the signed-in account',
        hidden: true,
        scope: 'any',
        response: { 200: Account },
      },
    )
    .put(
      '/console/account/password',
      async ({ body, caller, request, set }) => {
        const { actor, session } = await own(request, caller)
        await confirmPassword(store, session.email, body.current)
        await resetPassword(store, {
          who: session.userId,
          password: body.password,
          actor,
          also: (db, { id }) => deleteSessionsOf(db, id),
        })
        set.headers['set-cookie'] = await visits.open(request, session.userId)
      },
      {
        id: 'console.changePassword',
        summary: 'Change the password, and end all sessions but a new one',
        hidden: true,
        scope: 'any',
        body: ChangePassword,
        response: { 204: Done },
      },
    )
    .post(
      '/console/account/factor',
      async ({ caller, request }) => {
        const { session } = await own(request, caller)
        const secret = await factor.prepare(session.userId)
        return { secret, uri: totpUri(secret, { issuer, account: session.email }) }
      },
      {
        id: 'console.prepareFactor',
        summary: 'Create the key of an authenticator app',
        hidden: true,
        scope: 'any',
        response: { 200: PreparedFactor },
      },
    )
    .post(
      '/console/account/factor/confirm',
      async ({ body, caller, request }) => {
        const { account, actor, session, token } = await own(request, caller)
        await confirmPassword(store, session.email, body.current)
        const codes = await factor.confirm(account, body.code)
        // Other sessions were opened without a code.
        await store.tx((db) => endOtherSessions(db, { token, actor: { ...actor, companyId: session.companyId } }))
        return { codes }
      },
      {
        id: 'console.confirmFactor',
        summary: 'Turn two-factor sign-in on',
        hidden: true,
        scope: 'any',
        body: ConfirmFactor,
        response: { 200: RecoveryCodes },
      },
    )
    .post(
      '/console/account/factor/remove',
      async ({ body, caller, request }) => {
        const { account, session } = await own(request, caller)
        await confirmPassword(store, session.email, body.current)
        await store.tx((db) => removeSecondFactor(db, account), underLocks)
      },
      {
        id: 'console.removeFactor',
        summary: 'Turn two-factor sign-in off',
        hidden: true,
        scope: 'any',
        body: ConfirmPassword,
        response: { 204: Done },
      },
    )
    .post(
      '/console/account/passkeys/options',
      async ({ body, caller, request }) => {
        const { session, token } = await own(request, caller)
        await confirmPassword(store, session.email, body.current)
        return passkeys.creationOptions(session, token)
      },
      {
        id: 'console.preparePasskey',
        summary: 'Create the options with which the browser makes a passkey',
        hidden: true,
        scope: 'any',
        body: ConfirmPassword,
        response: { 200: PasskeyOptions },
        errors: ['LIMIT_REACHED'],
      },
    )
    .post(
      '/console/account/passkeys',
      async ({ body: { credential }, caller, request }) => {
        const { account, token } = await own(request, caller)
        await passkeys.add(account, {
          id: credential.id,
          clientDataJSON: credential.client_data,
          attestationObject: credential.attestation_object,
          transports: credential.transports,
          name: clientName(request.headers.get('user-agent')) ?? 'Passkey',
          token,
        })
      },
      {
        id: 'console.addPasskey',
        summary: 'Add a passkey, named after the browser',
        hidden: true,
        scope: 'any',
        body: AddPasskey,
        response: { 204: Done },
        errors: ['LIMIT_REACHED'],
      },
    )
    .put(
      '/console/account/passkeys/:id',
      async ({ body, caller, params, request }) => {
        const { account } = await own(request, caller)
        await store.tx((db) => renamePasskey(db, account, params.id, body.name), underLocks)
      },
      {
        id: 'console.renamePasskey',
        summary: 'Rename a passkey',
        hidden: true,
        scope: 'any',
        params: EndedParams,
        body: RenamePasskey,
        response: { 204: Done },
      },
    )
    .post(
      '/console/account/passkeys/:id/remove',
      async ({ body, caller, params, request }) => {
        const { account, session } = await own(request, caller)
        await confirmPassword(store, session.email, body.current)
        await store.tx((db) => removePasskey(db, account, params.id), underLocks)
      },
      {
        id: 'console.removePasskey',
        summary: 'Remove a passkey',
        hidden: true,
        scope: 'any',
        params: EndedParams,
        body: ConfirmPassword,
        response: { 204: Done },
      },
    )
    .post(
      '/console/account/identity/remove',
      async ({ body, caller, request }) => {
        const { account, session } = await own(request, caller)
        await confirmPassword(store, session.email, body.current)
        await store.tx((db) => unlinkIdentities(db, account), underLocks)
      },
      {
        id: 'console.unlinkIdentity',
        summary: 'Unlink the account from the provider with which people sign in',
        hidden: true,
        scope: 'any',
        body: ConfirmPassword,
        response: { 204: Done },
      },
    )
    .delete(
      '/console/account/sessions',
      async ({ caller, request }) => {
        const { actor, session, token } = await own(request, caller)
        await store.tx((db) => endOtherSessions(db, { token, actor: { ...actor, companyId: session.companyId } }))
      },
      {
        id: 'console.endOtherSessions',
        summary: 'End all other sessions of the account',
        hidden: true,
        scope: 'any',
        response: { 204: Done },
      },
    )
    .delete(
      '/console/account/sessions/:id',
      async ({ caller, params, request }) => {
        const { actor, session, token } = await own(request, caller)
        await store.tx((db) =>
          endOtherSessions(db, { token, only: params.id, actor: { ...actor, companyId: session.companyId } }),
        )
      },
      {
        id: 'console.endSession',
        summary: 'End a session of the account',
        hidden: true,
        scope: 'any',
        params: EndedParams,
        response: { 204: Done },
      },
    )
    .delete(
      '/console/account/apps/:id',
      async ({ caller, params, request }) => {
        const { actor, session } = await own(request, caller)
        await store.tx((db) => disconnectApp(db, { id: params.id, companyId: session.companyId, actor }), underLocks)
      },
      {
        id: 'console.disconnectApp',
        summary: 'End the access of an application',
        hidden: true,
        scope: 'any',
        params: EndedParams,
        response: { 204: Done },
      },
    )
}
