import type { ComponentType } from 'preact'
import { useConsole } from '../context.ts'
import { SectionHead } from '../parts/index.ts'
import { ConnectPage } from './connect/connect-page.tsx'
import { KeysPage } from './keys/keys-page.tsx'
import { ProjectPage } from './project/project-page.tsx'
import { RequestsPage } from './requests/requests-page.tsx'
import { WebhookPage } from './webhooks/webhook-page.tsx'
import { WebhooksPage } from './webhooks/webhooks-page.tsx'
import { words } from './words.ts'

const tabs: readonly { path: string; label: string; Page: ComponentType }[] = [
  { path: '/developers', label: words.t('tab.connect'), Page: ConnectPage },
  { path: '/developers/project', label: words.t('tab.project'), Page: ProjectPage },
  { path: '/developers/keys', label: words.t('tab.keys'), Page: KeysPage },
  { path: '/developers/requests', label: words.t('tab.requests'), Page: RequestsPage },
  { path: '/developers/webhooks', label: words.t('tab.webhooks'), Page: WebhooksPage },
]

/** Code to copy, project and origins, API keys, webhooks; `/developers/webhooks/:id` is one webhook. */
export function Developers() {
  const { path } = useConsole().router.url.value
  const [, , page, id] = path.split('/')
  const Page = tabs.find((tab) => tab.path === path)?.Page ?? ConnectPage
  return (
    <div class="page" lang="en" dir="ltr">
      <SectionHead title={words.t('title')} label={words.t('pages')} tabs={tabs} />
      {page === 'webhooks' && id !== undefined && id !== '' ? <WebhookPage key={id} id={id} /> : <Page />}
    </div>
  )
}
