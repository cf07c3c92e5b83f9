import type { Http } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { Credits, Usage, UsageQuery } from './contract.ts'
import { balanceIn, balanceOf } from './credits.ts'
import { presentBalance, presentUsage } from './present.ts'
import { selectUsage } from './store.ts'

export function creditRoutes({ http, store }: { http: Http; store: Store }) {
  return http
    .surface('account')
    .get('/account/credits', async ({ caller }) => presentBalance(await balanceOf(store.read, caller.companyId)), {
      id: 'account.getCredits',
      summary: 'Get the remaining credits',
      description: 'The plan of the company, the credits spent this month and the remaining credits. Free.',
      scope: 'verification',
      response: { 200: Credits },
    })
    .get(
      '/account/usage',
      async ({ caller, query }) => {
        const balance = await balanceIn(store.read, caller.companyId, query.month)
        return presentUsage(balance, await selectUsage(store.read, caller.projectId, balance.period))
      },
      {
        id: 'account.getUsage',
        summary: 'Get the credit usage',
        description: 'Credits that the project spent in a month, by operation and by day. Free.',
        scope: 'verification',
        query: UsageQuery,
        response: { 200: Usage },
      },
    )
}
