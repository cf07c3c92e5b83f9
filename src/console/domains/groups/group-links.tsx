import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { linkedIcon } from '../../../ui/icons/index.ts'
import type { DomainGroupLink } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CsvDownload, Loaded, ShowMore, usePages } from '../../parts/index.ts'
import { printDay, words } from '../texts.ts'
import { NewLink } from './new-link.tsx'

/** Links to a page with the figures of a group, for clients without an account. */
export function GroupLinks({ id }: { id: string }) {
  const { api, report, toaster } = useConsole()
  const links = usePages<DomainGroupLink>(`/dmarc/groups/${id}/links`, { limit: 50 })
  const isNew = useSignal(false)
  const revoke = async (link: DomainGroupLink) => {
    try {
      await api.value.remove(`/dmarc/groups/${id}/links/${link.id}`)
      toaster.show(words.t('linkRevoked', { name: link.name }))
      links.reload()
    } catch (error) {
      report(error)
    }
  }
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.t('links')}</h2>
        <span class="row">
          {(links.value?.length ?? 0) > 0 ? (
            <CsvDownload path={`/dmarc/groups/${id}/links`} name="links" label={words.t('csv')} />
          ) : null}
          <Button icon={linkedIcon} onClick={() => (isNew.value = true)}>
            {words.t('newLink')}
          </Button>
        </span>
      </div>
      <p class="soft words">{words.t('linksText')}</p>
      <Loaded from={links}>
        {(list) =>
          list.length === 0 ? null : (
            <ul class="stack">
              {list.map((link) => (
                <li key={link.id} class="panel-head">
                  <span>
                    <b>{link.name}</b>
                    <br />
                    <span class="soft">{stateOf(link)}</span>
                  </span>
                  {isValid(link) ? <Button onClick={() => void revoke(link)}>{words.t('revoke')}</Button> : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore of={links} />
      {isNew.value ? <NewLink groupId={id} onClose={() => (isNew.value = false)} onCreated={links.reload} /> : null}
    </section>
  )
}

function isValid({ expires_at: until, revoked_at: revoked }: DomainGroupLink): boolean {
  return revoked === undefined && Date.parse(until) > Date.now()
}

function stateOf(link: DomainGroupLink): string {
  const { expires_at: until, opened_at: opened, revoked_at: revoked } = link
  if (revoked !== undefined) return words.t('linkRevokedOn', { day: printDay(revoked) })
  if (!isValid(link)) return words.t('linkExpired', { day: printDay(until) })
  const valid = words.t('linkUntil', { day: printDay(until) })
  return opened === undefined ? `${valid} ${words.t('linkNotOpened')}` : valid
}
