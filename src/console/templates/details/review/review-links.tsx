import { useSignal } from '@preact/signals'
import { Button } from '../../../../ui/controls/index.ts'
import { TextInput } from '../../../../ui/fields/index.ts'
import type { ReviewLink, ReviewLinkOnce } from '../../../api/index.ts'
import { useConsole } from '../../../context.ts'
import { CopyText, CsvButton, Loaded, useCall, usePages } from '../../../parts/index.ts'
import { words } from '../words.ts'

/** Signed links to the draft. The URL is shown once, after its creation. */
export function ReviewLinks({ templateId }: { templateId: string }) {
  const { api } = useConsole()
  const path = `/templates/${templateId}/review-links`
  const links = usePages<ReviewLink>(path, { limit: 25 })
  const name = useSignal('')
  const mayApprove = useSignal(true)
  const made = useCall<ReviewLinkOnce>()
  const revoked = useCall<unknown>()
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.t('links')}</h2>
        <CsvButton of={links} name="review-links" />
      </div>
      <p class="soft">{words.t('linksText')}</p>
      <form
        class="row details-form"
        onSubmit={(event) => {
          event.preventDefault()
          const given = name.value.trim()
          if (given === '') return
          made.run(async () => {
            const link = await api.value.post<ReviewLinkOnce>(path, { name: given, may_approve: mayApprove.value })
            name.value = ''
            links.reload()
            return link
          })
        }}
      >
        <TextInput
          label={words.t('reviewer')}
          placeholder={words.t('reviewer')}
          value={name.value}
          maxLength={100}
          onChange={(value) => (name.value = value)}
        />
        <label class="row">
          <input
            type="checkbox"
            checked={mayApprove.value}
            onChange={({ currentTarget }) => (mayApprove.value = currentTarget.checked)}
          />
          {words.t('mayApprove')}
        </label>
        <Button type="submit" busy={made.isBusy}>
          {words.t('createLink')}
        </Button>
      </form>
      {made.result?.url == null ? null : (
        <div role="status" class="stack">
          <p>{words.t('linkOnce', { name: made.result.name })}</p>
          <CopyText label={words.t('links')} text={made.result.url} />
        </div>
      )}
      <Loaded from={links}>
        {(list) =>
          list.length === 0 ? (
            <p class="soft">{words.t('noLinks')}</p>
          ) : (
            <ul class="details-list">
              {list.map((link) => (
                <li key={link.id} class="panel-row">
                  <b>{link.name}</b>
                  <span class="details-note soft">{stateOf(link)}</span>
                  {link.revoked_at === undefined ? (
                    <Button
                      dense
                      onClick={() =>
                        revoked.run(async () => {
                          await api.value.remove(`${path}/${link.id}`)
                          links.reload()
                        })
                      }
                    >
                      {words.t('revoke')}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function stateOf({ expires_at: expires, opened_at: opened, revoked_at: revoked }: ReviewLink): string {
  if (revoked !== undefined) return words.t('revoked')
  const seen =
    opened === undefined ? words.t('notOpened') : words.t('opened', { date: words.dateTime(new Date(opened)) })
  return `${seen}, ${words.t('expires', { date: words.dateTime(new Date(expires)) })}`
}
