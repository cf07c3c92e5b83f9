import type { ComponentType } from 'preact'
import { useConsole } from '../context.ts'
import { SectionHead } from '../parts/index.ts'
import { AddressPage } from './address/address-page.tsx'
import { FeedbackPage } from './feedback/feedback-page.tsx'
import { BatchPage } from './lists/batch-page.tsx'
import { ListsPage } from './lists/lists-page.tsx'
import { RulesPage } from './rules/rules-page.tsx'
import { BlockListsPage } from './tools/block-lists-page.tsx'
import { DomainPage } from './tools/domain-page.tsx'
import { FinderPage } from './tools/finder-page.tsx'
import { TrapsPage } from './tools/traps-page.tsx'
import { UsagePage } from './usage/usage-page.tsx'
import { words } from './words.ts'

interface VerificationTab {
  path: string
  label: string
  Page: ComponentType
}

const tabs: readonly VerificationTab[] = [
  { path: '/verification', label: words.t('tab.address'), Page: AddressPage },
  { path: '/verification/lists', label: words.t('tab.lists'), Page: ListsPage },
  { path: '/verification/allow-block', label: words.t('tab.rules'), Page: RulesPage },
  { path: '/verification/feedback', label: words.t('tab.feedback'), Page: FeedbackPage },
  { path: '/verification/block-lists', label: words.t('tab.blockLists'), Page: BlockListsPage },
  { path: '/verification/domain-setup', label: words.t('tab.domain'), Page: DomainPage },
  { path: '/verification/spam-traps', label: words.t('tab.traps'), Page: TrapsPage },
  { path: '/verification/finder', label: words.t('tab.finder'), Page: FinderPage },
  { path: '/verification/credits', label: words.t('tab.usage'), Page: UsagePage },
]

/** One address, lists, tools and credits; `/verification/lists/:id` is one list. */
export function Verification() {
  const { path } = useConsole().router.url.value
  const [, , page, id] = path.split('/')
  const Page = tabs.find((tab) => tab.path === path)?.Page ?? AddressPage
  return (
    <div class="page" lang="en" dir="ltr">
      <SectionHead title={words.t('title')} label={words.t('pages')} tabs={tabs} />
      {page === 'lists' && id !== undefined && id !== '' ? <BatchPage key={id} id={id} /> : <Page />}
    </div>
  )
}
