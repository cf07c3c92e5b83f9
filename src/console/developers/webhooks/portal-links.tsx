import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { linkedIcon } from '../../../ui/icons/index.ts'
import type { WebhookPortalLink } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CsvButton, Loaded, ShowMore, usePages } from '../../parts/index.ts'
import { words } from '../words.ts'
import { NewPortalLink } from './new-portal-link.tsx'

const pageSize = 20

/** Links with which customers of the project manage their own webhooks. */
export function PortalLinks() {
  const { api, report, toaster } = useConsole()
  const links = usePages<WebhookPortalLink>('/webhook-portal-links', { limit: pageSize })
  const isNew = useSignal(false)
  const revoke = async ({ customer, id }: WebhookPortalLink) => {
    try {
      await api.value.remove(`/webhook-portal-links/${id}`)
      toaster.show(words.t('portal.revoked', { customer }))
      links.reload()
    } catch (error) {
      report(error)
    }
  }
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.t('portal.title')}</h2>
        <div class="row">
          <CsvButton of={links} name="webhook-portal-links" />
          <Button icon={linkedIcon} onClick={() => (isNew.value = true)}>
            {words.t('portal.new')}
          </Button>
        </div>
      </div>
      <p class="soft words">{words.t('portal.text')}</p>
      <Loaded from={links}>
        {(list) =>
          list.length === 0 ? null : (
            <ul class="stack">
              {list.map((link) => (
                <li key={link.id} class="panel-head">
                  <span>
                    <b id={`of-${link.id}`}>{link.customer}</b> <span class="soft">{link.events.join(', ')}</span>
                    <br />
                    <span class="soft">{stateOf(link)}</span>
                  </span>
                  {isValid(link) ? (
                    <Button describedBy={`of-${link.id}`} onClick={() => void revoke(link)}>
                      {words.t('portal.revoke')}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore of={links} />
      {isNew.value ? <NewPortalLink onClose={() => (isNew.value = false)} onCreated={links.reload} /> : null}
    </section>
  )
}

function isValid({ expires_at: until, revoked_at: revoked }: WebhookPortalLink): boolean {
  return revoked === undefined && Date.parse(until) > Date.now()
}

function stateOf(link: WebhookPortalLink): string {
  const { expires_at: until, opened_at: opened, revoked_at: revoked } = link
  const date = words.dateTime(new Date(revoked ?? until))
  if (revoked !== undefined) return words.t('portal.revokedOn', { date })
  if (!isValid(link)) return words.t('portal.expired', { date })
  const valid = words.t('portal.until', { date })
  return opened === undefined ? `${valid} ${words.t('portal.notOpened')}` : valid
}
