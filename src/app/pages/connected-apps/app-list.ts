import { underLocks } from '../../../platform/storage/index.ts'
import { disconnectApp, listApps, resourceOf } from '../../connected-apps/index.ts'
import { createDoneTexts } from '../done.ts'
import { readForm } from '../form-request.ts'
import { originOf, ownOriginsOf } from '../origin.ts'
import { answerPage, goTo } from '../respond.ts'
import { signInPath } from '../return-path.ts'
import { createVisits } from '../visits.ts'
import { appListPage } from './app-list-page.ts'
import type { ConnectedAppDeps } from './connected-app-deps.ts'

const path = '/account/apps'
const doneTexts = createDoneTexts({ disconnect: 'The app is disconnected. Its access has ended.' })

/** The applications that act for an account, each with a button that disconnects it. */
export function appListPages({ config, store }: Pick<ConnectedAppDeps, 'store' | 'config'>) {
  const visits = createVisits({ store, config })
  const ownOrigins = ownOriginsOf(config)
  return {
    async show(request: Request): Promise<Response> {
      const visit = await visits.read(request)
      if (visit === undefined) return goTo(signInPath(request))
      const { headers, session } = visit
      const apps = await listApps(store.read, session.userId)
      const done = doneTexts.textFor(request)
      return answerPage(appListPage({ session, apps, done, url: resourceOf(config) }), 200, headers)
    },
    async disconnect(request: Request): Promise<Response> {
      const form = await readForm(request, ownOrigins(request))
      const visit = await visits.read(request)
      if (visit === undefined) return goTo(signInPath(request))
      const { companyId, userId } = visit.session
      const actor = { kind: 'user', id: userId, ...originOf(request) } as const
      await store.tx((db) => disconnectApp(db, { id: form.get('id') ?? '', companyId, actor }), underLocks)
      return goTo(doneTexts.pathAfter(path, 'disconnect'))
    },
  }
}
